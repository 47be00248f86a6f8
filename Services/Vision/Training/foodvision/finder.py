"""The food finder: PicoDet-S with neck and heads fine-tuned and a head of our own for foodness and eight roles.

The backbone stays as published. What the published head knows of COCO's foods and vessels is kept by having the trained one
answer as the published one does on every sample.
"""

import copy
import math
import pathlib
import random

import numpy
import torch
from torch import nn
from torch.nn import functional

from foodvision import graph, names, pictures, scenes, stages

STRIDES = (8, 16, 32, 64)
BINS = 8  # of the distribution of each side's distance, in strides
CLASSES = 80  # COCO's
OUTPUTS = 1 + len(names.ROLES)
BACKBONE = ["reshape2_3.tmp_0", "reshape2_15.tmp_0", "reshape2_19.tmp_0"]  # what the neck starts from
MAPS = ["hardswish_38.tmp_0", "hardswish_42.tmp_0", "hardswish_46.tmp_0", "hardswish_50.tmp_0"]
RAW = ["conv2d_223.tmp_0", "conv2d_226.tmp_0", "conv2d_229.tmp_0", "conv2d_232.tmp_0"]
EPOCHS = 6
SAMPLES = 900  # an epoch
BATCH = 8
RATE, HEAD_RATE = 3e-4, 1.5e-3
AVERAGING = 0.99
CANDIDATES = 9  # predictions that may answer for one dish
KEPT = sorted(set(names.COCO.values()) | set(names.VESSELS.values()))
MEAN, SPREAD = (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)  # ImageNet's, of bytes


class Finder(nn.Module):
    """Pictures in; boxes in their pixels, and scores for food, the roles and COCO's classes out."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        self.graph = graph.Graph(path)
        self.heads = nn.ModuleList(
            nn.Sequential(nn.Conv2d(96, 96, 1), nn.Hardswish(), nn.Conv2d(96, OUTPUTS, 1)) for _ in STRIDES)
        for head in self.heads:
            nn.init.normal_(head[2].weight, std=0.01)
            nn.init.constant_(head[2].bias, -4.0)
        self.register_buffer("mean", torch.tensor(MEAN).view(1, 3, 1, 1))
        self.register_buffer("spread", torch.tensor(SPREAD).view(1, 3, 1, 1))
        centres, strides = [], []
        for stride in STRIDES:
            side = math.ceil(scenes.SIDE / stride)
            at = (torch.arange(side) + 0.5) * stride
            centres.append(torch.stack(torch.meshgrid(at, at, indexing="xy"), dim=-1).reshape(-1, 2))
            strides.append(torch.full((side * side, 1), float(stride)))
        self.register_buffer("centres", torch.cat(centres))
        self.register_buffer("strides", torch.cat(strides))
        self.register_buffer("bins", torch.arange(BINS).float())

    def backbone(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        """What the neck starts from. Input: N × 3 × 416 × 416, RGB, 0…255."""
        return self.graph.run({"image": (x - self.mean) / self.spread}, BACKBONE)

    def predict(self, known: dict[str, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Scores before the sigmoid of food and roles, the same of COCO's classes, and the distances' distributions."""
        values = self.graph.run(known, MAPS + RAW)
        ours = [_rows(head(values[name])) for head, name in zip(self.heads, MAPS, strict=True)]
        raw = torch.cat([_rows(values[name]) for name in RAW], dim=1)
        return torch.cat(ours, dim=1), raw[..., :CLASSES], raw[..., CLASSES:]

    def boxes(self, distances: torch.Tensor) -> torch.Tensor:
        """Left, top, right, bottom in pixels of the 416 × 416 picture."""
        sides = functional.softmax(distances.reshape(*distances.shape[:2], 4, BINS), dim=-1) @ self.bins * self.strides
        return torch.cat([self.centres - sides[..., :2], self.centres + sides[..., 2:]], dim=-1)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        ours, coco, distances = self.predict(self.backbone(x))
        return self.boxes(distances), torch.sigmoid(ours), torch.sigmoid(coco)


