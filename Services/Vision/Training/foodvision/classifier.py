"""The crop classifier: MobileNetV2 with upper blocks fine-tuned and a head of our own over leaves that add up to names.

A leaf is a name within one data set, and in Grocery one of its 81 fine kinds; telling leaves apart keeps the domains of the
data sets from blurring each other, and the sum over a name's leaves is what counts. "Other food" is shared out over the
foods among the 1001 ImageNet classes by the published upper blocks and head, which stay as they were.
"""

import copy
import math
import pathlib
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from foodvision import names, pictures, stages, trunk

FROZEN = 10  # blocks whose output is cached; those above are fine-tuned
COPIES = 4  # varied copies of each crop
EPOCHS = 7
BATCH = 32
RATE, HEAD_RATE = 1.5e-4, 1e-3  # batch normalisation is folded in: a higher rate destroys the trunk
SMOOTHING = 0.1
MIXING = 0.2  # parameter of the beta distribution that two crops' features are mixed by
AVERAGING = 0.998  # of the weights, a step
FORWARD = 64  # crops at once where nothing is trained


class Classifier(nn.Module):
    """What is exported: crops in, probabilities of all names and the embedding out."""

    def __init__(self, base: trunk.Trunk, general: torch.Tensor, bias: torch.Tensor, leaves: list[str],
                 leaf_names: list[str]) -> None:
        super().__init__()
        self.base = base
        self.published = nn.ModuleDict({"blocks": copy.deepcopy(base.blocks[FROZEN:]), "last": copy.deepcopy(base.last)})
        self.general = nn.Parameter(general, requires_grad=False)
        self.general_bias = nn.Parameter(bias, requires_grad=False)
        self.published.requires_grad_(False)
        self.leaves, self.own_names = leaves, sorted(set(leaf_names), key=names.order)
        self.head = nn.Linear(trunk.EMBEDDING, len(leaves))
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
                chosen[index, column] = 1
        self.register_buffer("chosen", chosen)

    @property
    def names(self) -> list[str]:
        """The names of the probabilities, in their order."""
        return self.own_names + self.further

    def leaf_scores(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """From cached features: scores of the leaves before temperature, and embeddings."""
        embedding = self.base.upper(features, FROZEN)
        return self.head(self.dropout(embedding)), embedding

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.base.lower(x, FROZEN)
        scores, embedding = self.leaf_scores(features)
        own = functional.softmax(scores / self.temperature, dim=1) @ self.sums
        for block in self.published["blocks"]:
            features = block(features)
        general = self.published["last"](features).mean(dim=(2, 3)) @ self.general.T + self.general_bias
        share = functional.softmax(general, dim=1) @ self.chosen
        other = own[:, self.own_names.index(pictures.OTHER)].unsqueeze(1)
        further = other * share
        rest = other - further.sum(dim=1, keepdim=True)
        at = self.own_names.index(pictures.OTHER)
        own = torch.cat([own[:, :at], rest, own[:, at + 1:]], dim=1)
        return torch.cat([own, further], dim=1), embedding / embedding.norm(dim=1, keepdim=True).clamp_min(1e-6)


def untrained(models: pathlib.Path, crops: list[pictures.Crop]) -> Classifier:
    """The published trunk under a new head for these crops' leaves."""
    base, general, bias = trunk.read(models / "tf2_mobilenet_v2_1.0_224_ptq.tflite")
    leaves = sorted({crop.leaf for crop in crops})
    return Classifier(base, general, bias, leaves, _leaf_names(crops, leaves))


def features(base: trunk.Trunk, crops: list[pictures.Crop], copy_number: int | None) -> torch.Tensor:
    """What the frozen blocks make of every crop, half precision; varied by the copy's number or plain."""
    base.eval()
    parts = []
    for start in range(0, len(crops), FORWARD):
        images = []
        for index, crop in enumerate(crops[start:start + FORWARD], start):
            if copy_number is None:
                images.append(pictures.plain(crop))
            else:
                chance = random.Random(f"{stages.SEED} {copy_number} {index}")
                images.append(pictures.varied(pictures.picture(crop.path), crop, chance))
        with torch.no_grad(), stages.fast():
            x = trunk.normalised(numpy.stack(images)).contiguous(memory_format=torch.channels_last)
            parts.append(base.lower(x, FROZEN).half())
    return torch.cat(parts)


def train(models: pathlib.Path, data: pictures.DataSet, folder: pathlib.Path) -> dict[str, Any]:
    """Fine-tunes the upper blocks and the head, then fits the temperature; returns weights and what describes them."""
    crops = pictures.crops(data, "train")
    model = untrained(models, crops).to(memory_format=torch.channels_last)
    copies = [
        stages.stage(folder / f"features-{number}.pt", f"classifier: features of copy {number + 1} of {COPIES}",
                     lambda number=number: features(model.base, crops, number))
        for number in range(COPIES)
    ]
    checked = pictures.crops(data, "val")
    plain = stages.stage(folder / "features-val.pt", "classifier: features of the validation split",
                         lambda: features(model.base, checked, None))
    weights = _fine_tune(model, crops, copies, folder / "checkpoint.pt", lambda: _report(model, plain, checked))
    model.load_state_dict(weights)
    model.temperature.fill_(_temperature(model, plain, checked))
    return {"weights": model.state_dict(), "leaves": model.leaves, "names": model.names,
            "leaf names": _leaf_names(crops, model.leaves)}


def restored(models: pathlib.Path, result: dict[str, Any]) -> Classifier:
    """The trained classifier, ready to be used."""
    base, general, bias = trunk.read(models / "tf2_mobilenet_v2_1.0_224_ptq.tflite")
    model = Classifier(base, general, bias, result["leaves"], result["leaf names"])
    model.load_state_dict(result["weights"])
    return model.eval()


def _leaf_names(crops: list[pictures.Crop], leaves: list[str]) -> list[str]:
    name_of = {crop.leaf: crop.name for crop in crops}
    return [name_of[leaf] for leaf in leaves]


def _fine_tune(model: Classifier, crops: list[pictures.Crop], copies: list[torch.Tensor], checkpoint: pathlib.Path,
               report: Callable[[], str]) -> dict[str, torch.Tensor]:
    """The averaged weights after all epochs."""
    model.base.stem.requires_grad_(False)
    model.base.blocks[:FROZEN].requires_grad_(False)
    upper = [p for p in model.base.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": upper, "lr": RATE}, {"params": model.head.parameters(), "lr": HEAD_RATE}], weight_decay=0.02)
    length = math.ceil(len(crops) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [RATE, HEAD_RATE], total_steps=EPOCHS * length + 1, pct_start=0.2)
    average = copy.deepcopy(model.state_dict())
    state = stages.Checkpoint(checkpoint, model=model, optimizer=optimizer, schedule=schedule)
    leaves = torch.tensor([model.leaves.index(crop.leaf) for crop in crops])
    wanted = model.sums[leaves]
    counts = Counter(crop.leaf for crop in crops)
    chances = torch.tensor([counts[crop.leaf] ** -0.35 for crop in crops])
    for step in range(state.restore(average), EPOCHS * length):
        stages.seed(10 + step)
        model.train()
        chosen = torch.multinomial(chances, BATCH)
        number = (step // length + random.randrange(2)) % COPIES
        x = copies[number][chosen].float().contiguous(memory_format=torch.channels_last)
        share, other = float(numpy.random.beta(MIXING, MIXING)), torch.randperm(BATCH)
        with stages.fast():
            scores = model.leaf_scores(share * x + (1 - share) * x[other])[0].float()
        loss = share * _loss(model, scores, leaves[chosen], wanted[chosen])
        loss = loss + (1 - share) * _loss(model, scores, leaves[chosen][other], wanted[chosen][other])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(upper, 5.0)
        optimizer.step()
        schedule.step()
        stages.averaged(average, model, step, AVERAGING)
        ended = (step + 1) % length == 0
        state.reached(step + 1, average, surely=ended)
        if ended:
            current = copy.deepcopy(model.state_dict())
            model.load_state_dict(average)
            stages.say(f"classifier: epoch {(step + 1) // length} of {EPOCHS}, {report()}")
            model.load_state_dict(current)
    return average


def _loss(model: Classifier, scores: torch.Tensor, leaves: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Half on the leaf, half on the name that it adds up to; smoothed."""
    leaf = functional.cross_entropy(scores, leaves, label_smoothing=SMOOTHING)
    chances = torch.log(functional.softmax(scores, dim=1) @ model.sums + 1e-7)
    target = wanted * (1 - SMOOTHING) + SMOOTHING / wanted.shape[1]
    return 0.5 * leaf - 0.5 * (target * chances).sum(dim=1).mean()


def scores_of(model: Classifier, cached: torch.Tensor) -> torch.Tensor:
    """Scores of the leaves for cached features."""
    model.eval()
    with torch.no_grad():
        parts = [model.leaf_scores(part.float().contiguous(memory_format=torch.channels_last))[0]
                 for part in cached.split(FORWARD)]
    return torch.cat(parts)


def _report(model: Classifier, plain: torch.Tensor, crops: list[pictures.Crop]) -> str:
    chances = functional.softmax(scores_of(model, plain), dim=1) @ model.sums
    found = [model.own_names[i] for i in chances.argmax(dim=1)]
    parts = []
    for source in sorted({crop.source for crop in crops}):
        of = [i for i, crop in enumerate(crops) if crop.source == source]
        parts.append(f"{source} {sum(found[i] == crops[i].name for i in of) / len(of):.3f}")
    return ", ".join(parts)


def _temperature(model: Classifier, plain: torch.Tensor, crops: list[pictures.Crop]) -> float:
    """The temperature under which the validation split is least surprising: one number."""
    scores = scores_of(model, plain)
    wanted = torch.tensor([model.own_names.index(crop.name) for crop in crops])

    def surprise(temperature: float) -> float:
        chances = torch.log(functional.softmax(scores / temperature, dim=1) @ model.sums + 1e-9)
        return float(functional.nll_loss(chances, wanted))

    return min((0.3 + 0.02 * step for step in range(90)), key=surprise)
