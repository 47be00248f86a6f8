"""Measures how well the ingredients of a dish are told from its photo: the 30 most frequent of Nutrition5k, by five folds of days.

    .local/vision/venv/bin/python Services/Vision/Training/ingredients.py --data FOLDER --models Services/Vision/Models/food

A linear model of the classifier's embedding, for each ingredient; what it calls present counts. Seconds.
"""

import argparse
import collections
import pathlib

import numpy

from foodvision import mass, pictures, recognizer

MOST, FOLDS = 30, 5
DIRECTIONS, STRENGTH = 24, 3.0  # of the embedding; of the pull of the slopes towards zero
PRESENT = 0.5  # from which predicted value on an ingredient counts as present
SHOWN = 0.6  # precision from which on a suggestion may be shown


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    options = parser.parse_args()
    data, files = pictures.read(options.data, licensed_only=False), recognizer.Recognizer(options.models)
    records = data.of("train", "nutrition5k") + data.of("val", "nutrition5k")
    looks = numpy.stack([mass.dish_of(files.name, pictures.picture(data.path(record))).embedding for record in records])
    report(looks, [{part["name"] for part in record["ingredients"]} for record in records],
           [record["group_id"] for record in records])


def report(looks: numpy.ndarray, ingredients: list[set[str]], days: list[str]) -> None:
    """Prints precision and recall of each ingredient, left out by days."""
    order = sorted(set(days))
    fold = numpy.array([order.index(day) % FOLDS for day in days])
    counts = collections.Counter(name for names in ingredients for name in names)
    print("| ingredient | dishes | called present | of these right | found |\n|---|---|---|---|---|")
    shown = 0
    for name, count in counts.most_common(MOST):
        true = numpy.array([name in names for names in ingredients])
        told = left_out(looks, true, fold) >= PRESENT
        right = int((told & true).sum())
        low = lower(right, int(told.sum()))
        shown += low >= SHOWN
        share = f"{100 * right / told.sum():.0f} % [{100 * low:.0f}–]" if told.any() else "–"
        print(f"| {name} | {count} | {told.sum()} | {share} | {100 * right / count:.0f} % |")
    print(f"\n{shown} of {MOST} are surely right in {100 * SHOWN:.0f} % or more.")


def left_out(looks: numpy.ndarray, true: numpy.ndarray, fold: numpy.ndarray) -> numpy.ndarray:
    """The predicted presence of one ingredient, each fold by the others."""
    result = numpy.zeros(len(true))
    for part in range(FOLDS):
        taught = fold != part
        middle = looks[taught].mean(axis=0)
        directions = numpy.linalg.svd(looks[taught] - middle, full_matrices=False)[2][:DIRECTIONS]
        columns = 8 * (looks - middle) @ directions.T
        inner, mean = columns[taught], true[taught].mean()
        slopes = numpy.linalg.solve(inner.T @ inner + STRENGTH * numpy.eye(DIRECTIONS), inner.T @ (true[taught] - mean))
        result[~taught] = mean + columns[~taught] @ slopes
    return result


def lower(hits: int, n: int) -> float:
    """The lower end of the 95 % interval after Wilson."""
    if not n:
        return 0.0
    z, share = 1.96, hits / n
    return (share + z * z / (2 * n) - z * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5) / (1 + z * z / n)


if __name__ == "__main__":
    main()
