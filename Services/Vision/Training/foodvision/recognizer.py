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
FOOD = 0.35  # the least score of food that makes an item
SECOND = 0.40  # the least score of a COCO food that names what the classifier cannot
VESSEL = 0.10  # the least score of a vessel that tells the scale
# f32: processors with half precision would otherwise answer a little differently than others.
SETTINGS = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": "1"}


@dataclasses.dataclass(frozen=True)
class Found:
    """What the finder says of one photo; boxes in the photo's pixels."""

    boxes: numpy.ndarray  # rows × 4
    food: numpy.ndarray  # rows
    roles: numpy.ndarray  # rows × roles
    coco: numpy.ndarray  # rows × COCO's classes


class Recognizer:
    """The exported finder and classifier with their labels and mass model."""

    def __init__(self, folder: pathlib.Path) -> None:
        core = openvino.Core()
        self.finder = core.compile_model(str(folder / "finder.xml"), "CPU", SETTINGS)
        self.classifier = core.compile_model(str(folder / "classifier.xml"), "CPU", SETTINGS)
        self.labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        self.names: list[str] = self.labels["names"]
        priors = folder / "priors.json"
        self.mass = masses.Model(json.loads(priors.read_text(encoding="utf-8"))) if priors.exists() else None

    def find(self, photo: numpy.ndarray) -> Found:
        """Every prediction of the finder, before any is left out."""
        height, width = photo.shape[:2]
        result = self.finder(tensor(scenes.plain(photo)))
        ours = result["scores"][0]
        return Found(result["boxes"][0] * numpy.array([width, height] * 2) / scenes.SIDE, ours[:, 0], ours[:, 1:],
                     result["coco"][0])

    def name(self, crop: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Probabilities of all names and the embedding of a crop of 224 × 224 pixels."""
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


def crop_of(photo: numpy.ndarray, box: numpy.ndarray) -> numpy.ndarray:
    """What the classifier sees of a box."""
    return pictures.cut(photo, tuple(float(value) for value in box))
