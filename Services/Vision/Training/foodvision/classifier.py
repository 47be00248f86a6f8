"""The crop classifier: a published backbone, fine-tuned, with a head of our own over leaves that add up to names.

A leaf is a name within one data set, and in Grocery one of its 81 fine kinds; telling leaves apart keeps the domains of the
data sets from blurring each other, and the sum over a name's leaves is what counts. "Other food" is shared out over the
foods among ImageNet's classes by the published layer of classes: while the backbone is fine-tuned, its answers through that
layer are held to those of the published network.
"""

import collections
import copy
import math
import os
import pathlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional
from torch.utils import data as batches

from foodvision import backbone, names, pictures, stages

KIND = "lite1"
EPOCHS = 8
BATCH = 64
RATE, HEAD_RATE = 5e-4, 2e-3
DECAY = 0.02
SMOOTHING = 0.1
MIXING = 0.2  # parameter of the beta distribution that two crops are mixed by
KEPT = 0.5  # weight of the published network's answers in the loss
AVERAGING = 0.998  # of the weights, a step
FORWARD = 64  # crops at once where nothing is trained


class Classifier(nn.Module):
    """What is exported: crops of 0…255 in, probabilities of all names and the embedding out."""

    def __init__(self, base: nn.Module, general: torch.Tensor, bias: torch.Tensor, leaves: list[str],
                 leaf_names: list[str]) -> None:
        super().__init__()
        self.base = base
        self.general = nn.Parameter(general, requires_grad=False)
        self.general_bias = nn.Parameter(bias, requires_grad=False)
        self.leaves, self.own_names = leaves, sorted(set(leaf_names), key=names.order)
        self.head = nn.Linear(backbone.EMBEDDING, len(leaves))
        nn.init.normal_(self.head.weight, std=0.01)
        self.dropout = nn.Dropout(0.2)
        self.register_buffer("temperature", torch.ones(()))
        sums = torch.zeros(len(leaves), len(self.own_names))
        for row, name in enumerate(leaf_names):
            sums[row, self.own_names.index(name)] = 1
        self.register_buffer("sums", sums)
        self.further = [name for name in names.IMAGENET if name not in self.own_names]
        chosen = torch.zeros(len(bias), len(self.further))
        for column, name in enumerate(self.further):
            for index in names.IMAGENET[name]:
                chosen[index - 1, column] = 1
        self.register_buffer("chosen", chosen)

    @property
    def names(self) -> list[str]:
        """The names of the probabilities, in their order."""
        return self.own_names + self.further

    def general_scores(self, embedding: torch.Tensor) -> torch.Tensor:
        """The published layer's scores of ImageNet's classes."""
        return functional.linear(embedding, self.general, self.general_bias)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        embedding = self.base(backbone.normalized(x))
        own = functional.softmax(self.head(embedding) / self.temperature, dim=1) @ self.sums
        share = functional.softmax(self.general_scores(embedding), dim=1) @ self.chosen
        at = self.own_names.index(pictures.OTHER)
        further = own[:, at].unsqueeze(1) * share
        rest = own[:, at].unsqueeze(1) - further.sum(dim=1, keepdim=True)
        own = torch.cat([own[:, :at], rest, own[:, at + 1:]], dim=1)
        return torch.cat([own, further], dim=1), embedding / embedding.norm(dim=1, keepdim=True).clamp_min(1e-6)


def untrained(crops: list[pictures.Crop], kind: str = KIND, weights: pathlib.Path | None = None) -> Classifier:
    """The published backbone under a new head for these crops' leaves."""
    base, general, bias = backbone.read(kind, weights)
    leaves = sorted({crop.leaf for crop in crops})
    return Classifier(base, general, bias, leaves, _leaf_names(crops, leaves))


