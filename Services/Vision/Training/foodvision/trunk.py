"""MobileNetV2 of the published TensorFlow Lite file as a PyTorch module that can be trained on."""

import pathlib

import numpy
import tflite
import torch
from torch import nn
from torch.nn import functional

# Of each inverted residual block: does it widen first, its stride, does it add its input.
_BLOCKS = [
    (False, 1, False), (True, 2, False), (True, 1, True), (True, 2, False), (True, 1, True), (True, 1, True),
    (True, 2, False), (True, 1, True), (True, 1, True), (True, 1, True), (True, 1, False), (True, 1, True),
    (True, 1, True), (True, 2, False), (True, 1, True), (True, 1, True), (True, 1, False),
]
EMBEDDING = 1280  # numbers


class Convolution(nn.Module):
    """A convolution with TensorFlow's "SAME" padding, which at stride 2 pads right and bottom, and perhaps ReLU6."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor, stride: int, groups: int, clipped: bool) -> None:
        super().__init__()
        self.weight, self.bias = nn.Parameter(weight), nn.Parameter(bias)
        self.stride, self.groups, self.clipped = stride, groups, clipped

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        padding = self.weight.shape[2] // 2
        if self.stride == 2:
            x, padding = functional.pad(x, (0, 1, 0, 1)), 0
        x = functional.conv2d(x, self.weight, self.bias, self.stride, padding, groups=self.groups)
        return functional.relu6(x) if self.clipped else x


class Block(nn.Module):
    """An inverted residual block."""

    def __init__(self, convolutions: list[Convolution], adds: bool) -> None:
        super().__init__()
        self.layers, self.adds = nn.Sequential(*convolutions), adds

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.layers(x) if self.adds else self.layers(x)


class Trunk(nn.Module):
    """MobileNetV2 without its classes. Input: N × 3 × 224 × 224, RGB, −1…1. Output: N × 1280."""

    def __init__(self, convolutions: list[tuple[torch.Tensor, torch.Tensor]]) -> None:
        super().__init__()
        rest = iter(convolutions)
        self.stem = Convolution(*next(rest), stride=2, groups=1, clipped=True)
        blocks = []
        for widens, stride, adds in _BLOCKS:
            layers = [Convolution(*next(rest), stride=1, groups=1, clipped=True)] if widens else []
            weight, bias = next(rest)
            layers.append(Convolution(weight, bias, stride, groups=len(weight), clipped=True))
            layers.append(Convolution(*next(rest), stride=1, groups=1, clipped=False))
            blocks.append(Block(layers, adds))
        self.blocks = nn.ModuleList(blocks)
        self.last = Convolution(*next(rest), stride=1, groups=1, clipped=True)

    def lower(self, x: torch.Tensor, until: int) -> torch.Tensor:
        """The stem and the blocks before number `until`."""
        x = self.stem(x)
        for block in self.blocks[:until]:
            x = block(x)
        return x

    def upper(self, x: torch.Tensor, since: int) -> torch.Tensor:
        """The blocks from number `since` on and the mean over the picture."""
        for block in self.blocks[since:]:
            x = block(x)
        return self.last(x).mean(dim=(2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.upper(self.lower(x, 0), 0)


def read(path: pathlib.Path) -> tuple[Trunk, torch.Tensor, torch.Tensor]:
    """The trunk, and weight and bias of the layer of 1001 ImageNet classes (0: background)."""
    content = path.read_bytes()
    graph = tflite.Model.GetRootAsModel(content, 0).Subgraphs(0)
    model = tflite.Model.GetRootAsModel(content, 0)
    found = []
    for index in range(graph.OperatorsLength()):
        operator = graph.Operators(index)
        code = model.OperatorCodes(operator.OpcodeIndex())
        kind = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
        if kind not in (tflite.BuiltinOperator.CONV_2D, tflite.BuiltinOperator.DEPTHWISE_CONV_2D):
            continue
        _, weight, bias = (_floats(model, graph.Tensors(i)) for i in operator.InputsAsNumpy())
        order = (0, 3, 1, 2) if kind == tflite.BuiltinOperator.CONV_2D else (3, 0, 1, 2)
        found.append((torch.tensor(weight.transpose(order).copy()), torch.tensor(bias)))
    weight, bias = found.pop()
    return Trunk(found), weight.flatten(1), bias


def _floats(model: tflite.Model, tensor: tflite.Tensor) -> numpy.ndarray:
    """A quantised tensor's real values."""
    quantization, shape = tensor.Quantization(), tensor.ShapeAsNumpy()
    scale, zero = quantization.ScaleAsNumpy(), quantization.ZeroPointAsNumpy()
    kind = {tflite.TensorType.INT8: numpy.int8, tflite.TensorType.INT32: numpy.int32}.get(tensor.Type())
    content = model.Buffers(tensor.Buffer()).DataAsNumpy()
    if kind is None or isinstance(content, int):
        return numpy.zeros(0, numpy.float32)
    along = [1] * len(shape)
    along[quantization.QuantizedDimension()] = -1
    values = numpy.frombuffer(content.tobytes(), kind).reshape(shape).astype(numpy.float32)
    return ((values - zero.reshape(along)) * scale.reshape(along)).astype(numpy.float32)


def normalised(images: numpy.ndarray) -> torch.Tensor:
    """N × H × W × 3 bytes → N × 3 × H × W, −1…1."""
    return torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(127.5).sub_(1)
