"""Prints how well the exported food recognizer does on a split of the data set; deploy/accuracy food runs this.

Measured on the files that ship, in the way the service uses them. Splits are by physical object: the data set says how.
"""

import argparse
import collections
import collections.abc
import math
import pathlib

import numpy

from foodvision import boxes, pictures, recognizer
from foodvision import mass as masses


TITLES = {"ecust": "whole items (ECUST, 19 classes)", "grocery": "groceries (43 classes)"}


def main() -> None:
    """Prints every table for which the data set has photos."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--split", default="val")
    options = parser.parse_args()
    data = pictures.read(options.data, licensed_only=False)
    files = recognizer.Recognizer(options.models)
    shown(files, data, options.split)
    named(files, pictures.crops(data, options.split))
    for source in ("mealtray", "ecust"):
        detected(files, data, options.split, source)
    weighed(files, data, options.split)
    dishes(files, data, options.split)


def shown(files: recognizer.Recognizer, data: pictures.DataSet, split: str) -> None:
    """From a photo to the names of its foods, as the service answers, without the positions of the foods."""
    hits: dict[tuple[str, str], list[bool]] = collections.defaultdict(list)
    counts: dict[str, list[int]] = collections.defaultdict(list)
    for record in data.of(split, "grocery", "ecust"):
        photo, source = pictures.picture(data.path(record)), record["dataset"]
        foods = recognizer.foods(files, photo, files.find(photo))
        true = {pictures.name_of(item["cls"]) for item in record["objects"]} or {pictures.name_of(record["cls"])}
        found = [food.name for food in foods]
        hits[source, "surest"].append(bool(found) and found[0] in true)
        hits[source, "among"].append(true <= set(found))
        hits[source, "all"].append(set(found) == true)
        counts[source].append(len(found))
        for item in record["objects"]:
            match = max(foods, key=lambda food: boxes.overlap(food.box, numpy.array(item["box"])), default=None)
            hits["items", "found and named"].append(
                match is not None and boxes.overlap(match.box, numpy.array(item["box"])) >= boxes.OVERLAP
                and match.name == pictures.name_of(item["cls"]))
    print("\n### From photo to names\n\n"
          "| photos | n | surest food right | right names among the foods | no other name | foods a photo |\n"
          "|---|---|---|---|---|---|")
    for source, title in TITLES.items():
        if counts.get(source):
            print(f"| {title} | {len(counts[source])} | " + " | ".join(
                _interval(hits[source, what]) for what in ("surest", "among", "all"))
                + f" | {sum(counts[source]) / len(counts[source]):.1f} |")
    if hits["items", "found and named"]:
        found = hits["items", "found and named"]
        print(f"\nWhole items found and named right: {_interval(found)} of {len(found)}.")


def named(files: recognizer.Recognizer, crops: list[pictures.Crop]) -> None:
    """Top-1 and top-3 of crops, by data set and by class."""
    ranks: dict[str, list[tuple[str, int, float]]] = collections.defaultdict(list)
    for crop in crops:
        chances, _ = files.name(pictures.plain(crop))
        order = [files.names[i] for i in numpy.argsort(-chances)]
        rank = order.index(crop.name) if crop.name in order else len(order)
        ranks[crop.source if crop.name not in (pictures.OTHER, pictures.NOTHING) else crop.name].append(
            (crop.name, rank, float(chances.max())))
    print("\n### Names of boxed items and whole photos\n\n"
          "| photos | n | top-1 | top-3 | mean confidence |\n|---|---|---|---|---|")
    for source in ("ecust", "grocery", pictures.OTHER, pictures.NOTHING):
        rows = ranks.get(source, [])
        if rows:
            print(f"| {TITLES.get(source, source)} | {len(rows)} | {_share(r < 1 for _, r, _ in rows)} | "
                  f"{_share(r < 3 for _, r, _ in rows)} | {100 * sum(c for _, _, c in rows) / len(rows):.1f} % |")
    for source in ("ecust", "grocery"):
        by_name: dict[str, list[int]] = collections.defaultdict(list)
        for name, rank, _ in ranks.get(source, []):
            by_name[name].append(rank)
        if by_name:
            print(f"\n{TITLES[source]}, top-1 / top-3 (n): " + ", ".join(
                f"{name} {_share(r < 1 for r in by_name[name])} / {_share(r < 3 for r in by_name[name])} "
                f"({len(by_name[name])})" for name in sorted(by_name)) + ".")


def detected(files: recognizer.Recognizer, data: pictures.DataSet, split: str, source: str) -> None:
    """Class-agnostic average precision, and precision, recall and F1 at the threshold of the service."""
    photos = []
    for record in data.of(split, source):
        photo = pictures.picture(data.path(record))
        found = recognizer.items(files, photo, 0.01)
        photos.append((numpy.array([box for box, _ in found]).reshape(-1, 4), numpy.array([score for _, score in found]),
                       numpy.array([item["box"] for item in record["objects"]]).reshape(-1, 4)))
    if not photos:
        return
    hits = shown = wanted = 0
    for found_boxes, scores, true in photos:
        sure = found_boxes[scores >= recognizer.FOOD]
        free = set(range(len(true)))
        for box in sure:
            match = max(free, key=lambda i: boxes.overlap(box, true[i]), default=None)
            if match is not None and boxes.overlap(box, true[match]) >= boxes.OVERLAP:
                free.remove(match)
                hits += 1
        shown, wanted = shown + len(sure), wanted + len(true)
    precision, recall = hits / max(shown, 1), hits / max(wanted, 1)
    print(f"\n### Finding foods: {source}, {len(photos)} photos, {wanted} foods\n\n"
          "| AP50 | AP75 | precision | recall | F1 |\n|---|---|---|---|---|\n"
          f"| {boxes.average_precision(photos, 0.5):.3f} | {boxes.average_precision(photos, 0.75):.3f} | {precision:.3f} | "
          f"{recall:.3f} | {2 * precision * recall / max(precision + recall, 1e-9):.3f} |")


def weighed(files: recognizer.Recognizer, data: pictures.DataSet, split: str) -> None:
    """Mass of whole items in their boxes, beside the mean of their class; then from the photo alone, end to end."""
    rows: dict[str, list[tuple[float, masses.Estimate]]] = collections.defaultdict(list)
    for record in data.of(split, "ecust"):
        photo = pictures.picture(data.path(record))
        size = (photo.shape[1], photo.shape[0])
        found = files.find(photo)
        foods = recognizer.foods(files, photo, found)
        for item in record["objects"]:
            box, true, name = numpy.array(item["box"]), item["mass_g"], pictures.name_of(item["cls"])
            chances, embedding = files.name(recognizer.crop_of(photo, box))
            seen = masses.Seen(box, size, files.vessel(found, box), embedding)
            rows["mean of its class, class known"].append((true, files.mass.usual(name)))
            rows["class known"].append((true, files.mass.item(name, seen)))
            rows["class recognized"].append((true, files.mass.item(files.names[int(chances.argmax())], seen)))
            match = max(foods, key=lambda food: boxes.overlap(food.box, box), default=None)
            if match is not None and boxes.overlap(match.box, box) >= boxes.OVERLAP:
                seen = masses.Seen(match.box, size, files.vessel(found, match.box), match.embedding)
                rows["found and recognized"].append((true, files.mass.item(match.name, seen)))
    if rows:
        print("\n### Mass of whole items, no reference object\n")
        _print_masses(rows)


def dishes(files: recognizer.Recognizer, data: pictures.DataSet, split: str) -> None:
    """Mass of dishes on the Nutrition5k rig."""
    rows: dict[str, list[tuple[float, masses.Estimate]]] = collections.defaultdict(list)
    for record in data.of(split, "nutrition5k"):
        photo = pictures.picture(data.path(record))
        seen = masses.dish_of(files.name, photo)
        rows["mean of all dishes"].append((record["dish_mass_g"], files.mass.dish(None)))
        rows["dish, scale unknown"].append((record["dish_mass_g"], files.mass.dish(seen, scale_known=False)))
        rows["dish, scale known"].append((record["dish_mass_g"], files.mass.dish(seen)))
    if rows:
        print("\n### Mass of mixed dishes (Nutrition5k)\n")
        _print_masses(rows)


def _print_masses(tables: dict[str, list[tuple[float, masses.Estimate]]]) -> None:
    print("| estimate | n | mean relative error | median | mean error | of the mean | in the 80 % range "
          "| range, high/low |\n"
          "|---|---|---|---|---|---|---|---|")
    for title, rows in tables.items():
        true = numpy.array([mass for mass, _ in rows])
        error = numpy.abs(numpy.array([estimate.grams for _, estimate in rows]) - true)
        inside = _share(estimate.low <= mass <= estimate.high for mass, estimate in rows)
        width = float(numpy.median([estimate.high / estimate.low for _, estimate in rows]))
        print(f"| {title} | {len(rows)} | {100 * (error / true).mean():.1f} % | {100 * numpy.median(error / true):.1f} % | "
              f"{error.mean():.1f} g | {100 * error.mean() / true.mean():.1f} % | {inside} | {width:.2f} |")


def _interval(hits: list[bool]) -> str:
    """A share with its 95 % interval after Wilson."""
    n, z = len(hits), 1.96
    share = sum(hits) / n
    middle, half = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return f"{100 * share:.1f} % [{100 * low:.1f}–{100 * high:.1f}]"


def _share(hits: collections.abc.Iterable[bool]) -> str:
    values = list(hits)
    return f"{100 * sum(values) / max(len(values), 1):.1f} %"


if __name__ == "__main__":
    main()
