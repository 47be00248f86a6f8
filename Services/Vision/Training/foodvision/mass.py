"""Mass without reference objects: what a food usually weighs, moved by how large and of what kind this one looks.

An item's box and embedding are taken for a noisy measurement of its mass among others of its name (so only differences
within a name count), and weighed against how much that name varies: a mango's size says much, a lemon's next to nothing.
Dishes have a linear function of their own. Masses are fitted on the training split; strengths are chosen on objects left out of
the fit (cross-validation). Ranges are calibrated on the errors of those objects and of the objects of the validation split,
which no fit has seen: a split of 23 objects alone cannot tell 70 from 90 %. How many true masses they contain is measured with
the ranges of all other objects (leave one out).
"""

import collections
import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from foodvision import pictures, typical

FOLDS = 8
DIRECTIONS = (0, 8, 16)  # principal directions of the embedding that are tried
STRENGTHS = (0.03, 0.1, 0.3)  # of the pull of the noise towards independence that are tried
DISH_DIRECTIONS = (0, 8, 16, 32)
DISH_STRENGTHS = (1.0, 3.0, 10.0, 30.0, 100.0)  # of the pull of the slopes towards zero that are tried
PRIOR = 1.0  # objects that the variance within all names counts as, beside a name's own
MAX_SHIFT = 0.8  # of the logarithm: no item is moved further from its name's mean
SQUARE = 37.0  # centimetres, the side of the square of table by which a dish is judged
RANGE = 0.8  # of the true masses shall lie between low and high
UNNAMED = 0.87  # of the dishes, for the usual mass of food without a name: other kitchens serve what no dish here is like
POOLED = 4.0  # objects that the spread over all names counts as, beside a name's own
MIN_SPREAD = 0.06  # of the logarithm
PIXEL = 0.1286  # centimetres a pixel on the table of the Nutrition5k rig, photos 384 pixels wide


@dataclasses.dataclass(frozen=True)
class Estimate:
    """Grams, and the range that holds four of five true masses."""

    grams: float
    low: float
    high: float


@dataclasses.dataclass(frozen=True)
class Seen:
    """The features that the mass of an item is estimated from; boxes in pixels of a photo of `size`, width and height."""

    box: numpy.ndarray
    size: tuple[int, int]
    vessel: numpy.ndarray | None
    embedding: numpy.ndarray


@dataclasses.dataclass(frozen=True)
class Dish:
    """The features that the mass of a mixed dish is estimated from: the embedding of its crop, and the area of food on the table."""

    embedding: numpy.ndarray
    area: float  # square centimetres


def holds(vessel: numpy.ndarray, item: numpy.ndarray) -> bool:
    """Whether a plate's or bowl's box is the one that an item's box lies on."""
    width, height = vessel[2] - vessel[0], vessel[3] - vessel[1]
    middle = ((item[0] + item[2]) / 2, (item[1] + item[3]) / 2)
    larger = max(width, height) > 1.15 * max(item[2] - item[0], item[3] - item[1])
    return bool(larger and vessel[0] < middle[0] < vessel[2]
                and vessel[1] - 0.3 * height < middle[1] < vessel[3] + 0.3 * height)


def geometry(seen: Seen) -> list[float]:
    """Logarithms of the item's size in the photo and on its plate, how tall it stands, and whether a plate was seen."""
    width, height = seen.box[2] - seen.box[0], seen.box[3] - seen.box[1]
    side = math.sqrt(max(width * height, 1.0))
    relative = math.log(side / math.sqrt(seen.size[0] * seen.size[1])) + 1.4
    if seen.vessel is None:
        return [relative, math.log(height / width), 0.0, 0.0, 0.0]
    across, deep = seen.vessel[2] - seen.vessel[0], seen.vessel[3] - seen.vessel[1]
    return [relative, math.log(height / width), math.log(side / max(across, deep)) + 0.9, 1.0, math.log(deep / across)]


