"""Photos for the finder: as they are, and varied ones on which dishes of other photos stand on other tables."""

import dataclasses
import random
from collections.abc import Callable

import cv2
import numpy

from foodvision import names, pictures

SIDE = 416  # pixels, width and height of what the finder sees; the photo is stretched to it


@dataclasses.dataclass(frozen=True)
class Scene:
    """A photo and what stands on it: boxes in its pixels, the role of each (−1: unknown), and whether roles are known."""

    path: str
    source: str
    boxes: numpy.ndarray
    roles: numpy.ndarray


@dataclasses.dataclass(frozen=True)
class Sample:
    """What the finder is shown: 416 × 416 × 3 bytes, boxes in its pixels, their roles."""

    image: numpy.ndarray
    boxes: numpy.ndarray
    roles: numpy.ndarray


def scenes(data: pictures.DataSet, split: str) -> list[Scene]:
    """All photos of a split with boxes; a dish of the Nutrition5k rig gets the box of its plate."""
    found = []
    for record in data.of(split, "ecust", "mealtray"):
        boxes = [item["box"] for item in record["objects"]]
        roles = [_role(item["cls"]) for item in record["objects"]]
        found.append(Scene(data.path(record), record["dataset"], *_arrays(boxes, roles)))
    for record in data.of(split, "nutrition5k"):
        path = data.path(record)
        boxes = [box for box in [plate(pictures.picture(path))] if box]
        found.append(Scene(path, "nutrition5k", *_arrays(boxes, [names.ROLES.index("plate")] * len(boxes))))
    return found


def _role(name: str) -> int:
    return names.ROLES.index(name.removeprefix("tray_")) if name.startswith("tray_") else -1


def _arrays(boxes: list[list[float]], roles: list[int]) -> tuple[numpy.ndarray, numpy.ndarray]:
    return numpy.array(boxes, numpy.float32).reshape(-1, 4), numpy.array(roles, numpy.int64)


def plate(photo: numpy.ndarray) -> list[float] | None:
    """The box around the plate of an overhead photo of the Nutrition5k rig: the food, and the bright rim around it."""
    rows, columns = numpy.nonzero(pictures.food_mask(photo))
    if len(rows) < 400:
        return None
    left, right = numpy.percentile(columns, (1, 99))
    top, bottom = numpy.percentile(rows, (1, 99))
    margin = 0.14 * max(right - left, bottom - top)
    height, width = photo.shape[:2]
    return [float(max(0, left - margin)), float(max(0, top - margin)),
            float(min(width, right + margin)), float(min(height, bottom + margin))]


def plain(photo: numpy.ndarray) -> numpy.ndarray:
    """A photo as the service shows it to the finder."""
    way = cv2.INTER_AREA if min(photo.shape[:2]) > SIDE else cv2.INTER_LINEAR
    return cv2.resize(photo, (SIDE, SIDE), interpolation=way)


