#!/usr/bin/env python3
"""Renders photos of fictional ingredient labels: own texts, free fonts, and the faults between a package and a phone (a
curved surface, an angled view, glare, shadow, a fold, a thumb, blur, noise, compression).

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python render_labels.py fixtures ../../../../Shared/Testing/SampleLabels/Labels    what the tests and the demo use
    venv/bin/python render_labels.py curve DIRECTORY    the same texts at rising degrees of each hardship

Fonts: DejaVu, Liberation and Noto CJK from Debian's fonts-dejavu-core, fonts-liberation and fonts-noto-cjk.
The same versions of libraries and fonts give the same bytes, since random numbers are seeded with the photo's name.
"""

import argparse
import dataclasses
import json
import pathlib
import zlib

import cv2
import numpy
from PIL import Image, ImageDraw, ImageFont

SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
CONDENSED = "/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed.ttf"
SERIF = "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf"
NARROW = "/usr/share/fonts/truetype/liberation/LiberationSansNarrow-Regular.ttf"
CHINESE = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"


@dataclasses.dataclass
class Label:
    """The printed text, and the allergens among the 14 that a reader must find in it."""

    language: str
    text: str
    contains: list
    may_contain: list = dataclasses.field(default_factory=list)
    font: str = SANS


@dataclasses.dataclass
class Hardship:
    """Faults between the print and the picture; the defaults give a good photo."""

    height: int = 30  # height of a line's letters in pixels, before scaling
    scale: float = 1.0
    bow: float = 0.0  # how far the middle of a line sinks, in line heights
    slant: float = 0.0  # fraction of the picture by which a corner moves inwards
    turn: float = 0.0  # rotation in degrees
    blur: float = 0.0  # radius in pixels after scaling
    motion: int = 0  # pixels after scaling
    glare: float = 0.0  # 0…1, brightness of a spot
    shadow: float = 0.0  # 0…1, darkness of one side
    noise: float = 2.0  # standard deviation, on a scale of 255
    contrast: float = 1.0  # contrast of ink and paper
    quality: int = 85  # JPEG quality
    quarter_turns: int = 0  # counter-clockwise
    fold: int | None = None  # number of the line hidden by a fold, from 0; lines below move up
    reflection: int | None = None  # number of the line hidden by a reflection, from 0
    thumb: int | None = None  # first line whose end a thumb hides, from 0


LABELS = {
    "oat-bar": Label(
        "en",
        "INGREDIENTS: Rolled oats (38%), glucose syrup, roasted almonds (12%), sunflower oil, skimmed milk powder, honey, "
        "emulsifier (soya lecithin), salt, natural vanilla flavouring. May contain traces of peanuts and sesame.",
        ["gluten", "nuts", "milk", "soybeans"],
        ["peanuts", "sesame"],
    ),
    "fish-soup": Label(
        "en",
        "Ingredients: Water, cod (18%), tomatoes, celery, onion, wheat flour, mussels (4%), white wine (sulphites), egg yolk, "
        "mustard, salt, pepper, bay leaf.",
        ["fish", "celery", "gluten", "molluscs", "sulphites", "eggs", "mustard"],
        font=SERIF,
    ),
    "lemonade-traces": Label(
        "en",
        "Ingredients: Water, sugar, lemon juice (6%), carbon dioxide, citric acid, stabiliser (pectin), lemon flavouring. "
        "Produced in a facility that also handles hazelnuts and milk.",
        [],
        ["nuts", "milk"],
        font=NARROW,
    ),
    "rice-cracker-negation": Label(
        "en",
        "Ingredients: Rice flour (82%), maize oil, sea salt, rosemary extract. Gluten free. Contains no milk, no egg and no "
        "nuts. Suitable for vegans.",
        [],
    ),
    "biscuit": Label(
        "fr",
        "Ingrédients : farine de blé 54 %, beurre concentré (lait) 17 %, sucre, œufs entiers, noisettes 6 %, poudre à lever "
        "(carbonates d'ammonium), sel, arôme naturel de vanille. Peut contenir des traces de soja et d'arachides.",
        ["gluten", "milk", "eggs", "nuts"],
        ["soybeans", "peanuts"],
        font=CONDENSED,
    ),
    "gazpacho": Label(
        "es",
        "Ingredientes: Tomate, pimiento, pepino, aceite de oliva virgen extra (4 %), pan rallado (harina de trigo), vinagre de "
        "vino (sulfitos), apio, ajo, sal. Puede contener trazas de leche, huevo y altramuces.",
        ["gluten", "sulphites", "celery"],
        ["milk", "eggs", "lupin"],
    ),
    "wafer": Label(
        "en",
        "Ingredients: Rice flour, sugar, palm oil, glucose syrup, water, maize starch, fat-reduced cocoa powder, apple fibre, "
        "cane molasses, colour (paprika extract), thickener (guar gum), raising agents (sodium bicarbonate, ammonium "
        "carbonate), roasted cashews, skimmed milk powder, acidity regulator (citric acid), rapeseed oil, cinnamon, sea salt, "
        "natural vanilla flavouring.",
        ["nuts", "milk"],
    ),
    "noodles": Label(
        "zh",
        "配料表：小麦粉、水、棕榈油、酱油（大豆、小麦）、虾粉、鸡蛋粉、食用盐、白砂糖、味精、芝麻油、食品添加剂（碳酸钾、"
        "碳酸钠）。致敏物质提示：本产品含有麸质谷物、大豆、甲壳类、蛋类和芝麻，可能含有花生和牛奶。",
        ["gluten", "soybeans", "crustaceans", "eggs", "sesame"],
        ["peanuts", "milk"],
        font=CHINESE,
    ),
}

