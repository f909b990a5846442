"""Checkpoints: all that a run needs to continue bit by bit as if it had not been interrupted.

`last/` and `best/` are model folders (see `models.store`). `last/` also holds the state of the optimiser, of the random
number generators and the position in the data. Both are replaced atomically: a full disk or a killed process leaves
the previous one. `last/SHA256SUMS` shows that all files of the folder are of one checkpoint and as they were written.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.files import atomic_folder, whole_folder
from boxscribe.models.store import CONFIG, WEIGHTS, Model, save_model, write_tensors
from boxscribe.training.distributed import ProcessGroup

POSITION, OPTIMISER, RUN = "training.json", "optimiser.safetensors", "run.json"
CHECKSUMS = "SHA256SUMS"  # in the format of `sha256sum`
FIRST_MINUTES = 1.0  # the first checkpoint of a sitting is not later than this

Parameters = dict[str, Tensor]


@dataclass(slots=True)
class Position:
    """Where a run is."""

    epoch: int = 0
    batch: int = 0  # the next one of the epoch
    step: int = 0  # of the optimiser
    words: int = 0  # target words so far
    seconds: float = 0.0  # of training, without validation, over all sittings
    best_loss: float = float("inf")  # lowest development loss per word
    latest_loss: float = float("inf")  # development loss per word at the latest validation
    first_increase: int | None = None  # the first epoch, from 1, after which the development loss had risen


@dataclass(slots=True)
class RunState:
    """All that changes during a run, and the configuration it was started with."""

    model: Model
    config: Config
    optimiser: torch.optim.Optimizer
    position: Position = field(default_factory=Position)
    recent: list[Parameters] = field(default_factory=list)  # parameters at the latest validations, for averaging


class CheckpointTimer:
    """When a checkpoint is due: after a minute, then at the interval of the configuration."""

    def __init__(self, minutes: float) -> None:
        self._interval = 60 * minutes
        self._due = monotonic() + min(self._interval, 60 * FIRST_MINUTES)

    def is_due(self) -> bool:
        return monotonic() > self._due

    def restart(self) -> None:
        self._due = monotonic() + self._interval


def save_checkpoint(folder: Path, state: RunState, group: ProcessGroup) -> None:
    """Write the state of a run; all processes must call this, the main one writes."""
    slots = state.optimiser.state_dict()["state"]
    tensors = {f"{i}.{key}": value for i, slot in slots.items() for key, value in slot.items()}
    tensors |= {f"recent.{i}.{name}": value for i, each in enumerate(state.recent) for name, value in each.items()}
    tensors |= {f"rng.{rank}": rng for rank, rng in enumerate(group.gather(torch.get_rng_state()))}
    if torch.cuda.is_available():
        tensors |= {f"cuda_rng.{rank}": rng for rank, rng in enumerate(group.gather(torch.cuda.get_rng_state()))}
    if not group.is_main:
        return
    with atomic_folder(folder, CONFIG) as part:
        save_model(state.model, part)
        write_tensors(part / OPTIMISER, tensors)
        (part / POSITION).write_text(json.dumps(asdict(state.position), indent=1), encoding="utf-8")
        (part / RUN).write_text(state.config.model_dump_json(indent=1), encoding="utf-8")
        (part / CHECKSUMS).write_text(_checksums(part), encoding="utf-8")


def load_checkpoint(folder: Path, state: RunState, group: ProcessGroup) -> None:
    """Restore a run; the settings that determine its steps must be the same."""
    folder = whole_folder(folder)
    try:
        if (folder / CHECKSUMS).read_text(encoding="utf-8") != _checksums(folder):
            raise ValueError(f"its files are not those that {CHECKSUMS} lists")
        run = Config.model_validate_json((folder / RUN).read_text(encoding="utf-8"))
        position = Position(**json.loads((folder / POSITION).read_text(encoding="utf-8")))
        tensors = load_file(folder / OPTIMISER)
        weights = load_file(folder / WEIGHTS)
    except (OSError, ValueError, TypeError, SafetensorError) as error:
        raise InputError(f"{folder}: is no checkpoint to continue from ({error}); start without --resume") from None
    if _decisive(run) != _decisive(state.config):
        raise InputError(
            f"{folder}: was made with other [model] or [optimiser] settings, batch_size, tbptt_steps or seed; "
            f"use the configuration in {folder / RUN}"
        )
    try:
        state.model.writer.load_state_dict(weights)
    except RuntimeError:
        raise InputError(
            f"{folder}: was made with other training data; use the data that {folder / RUN} names as it was then"
        ) from None
    _restore_rng(tensors, group)
    recent: dict[int, Parameters] = {}
    slots: dict[int, dict[str, Any]] = {}
    for name, value in tensors.items():
        head, _, key = name.partition(".")
        if head == "recent":
            number, _, key = key.partition(".")
            recent.setdefault(int(number), {})[key] = value
        elif head.isdigit():
            slots.setdefault(int(head), {})[key] = value
    param_groups = state.optimiser.state_dict()["param_groups"]
    state.optimiser.load_state_dict({"state": slots, "param_groups": param_groups})
    state.position, state.recent = position, [recent[number] for number in sorted(recent)]


def _checksums(folder: Path) -> str:
    """A line for each file of a checkpoint."""
    lines = ""
    for path in sorted(folder.iterdir()):
        if path.name != CHECKSUMS:
            with path.open("rb") as file:
                lines += f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n"
    return lines


def _decisive(config: Config) -> tuple[object, ...]:
    """The settings that a continued run must share with the interrupted one to make the same steps."""
    return config.model, config.optimiser, config.data.batch_size, config.training.tbptt_steps, config.training.seed


def _restore_rng(tensors: Parameters, group: ProcessGroup) -> None:
    """Each process continues with its own random numbers; a process that the run did not have keeps its seed."""
    if f"rng.{group.rank}" in tensors:
        torch.set_rng_state(tensors[f"rng.{group.rank}"])
    if torch.cuda.is_available() and f"cuda_rng.{group.rank}" in tensors:
        torch.cuda.set_rng_state(tensors[f"cuda_rng.{group.rank}"])


def save_best(folder: Path, model: Model) -> None:
    with atomic_folder(folder, CONFIG) as part:
        save_model(model, part)


@contextmanager
def averaged(state: RunState) -> Iterator[None]:
    """The model with the mean of the recent parameters (checkpoint averaging) inside the block, its own after it."""
    if len(state.recent) < 2:
        yield
        return
    writer = state.model.writer
    own = {name: value.clone() for name, value in writer.state_dict().items()}
    writer.load_state_dict({name: torch.stack([each[name] for each in state.recent]).mean(0) for name in own})
    try:
        yield
    finally:
        writer.load_state_dict(own)
