"""Writes the trained models as OpenVINO IR with half-precision weights, and what is needed to use and to check them."""

import json
import pathlib
from typing import Any

import cv2
import numpy
import openvino
import torch
from torch import nn

from foodvision import classifier, finder, mass, names, pictures, recognizer, scenes, stages

# Half-precision weights move an answer by this much at most, or the export is refused: by 0.02 in a model trained on little; a
# picture that is prepared otherwise moves scores by tenths.
MAX_SCORE_CHANGE, MAX_PIXEL_CHANGE = 0.04, 1.5


def finder_files(model: finder.Finder, folder: pathlib.Path) -> None:
    """Writes the finder and checks the file against PyTorch on our own pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    write(model.eval(), scenes.SIDE, ["boxes", "scores", "coco"], folder / "finder.xml")
    files = recognizer.compiled(folder / "finder.xml")
    for photo in rendered():
        with torch.no_grad():
            boxes, scores, coco = (value[0].numpy() for value in model(finder.batch([scenes.plain(photo)])))
        answer = files(recognizer.tensor(scenes.plain(photo)))
        likely = scores[:, 0] > 0.1
        pixels = numpy.abs(answer["boxes"][0] - boxes)[likely].max() if likely.any() else 0.0
        _compare({"food and roles": answer["scores"][0] - scores, "COCO": answer["coco"][0] - coco}, pixels)


def classifier_files(model: classifier.Classifier, folder: pathlib.Path, licensed_only: bool) -> None:
    """Writes the classifier and labels.json, and checks the file against PyTorch on our own pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    write(model.eval(), pictures.CROP, ["probabilities", "embedding"], folder / "classifier.xml")
    labels = {
        "version": 1,
        "data": "licensed" if licensed_only else "all",
        "names": model.names,
        "ownNames": len(model.own_names),
        "generic": list(names.GENERIC),
        "roles": list(names.ROLES),
        "coco": names.COCO,
        "vessels": names.VESSELS,
        "foodThreshold": recognizer.FOOD,
        "cocoThreshold": recognizer.SECOND,
        "vesselThreshold": recognizer.VESSEL,
        "temperature": round(float(model.temperature), 3),
    }
    (folder / "labels.json").write_text(json.dumps(labels, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    files = recognizer.compiled(folder / "classifier.xml")
    for photo in rendered():
        crop = recognizer.tensor(recognizer.whole(photo))
        with torch.no_grad():
            chances, embedding = (value.numpy() for value in model(torch.from_numpy(crop)))
        answer = files(crop)
        _compare({"names": answer["probabilities"] - chances, "embedding": answer["embedding"] - embedding}, 0.0)


def write(model: nn.Module, side: int, outputs: list[str], path: pathlib.Path) -> None:
    """Writes a model of square pictures as OpenVINO IR; its input is called image."""
    example = torch.zeros(1, 3, side, side)
    with torch.no_grad():
        traced = torch.jit.freeze(torch.jit.trace(model, example))
        converted = openvino.convert_model(traced, example_input=example, input=[1, 3, side, side])
    converted.inputs[0].tensor.set_names({"image"})
    for output, name in zip(converted.outputs, outputs, strict=True):
        output.tensor.set_names({name})
    openvino.save_model(converted, path, compress_to_fp16=True)


def _compare(differences: dict[str, numpy.ndarray], pixels: float) -> None:
    """Stops when a file answers otherwise than PyTorch."""
    largest = {name: float(numpy.abs(values).max()) for name, values in differences.items()}
    stages.say("export: largest differences " + ", ".join(f"{name} {value:.4f}" for name, value in largest.items())
               + f", boxes {pixels:.2f} pixels")
    if max(largest.values()) > MAX_SCORE_CHANGE or pixels > MAX_PIXEL_CHANGE:
        raise SystemExit("export: the files answer otherwise than what was trained")


def rendered() -> list[numpy.ndarray]:
    """Two pictures of our own: drawn fruit on plates."""
    rng = numpy.random.default_rng(7)
    result = []
    for size, table, plates in (
        ((480, 640), (118, 146, 176), [((330, 245), 190, [("orange", (290, 230), 78), ("lime", (405, 275), 52)])]),
        ((400, 400), (70, 60, 58), [((130, 140), 95, [("tomato", (130, 140), 48)]),
                                    ((270, 270), 105, [("orange", (270, 268), 62)])]),
    ):
        image = numpy.full((*size, 3), table, numpy.float32)
        for centre, radius, fruit in plates:
            cv2.circle(image, (centre[0] + 8, centre[1] + 10), radius, [c * 0.6 for c in table], -1, cv2.LINE_AA)
            cv2.circle(image, centre, radius, (236, 236, 232), -1, cv2.LINE_AA)
            cv2.circle(image, centre, int(radius * 0.72), (224, 224, 220), 3, cv2.LINE_AA)
            for name, middle, half in fruit:
                color = {"orange": (240, 140, 30), "lime": (110, 170, 50), "tomato": (205, 45, 35)}[name]
                for step in range(half, 0, -1):
                    share = 0.62 + 0.5 * (1 - step / half) ** 0.7
                    at = (middle[0] - (half - step) // 4, middle[1] - (half - step) // 3)
                    cv2.circle(image, at, step, [min(255.0, c * share) for c in color], -1, cv2.LINE_AA)
        image += rng.normal(0, 1.5, image.shape)
        result.append(numpy.clip(cv2.GaussianBlur(image, (0, 0), 0.8), 0, 255).astype(numpy.uint8))
    return result


def reference(folder: pathlib.Path) -> None:
    """Writes the two pictures and what the files answer on them, for the service's parity test."""
    files = recognizer.Recognizer(folder)
    entries: list[dict[str, Any]] = []
    for number, photo in enumerate(rendered(), 1):
        name = f"reference-{number}.png"
        cv2.imwrite(str(folder / name), photo[..., ::-1])
        found = files.find(photo)
        best = [int(row) for row in numpy.argsort(-found.food)[:5]]
        entry: dict[str, Any] = {"file": name, "predictions": [], "items": [], "foods": [],
                                 "whole": _named(files, recognizer.whole(photo))}
        for row in best:
            entry["predictions"].append({
                "row": row, "box": _rounded(found.boxes[row], 2), "food": round(float(found.food[row]), 5),
                "roles": _rounded(found.roles[row], 5), "coco": int(found.coco[row].argmax()),
                "cocoScore": round(float(found.coco[row].max()), 5)})
        for box, score in recognizer.items(files, photo):
            item = {"box": _rounded(box, 2), "food": round(score, 5), **_named(files, recognizer.crop_of(photo, box))}
            entry["items"].append(item)
        for food in recognizer.foods(files, photo, found):
            shown = {"name": food.name, "score": round(food.score, 5), "box": _rounded(food.box, 2)}
            entry["foods"].append(shown | _weighed(files, photo, found, food))
        entries.append(entry)
    text = json.dumps({"version": 2, "pictures": entries}, indent=1)
    (folder / "reference.json").write_text(text + "\n", encoding="utf-8")


def _named(files: recognizer.Recognizer, crop: numpy.ndarray) -> dict[str, Any]:
    chances, embedding = files.name(crop)
    best = numpy.argsort(-chances)[:3]
    return {"names": {files.names[i]: round(float(chances[i]), 5) for i in best}, "embedding": _rounded(embedding[:8], 5)}


def _weighed(
    files: recognizer.Recognizer, photo: numpy.ndarray, found: recognizer.Found, food: recognizer.Food
) -> dict[str, Any]:
    """The mass of a named food, or nothing while there is no mass model."""
    if files.mass is None or food.name == pictures.OTHER:
        return {}
    seen = mass.Seen(food.box, (photo.shape[1], photo.shape[0]), files.vessel(found, food.box), food.embedding)
    estimate = files.mass.item(food.name, seen)
    return {"grams": _rounded([estimate.grams, estimate.low, estimate.high], 2)}


def _rounded(values: numpy.ndarray, digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]
