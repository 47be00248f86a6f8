"""Compares the networks alone, apart from the service: f32, bf16 and int8, and threads against workers.

deploy/precision --only networks runs this; quantize.py makes the int8 copies. Labels are read line by line in a plain way
(boxes around what detection marks), which is worse than what the service does and the same for every kind.
"""

import argparse
import json
import pathlib
import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy
import onnx
import openvino

import quantize
from foodvision import boxes, pictures, recognizer

KINDS = ("f32", "bf16", "int8")
LAYOUTS = ((1, 1), (2, 1), (1, 2))  # workers, threads of each
MARKED = 0.2  # the service's threshold of a pixel that is text
ROUNDS = 3  # how often each label is looked at where time is measured


def main() -> None:
    """Prints all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ocr", type=pathlib.Path, required=True)
    parser.add_argument("--labels", type=pathlib.Path, required=True)
    parser.add_argument("--food", type=pathlib.Path, required=True)
    parser.add_argument("--data", type=pathlib.Path)
    parser.add_argument("--int8", type=pathlib.Path, required=True)
    parser.add_argument("--without-layout", action="store_true")
    options = parser.parse_args()
    labels(options)
    if options.data:
        foods(options)
    if not options.without_layout:
        layouts(options)


def settings(kind: str, workers: int = 1, threads: int = 1) -> dict[str, str]:
    """What the service compiles with, but for precision and layout."""
    return {"INFERENCE_PRECISION_HINT": "bf16" if kind == "bf16" else "f32", "PERFORMANCE_HINT": "LATENCY",
            "NUM_STREAMS": str(workers), "INFERENCE_NUM_THREADS": str(workers * threads), "ENABLE_CPU_PINNING": "NO"}


class Reader:
    """Detection and recognition of one kind."""

    def __init__(self, options: argparse.Namespace, kind: str, workers: int = 1, threads: int = 1) -> None:
        folder = options.int8 / "ocr" if kind == "int8" else options.ocr
        core, how = openvino.Core(), settings(kind, workers, threads)
        self.detection = core.compile_model(str(folder / quantize.DETECTION), "CPU", how)
        self.recognition = core.compile_model(str(folder / quantize.RECOGNITION), "CPU", how)
        metadata = {entry.key: entry.value for entry in onnx.load(options.ocr / quantize.RECOGNITION).metadata_props}
        self.characters = ["", *metadata["character"].split("\n")]

    def requests(self) -> tuple[openvino.InferRequest, openvino.InferRequest]:
        """What one worker needs."""
        return self.detection.create_infer_request(), self.recognition.create_infer_request()

    def decode(self, chances: numpy.ndarray) -> str:
        """The likeliest character at each place, repetitions and blanks left out."""
        best = chances.argmax(-1)
        kept = best[(best != numpy.concatenate([[-1], best[:-1]])) & (best != 0)]
        return "".join(self.characters[index] if index < len(self.characters) else " " for index in kept)


def labels(options: argparse.Namespace) -> None:
    """What is read of labels: against f32 line by line, and words that are printed."""
    entries = json.loads((options.labels / "labels.json").read_text(encoding="utf-8"))
    photos = [cv2.imread(str(options.labels / pathlib.Path(entry["file"]).name)) for entry in entries]
    plain = Reader(options, "f32")
    lines = [list(quantize.lines_of(photo, plain.detection)) for photo in photos]
    maps = [plain.detection(quantize.view(photo, 0))[0][0, 0] for photo in photos]
    texts: dict[str, list[str]] = {}
    print("\n### Networks: labels\n\n| kind | pixels marked as f32 does (overlap) | lines with f32's text | characters changed "
          "| allergen words found | CPU s of detection | CPU ms a line |\n|---|---|---|---|---|---|---|")
    for kind in KINDS:
        reader = Reader(options, kind)
        seen, overlap, used = [], [], time.process_time()
        for photo in photos:
            seen.append(reader.detection(quantize.view(photo, 0))[0][0, 0])
        detection = (time.process_time() - used) / len(photos)
        for ours, theirs in zip(seen, maps):
            both, either = (ours > MARKED) & (theirs > MARKED), (ours > MARKED) | (theirs > MARKED)
            overlap.append(both.sum() / max(1, either.sum()))
        used = time.process_time()
        texts[kind] = [reader.decode(reader.recognition(line)[0][0]) for photo in lines for line in photo]
        recognition = (time.process_time() - used) / max(1, len(texts[kind]))
        pairs = list(zip(texts["f32"], texts[kind]))
        changed = sum(distance(a, b) for a, b in pairs) / max(1, sum(len(a) for a, _ in pairs))
        found = wanted = 0
        for entry, photo in zip(entries, photos):
            own = "".join(folded(reader.decode(reader.recognition(line)[0][0]))
                          for line in quantize.lines_of(photo, reader.detection))
            words = [folded(word) for word in entry.get("allergens", [])]
            found, wanted = found + sum(word in own for word in words), wanted + len(words)
        print(f"| {kind} | {numpy.mean(overlap):.3f} | {sum(a == b for a, b in pairs)}/{len(pairs)} | {changed:.2%} "
              f"| {found}/{wanted} | {detection:.3f} | {recognition * 1000:.1f} |", flush=True)


def foods(options: argparse.Namespace) -> None:
    """Names of crops and boxes of photos of the validation split."""
    data = pictures.read(options.data, licensed_only=False)
    crops = [crop for crop in pictures.crops(data, "val") if crop.name not in (pictures.OTHER, pictures.NOTHING)]
    shown = [pictures.plain(crop) for crop in crops]
    records = data.of("val", "mealtray", "ecust")
    print("\n### Networks: foods\n\n| kind | n | top-1 | top-3 | the same first name as f32 | CPU ms a crop | foods | found "
          "| shown | CPU ms a photo |\n|---|---|---|---|---|---|---|---|---|---|")
    names: list[int] = []
    for kind in KINDS:
        recognizer.SETTINGS = {**settings(kind)}
        files = recognizer.Recognizer(options.int8 / "food" if kind == "int8" else options.food)
        used = time.process_time()
        orders = [numpy.argsort(-files.name(crop)[0])[:3] for crop in shown]
        naming = (time.process_time() - used) / len(shown)
        names = names or [int(order[0]) for order in orders]
        first = sum(files.names[order[0]] == crop.name for order, crop in zip(orders, crops))
        third = sum(crop.name in [files.names[i] for i in order] for order, crop in zip(orders, crops))
        same = sum(int(order[0]) == name for order, name in zip(orders, names))
        hits = boxes_shown = wanted = 0
        finding = 0.0
        for record in records:
            photo = pictures.picture(data.path(record))
            used = time.process_time()
            found = recognizer.items(files, photo, recognizer.FOOD)
            finding += time.process_time() - used
            free = [item["box"] for item in record["objects"]]
            boxes_shown, wanted = boxes_shown + len(found), wanted + len(free)
            for box, _ in found:
                match = max(range(len(free)), key=lambda i: boxes.overlap(box, numpy.array(free[i])), default=None)
                if match is not None and boxes.overlap(box, numpy.array(free[match])) >= boxes.OVERLAP:
                    free.pop(match)
                    hits += 1
        print(f"| {kind} | {len(crops)} | {first / len(crops):.1%} | {third / len(crops):.1%} | {same}/{len(crops)} "
              f"| {naming * 1000:.1f} | {wanted} | {hits} | {boxes_shown} | {finding / len(records) * 1000:.1f} |", flush=True)


def layouts(options: argparse.Namespace) -> None:
    """Labels as fast as they go, detection and the lines that f32 finds, whatever the kind."""
    photos = [cv2.imread(str(path)) for path in sorted(options.labels.glob("*.*g"))]
    plain = Reader(options, "f32")
    work = [(quantize.view(photo, 0), list(quantize.lines_of(photo, plain.detection))) for photo in photos]
    print("\n### Networks: workers and threads\n\n| kind | workers × threads | labels a second | p50 ms | p99 ms |\n"
          "|---|---|---|---|---|")
    for kind in KINDS:
        for workers, threads in LAYOUTS:
            reader = Reader(options, kind, workers, threads)
            idle = [reader.requests() for _ in range(workers)]

            def look(item: tuple[numpy.ndarray, list[numpy.ndarray]]) -> float:
                detection, recognition = idle.pop()
                begin = time.perf_counter()
                detection.infer(item[0])
                for line in item[1]:
                    recognition.infer(line)
                idle.append((detection, recognition))
                return time.perf_counter() - begin

            with ThreadPoolExecutor(workers) as pool:
                list(pool.map(look, work))
                begin = time.perf_counter()
                times = sorted(pool.map(look, work * ROUNDS))
                took = time.perf_counter() - begin
            print(f"| {kind} | {workers} × {threads} | {len(times) / took:.2f} | {times[len(times) // 2] * 1000:.0f} "
                  f"| {times[len(times) * 99 // 100] * 1000:.0f} |", flush=True)


def folded(text: str) -> str:
    """Without case, accents and spaces."""
    plain = unicodedata.normalize("NFD", text.lower().replace("œ", "oe"))
    return "".join(character for character in plain if character.isalnum())


def distance(wanted: str, found: str) -> int:
    """Characters to change, add or take away."""
    costs = list(range(len(found) + 1))
    for row, character in enumerate(wanted, 1):
        diagonal, costs[0] = costs[0], row
        for column, other in enumerate(found, 1):
            replaced = diagonal + (character != other)
            diagonal = costs[column]
            costs[column] = min(replaced, diagonal + 1, costs[column - 1] + 1)
    return costs[-1]


if __name__ == "__main__":
    main()