def dish_of(name: Callable[[numpy.ndarray], tuple[numpy.ndarray, numpy.ndarray]], photo: numpy.ndarray) -> Dish:
    """A dish on the Nutrition5k rig; `name` is the classifier."""
    height, width = photo.shape[:2]
    scale = PIXEL * 384 / width
    half = SQUARE / scale / 2
    square = (width / 2 - half, height / 2 - half, width / 2 + half, height / 2 + half)
    _, embedding = name(pictures.cut(photo, square, padding=0.0))
    return Dish(embedding, float(pictures.food_mask(photo).sum()) * scale**2)


class Model:
    """The mass model of priors.json."""

    def __init__(self, priors: dict[str, Any]) -> None:
        self.priors = priors
        self.items = priors["items"]
        self.direction = numpy.array(priors["regression"]["embedding"])

    def usual(self, name: str) -> Estimate:
        """The mass of a food without using its size."""
        item = self.items.get(name) or self.items[pictures.OTHER]
        return _estimate(math.log(item["grams"]), item["classSpread"])

    def item(self, name: str, seen: Seen) -> Estimate:
        """What an item of that name weighs."""
        item = self.items.get(name) or self.items[pictures.OTHER]
        if not item["gain"]:
            return self.usual(name)
        told = float(numpy.dot(self.priors["regression"]["geometry"], geometry(seen)) + self.direction @ seen.embedding)
        moved = item["gain"] * (told - item["mean"])
        return _estimate(math.log(item["grams"]) + min(max(moved, -MAX_SHIFT), MAX_SHIFT), item["spread"])

    def dish(self, seen: Dish | None, scale_known: bool = True) -> Estimate:
        """What a mixed dish weighs."""
        if seen is None:
            prior = self.priors["dishes"]["usual"]
            return _estimate(math.log(prior["grams"]), prior["spread"])
        model = self.priors["dishes"]["withArea" if scale_known else "withoutArea"]
        value = model["bias"] + numpy.dot(model["embedding"], seen.embedding)
        value += model["area"] * math.log(max(seen.area, 1.0))
        return _estimate(float(value), model["spread"])


def _estimate(logarithm: float, spread: float) -> Estimate:
    """`spread` is the half width of the range, in logarithms."""
    return Estimate(math.exp(logarithm), math.exp(logarithm - spread), math.exp(logarithm + spread))


@dataclasses.dataclass(frozen=True)
class Sample:
    """One item of the training split."""

    name: str
    thing: str  # the physical object: all its photos are left out together
    grams: float
    seen: Seen
    taught: bool = True  # of the training split; others only calibrate the ranges


@dataclasses.dataclass(frozen=True)
class Coverage:
    """How many objects the range of all others contains; of an object with several photos, the share of its photos."""

    objects: int
    inside: float

    def shown(self) -> dict[str, float]:
        """As priors.json holds it."""
        return {"objects": self.objects, "inside": round(float(self.inside), 4)}


def fit(samples: list[Sample], dishes: list[tuple[Dish, float, str]]) -> dict[str, Any]:
    """The mass model as priors.json holds it. Of each dish: what was seen, grams, and the day it was taken."""
    regression, items, coverage = _fit_items(samples) if samples else ({"geometry": [0.0] * 5, "embedding": [0.0]}, {}, {})
    covering = _fit_dishes(dishes)
    coverage |= covering.pop("coverage")
    for name, (grams, spread) in typical.PORTIONS.items():
        items.setdefault(name, {"grams": grams, "classSpread": spread, "spread": spread, "gain": 0.0, "mean": 0.0,
                                "objects": 0})
    return {"version": 1, "range": RANGE, "regression": regression, "items": dict(sorted(items.items())),
            "roles": {name: {"grams": grams, "spread": spread} for name, (grams, spread) in typical.ROLES.items()},
            "dishes": covering, "coverage": coverage}


