"""Reads the data set and makes crops of it, plain ones for measuring and varied ones for training.

Splits are by physical object (the data set says which): `train` teaches, `val` measures, nothing else is read.
"""

import dataclasses
import functools
import json
import pathlib
import random
import re
from typing import Any

import cv2
import numpy

CROP = 240  # pixels, width and height of what the classifier sees
PADDING = 0.12  # of the box's longer side, on each side
WHOLE = -0.075  # the same for a whole photo without boxes: its edges tell nothing
LICENSED = ("grocery", "nutrition5k", "lessons")  # with a real licence (MIT, CC-BY-4.0) or people's own consent
FOUND = 8  # boxes of the finder on one photo of a grocery that are trained with, the surest
OTHER, NOTHING = "other food", "not food"
# Roles on trays whose crops are surely food that has no name here.
UNNAMED_ROLES = ("tray_plate", "tray_starter", "tray_dessert", "tray_cheese")


@dataclasses.dataclass(frozen=True)
class Crop:
    """A region of a photo: a named food, some other food, or none."""

    path: str
    box: tuple[float, float, float, float]  # pixels: left, top, right, bottom
    name: str
    leaf: str  # the kind within the name and the data set; the classifier tells these apart and adds them up
    source: str
    whole: bool  # the food fills the photo: any large part of it will do


@dataclasses.dataclass(frozen=True)
class DataSet:
    """The records of labels.jsonl that may be used."""

    folder: pathlib.Path
    records: list[dict[str, Any]]

    def of(self, split: str, *sources: str) -> list[dict[str, Any]]:
        """The records of a split, of the named data sets or of all."""
        return [r for r in self.records if r["split"] == split and (not sources or r["dataset"] in sources)]

    def path(self, record: dict[str, Any]) -> str:
        """Where a record's photo is."""
        return str(self.folder / record["file"])


def read(folder: pathlib.Path, licensed_only: bool, lessons: pathlib.Path | None = None) -> DataSet:
    """Reads labels.jsonl; with `licensed_only` the data sets without a licence are as if they were not there.

    `lessons` is what `fmctl lessons export` wrote: what people have put right, accepted by the staff.
    """
    records = _records(folder)
    if lessons is not None:
        taught = _records(lessons)
        for record in taught:
            record["file"] = str((lessons / record["file"]).resolve())  # beside the data set's own, not under it
        # A name that nothing teaches cannot be measured either.
        names = {item["cls"] for record in taught if record["split"] == "train" for item in record["objects"]}
        names |= {record.get("cls") for record in records} | {item["cls"] for record in records
                                                              for item in record.get("objects", [])} | {None}
        for record in taught:
            record["objects"] = [item for item in record["objects"] if item["cls"] in names]
        records += [record for record in taught if record["objects"]]
    return DataSet(folder, [r for r in records if not licensed_only or r["dataset"] in LICENSED])


