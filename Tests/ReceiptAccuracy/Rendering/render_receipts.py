#!/usr/bin/env python3
"""Renders photos of fictional receipts with their true content: invented shops and items, free fonts, and the faults
between a till and a phone (a fold, curled paper, an angled view, shadow, blur, noise, compression).

    render_receipts.py DIRECTORY [--count 300]    pictures and truth.jsonl
    render_receipts.py DIRECTORY --development    those of development.py, to which rules may be tuned

Fonts: DejaVu, Liberation, Inconsolata and Noto CJK from Debian's fonts-dejavu-core, fonts-liberation, fonts-inconsolata
and fonts-noto-cjk; libraries as for labels (Tests/Integration/Vision/Rendering/requirements.txt). The same versions of
libraries and fonts give the same bytes, since random numbers are seeded with the receipt's name. Independent of any
parser.
"""

import argparse
import datetime
import json
import pathlib
import random
import zlib

import cv2
import development
import layouts
import numpy
import purchases
import unseen
from PIL import Image, ImageDraw, ImageFont

MONO = [
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/inconsolata/Inconsolata.otf",
]
CHINESE = ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", 7)  # Noto Sans Mono CJK SC
CELL = 15  # width of a column in pixels, before the camera


def font(path, size):
    return ImageFont.truetype(path[0], size, index=path[1]) if isinstance(path, tuple) else ImageFont.truetype(path, size)


def paper(slip, choice, ink):
    """The slip as printed: black on white, seen from above."""
    heights = [int(CELL * 2.1 * row.size) for row in slip.rows]
    margin = 3 * CELL
    picture = Image.new("L", (int(slip.columns * CELL + 2 * margin), sum(heights) + 2 * margin), 246)
    draw = ImageDraw.Draw(picture)
    y = margin
    for row, height in zip(slip.rows, heights):
        for column, text in row.cells:
            x = margin + column * CELL
            for character in text:
                columns = layouts.width(character)
                path = CHINESE if columns == 2 else choice
                size = CELL * row.size
                face = font(path, int(size * (1.8 if columns == 2 else 1.66)))
                wide = face.getlength(character)
                place = x + (columns * size - wide) / 2
                base = y + height * 0.78
                draw.text((place, base), character, fill=ink, font=face, anchor="ls", stroke_width=1 if row.bold else 0,
                          stroke_fill=ink)
                x += columns * size
        y += height
    return numpy.array(picture)