def _rows(x: torch.Tensor) -> torch.Tensor:
    return x.flatten(2).transpose(1, 2)


def batch(images: list[numpy.ndarray]) -> torch.Tensor:
    """N × 3 × 416 × 416, RGB, 0…255."""
    return torch.from_numpy(numpy.stack(images)).permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)


def untrained(models: pathlib.Path) -> Finder:
    """The published weights under a new head."""
    return Finder(models / "picodet_s_416_coco.onnx").to(memory_format=torch.channels_last)


def train(models: pathlib.Path, data: pictures.DataSet, folder: pathlib.Path) -> dict[str, torch.Tensor]:
    """Fine-tunes neck and heads on varied photos; checkpoints in between. Returns the averaged weights."""
    found = scenes.scenes(data, "train")
    grocery = [data.path(record) for record in data.of("train", "grocery")]
    kitchen = scenes.Kitchen(found, grocery)
    model, teacher = untrained(models), untrained(models).eval().requires_grad_(False)
    parameters = _trained(model)
    optimizer = torch.optim.AdamW(
        [{"params": parameters, "lr": RATE}, {"params": model.heads.parameters(), "lr": HEAD_RATE}], weight_decay=0.01)
    steps = EPOCHS * (SAMPLES // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, [RATE, HEAD_RATE], total_steps=steps + 1, pct_start=0.15)
    average = copy.deepcopy(model.state_dict())
    state = stages.Checkpoint(folder / "checkpoint.pt", model=model, optimizer=optimizer, schedule=schedule)
    for step in range(state.restore(average), steps):
        stages.seed(100_000 + step)
        chance = random.Random(stages.SEED + step)
        loss = _step(model, teacher, [kitchen.sample(chance) for _ in range(BATCH)])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 10.0)
        optimizer.step()
        schedule.step()
        stages.averaged(average, model, step, AVERAGING)
        ended = (step + 1) % (SAMPLES // BATCH) == 0
        state.reached(step + 1, average, surely=ended)
        if ended:
            stages.say(f"finder: epoch {(step + 1) // (SAMPLES // BATCH)} of {EPOCHS}")
    return average


def restored(models: pathlib.Path, weights: dict[str, torch.Tensor]) -> Finder:
    """The trained finder, ready to be used."""
    model = untrained(models)
    model.load_state_dict(weights)
    return model.eval()


def _trained(model: Finder) -> list[nn.Parameter]:
    """The weights of neck and published heads; the backbone's no longer ask for a gradient."""
    model.graph.requires_grad_(False)
    needed = set(MAPS + RAW)
    names_of: set[str] = set()
    for kind, inputs, outputs, _ in reversed(model.graph.steps):
        if needed & set(outputs):
            needed |= set(inputs) - set(BACKBONE)
            if kind in ("Conv", "Add"):
                names_of |= {name for name in inputs if model.graph.weight(name) is not None}
        if set(outputs) & set(BACKBONE):
            break
    chosen = [model.graph.weight(name) for name in sorted(names_of)]
    for parameter in chosen:
        parameter.requires_grad_(True)
    return chosen


def _step(model: Finder, teacher: Finder, samples: list[scenes.Sample]) -> torch.Tensor:
    """The loss of one batch."""
    x = batch([sample.image for sample in samples])
    with torch.no_grad(), stages.fast():
        known = model.backbone(x)
        _, taught, _ = teacher.predict(known)
    ours, coco, distances = model.predict({name: value.float() for name, value in known.items()})
    boxes = model.boxes(distances)
    kept = functional.binary_cross_entropy_with_logits(
        coco[..., KEPT], torch.sigmoid(taught.float()[..., KEPT]), reduction="sum") / len(samples)
    total = 0.02 * kept
    for index, sample in enumerate(samples):
        total = total + _loss(model, ours[index], boxes[index], distances[index], sample) / len(samples)
    return total


def _loss(model: Finder, ours: torch.Tensor, boxes: torch.Tensor, distances: torch.Tensor,
          sample: scenes.Sample) -> torch.Tensor:
    """Of one picture: food and role scores, the boxes' overlap, and the distributions of the distances."""
    quality = torch.zeros(len(ours))
    roles, asked = torch.zeros(len(ours), len(names.ROLES)), torch.ones(len(ours), 1)
    wanted = torch.from_numpy(sample.boxes)
    if not len(wanted):
        return _focal(ours[:, 0], quality) + 0.25 * _focal(ours[:, 1:], roles)
    chosen, dish, share = _assigned(model, ours[:, 0].detach(), boxes.detach(), wanted)
    quality[chosen] = share
    role = torch.from_numpy(sample.roles)[dish]
    known = role >= 0
    roles[chosen[known], role[known]] = share[known]
    asked[chosen[~known]] = 0
    count = max(float(share.sum()), 1.0)
    food = _focal(ours[:, 0], quality) / count
    named = _focal(ours[:, 1:], roles, asked) / count
    overlap = (share * (1 - _generalised(boxes[chosen], wanted[dish]))).sum() / count
    exact = _sides(model, chosen, wanted[dish]).clamp(0, BINS - 1.01)
    logs = functional.log_softmax(distances[chosen].reshape(-1, 4, BINS), dim=-1)
    low = exact.floor().long()
    part = exact - low
    spread = -(logs.gather(2, low.unsqueeze(2)).squeeze(2) * (1 - part)
               + logs.gather(2, low.unsqueeze(2) + 1).squeeze(2) * part).mean(dim=1)
    return food + 0.5 * named + 2.0 * overlap + 0.25 * (share * spread).sum() / count


def _assigned(model: Finder, scores: torch.Tensor, boxes: torch.Tensor,
              wanted: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Which predictions answer for which dish, and how well: those inside it that score and overlap best (TOOD)."""
    overlap = _overlaps(boxes, wanted)
    inside = ((model.centres[:, None] > wanted[:, :2]) & (model.centres[:, None] < wanted[:, 2:])).all(dim=2)
    merit = (torch.sigmoid(scores)[:, None] + 0.05).sqrt() * overlap.pow(4) * inside + 1e-9 * inside
    best, rows = merit.topk(min(CANDIDATES, len(merit)), dim=0)
    mask = torch.zeros_like(merit).scatter_(0, rows, (best > 0).float())
    merit = merit * mask
    value, dish = merit.max(dim=1)
    chosen = torch.nonzero(value > 0).squeeze(1)
    dish = dish[chosen]
    top = merit.max(dim=0).values.clamp_min(1e-9)[dish]
    reach = (overlap * mask).max(dim=0).values[dish]
    return chosen, dish, (value[chosen] / top * reach).clamp(0.02, 1)


def _sides(model: Finder, chosen: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    centres, strides = model.centres[chosen], model.strides[chosen]
    return torch.cat([centres - wanted[:, :2], wanted[:, 2:] - centres], dim=1) / strides


def _focal(scores: torch.Tensor, quality: torch.Tensor, asked: torch.Tensor | None = None) -> torch.Tensor:
    """Quality focal loss: what is already right weighs little."""
    weight = (torch.sigmoid(scores).detach() - quality).abs().pow(2)
    loss = functional.binary_cross_entropy_with_logits(scores, quality, reduction="none") * weight
    return (loss if asked is None else loss * asked).sum()


def _parts(first: torch.Tensor, second: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    low, high = torch.maximum(first[..., :2], second[..., :2]), torch.minimum(first[..., 2:], second[..., 2:])
    shared = (high - low).clamp_min(0).prod(dim=-1)
    areas = (first[..., 2:] - first[..., :2]).prod(dim=-1) + (second[..., 2:] - second[..., :2]).prod(dim=-1)
    return shared, (areas - shared).clamp_min(1e-6)


def _overlaps(boxes: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    shared, union = _parts(boxes[:, None], wanted[None])
    return shared / union


def _generalised(boxes: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    shared, union = _parts(boxes, wanted)
    low, high = torch.minimum(boxes[:, :2], wanted[:, :2]), torch.maximum(boxes[:, 2:], wanted[:, 2:])
    around = (high - low).prod(dim=-1).clamp_min(1e-6)
    return shared / union - (around - union) / around