def _records(folder: pathlib.Path) -> list[dict[str, Any]]:
    with open(folder / "labels.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def name_of(label: str) -> str:
    """A class of the data set as we write it."""
    return label.replace("_", " ")


@functools.lru_cache(maxsize=6000)
def _bytes(path: str) -> bytes:
    return pathlib.Path(path).read_bytes()


def picture(path: str) -> numpy.ndarray:
    """A photo, RGB, eight bits, upright: a name that ends with .o6.jpeg says how the file is turned, as in EXIF."""
    photo = cv2.cvtColor(cv2.imdecode(numpy.frombuffer(_bytes(path), numpy.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)
    turned = re.search(r"\.o([1-8])\.\w+$", path)
    return upright(photo, int(turned[1])) if turned else photo


def upright(photo: numpy.ndarray, orientation: int) -> numpy.ndarray:
    """A photo as it is meant to be seen, from how it is stored (EXIF 2.32 section 4.6.4, tag 0x0112)."""
    if orientation >= 5:
        photo = photo.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        photo = photo[:, ::-1]
    if orientation in (3, 4, 7, 8):
        photo = photo[::-1]
    return numpy.ascontiguousarray(photo)


def crops(data: DataSet, split: str) -> list[Crop]:
    """Every crop of a split, always in the same order."""
    found: list[Crop] = []
    for record in data.of(split):
        path, size = data.path(record), (record["width"], record["height"])
        everything = (0.0, 0.0, float(size[0]), float(size[1]))
        match record["dataset"]:
            case "grocery":
                found.append(Crop(path, everything, name_of(record["cls"]), f"grocery {record['fine']}", "grocery", True))
            case "ecust":
                for item in record["objects"]:
                    name = name_of(item["cls"])
                    found.append(Crop(path, tuple(item["box"]), name, f"item {item['cls']}", "ecust", False))
            case "mealtray":
                for item in record["objects"]:
                    if item["cls"] in UNNAMED_ROLES:
                        found.append(Crop(path, tuple(item["box"]), OTHER, OTHER, "mealtray", False))
            case "nutrition5k":
                for box in dish_parts(picture(path), record["file"]):
                    found.append(Crop(path, box, OTHER, OTHER, "nutrition5k", False))
            case "lessons":
                for item in record["objects"]:
                    name = name_of(item["cls"]) if item["cls"] else OTHER
                    leaf = f"lesson {item['cls']}" if item["cls"] else OTHER
                    found.append(Crop(path, tuple(item["box"]), name, leaf, "lessons", False))
        # What else lies on a photo of a lesson may be food without a label.
        if record["dataset"] not in ("grocery", "lessons"):
            for box in backgrounds(record):
                found.append(Crop(path, box, NOTHING, NOTHING, record["dataset"], False))
    return found


def views(data: DataSet, split: str, found: dict[str, list[list[float]]]) -> list[Crop]:
    """What else the service shows the classifier: the finder's own boxes on groceries, and whole photos.

    A grocery's photo shows one kind, so a box that the finder marks on it is taken for that kind. Photos of several kinds of
    item are left out; a tray or a dish as a whole is other food.

    - `found`: the finder's boxes by path, the surest first.
    """
    result: list[Crop] = []
    for record in data.of(split):
        path = data.path(record)
        everything = (0.0, 0.0, float(record["width"]), float(record["height"]))
        kinds = {item["cls"] for item in record.get("objects", [])}
        match record["dataset"]:
            case "grocery":
                name, leaf = name_of(record["cls"]), f"grocery {record['fine']}"
                boxes = [tuple(box) for box in found.get(path, [])[:FOUND]]
                result += [Crop(path, box, name, leaf, "found", False) for box in boxes]
            case "ecust" if len(kinds) == 1:
                kind = kinds.pop()
                result.append(Crop(path, everything, name_of(kind), f"item {kind}", "ecust photo", True))
            case "mealtray" | "nutrition5k":
                result.append(Crop(path, everything, OTHER, OTHER, "other photo", True))
    return result


def food_mask(photo: numpy.ndarray) -> numpy.ndarray:
    """Where an overhead photo of the Nutrition5k rig shows food: coloured regions inside the picture's middle."""
    height, width = photo.shape[:2]
    lab = cv2.cvtColor(cv2.GaussianBlur(photo, (0, 0), 1.5), cv2.COLOR_RGB2LAB).astype(numpy.float32)
    chroma = numpy.hypot(lab[..., 1] - 128, lab[..., 2] - 128)
    mask = ((chroma > 14) | ((lab[..., 0] < 90) & (chroma > 7))).astype(numpy.uint8)
    middle = numpy.zeros_like(mask)
    cv2.ellipse(middle, (width // 2, height // 2), (int(width * 0.36), int(height * 0.46)), 0, 0, 360, 1, -1)
    mask = cv2.morphologyEx(mask & middle, cv2.MORPH_OPEN, numpy.ones((3, 3), numpy.uint8))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, numpy.ones((9, 9), numpy.uint8))


def dish_parts(photo: numpy.ndarray, key: str) -> list[tuple[float, float, float, float]]:
    """The dish as a whole and three parts of it, chosen by the photo's name."""
    mask = food_mask(photo)
    rows, columns = numpy.nonzero(mask)
    if len(rows) < 400:
        return []
    left, right = numpy.percentile(columns, (1, 99))
    top, bottom = numpy.percentile(rows, (1, 99))
    boxes = [(float(left), float(top), float(right), float(bottom))]
    chance = random.Random(key)
    for _ in range(3):
        at = chance.randrange(len(rows))
        half = chance.uniform(0.16, 0.3) * max(right - left, bottom - top)
        x, y = float(columns[at]), float(rows[at])
        boxes.append((x - half, y - half, x + half, y + half))
    return boxes


def backgrounds(record: dict[str, Any]) -> list[tuple[float, float, float, float]]:
    """Boxes of a record's photo without food, chosen by the photo's name."""
    chance, found = random.Random(record["file"]), []
    if record["dataset"] == "ecust" and chance.random() > 0.2:  # its tables all look alike
        return found
    width, height = record["width"], record["height"]
    for _ in range(40):
        side = chance.uniform(0.12, 0.4) * width
        if record["dataset"] == "nutrition5k":  # the dish is in the middle: only narrow edges are free of it
            side = 0.1 * width
            x = chance.choice([chance.uniform(0, 0.02), chance.uniform(0.88, 0.9)]) * width
            y = chance.uniform(0, 0.8) * height
        else:
            x, y = chance.uniform(0, width - side), chance.uniform(0, max(1.0, height - side))
        box = (x, y, x + side, y + side)
        if all(_overlap(box, item["box"]) < 0.02 for item in record["objects"]):
            found.append(box)
        if len(found) == (1 if record["dataset"] == "ecust" else 2):
            break
    return found


def _overlap(first: tuple[float, ...], second: tuple[float, ...]) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    smaller = min((b[2] - b[0]) * (b[3] - b[1]) for b in (first, second))
    return max(0.0, width) * max(0.0, height) / max(smaller, 1.0)


def plain(crop: Crop, size: int = CROP) -> numpy.ndarray:
    """A crop as the service makes it."""
    return cut(picture(crop.path), crop.box, WHOLE if crop.whole else PADDING, size)


def cut(photo: numpy.ndarray, box: tuple[float, ...], padding: float = PADDING, size: int = CROP) -> numpy.ndarray:
    """A square around the box with its padding, `size` pixels wide; beyond the photo's edge the edge goes on."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    side = max(box[2] - box[0], box[3] - box[1]) * (1 + 2 * padding)
    scale = size / max(side, 1.0)
    matrix = numpy.array(
        [[scale, 0, size / 2 - scale * middle[0] - 0.5 + 0.5 * scale],
         [0, scale, size / 2 - scale * middle[1] - 0.5 + 0.5 * scale]])
    return _warp(photo, matrix, scale, size)


def _warp(photo: numpy.ndarray, matrix: numpy.ndarray, scale: float, size: int) -> numpy.ndarray:
    if scale < 0.6:  # much smaller: blur first, or it flickers
        photo = cv2.GaussianBlur(photo, (0, 0), 0.4 / scale)
    return cv2.warpAffine(photo, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def varied(photo: numpy.ndarray, crop: Crop, chance: random.Random, size: int = CROP) -> numpy.ndarray:
    """A crop as another camera, another light and another hand would have taken it."""
    left, top, right, bottom = crop.box
    side = max(right - left, bottom - top)
    if crop.whole:
        side *= chance.uniform(0.62, 1.05)
        middle = ((left + right) / 2 + chance.uniform(-0.14, 0.14) * (right - left),
                  (top + bottom) / 2 + chance.uniform(-0.14, 0.14) * (bottom - top))
    else:
        side *= (1 + 2 * PADDING) * chance.uniform(0.82, 1.3)
        middle = ((left + right) / 2 + chance.uniform(-0.1, 0.1) * side,
                  (top + bottom) / 2 + chance.uniform(-0.1, 0.1) * side)
    turn = chance.uniform(-25, 25) + (chance.choice([0, 0, 0, 90, 180, 270]) if not crop.whole else 0)
    scale = size / max(side, 1.0)
    matrix = cv2.getRotationMatrix2D(middle, turn, scale)
    matrix[:, 2] += (size / 2 - middle[0], size / 2 - middle[1])
    if chance.random() < 0.5:
        matrix[0] = [0, 0, size - 1] - matrix[0]
    matrix[0] *= 1 + chance.uniform(-0.08, 0.08)
    return recolored(_warp(photo, matrix, scale, size), chance)


def recolored(image: numpy.ndarray, chance: random.Random) -> numpy.ndarray:
    """Another light and another camera: brightness, contrast, colour, white balance, blur, noise, compression."""
    pixels = image.astype(numpy.float32)
    pixels *= numpy.array([chance.uniform(0.9, 1.1) for _ in range(3)], numpy.float32)
    gray = pixels.mean(axis=2, keepdims=True)
    pixels = gray + (pixels - gray) * chance.uniform(0.65, 1.35)
    pixels = (pixels - pixels.mean()) * chance.uniform(0.7, 1.3) + pixels.mean() * chance.uniform(0.65, 1.35)
    pixels = 255 * (numpy.clip(pixels, 0, 255) / 255) ** chance.uniform(0.75, 1.33)
    if chance.random() < 0.2:
        pixels = cv2.GaussianBlur(pixels, (0, 0), chance.uniform(0.5, 1.6))
    if chance.random() < 0.2:
        noise = numpy.random.default_rng(chance.randrange(1 << 30)).normal(0, chance.uniform(2, 9), pixels.shape)
        pixels = pixels + noise
    result = numpy.clip(pixels, 0, 255).astype(numpy.uint8)
    if chance.random() < 0.3:
        _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, chance.randrange(35, 85)])
        result = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return result