class Kitchen:
    """Makes varied samples out of scenes; the same chance makes the same sample."""

    def __init__(self, source: list[Scene], grocery: list[str]) -> None:
        self.by_source: dict[str, list[Scene]] = {}
        for scene in source:
            self.by_source.setdefault(scene.source, []).append(scene)
        self.full = [scene for scene in source if len(scene.boxes)]
        self.grocery = grocery

    def sample(self, chance: random.Random) -> Sample:
        """One sample: a photo varied, some with further dishes, or dishes on a made-up table."""
        kinds: list[tuple[float, Callable[[random.Random], tuple[numpy.ndarray, list, list]]]] = [
            (0.42, lambda c: self._photo("mealtray", c)), (0.22, lambda c: self._photo("ecust", c)),
            (0.08, lambda c: self._photo("nutrition5k", c)), (0.28, self._table)]
        image, boxes, roles = chance.choices([k[1] for k in kinds], [k[0] for k in kinds])[0](chance)
        return Sample(pictures.recolored(image, chance), *_arrays(boxes, roles))

    def _photo(self, source: str, chance: random.Random) -> tuple[numpy.ndarray, list, list]:
        if source not in self.by_source:
            return self._table(chance)
        scene = chance.choice(self.by_source[source])
        photo = pictures.picture(scene.path)
        height, width = photo.shape[:2]
        zoom = numpy.exp(chance.uniform(-0.55, 0.45))
        turn = chance.choice([0, 0, 90, 180, 270]) + chance.uniform(-12, 12)
        matrix = _turned(width / 2, height / 2, turn, zoom * SIDE / width, zoom * SIDE / height, chance.random() < 0.5)
        matrix[:, 2] += [SIDE * (0.5 + chance.uniform(-0.15, 0.15)), SIDE * (0.5 + chance.uniform(-0.15, 0.15))]
        color = [chance.randrange(256) for _ in range(3)]
        border = chance.choice([cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101 if zoom > 1 else cv2.BORDER_REPLICATE])
        image = cv2.warpAffine(photo, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=color)
        boxes, roles = [], []
        for box, role in zip(scene.boxes, scene.roles, strict=True):
            moved = _moved(box, matrix)
            inside = _clipped(moved)
            if inside and _area(inside) > 0.35 * _area(moved):
                boxes.append(inside)
                roles.append(int(role))
        if chance.random() < 0.35:
            image = self._pasted(image, boxes, roles, chance.randrange(1, 4), chance)
        return image, boxes, roles

    def _table(self, chance: random.Random) -> tuple[numpy.ndarray, list, list]:
        image = self._background(chance)
        boxes: list = []
        roles: list = []
        return self._pasted(image, boxes, roles, chance.randrange(1, 8), chance), boxes, roles

    def _background(self, chance: random.Random) -> numpy.ndarray:
        """A table: one colour, a slope, stripes like wood, or a photo's empty or blurred part."""
        random_bytes = numpy.random.default_rng(chance.randrange(1 << 30))
        first, second = (numpy.array([chance.randrange(256) for _ in range(3)], numpy.float32) for _ in range(2))
        kind = chance.randrange(4)
        if kind == 0:
            image = numpy.tile(first, (SIDE, SIDE, 1))
        elif kind == 1:
            slope = numpy.linspace(0, 1, SIDE, dtype=numpy.float32)[:, None, None]
            image = numpy.broadcast_to(first * slope + second * (1 - slope), (SIDE, SIDE, 3)).copy()
        elif kind == 2:
            lines = cv2.GaussianBlur(random_bytes.random((SIDE, SIDE)).astype(numpy.float32), (0, 0), 12, sigmaY=1.2)
            lines = ((lines - lines.min()) / (lines.max() - lines.min()))[..., None]
            image = first * (0.75 + 0.25 * lines)
        else:
            photo = pictures.picture(chance.choice(self.grocery or [scene.path for scene in self.full]))
            image = cv2.GaussianBlur(cv2.resize(photo, (SIDE, SIDE)), (0, 0), chance.uniform(14, 30)).astype(numpy.float32)
        image = image + random_bytes.normal(0, chance.uniform(0, 10), image.shape)
        if chance.random() < 0.5:  # a tray
            left, top = (int(SIDE * chance.uniform(0.02, 0.2)) for _ in range(2))
            right, bottom = (int(SIDE * chance.uniform(0.8, 0.98)) for _ in range(2))
            cv2.rectangle(image, (left, top), (right, bottom), second.tolist(), -1)
        return numpy.clip(image, 0, 255).astype(numpy.uint8)

    def _pasted(self, image: numpy.ndarray, boxes: list, roles: list, count: int,
                chance: random.Random) -> numpy.ndarray:
        """Puts dishes of other photos where nothing stands yet; `boxes` and `roles` grow with them."""
        image = image.copy()
        for _ in range(count):
            scene = chance.choice(self.by_source[chance.choice(list(self.by_source))])
            if not len(scene.boxes):
                continue
            at = chance.randrange(len(scene.boxes))
            left, top, right, bottom = scene.boxes[at]
            photo = pictures.picture(scene.path)
            wanted = SIDE * chance.uniform(0.12, 0.45)
            scale = wanted / max(right - left, bottom - top)
            turn, mirror = chance.uniform(0, 360), chance.random() < 0.5
            stretch = numpy.exp(chance.uniform(-0.12, 0.12))
            matrix = _turned((left + right) / 2, (top + bottom) / 2, turn, scale * stretch, scale / stretch, mirror)
            middle = (SIDE * chance.uniform(0.1, 0.9), SIDE * chance.uniform(0.1, 0.9))
            matrix[:, 2] += middle
            moved = _moved(scene.boxes[at], matrix)
            inside = _clipped(moved)
            if not inside or _area(inside) < 0.6 * _area(moved) or any(_share(inside, box) > 0.15 for box in boxes):
                continue
            mask = numpy.zeros(photo.shape[:2], numpy.float32)
            centre = (int((left + right) / 2), int((top + bottom) / 2))
            axes = (max(1, int((right - left) / 2)), max(1, int((bottom - top) / 2)))
            cv2.ellipse(mask, centre, axes, 0, 0, 360, 1.0, -1)
            alpha = cv2.warpAffine(mask, matrix, (SIDE, SIDE))
            alpha = cv2.GaussianBlur(alpha, (0, 0), chance.uniform(0.7, 2.0))[..., None]
            dish = cv2.warpAffine(photo, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
            dish = numpy.clip(dish * chance.uniform(0.75, 1.2), 0, 255)
            shadow = 1 - 0.35 * chance.random() * cv2.GaussianBlur(alpha, (0, 0), 8)[..., None] * (1 - alpha)
            image = (alpha * dish + (1 - alpha) * image * shadow).astype(numpy.uint8)
            boxes.append(inside)
            roles.append(int(scene.roles[at]))
        return image


def _turned(x: float, y: float, turn: float, horizontal: float, vertical: float, mirror: bool) -> numpy.ndarray:
    """The matrix that scales, mirrors and turns about (x, y), which goes to the origin."""
    angle = numpy.radians(turn)
    scale = numpy.diag([-horizontal if mirror else horizontal, vertical])
    turned = numpy.array([[numpy.cos(angle), -numpy.sin(angle)], [numpy.sin(angle), numpy.cos(angle)]]) @ scale
    return numpy.column_stack([turned, -turned @ numpy.array([x, y])])


def _moved(box: numpy.ndarray, matrix: numpy.ndarray) -> list[float]:
    """The box around the ellipse in `box` after the matrix: foods are round rather than square."""
    x, y = matrix[:, :2] @ [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] + matrix[:, 2]
    half = numpy.array([(box[2] - box[0]) / 2, (box[3] - box[1]) / 2])
    width, height = numpy.hypot(*(matrix[:, :2] * half).T)
    return [float(x - width), float(y - height), float(x + width), float(y + height)]


def _clipped(box: list[float]) -> list[float] | None:
    left, top, right, bottom = (min(max(value, 0.0), float(SIDE)) for value in box)
    return [left, top, right, bottom] if right - left > 8 and bottom - top > 8 else None


def _area(box: list[float]) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _share(first: list[float], second: list[float]) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return max(0.0, width) * max(0.0, height) / min(_area(first), _area(second))