def photographed(flat, dice):
    """The slip as a phone photographs it, with random faults."""
    noise = numpy.random.default_rng(dice.getrandbits(32))
    height, width = flat.shape
    picture = flat.astype(numpy.float32)
    rows, columns = numpy.mgrid[0:height, 0:width].astype(numpy.float32)
    # Print fades in patches, as on thermal paper.
    patches = cv2.resize(noise.random((height // 160 + 2, width // 160 + 2)).astype(numpy.float32), (width, height))
    picture += (246 - picture) * 0.25 * dice.random() * patches
    # Folds across the slip: a shadow on either side, and the paper tilts.
    shift = numpy.zeros_like(rows)
    for _ in range(dice.randint(0, 2)):
        at, strength = dice.uniform(0.15, 0.85) * height, dice.uniform(0.2, 1)
        slant = dice.uniform(-0.04, 0.04)
        distance = rows - at - slant * (columns - width / 2)
        picture *= 1 - 0.16 * strength * numpy.exp(-(distance / 9) ** 2) + 0.05 * strength * numpy.exp(-((distance - 16) / 12) ** 2)
        shift += strength * 5 * numpy.tanh(distance / 60) * (columns / width - 0.5)
    # The slip curls: rows are bent, and closer together near an edge.
    bow = dice.uniform(-1, 1) * 0.022 * width
    shift += bow * (((columns / width) - dice.uniform(0.3, 0.7)) ** 2 * 4 - 0.5)
    roll = dice.uniform(-0.012, 0.012) * height
    shift += roll * numpy.sin(rows / height * numpy.pi * dice.uniform(0.7, 1.6))
    picture = cv2.remap(picture, columns, rows + shift, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    # On a table, seen at an angle.
    pad = int(0.08 * width) + 20
    tone = dice.uniform(40, 150)
    table = numpy.full((height + 2 * pad, width + 2 * pad), tone, numpy.float32)
    table += cv2.resize(noise.normal(0, 9, (table.shape[0] // 6, table.shape[1] // 6)).astype(numpy.float32), table.shape[::-1])
    table[pad : pad + height, pad : pad + width] = picture
    high, wide = table.shape
    lean = [dice.uniform(0, 0.035) for _ in range(8)]
    corners = numpy.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    moved = numpy.float32([
        [lean[0] * wide, lean[1] * wide], [wide - lean[2] * wide, lean[3] * wide], [wide - lean[4] * wide, high - lean[5] * wide],
        [lean[6] * wide, high - lean[7] * wide]])
    turn = cv2.getRotationMatrix2D((wide / 2, high / 2), dice.uniform(-2.2, 2.2), 0.97)
    table = cv2.warpPerspective(table, cv2.getPerspectiveTransform(corners, moved), (wide, high), borderValue=tone)
    table = cv2.warpAffine(table, turn, (wide, high), borderValue=tone)
    # The light decreases to one side, and a hand casts a shadow.
    rows, columns = numpy.mgrid[0:high, 0:wide].astype(numpy.float32)
    angle = dice.uniform(0, 6.28)
    along = (numpy.cos(angle) * columns / wide + numpy.sin(angle) * rows / high)
    table *= 1 - dice.uniform(0, 0.35) * (along - along.min()) / (along.max() - along.min())
    if dice.random() < 0.4:
        edge = dice.uniform(0.2, 0.8)
        table *= 1 - dice.uniform(0.1, 0.4) / (1 + numpy.exp((along - along.min() - edge) * dice.uniform(8, 30)))
    table *= dice.uniform(0.75, 1.02)
    # Phones see receipts in very different sizes.
    scale = dice.uniform(0.72, 1.1)
    table = cv2.resize(table, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    table = cv2.GaussianBlur(table, (0, 0), dice.uniform(0.3, 1.0))
    if dice.random() < 0.2:
        table = cv2.filter2D(table, -1, numpy.eye(3, dtype=numpy.float32) / 3)
    table += noise.normal(0, dice.uniform(1, 6), table.shape)
    warm = numpy.array([dice.uniform(0.88, 1), dice.uniform(0.95, 1), 1], numpy.float32)
    return numpy.clip(table[:, :, None] * warm, 0, 255).astype(numpy.uint8), dice.randint(62, 92)


def truth_of(made, names, name, layout, is_unseen):
    items = [
        {
            "name": printed, "amount": line.amount, "quantity": line.quantity, "unit": line.unit, "unitPrice": line.unit_price,
            "discount": -line.discount, "deposit": line.deposit, "isNearExpiry": line.is_near_expiry,
        }
        for line, printed in zip(made.lines, names)
    ]
    return {
        "file": name + ".jpg", "layout": layout, "isUnseen": is_unseen, "language": made.language, "country": made.country,
        "currency": purchases.CURRENCIES[made.country], "merchant": made.shop, "day": f"{made.when:%Y-%m-%d}",
        "time": f"{made.when:%H:%M:%S}", "today": f"{made.when + datetime.timedelta(days=3):%Y-%m-%d}", "items": items,
        "coupon": made.coupon, "bag": made.bag, "taxes": [[kind, rate, tax] for kind, rate, tax in made.taxes],
        "subtotal": made.subtotal, "total": made.total, "cash": made.cash, "points": made.points,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--development", action="store_true")
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    every = [(layout, layouts.LOCALES, False) for layout in layouts.LAYOUTS]
    every += [(layout, unseen.LOCALES, True) for layout in unseen.LAYOUTS]
    if options.development:
        every = [(layout, development.LOCALES, False) for layout in development.LAYOUTS]
    with (options.directory / "truth.jsonl").open("w") as truth:
        for index in range(options.count):
            layout, locales, is_unseen = every[index % len(every)]
            number = index // len(every)
            name = f"{layout.__name__}-{number:03}"
            dice = random.Random(zlib.crc32(name.encode()))
            made = purchases.purchase(dice, locales[layout.__name__][number % len(locales[layout.__name__])])
            slip, names = layout(made, dice)
            truth.write(json.dumps(truth_of(made, names, name, layout.__name__, is_unseen), ensure_ascii=False) + "\n")
            file = options.directory / (name + ".jpg")
            picture, quality = photographed(paper(slip, dice.choice(MONO), dice.randint(10, 70)), dice)
            encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
            if not file.exists() or file.read_bytes() != encoded:
                file.write_bytes(encoded)


if __name__ == "__main__":
    main()
