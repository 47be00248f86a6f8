"""Image-text models as open_clip exports them: their image tower as OpenVINO IR, their embeddings of names."""

import importlib
import json
import math
import pathlib
from typing import Any

import numpy
import torch
from torch import nn

from foodvision import export, recognizer

# Half-precision weights move a part of an embedding by this much at most, or the conversion is refused.
MAX_CHANGE = 1e-3
CONFIG = "open_clip_config.json"
WEIGHTS = ("open_clip_model.safetensors", "open_clip_pytorch_model.bin")
BATCH = 64  # texts at once

# What stands around a name, by language; the embedding of a name is the mean over its sentences.
TEMPLATES: dict[str, tuple[str, ...]] = {
    "en": ("a photo of {}.", "a photo of {}, a type of food.", "a plate of {}."),
    "fr": ("une photo de {}.", "une photo de {}, un aliment.", "une assiette de {}."),
    "es": ("una foto de {}.", "una foto de {}, un alimento.", "un plato de {}."),
    "zh": ("一张{}的照片。", "一张{}的照片，一种食物。", "一盘{}。"),
}

_operators: list[torch.library.Library] = []  # declared as long as they are kept


def library() -> Any:
    """The package open_clip, for processors too.

    PyPI's torchvision does not load its operators beside a torch for processors alone, and then refuses to be imported,
    because two of them are not declared. Nothing here uses these two.
    """
    try:
        importlib.import_module("torchvision")
    except RuntimeError:
        operators = torch.library.Library("torchvision", "DEF")
        for name in ("nms", "qnms"):
            operators.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        _operators.append(operators)
    import open_clip
    return open_clip


class ImageTower(nn.Module):
    """Maps RGB planes of 0…255 to an embedding of length 1; the model's normalization is inside."""

    def __init__(self, model: nn.Module, mean: list[float], deviation: list[float]) -> None:
        super().__init__()
        self.model = model
        self.register_buffer("mean", torch.tensor(mean).view(1, 3, 1, 1))
        self.register_buffer("deviation", torch.tensor(deviation).view(1, 3, 1, 1))

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        """Embeddings of pictures: count × dimensions."""
        return self.model.encode_image((image / 255 - self.mean) / self.deviation, normalize=True)


class ImageText:
    """A model in a folder with open_clip_config.json and its weights; nothing is downloaded."""

    def __init__(self, folder: pathlib.Path) -> None:
        weights = [folder / name for name in WEIGHTS if (folder / name).is_file()]
        if not (folder / CONFIG).is_file() or not weights:
            raise SystemExit(f"{folder} needs {CONFIG} and {WEIGHTS[0]} or {WEIGHTS[1]}, as open_clip exports them")
        open_clip = library()
        torch.backends.mha.set_fastpath_enabled(False)  # a traced model then has only operators that OpenVINO knows
        place = f"local-dir:{folder.resolve()}"
        self.model = open_clip.create_model(place, precision="fp32").eval()
        self.tokens = open_clip.get_tokenizer(place)
        self.sources = [folder / CONFIG, weights[0]]
        self.name = json.loads((folder / CONFIG).read_text(encoding="utf-8")).get("name", folder.resolve().name)
        size = self.model.visual.image_size
        height, width = size if isinstance(size, (tuple, list)) else (size, size)
        if height != width:
            raise SystemExit(f"{folder}: pictures of {width} × {height} pixels; only square ones are supported")
        self.side = int(height)
        self.preprocess = dict(self.model.visual.preprocess_cfg)

    def write_image_tower(self, path: pathlib.Path) -> float:
        """Writes the image tower, and returns the largest difference of a part of an embedding from PyTorch's."""
        tower = ImageTower(self.model, list(self.preprocess["mean"]), list(self.preprocess["std"])).eval()
        export.write(tower, self.side, ["embedding"], path)
        files, largest = recognizer.compiled(path), 0.0
        random = numpy.random.default_rng(7)
        for _ in range(3):
            # Large spots of color: noise alone would leave most of a picture's frequencies out.
            spots = random.uniform(0, 255, (1, 3, 8, 8)).astype(numpy.float32)
            image = nn.functional.interpolate(torch.from_numpy(spots), self.side, mode="bilinear")
            with torch.no_grad():
                expected = tower(image).numpy()
            largest = max(largest, float(numpy.abs(files(image.numpy())["embedding"] - expected).max()))
        if not largest <= MAX_CHANGE:
            raise SystemExit(f"the converted image tower differs from PyTorch by {largest:.5f}, more than {MAX_CHANGE}")
        return largest

    def embeddings(self, names: list[tuple[str, str]], progress: Any = lambda done: None) -> numpy.ndarray:
        """Embeddings of names, each with its language: names × dimensions, of length 1."""
        result = []
        for start in range(0, len(names), BATCH):
            batch = names[start:start + BATCH]
            texts = [(template.format(name), place) for place, (language, name) in enumerate(batch)
                     for template in TEMPLATES[language]]
            with torch.no_grad():
                found = self.model.encode_text(self.tokens([text for text, _ in texts]), normalize=True)
            sums = torch.zeros(len(batch), found.shape[1]).index_add(0, torch.tensor([at for _, at in texts]), found)
            result.append(nn.functional.normalize(sums, dim=-1).numpy())
            progress(start + len(batch))
        return numpy.concatenate(result)

    def calibration(self) -> dict[str, Any]:
        """What turns cosines into probabilities: softmax of cosine / temperature, or sigmoid of that plus the bias."""
        bias = getattr(self.model, "logit_bias", None)
        return {"temperature": 1 / math.exp(float(self.model.logit_scale.detach())),
                "bias": None if bias is None else float(bias.detach()),
                "origin": "the model's own, not fitted to photos of food"}
