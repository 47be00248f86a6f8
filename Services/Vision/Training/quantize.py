"""Makes int8 copies of the models by quantisation after training, for deploy/precision to measure; nothing ships of them.

What the ranges of numbers are is learnt from pictures that nothing is measured on: our own labels for the text reader, the
training split for the food recognizer. Calibration pictures are shown as the service shows them.
"""

import argparse
import collections.abc
import json
import pathlib
import shutil

import cv2
import nncf
import numpy
import onnx
import onnx.version_converter
import openvino

from foodvision import pictures, recognizer, scenes

LINE = 48  # pixels: height of a line of text
NARROWEST, WIDEST = 320, 1600  # pixels: widths of lines that are shown
SIDE = 32  # detection wants sides that are multiples of this
LONGEST = 960  # pixels: longer side of a label that is shown
OPSET = 13
SHOWN = 200  # pictures of each kind at most
DETECTION, RECOGNITION = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"


def main() -> None:
    """Writes `ocr` and `food` below --out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", type=pathlib.Path, required=True, help="the published OCR models")
    parser.add_argument("--labels", type=pathlib.Path, required=True, help="photos of labels to learn from")
    parser.add_argument("--food", type=pathlib.Path, required=True, help="the food models")
    parser.add_argument("--data", type=pathlib.Path, help="the food data set; without it food is left out")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    options = parser.parse_args()
    text(options.ocr, options.labels, options.out / "ocr")
    if options.data:
        food(options.food, options.data, options.out / "food")


def text(models: pathlib.Path, labels: pathlib.Path, out: pathlib.Path) -> None:
    """Detection and recognition; ONNX in and out, for the characters stand in the file's metadata."""
    out.mkdir(parents=True, exist_ok=True)
    photos = [cv2.imread(str(path)) for path in sorted(labels.glob("*.jpg"))]
    views = [view(photo, turns) for photo in photos for turns in (0, 1)]
    save(models / DETECTION, views, out / DETECTION)
    detector = openvino.Core().compile_model(str(models / DETECTION), "CPU", recognizer.SETTINGS)
    lines = [line for photo in photos for line in lines_of(photo, detector)][:SHOWN]
    print(f"quantize: {len(views)} views, {len(lines)} lines", flush=True)
    save(models / RECOGNITION, lines, out / RECOGNITION)


def save(source: pathlib.Path, samples: list[numpy.ndarray], target: pathlib.Path) -> None:
    """Quantises an ONNX model; only from opset 13 on each channel of a layer may have a range of its own."""
    model = onnx.version_converter.convert_version(onnx.load(source), OPSET)
    name = model.graph.input[0].name
    kept = [(entry.key, entry.value) for entry in onnx.load(source).metadata_props]
    shown = nncf.Dataset(samples, lambda sample: {name: sample})
    quantized = nncf.quantize(model, shown, subset_size=len(samples))
    del quantized.metadata_props[:]
    for key, value in kept:
        quantized.metadata_props.add(key=key, value=value)
    onnx.save(quantized, target)


def view(photo: numpy.ndarray, turns: int) -> numpy.ndarray:
    """A whole label as detection sees it: −1…1, blue, green, red."""
    photo = numpy.rot90(photo, turns)
    scale = min(1.0, LONGEST / max(photo.shape[:2]))
    height, width = (max(SIDE, round(length * scale / SIDE) * SIDE) for length in photo.shape[:2])
    return tensor(cv2.resize(numpy.ascontiguousarray(photo), (width, height), interpolation=cv2.INTER_AREA))


def lines_of(photo: numpy.ndarray, detector: openvino.CompiledModel) -> collections.abc.Iterator[numpy.ndarray]:
    """The upright lines of a label as recognition sees them, by boxes around what detection marks."""
    shown = view(photo, 0)
    marked = (detector(shown)[0][0, 0] > 0.2).astype(numpy.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(marked)
    across, down = photo.shape[1] / marked.shape[1], photo.shape[0] / marked.shape[0]
    for left, top, width, height, area in stats[1:count]:
        if area < 50 or width < height:
            continue
        margin = height * 0.6
        top, bottom = max(0, int((top - margin) * down)), int((top + height + margin) * down)
        left, right = max(0, int((left - margin) * across)), int((left + width + margin) * across)
        line = photo[top:bottom, left:right]
        if min(line.shape[:2]) < 8:
            continue
        wide = min(WIDEST, round(line.shape[1] * LINE / line.shape[0]))
        row = numpy.zeros((1, 3, LINE, max(NARROWEST, -(-wide // SIDE) * SIDE)), numpy.float32)
        row[..., :wide] = tensor(cv2.resize(line, (wide, LINE)))
        yield row


def tensor(picture: numpy.ndarray) -> numpy.ndarray:
    """1 × 3 × H × W, −1…1."""
    return numpy.ascontiguousarray(picture.transpose(2, 0, 1)[None].astype(numpy.float32) / 127.5 - 1)


def food(models: pathlib.Path, folder: pathlib.Path, out: pathlib.Path) -> None:
    """Finder and classifier, from photos and crops of the training split."""
    out.mkdir(parents=True, exist_ok=True)
    for name in ("labels.json", "priors.json"):
        shutil.copy(models / name, out / name)
    data = pictures.read(folder, licensed_only=False)
    records = [r for r in data.of("train", "ecust", "mealtray") if r.get("objects")]
    photos = [pictures.picture(data.path(record)) for record in every(records)]
    crops = [pictures.plain(crop) for crop in every(pictures.crops(thinned(data), "train"))]
    print(f"quantize: {len(photos)} photos, {len(crops)} crops", flush=True)
    core = openvino.Core()
    for name, shown in (
            ("finder", [recognizer.tensor(scenes.plain(photo)) for photo in photos]),
            ("classifier", [recognizer.tensor(crop) for crop in crops])):
        model = core.read_model(models / f"{name}.xml")
        quantized = nncf.quantize(model, nncf.Dataset(shown), subset_size=len(shown))
        openvino.save_model(quantized, out / f"{name}.xml", compress_to_fp16=False)


def every(things: list) -> list:
    """At most `SHOWN` of them, evenly."""
    return things[::max(1, len(things) // SHOWN)][:SHOWN]


def thinned(data: pictures.DataSet) -> pictures.DataSet:
    """Few photos of each data set: dishes without boxes are slow to cut."""
    chosen: list[dict] = []
    for source in ("ecust", "grocery", "mealtray", "nutrition5k"):
        chosen += every(data.of("train", source))
    return pictures.DataSet(data.folder, json.loads(json.dumps(chosen)))


if __name__ == "__main__":
    main()
