#!/usr/bin/env python3
"""Writes small files of every kind that the decoder must read or refuse, including hostile ones; libraries as in
requirements.txt.

    venv/bin/python render_files.py ../Fixtures/decoding
"""

import io
import pathlib
import struct
import sys
import zlib

import numpy
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

# Four quarters, so that each orientation is distinguishable: red, green / blue, yellow.
WIDTH, HEIGHT = 48, 32


def quarters(width=WIDTH, height=HEIGHT):
    picture = numpy.zeros((height, width, 3), numpy.uint8)
    picture[: height // 2, : width // 2] = (220, 20, 20)
    picture[: height // 2, width // 2 :] = (20, 180, 20)
    picture[height // 2 :, : width // 2] = (20, 20, 220)
    picture[height // 2 :, width // 2 :] = (230, 220, 20)
    return Image.fromarray(picture)


def encoded(picture, kind, **options):
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def bomb(width, height, rows, interlaced=0):
    """A PNG that declares a large picture, with `rows` rows of compressed zeros."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, interlaced)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(bytes(1 + width * 3)) for _ in range(rows)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def main(directory):
    picture = quarters()
    exif = picture.getexif()
    exif[0x0112] = 6
    exif[0x010F] = "a camera that must not be named"
    exif.get_ifd(0x8769)[0x920A] = IFDRational(17, 4)
    exif.get_ifd(0x8769)[0xA405] = 26
    transparent = picture.convert("RGBA")
    transparent.putalpha(Image.new("L", picture.size, 128))
    files = {
        "plain.jpg": encoded(picture, "JPEG", quality=95),
        "progressive.jpg": encoded(picture, "JPEG", quality=95, progressive=True),
        "gray.jpg": encoded(picture.convert("L"), "JPEG", quality=95),
        "ink.jpg": encoded(picture.convert("CMYK"), "JPEG", quality=95),
        "notes.jpg": encoded(picture, "JPEG", quality=95, exif=exif, comment=b"a comment that must not be kept"),
        "plain.png": encoded(picture, "PNG"),
        "palette.png": encoded(picture.quantize(4), "PNG"),
        "transparent.png": encoded(transparent, "PNG"),
        "notes.png": encoded(picture, "PNG", exif=exif),
        "lossy.webp": encoded(picture, "WEBP", quality=95),
        "lossless.webp": encoded(picture, "WEBP", lossless=True),
        "transparent.webp": encoded(transparent, "WEBP", lossless=True),
        "notes.webp": encoded(picture, "WEBP", quality=95, exif=exif),
        "animated.webp": encoded(
            picture, "WEBP", save_all=True, append_images=[picture.rotate(180)], duration=100
        ),
        "large.jpg": encoded(quarters(4200, 3200), "JPEG", quality=30),
        "large.png": encoded(quarters(4200, 3200).quantize(4), "PNG", optimize=True),
        # 900 megapixels declared in about 100 kB.
        "bomb.png": bomb(30_000, 30_000, 1_150),
        # Its header is valid; interlaced, it would have to be decoded in memory at once.
        "hungry.png": bomb(7_000, 7_000, 10, interlaced=1),
        # Its header is valid, but rows are missing.
        "short.png": bomb(6_000, 6_000, 10),
    }
    for name, content in files.items():
        (directory / name).write_bytes(content)


if __name__ == "__main__":
    place = pathlib.Path(sys.argv[1])
    place.mkdir(parents=True, exist_ok=True)
    main(place)
