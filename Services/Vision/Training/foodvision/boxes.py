"""Boxes as left, top, right, bottom: overlap, suppression, and average precision."""

import numpy

OVERLAP = 0.5  # of two boxes that mean the same thing
LIMIT = 30  # boxes a photo


def overlap(first: numpy.ndarray, second: numpy.ndarray) -> float:
    """Intersection over union of two boxes."""
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    shared = max(0.0, float(width)) * max(0.0, float(height))
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second))
    return float(shared / max(areas - shared, 1e-6))


def suppressed(boxes: numpy.ndarray, scores: numpy.ndarray, threshold: float) -> list[int]:
    """Non-maximum suppression: the rows that stay, best first."""
    kept: list[int] = []
    for row in numpy.argsort(-scores):
        if scores[row] < threshold or len(kept) == LIMIT:
            break
        if all(overlap(boxes[row], boxes[other]) < OVERLAP for other in kept):
            kept.append(int(row))
    return kept


def average_precision(photos: list[tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]], needed: float) -> float:
    """Area under precision over recall. Of each photo: boxes found, their scores, and the true boxes."""
    hits: list[tuple[float, bool]] = []
    wanted = sum(len(true) for _, _, true in photos)
    for found, scores, true in photos:
        taken: set[int] = set()
        for row in numpy.argsort(-scores):
            best = max(range(len(true)), key=lambda i: overlap(found[row], true[i]) if i not in taken else -1.0, default=-1)
            hit = best >= 0 and best not in taken and overlap(found[row], true[best]) >= needed
            if hit:
                taken.add(best)
            hits.append((float(scores[row]), hit))
    hits.sort(key=lambda pair: -pair[0])
    right = numpy.cumsum([hit for _, hit in hits])
    precision = right / numpy.arange(1, len(hits) + 1)
    recall = right / max(wanted, 1)
    envelope = numpy.maximum.accumulate(precision[::-1])[::-1]
    return float(numpy.sum(numpy.diff(numpy.concatenate([[0.0], recall])) * envelope))
