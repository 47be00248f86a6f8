"""Compares the lengths of round foods with the coin beside them: how far the ellipsoid of FoodSize.swift is off, with true masses.

    python3 Services/Vision/Training/lengths.py --data FOLDER

The camera is nearer to a food's middle than to the coin when it looks down, and often farther when it looks from the side, which
is part of the differences."""

import argparse
import json
import math
import pathlib
import statistics

DENSITIES = pathlib.Path(__file__).resolve().parent.parent / "Models/food/densities.json"
# As in FoodDensities.swift and FoodSize.swift.
ROUND, MARGIN = 0.82, 0.01


def differences(records, densities, split, view):
    """Logarithms of a length by the coin over the one of the ellipsoid."""
    for record in records:
        if record["dataset"] != "ecust" or record["split"] != split or record["view"] != view or not record.get("coin_box"):
            continue
        left, top, right, bottom = record["coin_box"]
        centimeters = record["coin_diameter_mm"] / 10 / max(right - left, bottom - top)
        for item in record["objects"]:
            density = densities.get(item["cls"].replace("_", " "))
            if not density or density["fill"] > ROUND or not item.get("mass_g") or cut(item["box"], record):
                continue
            left, top, right, bottom = item["box"]
            longer, shorter = max(right - left, bottom - top), min(right - left, bottom - top)
            thickness = (6 * item["mass_g"] / (density["density"] * math.pi * longer / shorter)) ** (1 / 3)
            yield math.log(shorter * centimeters / thickness)


def cut(box, record):
    left, top, right, bottom = box
    across, down = MARGIN * record["width"], MARGIN * record["height"]
    return left <= across or top <= down or right >= record["width"] - across or bottom >= record["height"] - down


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, metavar="FOLDER", help="the folder of labels.jsonl")
    folder = parser.parse_args().data
    records = [json.loads(line) for line in (folder / "labels.jsonl").open(encoding="utf-8")]
    densities = json.loads(DENSITIES.read_text())["foods"]
    for split in ("train", "val"):
        for view in ("top", "side"):
            found = list(differences(records, densities, split, view))
            off = sorted(abs(value) for value in found)
            print(f"{split} {view}: {len(found)} foods, mean {statistics.mean(found):+.3f}, 80 % within {off[int(0.8 * len(off))]:.3f}")


if __name__ == "__main__":
    main()
