"""Prints how well the exported food recognizer does on a split of the data set; deploy/accuracy food runs this.

Measured on the files that ship, in the way the service uses them. Splits are by physical object: the data set says how.
"""

import argparse
import collections
import collections.abc
import dataclasses
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
    covered(files)


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
        print(f"\n| items | n | found and named right |\n|---|---|---|\n| whole items | {len(found)} | {_interval(found)} |")


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
    rows: dict[str, list[Weighed]] = collections.defaultdict(list)
    for record in data.of(split, "ecust"):
        photo = pictures.picture(data.path(record))
        size = (photo.shape[1], photo.shape[0])
        found = files.find(photo)
        foods = recognizer.foods(files, photo, found)
        for item in record["objects"]:
            box, name = numpy.array(item["box"]), pictures.name_of(item["cls"])
            thing, true = item["object_id"], item["mass_g"]
            chances, embedding = files.name(recognizer.crop_of(photo, box))
            seen = masses.Seen(box, size, files.vessel(found, box), embedding)
            rows["mean of its class, class known"].append(Weighed(thing, true, files.mass.usual(name)))
            rows["class known"].append(Weighed(thing, true, files.mass.item(name, seen)))
            rows["class recognized"].append(Weighed(thing, true, files.mass.item(files.names[int(chances.argmax())], seen)))
            match = max(foods, key=lambda food: boxes.overlap(food.box, box), default=None)
            if match is not None and boxes.overlap(match.box, box) >= boxes.OVERLAP:
                seen = masses.Seen(match.box, size, files.vessel(found, match.box), match.embedding)
                rows["found and recognized"].append(Weighed(thing, true, files.mass.item(match.name, seen)))
    if rows:
        print("\n### Mass of whole items, no reference object\n")
        _print_masses(rows)


def dishes(files: recognizer.Recognizer, data: pictures.DataSet, split: str) -> None:
    """Mass of dishes on the Nutrition5k rig."""
    rows: dict[str, list[Weighed]] = collections.defaultdict(list)
    for record in data.of(split, "nutrition5k"):
        photo = pictures.picture(data.path(record))
        seen = masses.dish_of(files.name, photo)
        thing, true = record["file"], record["dish_mass_g"]
        rows["mean of all dishes"].append(Weighed(thing, true, files.mass.dish(None)))
        rows["dish, scale unknown"].append(Weighed(thing, true, files.mass.dish(seen, scale_known=False)))
        rows["dish, scale known"].append(Weighed(thing, true, files.mass.dish(seen)))
    if rows:
        print("\n### Mass of mixed dishes (Nutrition5k)\n")
        _print_masses(rows)


@dataclasses.dataclass(frozen=True)
class Weighed:
    """One estimate of the mass of an object: several photos may show the same."""

    thing: str
    grams: float
    estimate: masses.Estimate

    @property
    def error(self) -> float:
        """Relative."""
        return abs(self.estimate.grams - self.grams) / self.grams

    @property
    def is_inside(self) -> bool:
        """Whether the range contains the true mass."""
        return self.estimate.low <= self.grams <= self.estimate.high


def _print_masses(tables: dict[str, list[Weighed]]) -> None:
    print("| estimate | n | objects | mean relative error | median | mean error | of the mean | in the 80 % range "
          "| range, high/low |\n"
          "|---|---|---|---|---|---|---|---|---|")
    for title, rows in tables.items():
        true = numpy.array([row.grams for row in rows])
        error = numpy.abs(numpy.array([row.estimate.grams for row in rows]) - true)
        width = float(numpy.median([row.estimate.high / row.estimate.low for row in rows]))
        print(f"| {title} | {len(rows)} | {len({row.thing for row in rows})} | {_by_object(rows, lambda row: row.error)} "
              f"| {100 * numpy.median(error / true):.1f} % | {error.mean():.1f} g | {100 * error.mean() / true.mean():.1f} % "
              f"| {_by_object(rows, lambda row: row.is_inside)} | {width:.2f} |")


def _by_object(rows: list[Weighed], value: collections.abc.Callable[[Weighed], float]) -> str:
    """The mean over the photos, with a 95 % interval of objects drawn again: photos of one object are no new evidence."""
    sums: dict[str, list[float]] = collections.defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        sums[row.thing][0] += value(row)
        sums[row.thing][1] += 1
    table = numpy.array(list(sums.values()))
    drawn = table[numpy.random.default_rng(1).integers(0, len(table), (4000, len(table)))].sum(axis=1)
    low, high = numpy.percentile(drawn[:, 0] / drawn[:, 1], (2.5, 97.5))
    mean = table[:, 0].sum() / table[:, 1].sum()
    return f"{100 * mean:.1f} % [{100 * low:.1f}–{100 * high:.1f}]"


def covered(files: recognizer.Recognizer) -> None:
    """How many objects the ranges contain that were calibrated on all others, as the mass model has counted."""
    print("\n### Objects in the 80 % range that was calibrated without them\n\n| estimate | group | objects | in the 80 % range |\n"
          "|---|---|---|---|")
    for estimate, groups in files.mass.priors.get("coverage", {}).items():
        for group, count in groups.items() if "objects" not in groups else [("all", groups)]:
            print(f"| {estimate} | {group} | {count['objects']} | {_wilson(count['inside'], count['objects'])} |")


def _interval(hits: list[bool]) -> str:
    """A share with its 95 % interval after Wilson."""
    return _wilson(sum(hits) / len(hits), len(hits))


def _wilson(share: float, n: int) -> str:
    z = 1.96
    middle, half = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return f"{100 * share:.1f} % [{100 * low:.1f}–{100 * high:.1f}]"


def _share(hits: collections.abc.Iterable[bool]) -> str:
    values = list(hits)
    return f"{100 * sum(values) / max(len(values), 1):.1f} %"


if __name__ == "__main__":
    main()