def train(crops: list[pictures.Crop], checked: list[pictures.Crop], folder: pathlib.Path) -> dict[str, Any]:
    """Fine-tunes backbone and head on `crops`, then fits the temperature to `checked`.

    Returns: the weights and what describes them.
    """
    model = untrained(crops).to(stages.DEVICE, memory_format=torch.channels_last)
    weights = fine_tune(model, crops, folder / "checkpoint.pt", lambda: report(model, checked))
    model.load_state_dict(weights)
    model.temperature.fill_(temperature(model, checked))
    state = {key: value.cpu() for key, value in model.state_dict().items()}
    return {"weights": state, "kind": KIND, "leaves": model.leaves, "names": model.names,
            "leaf names": _leaf_names(crops, model.leaves)}


def restored(result: dict[str, Any]) -> Classifier:
    """The trained classifier, ready to be used on a processor."""
    weights = result["weights"]
    base = backbone.Backbone(backbone.KINDS[result["kind"]])
    model = Classifier(base, weights["general"], weights["general_bias"], result["leaves"], result["leaf names"])
    model.load_state_dict(weights)
    return model.eval()


def _leaf_names(crops: list[pictures.Crop], leaves: list[str]) -> list[str]:
    name_of = {crop.leaf: crop.name for crop in crops}
    return [name_of[leaf] for leaf in leaves]


class _Varied(batches.Dataset):
    """Varied crops by (epoch, index): the same pair is the same picture."""

    def __init__(self, crops: list[pictures.Crop], side: int) -> None:
        self.crops, self.side = crops, side

    def __getitem__(self, key: tuple[int, int]) -> torch.Tensor:
        epoch, index = key
        crop, chance = self.crops[index], random.Random(f"{stages.SEED} {epoch} {index}")
        return backbone.tensor([pictures.varied(pictures.picture(crop.path), crop, chance, self.side)])[0]


