"""What the service does with the exported files, in Python: its model, and what the figures are measured on."""

import dataclasses
import json
import pathlib

import cv2
import numpy
import openvino

from foodvision import boxes, names, pictures, scenes
from foodvision import mass as masses

LONGEST = 640  # pixels: a larger photo is shrunk to this longer side first
FOOD = 0.35  # the minimum score of food that makes an item
SECOND = 0.40  # the minimum score of a COCO food that names what the classifier cannot
SURE = 0.9  # from which probability on a box keeps its name whatever the whole photo looks like
CLEAR = 0.7  # from which probability on a whole photo is clearly of one kind
MIN_SECOND_SCORE, SECOND_WEIGHT = 0.5, 4.0  # the minimum score of a COCO food that counts for a name, and how much it counts
FLOOR = 0.1  # the share of the whole photo's probabilities that is spread evenly over all names
MIN_SCORE = 0.5  # the minimum score of the whole photo's name where no food is found, and of "not food" that drops a box
VESSEL = 0.10  # the minimum score of a vessel that tells the scale
# f32: processors with half precision would otherwise answer a little differently than others.
SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": "1"}


@dataclasses.dataclass(frozen=True)
class Found:
    """What the finder says of one photo; boxes in the photo's pixels."""

    boxes: numpy.ndarray  # rows × 4
    food: numpy.ndarray  # rows
    roles: numpy.ndarray  # rows × roles
    coco: numpy.ndarray  # rows × COCO's classes


def compiled(path: pathlib.Path) -> openvino.CompiledModel:
    """An exported model, ready to answer on one thread."""
    return openvino.Core().compile_model(str(path), "CPU", SETTINGS)


def predictions(finder: openvino.CompiledModel, photo: numpy.ndarray) -> Found:
    """Every prediction of an exported finder."""
    height, width = photo.shape[:2]
    result = finder(tensor(scenes.plain(photo)))
    ours = result["scores"][0]
    return Found(result["boxes"][0] * numpy.array([width, height] * 2) / scenes.SIDE, ours[:, 0], ours[:, 1:],
                 result["coco"][0])


def boxes_of(finder: openvino.CompiledModel, photo: numpy.ndarray) -> list[numpy.ndarray]:
    """The boxes that an exported finder marks as food, the surest first."""
    found = predictions(finder, photo)
    return [found.boxes[row] for row in boxes.suppressed(found.boxes, found.food, FOOD)]


class Recognizer:
    """The exported finder and classifier with their labels and mass model."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.finder = compiled(folder / "finder.xml")
        self.classifier = compiled(folder / "classifier.xml")
        self.labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        self.names: list[str] = self.labels["names"]
        priors = folder / "priors.json"
        self.mass = masses.Model(json.loads(priors.read_text(encoding="utf-8"))) if priors.exists() else None

    def find(self, photo: numpy.ndarray) -> Found:
        """Every prediction of the finder, before any is left out."""
        return predictions(self.finder, photo)

    def name(self, crop: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Probabilities of all names and the embedding of a crop of `pictures.CROP` pixels."""
        result = self.classifier(tensor(crop))
        return result["probabilities"][0], result["embedding"][0]

    def label(self, chances: numpy.ndarray, coco: numpy.ndarray) -> str:
        """The name of a region, from its probabilities and COCO's scores in the finder's row."""
        best = self.names[int(chances.argmax())]
        second = max(names.COCO, key=lambda name: coco[names.COCO[name]])
        return second if best == pictures.OTHER and coco[names.COCO[second]] >= SECOND else best

    def vessel(self, found: Found, item: numpy.ndarray) -> numpy.ndarray | None:
        """The box of the bowl or plate that an item lies on, if one is seen."""
        column = names.VESSELS["bowl"]
        for row in numpy.argsort(-found.coco[:, column])[:20]:
            if found.coco[row, column] < VESSEL:
                return None
            if masses.holds(found.boxes[row], item):
                return found.boxes[row]
        return None


def tensor(image: numpy.ndarray) -> numpy.ndarray:
    """1 × 3 × H × W, RGB, 0…255."""
    return numpy.ascontiguousarray(image.transpose(2, 0, 1)[None].astype(numpy.float32))


def working(photo: numpy.ndarray) -> numpy.ndarray:
    """A photo no larger than the recognizer works on."""
    scale = LONGEST / max(photo.shape[:2])
    return photo if scale >= 1 else cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def items(recognizer: Recognizer, photo: numpy.ndarray, threshold: float = FOOD) -> list[tuple[numpy.ndarray, float]]:
    """Boxes and scores of the foods on a photo, best first."""
    found = recognizer.find(photo)
    rows = boxes.suppressed(found.boxes, found.food, threshold)
    return [(found.boxes[row], float(found.food[row])) for row in rows]


def whole(photo: numpy.ndarray) -> numpy.ndarray:
    """The crop of a whole photo."""
    return pictures.cut(photo, (0.0, 0.0, float(photo.shape[1]), float(photo.shape[0])), pictures.WHOLE)


def weighed(recognizer: Recognizer, box: numpy.ndarray, photo: numpy.ndarray, coco: numpy.ndarray) -> numpy.ndarray:
    """Probabilities of a box's names, weighed by COCO's scores and by a clear photo where the box is not sure of itself."""
    if box.max() >= SURE:
        return box
    weights = box.astype(numpy.float64)
    for name, place in names.COCO.items():
        if name in recognizer.names and coco[place] >= MIN_SECOND_SCORE:
            weights[recognizer.names.index(name)] *= 1 + SECOND_WEIGHT * coco[place]
    if photo.max() >= CLEAR and recognizer.names[int(photo.argmax())] not in (pictures.OTHER, pictures.NOTHING):
        weights *= (1 - FLOOR) * photo + FLOOR / len(photo)
    return weights / weights.sum()


@dataclasses.dataclass(frozen=True)
class Food:
    """A food as the service shows it."""

    name: str
    score: float
    box: numpy.ndarray
    embedding: numpy.ndarray
    chances: numpy.ndarray


def foods(recognizer: Recognizer, photo: numpy.ndarray, found: Found) -> list[Food]:
    """The foods of a photo, the surest first, as FoodJudge.swift finds them."""
    result: list[Food] = []
    general, embedding = recognizer.name(whole(photo))
    for row in boxes.suppressed(found.boxes, found.food, FOOD):
        chances, look = recognizer.name(crop_of(photo, found.boxes[row]))
        chances = weighed(recognizer, chances, general, found.coco[row])
        name, score = recognizer.label(chances, found.coco[row]), float(chances.max())
        if name == pictures.NOTHING and score >= MIN_SCORE:
            continue
        if name in names.COCO and recognizer.names[int(chances.argmax())] == pictures.OTHER:
            score = float(found.coco[row][names.COCO[name]])
        result.append(Food(pictures.OTHER if name == pictures.NOTHING else name, score, found.boxes[row], look, chances))
    best = recognizer.names[int(general.argmax())]
    if not result and best != pictures.NOTHING and general.max() >= MIN_SCORE:
        everything = numpy.array([0.0, 0.0, float(photo.shape[1]), float(photo.shape[0])])
        result.append(Food(best, float(general.max()), everything, embedding, general))
    return sorted(result, key=lambda food: -food.score)


def crop_of(photo: numpy.ndarray, box: numpy.ndarray) -> numpy.ndarray:
    """What the classifier sees of a box."""
    return pictures.cut(photo, tuple(float(value) for value in box))