# Photos of the tests and of the demo: name → (label, hardship).
FIXTURES = {
    "clean-en": ("oat-bar", Hardship()),
    "skewed-en": ("oat-bar", Hardship(slant=0.06, turn=7)),
    "bowed-en": ("fish-soup", Hardship(bow=2.0, shadow=0.3)),
    "glare-en": ("oat-bar", Hardship(glare=0.55, bow=0.4)),
    "blurred-en": ("oat-bar", Hardship(scale=0.5, blur=1.5, motion=3)),
    "unreadable-en": ("fish-soup", Hardship(scale=0.25, blur=2.5, noise=8, quality=40)),
    "small-en": ("oat-bar", Hardship(scale=0.24, noise=1)),
    "dark-en": ("oat-bar", Hardship(contrast=0.12, noise=3)),
    "inverted-en": ("oat-bar", Hardship(quarter_turns=2)),
    "lying-en": ("oat-bar", Hardship(quarter_turns=1)),
    "traces-en": ("lemonade-traces", Hardship(turn=-2)),
    "folded-en": ("wafer", Hardship(fold=4)),
    "reflection-en": ("wafer", Hardship(reflection=4)),
    "thumb-en": ("wafer", Hardship(thumb=2)),
    "negation-en": ("rice-cracker-negation", Hardship(bow=0.3)),
    "clean-fr": ("biscuit", Hardship(bow=0.3, turn=1.5)),
    "clean-es": ("gazpacho", Hardship(slant=0.03)),
    "clean-zh": ("noodles", Hardship(height=34, bow=0.3)),
}
COLUMNS = ("columns-en-fr", ["oat-bar", "biscuit"])

CURVE = {
    "scale": [1.0, 0.7, 0.5, 0.4, 0.3, 0.22],
    "blur": [0.5, 1.0, 1.5, 2.0, 2.5, 3.0],
    "motion": [0, 3, 5, 7, 9, 13],
    "bow": [0.0, 0.5, 1.0, 1.5, 2.0, 3.0],
    "slant": [0.0, 0.03, 0.06, 0.09, 0.12, 0.15],
    "glare": [0.0, 0.3, 0.5, 0.7, 0.85, 1.0],
    "contrast": [1.0, 0.6, 0.4, 0.25, 0.15, 0.08],
}


def wrapped(text, font, width):
    """Breaks a text into lines of at most `width` pixels; Chinese breaks anywhere, other text between words."""
    pieces = text if any("\u4e00" <= character <= "\u9fff" for character in text) else text.replace(" ", " \0").split("\0")
    lines, line = [], ""
    for piece in pieces:
        if line and font.getlength((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def printed(label, hardship, width=900):
    """The flat print: dark ink on light paper."""
    font = ImageFont.truetype(label.font, hardship.height)
    lines = wrapped(label.text, font, width)
    step = round(hardship.height * 1.45)
    margin = hardship.height * 2
    paper = numpy.array([226, 240, 244])
    ink = (paper * (1 - hardship.contrast) + numpy.array([28, 30, 40]) * hardship.contrast).astype(int)
    canvas = Image.new("RGB", (width + 2 * margin, len(lines) * step + 2 * margin), tuple(int(value) for value in paper))
    draw = ImageDraw.Draw(canvas)
    for index, line in enumerate(lines):
        draw.text((margin, margin + index * step), line, font=font, fill=tuple(int(value) for value in ink))
    return hidden(numpy.array(canvas), hardship, margin, step), lines


def hidden(flat, hardship, margin, step):
    """The print with the parts that a fold, a reflection or a thumb hides."""
    if hardship.fold is not None:
        top = margin + hardship.fold * step
        flat = numpy.vstack([flat[:top], flat[top + round(step * 0.85):]])
    if hardship.reflection is not None:
        top = margin + hardship.reflection * step
        flat[top : top + step, margin - 10 : -margin + 10] = (252, 252, 250)
    if hardship.thumb is not None:
        height, width = flat.shape[:2]
        middle = (width, margin + round((hardship.thumb + 1.5) * step))
        cv2.ellipse(flat, middle, (round(width * 0.46), round(step * 1.6)), 0, 0, 360, (205, 150, 125), -1, cv2.LINE_AA)
    return flat


def bowed(picture, depth):
    """Curves the print as on a can: the middle of each line sinks, and letters become narrow towards both sides."""
    height, width = picture.shape[:2]
    x, y = numpy.meshgrid(numpy.arange(width, dtype=numpy.float32), numpy.arange(height, dtype=numpy.float32))
    side = (x - width / 2) / (width / 2)
    return cv2.remap(
        picture, x + side**3 * 6, y - depth * (1 - side**2) + depth / 2, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )


def slanted(picture, slant, turn, random):
    height, width = picture.shape[:2]
    corners = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    moved = corners + numpy.float32(
        [[slant * width, slant * height], [0, 0], [-slant * width / 2, 0], [0, -slant * height / 2]]
    )
    angle = numpy.deg2rad(turn)
    rotation = numpy.float32([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]])
    moved = (moved - moved.mean(0)) @ rotation.T
    moved -= moved.min(0)
    size = tuple(int(value) + 1 for value in moved.max(0))
    background = tuple(int(value) for value in random.integers(90, 150, 3))
    return cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners, moved.astype(numpy.float32)), size, flags=cv2.INTER_CUBIC,
        borderValue=background,
    )