class _Plan(batches.Sampler):
    """What each step from `first` on looks at; rare leaves are drawn more often than their share."""

    def __init__(self, crops: list[pictures.Crop], first: int, last: int, length: int) -> None:
        counts = collections.Counter(crop.leaf for crop in crops)
        self.chances = torch.tensor([counts[crop.leaf] ** -0.35 for crop in crops])
        self.first, self.last, self.length = first, last, length

    def __iter__(self) -> Iterator[list[tuple[int, int]]]:
        for step in range(self.first, self.last):
            generator = torch.Generator().manual_seed(stages.SEED + step)
            yield [(step // self.length, int(i)) for i in torch.multinomial(self.chances, BATCH, generator=generator)]

    def __len__(self) -> int:
        return self.last - self.first


def fine_tune(model: Classifier, crops: list[pictures.Crop], checkpoint: pathlib.Path, progress: Callable[[], str],
              epochs: int = EPOCHS, rate: float = RATE) -> dict[str, torch.Tensor]:
    """The averaged weights after all epochs."""
    published = copy.deepcopy(model.base).eval().requires_grad_(False)
    optimizer = torch.optim.AdamW(
        [{"params": list(model.base.parameters()), "lr": rate}, {"params": model.head.parameters(), "lr": HEAD_RATE}],
        weight_decay=DECAY)
    length = math.ceil(len(crops) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [rate, HEAD_RATE], total_steps=epochs * length + 1, pct_start=0.2)
    average = copy.deepcopy(model.state_dict())
    state = stages.Checkpoint(checkpoint, model=model, optimizer=optimizer, schedule=schedule)
    leaves = torch.tensor([model.leaves.index(crop.leaf) for crop in crops], device=stages.DEVICE)
    wanted = model.sums[leaves]
    plan = _Plan(crops, state.restore(average), epochs * length, length)
    loader = batches.DataLoader(_Varied(crops, model.base.side), batch_sampler=plan,
                                num_workers=max(1, (os.cpu_count() or 2) - 1), prefetch_factor=4)
    for step, (images, chosen) in enumerate(zip(loader, plan, strict=True), plan.first):
        stages.seed(10 + step)
        model.train()
        index = torch.tensor([i for _, i in chosen], device=stages.DEVICE)
        x = images.to(stages.DEVICE, non_blocking=True).float().contiguous(memory_format=torch.channels_last)
        share, other = float(numpy.random.beta(MIXING, MIXING)), torch.randperm(BATCH).to(stages.DEVICE)
        x = backbone.normalized(share * x + (1 - share) * x[other])
        with stages.fast(stages.DEVICE):
            embedding = model.base(x)
            scores = model.head(model.dropout(embedding)).float()
            general = model.general_scores(embedding).float()
            with torch.no_grad():
                before = model.general_scores(published(x)).float()
        loss = share * _loss(model, scores, leaves[index], wanted[index])
        loss = loss + (1 - share) * _loss(model, scores, leaves[index][other], wanted[index][other])
        loss = loss + KEPT * functional.kl_div(
            functional.log_softmax(general, dim=1), functional.softmax(before, dim=1), reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.base.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        stages.averaged(average, model, step, AVERAGING)
        ended = (step + 1) % length == 0
        state.reached(step + 1, average, surely=ended)
        if ended:
            current = copy.deepcopy(model.state_dict())
            model.load_state_dict(average)
            stages.say(f"classifier: epoch {(step + 1) // length} of {epochs}, {progress()}")
            model.load_state_dict(current)
    return average


def _loss(model: Classifier, scores: torch.Tensor, leaves: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Half on the leaf, half on the name that it adds up to; smoothed."""
    leaf = functional.cross_entropy(scores, leaves, label_smoothing=SMOOTHING)
    chances = torch.log(functional.softmax(scores, dim=1) @ model.sums + 1e-7)
    target = wanted * (1 - SMOOTHING) + SMOOTHING / wanted.shape[1]
    return 0.5 * leaf - 0.5 * (target * chances).sum(dim=1).mean()


def embeddings(model: nn.Module, images: Iterator[numpy.ndarray]) -> torch.Tensor:
    """What a backbone makes of crops, one row each."""
    model.eval()
    parts, waiting = [], []

    def flush() -> None:
        with torch.no_grad(), stages.fast(stages.DEVICE):
            x = backbone.normalized(backbone.tensor(waiting).to(stages.DEVICE).float())
            parts.append(model(x.contiguous(memory_format=torch.channels_last)).float())
        waiting.clear()

    for image in images:
        waiting.append(image)
        if len(waiting) == FORWARD:
            flush()
    if waiting:
        flush()
    return torch.cat(parts)


def scores_of(model: Classifier, crops: list[pictures.Crop]) -> torch.Tensor:
    """Scores of the leaves for plain crops, before temperature."""
    model.eval()
    seen = embeddings(model.base, (pictures.plain(crop, model.base.side) for crop in crops))
    with torch.no_grad():
        return model.head(seen)


def report(model: Classifier, crops: list[pictures.Crop]) -> str:
    """The share of crops named right, by data set."""
    chances = functional.softmax(scores_of(model, crops), dim=1) @ model.sums
    found = [model.own_names[i] for i in chances.argmax(dim=1)]
    parts = []
    for source in sorted({crop.source for crop in crops}):
        of = [i for i, crop in enumerate(crops) if crop.source == source]
        parts.append(f"{source} {sum(found[i] == crops[i].name for i in of) / len(of):.3f}")
    return ", ".join(parts)


def temperature(model: Classifier, crops: list[pictures.Crop]) -> float:
    """The temperature under which the crops' names are least surprising: one number."""
    scores = scores_of(model, crops)
    wanted = torch.tensor([model.own_names.index(crop.name) for crop in crops], device=scores.device)

    def surprise(value: float) -> float:
        chances = torch.log(functional.softmax(scores / value, dim=1) @ model.sums + 1e-9)
        return float(functional.nll_loss(chances, wanted))

    return min((0.3 + 0.02 * step for step in range(90)), key=surprise)
