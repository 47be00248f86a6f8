"""Stages leave their results behind, so that a run that was stopped goes on where it was."""

import os
import pathlib
import random
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy
import torch

SEED = 20261122
THREADS = 2
STARTED = time.time()
# Processors with these instructions train about twice as fast in half precision; others keep full precision.
HALF = "avx512_bf16" in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def say(text: str) -> None:
    """Prints one line of progress with the time since the start."""
    print(f"[{int(time.time() - STARTED):5d} s] {text}", flush=True)


def prepare(threads: int = THREADS) -> None:
    """Limits the processors to be used and fixes every source of chance."""
    torch.set_num_threads(threads)
    cv2.setNumThreads(1)
    seed(0)


def fast(device: torch.device = torch.device("cpu")) -> torch.autocast:
    """Half precision inside, where the card or the processor has it."""
    return torch.autocast(device.type, torch.bfloat16, enabled=HALF or device.type == "cuda")


def seed(offset: int) -> None:
    """Fixes chance for one stage or epoch: the same number gives the same numbers."""
    random.seed(SEED + offset)
    numpy.random.seed(SEED + offset)
    torch.manual_seed(SEED + offset)


def save(value: Any, path: pathlib.Path) -> None:
    """Writes a result whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    torch.save(value, draft)
    os.replace(draft, path)


def load(path: pathlib.Path) -> Any:
    """What `save` wrote; the files are our own."""
    return torch.load(path, map_location="cpu", weights_only=False)


class Checkpoint:
    """What a long stage needs to go on after its last saved step; saved every two minutes and at the end of an epoch."""

    SECONDS = 120

    def __init__(self, path: pathlib.Path, **parts: Any) -> None:
        self.path, self.parts, self.saved = path, parts, time.time()

    def restore(self, average: dict[str, torch.Tensor]) -> int:
        """Puts the saved state back and returns the step to go on with; `average` holds the averaged weights."""
        if not self.path.exists():
            return 0
        state = load(self.path)
        for name, part in self.parts.items():
            part.load_state_dict(state[name])
        average.update({name: value.to(average[name].device) for name, value in state["average"].items()})
        return state["step"]

    def reached(self, step: int, average: dict[str, torch.Tensor], surely: bool) -> None:
        """Saves the state after so many steps, if it is time."""
        if surely or time.time() - self.saved > self.SECONDS:
            states = {name: part.state_dict() for name, part in self.parts.items()}
            save({"step": step, "average": average, **states}, self.path)
            self.saved = time.time()


def averaged(average: dict[str, torch.Tensor], model: torch.nn.Module, step: int, most: float) -> None:
    """Moves the averaged weights towards the model's; quickly at first."""
    momentum = min(most, (step + 1) / (step + 10))
    with torch.no_grad():
        for name, value in model.state_dict().items():
            if value.is_floating_point():
                average[name].lerp_(value, 1 - momentum)
            else:  # a count of steps
                average[name].copy_(value)


def stage(path: pathlib.Path, title: str, work: Callable[[], Any]) -> Any:
    """The result in `path`, computed and written there first where it is missing."""
    if path.exists():
        return load(path)
    say(title)
    result = work()
    save(result, path)
    return result
