"""An ONNX graph of the few operators that PicoDet uses, as a PyTorch module whose weights can be trained."""

import pathlib

import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional


class Graph(nn.Module):
    """Runs the nodes of an ONNX file one after the other, and takes any number of pictures at once."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        model = onnx.load(path)
        self.weights = nn.Module()
        self.shapes: dict[str, list[int]] = {}
        self.steps: list[tuple[str, list[str], list[str], dict[str, object]]] = []
        for tensor in model.graph.initializer:
            self._keep(tensor.name, tensor)
        for node in model.graph.node:
            values = {a.name: list(a.ints) or a.i or a.f for a in node.attribute if a.name != "value"}
            if node.op_type == "Constant":
                self._keep(node.output[0], node.attribute[0].t)
            else:
                self.steps.append((node.op_type, list(node.input), list(node.output), values))
        self._join_hard_swishes()

    def _keep(self, name: str, tensor: onnx.TensorProto) -> None:
        values = numpy_helper.to_array(tensor).copy()
        if values.dtype.kind == "f":
            self.weights.register_parameter(_key(name), nn.Parameter(torch.tensor(values).float()))
        else:
            self.shapes[name] = values.tolist()

    def _join_hard_swishes(self) -> None:
        """x · clip(x + 3, 0, 6) / 6 is one step instead of four."""
        made_by = {step[2][0]: step for step in self.steps}
        joined: list[tuple[str, list[str], list[str], dict[str, object]]] = []
        gone: set[str] = set()
        for step in self.steps:
            if step[0] == "Div" and made_by.get(step[1][0], ("",))[0] == "Mul":
                product = made_by[step[1][0]]
                clip = made_by[product[1][1]]
                gone |= {product[2][0], clip[2][0], clip[1][0]}
                step = ("HardSwish", [product[1][0]], step[2], {})
            joined.append(step)
        self.steps = [step for step in joined if step[2][0] not in gone]

    def weight(self, name: str) -> nn.Parameter | None:
        """The weight that the file calls so."""
        return getattr(self.weights, _key(name), None)

    def run(self, known: dict[str, torch.Tensor], wanted: list[str]) -> dict[str, torch.Tensor]:
        """Computes the wanted tensors from known ones, and only what they need."""
        needed, plan = set(wanted) - set(known), []
        for step in reversed(self.steps):
            if needed & set(step[2]):
                plan.append(step)
                needed = (needed - set(step[2])) | (set(step[1]) - set(known))
        values = dict(known)
        for kind, inputs, outputs, options in reversed(plan):
            result = self._step(kind, [self._value(values, name) for name in inputs], inputs, options)
            values.update(zip(outputs, result if isinstance(result, tuple) else (result,), strict=False))
        return {name: values[name] for name in wanted}

    def _value(self, values: dict[str, torch.Tensor], name: str) -> torch.Tensor | None:
        return values[name] if name in values else self.weight(name)

    def _step(self, kind: str, x: list[torch.Tensor | None], inputs: list[str],
              options: dict[str, object]) -> torch.Tensor | tuple[torch.Tensor, ...]:
        match kind:
            case "Conv":
                pads = options["pads"][0]
                return functional.conv2d(*x, stride=options["strides"][0], padding=pads, groups=options["group"])
            case "HardSwish":
                return functional.hardswish(x[0])
            case "HardSigmoid":
                return functional.hardsigmoid(x[0])
            case "Relu":
                return functional.relu(x[0])
            case "Sigmoid":
                return torch.sigmoid(x[0])
            case "Add":
                return x[0] + x[1]
            case "Mul":
                return x[0] * x[1]
            case "Concat":
                return torch.cat(x, dim=options["axis"])
            case "Split":
                return torch.split(x[0], options["split"], dim=options["axis"])
            case "Transpose":
                return x[0].permute(options["perm"])
            case "Reshape":
                return x[0].reshape([x[0].shape[0], *self.shapes[inputs[1]][1:]])
            case "GlobalAveragePool":
                return x[0].mean(dim=(2, 3), keepdim=True)
            case "MaxPool":
                return functional.max_pool2d(x[0], 3, stride=2, padding=1)
            case "Resize":
                return functional.interpolate(x[0], scale_factor=2.0, mode="nearest")
        raise ValueError(f"no operator {kind}")


def _key(name: str) -> str:
    return "w_" + name.replace(".", "_")