@dataclasses.dataclass(frozen=True)
class _Names:
    """What was learnt of each name, and the one direction along which differences within a name tell the mass."""

    means: dict[str, float]
    middles: dict[str, numpy.ndarray]
    variances: dict[str, float]
    slopes: numpy.ndarray
    certainty: float

    def gain(self, name: str) -> float:
        """By how much what is seen moves an item of that name."""
        return self.variances[name] / (1 + self.variances[name] * self.certainty)

    def predicted(self, name: str, row: numpy.ndarray) -> float:
        """The logarithm of an item's mass."""
        moved = self.gain(name) * float((row - self.middles[name]) @ self.slopes)
        return self.means[name] + min(max(moved, -MAX_SHIFT), MAX_SHIFT)


def _fit_items(every: list[Sample]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    samples = [sample for sample in every if sample.taught]
    things = sorted({sample.thing for sample in samples})
    folds = {thing: index % FOLDS for index, thing in enumerate(numpy.random.default_rng(1).permutation(things))}
    fold = numpy.array([folds[sample.thing] for sample in samples])
    logs = numpy.log([sample.grams for sample in samples])
    embeddings = numpy.stack([sample.seen.embedding for sample in samples])
    directions = numpy.linalg.svd(embeddings - embeddings.mean(axis=0), full_matrices=False)[2]
    shapes = numpy.array([geometry(sample.seen) for sample in samples])
    count = collections.Counter(sample.thing for sample in samples)
    weights = numpy.array([1 / count[sample.thing] for sample in samples])
    names = numpy.array([sample.name for sample in samples])

    def left_out(columns: numpy.ndarray, strength: float) -> numpy.ndarray:
        result = numpy.zeros(len(samples))
        for number in range(FOLDS):
            taught = fold != number
            learnt = _learn(names[taught], columns[taught], logs[taught], weights[taught], strength)
            for row in numpy.nonzero(~taught)[0]:
                known = names[row] in learnt.means
                result[row] = learnt.predicted(names[row], columns[row]) if known else numpy.mean(logs[taught])
        return result

    def error(predicted: numpy.ndarray) -> float:
        return float(numpy.average(numpy.abs(numpy.exp(predicted - logs) - 1), weights=weights))

    plain = left_out(numpy.zeros((len(samples), 1)), 1.0)
    tried: dict[tuple[int, float], float] = {}
    for number in DIRECTIONS:
        columns = numpy.column_stack([shapes, 8 * embeddings @ directions[:number].T])
        for strength in STRENGTHS:
            tried[number, strength] = error(left_out(columns, strength))
    number, strength = min(tried, key=lambda key: tried[key])
    columns = numpy.column_stack([shapes, 8 * embeddings @ directions[:number].T])
    predicted = left_out(columns, strength)
    print(f"mass: items left out: class mean {100 * error(plain):.1f} %, with {number} directions and strength {strength} "
          f"{100 * error(predicted):.1f} %", flush=True)
    learnt = _learn(names, columns, logs, weights, strength)
    vector = 8 * learnt.slopes[shapes.shape[1]:] @ directions[:number] if number else numpy.zeros(embeddings.shape[1])
    others = [sample for sample in every if not sample.taught and sample.name in learnt.means]
    missed = [_Missed(sample.name, sample.thing, error) for sample, error in zip(samples, logs - plain)]
    missed += [_Missed(sample.name, sample.thing, math.log(sample.grams) - learnt.means[sample.name]) for sample in others]
    class_spreads, usual_coverage = _calibrated(missed, {sample.thing for sample in samples})
    missed = [_Missed(sample.name, sample.thing, error) for sample, error in zip(samples, logs - predicted)]
    for sample in others:
        row = numpy.concatenate([geometry(sample.seen), 8 * directions[:number] @ sample.seen.embedding])
        missed.append(_Missed(sample.name, sample.thing, math.log(sample.grams) - learnt.predicted(sample.name, row)))
    spreads, coverage = _calibrated(missed, {sample.thing for sample in samples})
    items = {
        name: {"grams": round(math.exp(learnt.means[name]), 1), "classSpread": round(class_spreads[name], 4),
               "spread": round(spreads[name], 4), "gain": round(learnt.gain(name), 5),
               "mean": round(float(learnt.middles[name] @ learnt.slopes), 5),
               "objects": len({sample.thing for sample in samples if sample.name == name})}
        for name in sorted(learnt.means)}
    found = {"geometry": _rounded(learnt.slopes[:shapes.shape[1]]), "embedding": _rounded(vector)}
    return found, items, {"usual": usual_coverage, "appearance": coverage}


def _learn(names: numpy.ndarray, columns: numpy.ndarray, logs: numpy.ndarray, weights: numpy.ndarray,
           strength: float) -> _Names:
    """Means and variances of the names, and what the columns say of the mass within a name."""
    means, middles, variances, own_squares, own_counts = {}, {}, {}, {}, {}
    inner, rest = columns.copy(), logs.copy()
    for name in map(str, numpy.unique(names)):
        own = names == name
        means[name] = float(numpy.average(logs[own], weights=weights[own]))
        middles[name] = numpy.average(columns[own], axis=0, weights=weights[own])
        inner[own] -= middles[name]
        rest[own] -= means[name]
        own_squares[name] = float((weights[own] * rest[own] ** 2).sum())
        own_counts[name] = max(float(weights[own].sum()) - 1, 0.0)
    pooled = sum(own_squares.values()) / max(sum(own_counts.values()), 1.0)
    for name in means:
        variances[name] = (PRIOR * pooled + own_squares[name]) / (PRIOR + own_counts[name])
    answer = (weights * rest) @ inner / ((weights * rest) @ rest)  # how the columns move with the mass
    noise = inner - numpy.outer(rest, answer)
    spread = (noise * weights[:, None]).T @ noise / weights.sum()
    spread += numpy.diag(strength * (inner**2 * weights[:, None]).sum(axis=0) / weights.sum() + 1e-6)
    slopes = numpy.linalg.solve(spread, answer)
    return _Names(means, middles, variances, slopes, float(answer @ slopes))


@dataclasses.dataclass(frozen=True)
class _Missed:
    """The error of a mass that was not fitted to its object, in logarithms."""

    name: str
    thing: str
    error: float


def _calibrated(missed: list[_Missed], taught: set[str]) -> tuple[dict[str, float], dict[str, Any]]:
    """Half the width of each name's range, and how many objects such ranges contain; `taught`: objects of the training split."""
    known = [one for one in missed if abs(one.error) < 1.5]  # a name of one object is unknown when that is left out
    things = sorted({one.thing for one in known})
    inside = {}
    for thing in things:
        own = [one for one in known if one.thing == thing]
        spreads = _spreads([one for one in known if one.thing != thing])
        inside[thing] = sum(abs(one.error) <= spreads.get(one.name, 0.0) for one in own) / len(own)
    groups = {"all": things, "training split": [thing for thing in things if thing in taught],
              "validation split": [thing for thing in things if thing not in taught]}
    coverage = {title: Coverage(len(group), sum(inside[thing] for thing in group) / len(group)).shown()
                for title, group in groups.items() if group}
    print(f"mass: in the range of all other objects: {coverage}", flush=True)
    return _spreads(known), coverage


def _spreads(missed: list[_Missed]) -> dict[str, float]:
    """Half the width of each name's range: its own scatter and that of all, scaled so that all together hold RANGE.

    The quantile is that of conformal prediction: of n objects, the (n + 1) RANGE-th smallest.
    """
    count = collections.Counter(one.thing for one in missed)
    weights = numpy.array([1 / count[one.thing] for one in missed])
    errors = numpy.array([one.error for one in missed])
    names = numpy.array([one.name for one in missed])
    pooled = float(numpy.average(errors**2, weights=weights))
    own = {}
    for name in map(str, numpy.unique(names)):
        rows = names == name
        scatter = float((weights[rows] * errors[rows] ** 2).sum())
        total = float(weights[rows].sum())
        own[name] = max(math.sqrt((POOLED * pooled + scatter) / (POOLED + total)), MIN_SPREAD)
    ratio = numpy.abs(errors) / numpy.array([own[name] for name in names])
    order = numpy.argsort(ratio)
    reached = numpy.cumsum(weights[order])
    place = int(numpy.searchsorted(reached, RANGE * (len(count) + 1) - 1e-9))
    factor = float(ratio[order][min(place, len(order) - 1)])
    return {name: factor * value for name, value in own.items()}


def _fit_dishes(dishes: list[tuple[Dish, float, str]]) -> dict[str, Any]:
    logs = numpy.log([grams for _, grams, _ in dishes])
    embeddings = numpy.stack([dish.embedding for dish, _, _ in dishes])
    areas = numpy.log([max(dish.area, 1.0) for dish, _, _ in dishes])
    middle = embeddings.mean(axis=0)
    directions = numpy.linalg.svd(embeddings - middle, full_matrices=False)[2]
    days = sorted({day for _, _, day in dishes})
    fold = numpy.array([days.index(day) % FOLDS for _, _, day in dishes])
    usual = float(numpy.exp(logs).mean())

    def columns(area: bool, number: int) -> numpy.ndarray:
        return numpy.column_stack([*([areas] if area else []), 8 * (embeddings - middle) @ directions[:number].T])

    def left_out(area: bool, number: int, strength: float) -> numpy.ndarray:
        predicted, table = numpy.zeros(len(logs)), columns(area, number)
        for part in range(FOLDS):
            bias, slopes = _ridge(table[fold != part], logs[fold != part], strength, int(area))
            predicted[fold == part] = bias + table[fold == part] @ slopes
        return predicted

    coverage: dict[str, Any] = {}

    def spread(title: str, errors: numpy.ndarray, share: float = RANGE) -> float:
        """Half the width of the range, of the days' left-out errors; each day's coverage by the others'."""
        sizes = numpy.abs(errors)
        widths = numpy.array([_quantile(sizes[fold != part], share) for part in range(FOLDS)])
        coverage[title] = Coverage(len(sizes), float((sizes <= widths[fold]).mean())).shown()
        return round(_quantile(sizes, share), 4)

    result: dict[str, Any] = {"usual": {"grams": round(usual, 1)}}
    result["usual"]["spread"] = spread("dishes, usual", logs - math.log(usual), UNNAMED)
    for title, area in (("withArea", True), ("withoutArea", False)):
        tried = {(number, strength): float(numpy.abs(numpy.exp(left_out(area, number, strength)) - numpy.exp(logs)).mean())
                 for number in DISH_DIRECTIONS for strength in DISH_STRENGTHS}
        number, strength = min(tried, key=lambda key: tried[key])
        print(f"mass: dishes left out, {title}: {100 * tried[number, strength] / usual:.1f} % of the mean with {number} "
              f"directions, strength {strength}", flush=True)
        bias, slopes = _ridge(columns(area, number), logs, strength, int(area))
        vector = 8 * slopes[int(area):] @ directions[:number] if number else numpy.zeros(embeddings.shape[1])
        result[title] = {"bias": round(float(bias - vector @ middle), 5), "area": round(float(slopes[0]), 5) if area else 0.0,
                         "embedding": _rounded(vector), "spread": spread(f"dishes, {title}", logs - left_out(area, number, strength))}
    return result | {"coverage": coverage}


def _quantile(sizes: numpy.ndarray, share: float) -> float:
    """The size that a share of further ones stays below, as conformal prediction has it."""
    place = math.ceil(share * (len(sizes) + 1)) - 1
    return float(numpy.sort(sizes)[min(place, len(sizes) - 1)])


def _ridge(columns: numpy.ndarray, logs: numpy.ndarray, strength: float, free: int) -> tuple[float, numpy.ndarray]:
    """Intercept and slopes; the first `free` columns are not pulled towards zero."""
    if not columns.shape[1]:
        return float(logs.mean()), numpy.zeros(0)
    middle = columns.mean(axis=0)
    inner = columns - middle
    pull = numpy.full(columns.shape[1], strength)
    pull[:free] = 1e-3
    slopes = numpy.linalg.solve(inner.T @ inner + numpy.diag(pull), inner.T @ (logs - logs.mean()))
    return float(logs.mean() - middle @ slopes), slopes


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(float(value), 5) for value in values]