def lit(picture, glare, shadow, random):
    height, width = picture.shape[:2]
    x, y = numpy.meshgrid(numpy.linspace(0, 1, width), numpy.linspace(0, 1, height))
    light = 1 - shadow * x
    picture = picture * light[..., None]
    if glare > 0:
        spot_x, spot_y = random.uniform(0.3, 0.7), random.uniform(0.3, 0.7)
        spot = numpy.exp(-(((x - spot_x) / 0.16) ** 2 + ((y - spot_y) / 0.22) ** 2)) * glare
        picture = picture * (1 - spot[..., None]) + 255 * spot[..., None]
    return picture


def photographed(flat, hardship, name):
    """Applies all faults between print and file; returns the bytes of a JPEG."""
    random = numpy.random.default_rng(zlib.crc32(name.encode()))
    picture = cv2.cvtColor(flat, cv2.COLOR_RGB2BGR)
    if hardship.bow:
        picture = bowed(picture, hardship.bow * hardship.height)
    if hardship.slant or hardship.turn:
        picture = slanted(picture, hardship.slant, hardship.turn, random)
    picture = lit(picture.astype(numpy.float32), hardship.glare, hardship.shadow, random)
    if hardship.scale != 1:
        picture = cv2.resize(picture, None, fx=hardship.scale, fy=hardship.scale, interpolation=cv2.INTER_AREA)
    if hardship.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), hardship.blur)
    if hardship.motion:
        picture = cv2.blur(picture, (hardship.motion, 1))
    picture = picture + random.normal(0, hardship.noise, picture.shape)
    picture = numpy.rot90(numpy.clip(picture, 0, 255).astype(numpy.uint8), hardship.quarter_turns)
    return cv2.imencode(".jpg", numpy.ascontiguousarray(picture), [cv2.IMWRITE_JPEG_QUALITY, hardship.quality])[1].tobytes()


def truth(file, label, **more):
    return {
        "file": file, "language": label.language, "text": label.text, "contains": label.contains,
        "mayContain": label.may_contain, **more,
    }


def fixtures():
    for name, (key, hardship) in FIXTURES.items():
        flat, _ = printed(LABELS[key], hardship)
        yield photographed(flat, hardship, name), truth(f"{name}.jpg", LABELS[key])
    name, keys = COLUMNS
    hardship = Hardship(height=24)
    sides = [printed(LABELS[key], hardship, width=520)[0] for key in keys]
    height = max(side.shape[0] for side in sides)
    sides = [cv2.copyMakeBorder(side, 0, height - side.shape[0], 0, 0, cv2.BORDER_REPLICATE) for side in sides]
    both = [LABELS[key] for key in keys]
    whole = Label("en", " ".join(label.text for label in both), both[0].contains, both[0].may_contain)
    yield photographed(numpy.hstack(sides), hardship, name), truth(f"{name}.jpg", whole)


def curve():
    for hardship_name, degrees in CURVE.items():
        for degree in degrees:
            for key, label in LABELS.items():
                hardship = dataclasses.replace(Hardship(), **{hardship_name: degree})
                name = f"{key}-{hardship_name}-{degree}"
                flat, _ = printed(label, hardship)
                yield photographed(flat, hardship, name), truth(
                    f"{name}.jpg", label, hardship=hardship_name, degree=degree
                )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("series", choices=["fixtures", "curve"])
    parser.add_argument("directory", type=pathlib.Path)
    options = parser.parse_args()
    options.directory.mkdir(parents=True, exist_ok=True)
    entries = []
    for picture, entry in fixtures() if options.series == "fixtures" else curve():
        (options.directory / entry["file"]).write_bytes(picture)
        entries.append(entry)
    (options.directory / "labels.json").write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
