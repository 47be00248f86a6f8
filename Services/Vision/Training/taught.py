"""Measures when a food should count as a taught one: the limits in RecallRules.swift.

    .local/vision/venv/bin/python Services/Vision/Training/taught.py --data FOLDER --models Services/Vision/Models/food

Of the validation split: how often a photo of an object that was taught by other photos of it is recalled, seen from the same
side and from another; and how often something that was not taught is: unnamed dishes, and named foods that the model gets
right, against lessons taken from the training split. Seeded; minutes.
"""

import argparse
import collections
import pathlib

import numpy

from foodvision import pictures, recognizer

UNNAMED, SURE = 0.83, 0.93  # RecallRules.unnamed, .sure
DOUBTED, TRUSTED = 0.5, 0.95  # RecallRules.doubted, .trusted
ROUNDS = 40  # of chance


class Seen:
    """The foods of a split, with what the classifier says of them."""

    def __init__(self, files: recognizer.Recognizer, data: pictures.DataSet, split: str) -> None:
        objects, views = {}, {}
        for record in data.of(split, "ecust"):
            for item in record["objects"]:
                objects[data.path(record), tuple(item["box"])] = item["object_id"]
                views[data.path(record)] = record["view"]
        crops = [crop for crop in pictures.crops(data, split) if crop.name != pictures.NOTHING]
        looks, labels, scores = [], [], []
        for crop in crops:
            chances, look = files.name(pictures.plain(crop))
            looks.append(look)
            labels.append(files.names[int(chances.argmax())])
            scores.append(float(chances.max()))
        self.looks, self.scores = numpy.stack(looks), numpy.array(scores)
        self.names, self.labels = numpy.array([crop.name for crop in crops]), numpy.array(labels)
        self.objects = [objects.get((crop.path, tuple(crop.box))) for crop in crops]
        self.views = [views.get(crop.path) for crop in crops]

    @property
    def limits(self) -> numpy.ndarray:
        """The least cosine that counts, as RecallRules.limit."""
        trust = numpy.clip((self.scores - DOUBTED) / (TRUSTED - DOUBTED), 0, 1)
        return numpy.where(self.labels == pictures.OTHER, UNNAMED, UNNAMED + trust * (SURE - UNNAMED))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    options = parser.parse_args()
    data, files = pictures.read(options.data, licensed_only=False), recognizer.Recognizer(options.models)
    checked, others = Seen(files, data, "val"), Seen(files, data, "train")
    print("| what | n | recalled |\n|---|---|---|")
    recalled(checked)
    mistaken(checked, others)


def recalled(seen: Seen) -> None:
    """Of objects that were taught, as if the model had no name for them."""
    found: dict[str, list[bool]] = collections.defaultdict(list)
    chance = numpy.random.default_rng(7)
    by_object: dict[str, list[int]] = collections.defaultdict(list)
    for index, name in enumerate(seen.objects):
        if name is not None:
            by_object[name].append(index)
    for members in by_object.values():
        for test in members:
            same = [i for i in members if i != test and seen.views[i] == seen.views[test]]
            other = [i for i in members if seen.views[i] != seen.views[test]]
            found["taught by one photo from the same side"] += list(seen.looks[same] @ seen.looks[test] >= UNNAMED)
            found["taught by one photo from another side"] += list(seen.looks[other] @ seen.looks[test] >= UNNAMED)
            rest = [i for i in members if i != test]
            if len(rest) >= 3:
                chosen = chance.choice(rest, (ROUNDS // 8, 3))
                found["taught by three photos from any side"] += [
                    bool((seen.looks[three] @ seen.looks[test]).max() >= UNNAMED) for three in chosen]
    for what, hits in found.items():
        row(what, hits)


def mistaken(seen: Seen, others: Seen) -> None:
    """Of foods without a lesson, against lessons about other foods."""
    chance = numpy.random.default_rng(7)
    near = seen.looks @ others.looks.T
    unnamed = numpy.nonzero((seen.names == pictures.OTHER) & (seen.labels == pictures.OTHER))[0]
    right = numpy.nonzero((seen.names != pictures.OTHER) & (seen.labels == seen.names))[0]
    dishes = numpy.nonzero(others.names == pictures.OTHER)[0]
    for count in (1, 5, 20):
        hits = [bool(near[i, chance.choice(dishes, count)].max() >= UNNAMED) for i in unnamed for _ in range(ROUNDS)]
        row(f"an unnamed dish, {count} lessons about other unnamed dishes of the same canteen or rig", hits)
    limits = seen.limits
    for count in (50, 200):
        hits = []
        for i in right:
            pool = numpy.nonzero(others.names != seen.names[i])[0]
            hits += [bool(near[i, chance.choice(pool, count)].max() >= limits[i]) for _ in range(ROUNDS // 2)]
        row(f"a food named right, {count} lessons about foods of other names", hits)
    hits = []
    for i in right:
        pool = numpy.nonzero(others.names == seen.names[i])[0]
        if len(pool):
            hits += list(near[i, chance.choice(pool, ROUNDS // 2)] >= limits[i])
    row("a food named right, one lesson that says another of its kind is something else", hits)


def row(what: str, hits: list[bool]) -> None:
    """A line of the table."""
    print(f"| {what} | {len(hits)} | {100 * sum(hits) / len(hits):.2f} % |", flush=True)


if __name__ == "__main__":
    main()
