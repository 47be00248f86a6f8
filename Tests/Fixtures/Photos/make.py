"""Generates the photos of this directory, which tests send to the gateway. Needs Pillow 12; the files are committed.

Each picture is a rendered label with a text in its metadata that must be removed: SECRET-PLACE.
"""
from pathlib import Path

from PIL import Image, ImageCms, ImageDraw, ImageFont, PngImagePlugin, TiffImagePlugin

HERE = Path(__file__).parent
TEXT = "INGREDIENTS: WHEAT FLOUR,\nSUGAR, SKIMMED MILK\nPOWDER, HAZELNUTS, SALT.\nMay contain: soya."


def label(width=320, height=240, mode="RGB"):
    image = Image.new("RGB", (width, height), (236, 230, 214))
    ImageDraw.Draw(image).multiline_text(
        (12, 20), TEXT, font=ImageFont.load_default(width / 16), fill=(40, 30, 25), spacing=8)
    return image.convert(mode)


def exif(orientation):
    tags = Image.Exif()
    tags[0x0112] = orientation
    tags[0x010F] = "SECRET-PLACE"
    detail = tags.get_ifd(0x8769)
    detail[0x920A] = TiffImagePlugin.IFDRational(17, 4)
    detail[0xA405] = 26
    detail[0x9003] = "2026:01:02 03:04:05"
    place = tags.get_ifd(0x8825)
    place[1], place[2] = "N", (45.0, 30.0, 12.0)
    return tags


def main():
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = label()
    image.save(
        HERE / "label.jpg", quality=70, exif=exif(6), icc_profile=profile, comment="SECRET-PLACE",
        xmp=b"<x:xmpmeta>SECRET-PLACE</x:xmpmeta>", progressive=False)
    image.save(HERE / "progressive.jpg", quality=60, progressive=True)
    text = PngImagePlugin.PngInfo()
    text.add_text("Comment", "SECRET-PLACE")
    text.add_text("Place", "SECRET-PLACE", zip=True)
    image.quantize(8).save(
        HERE / "label.png", optimize=True, pnginfo=text, exif=exif(3), icc_profile=profile)
    image.save(
        HERE / "label.webp", quality=60, exif=exif(8), icc_profile=profile, xmp=b"<x>SECRET-PLACE</x>")
    image.save(HERE / "plain.webp", quality=50)
    image.quantize(16).convert("RGB").save(HERE / "lossless.webp", lossless=True)
    frames = [label(64, 48), Image.new("RGB", (64, 48))]
    frames[0].save(HERE / "animated.webp", save_all=True, append_images=frames[1:], duration=100)
    frames[0].save(HERE / "animated.png", save_all=True, append_images=frames[1:], duration=100)
    label(64, 48, "CMYK").save(HERE / "print.jpg", quality=50)


main()
