"""What a run remembers: enough to go on bit by bit as if it had never stopped.

`last/` and `best/` are folders of models (see `models.store`). `last/` also holds the optimiser, the random numbers and
the position in the data. Both are written beside their place and then moved there: a full disk or a killed process
leaves the one before.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from boxscribe.config import Config
from boxscribe.errors import InputError
from boxscribe.files import atomic_folder
from boxscribe.models.store import CONFIG, WEIGHTS, Model, save_model, write_tensors
from boxscribe.training.distributed import Group

TRAINING, OPTIMISER, RUN = "training.json", "optimiser.safetensors", "run.json"


@dataclass(slots=True)
class Position:
    """Where a run is."""

    epoch: int = 0
    batch: int = 0  # of the epoch: the next one
    step: int = 0  # of the optimiser
    words: int = 0  # target words seen
    seconds: float = 0.0  # of training, over all sittings
    best: float = float("inf")  # the lowest development loss per word
    loss: float = float("inf")  # the latest one
    rose: int | None = None  # the first epoch, from 1, after which it had risen


def save_checkpoint(
    folder: Path, model: Model, config: Config, optimiser: torch.optim.Optimizer, position: Position,
    latest: list[dict[str, Tensor]], group: Group,
) -> None:  # fmt: skip
    """The state of a run. `latest` are the weights at the latest validations, for their mean."""
    state = optimiser.state_dict()
    tensors = {f"{i}.{key}": value for i, slot in state["state"].items() for key, value in slot.items()}
    tensors |= {f"latest.{i}.{name}": value for i, weights in enumerate(latest) for name, value in weights.items()}
    tensors |= {f"rng.{rank}": state for rank, state in enumerate(group.gathered(torch.get_rng_state()))}
    if torch.cuda.is_available():
        states = group.gathered(torch.cuda.get_rng_state())
        tensors |= {f"cuda_rng.{rank}": state for rank, state in enumerate(states)}
    if not group.leads:
        return
    with atomic_folder(folder, CONFIG) as part:
        save_model(model, part)
        write_tensors(part / OPTIMISER, tensors)
        (part / TRAINING).write_text(json.dumps(asdict(position), indent=1), encoding="utf-8")
        (part / RUN).write_text(config.model_dump_json(indent=1), encoding="utf-8")


def load_checkpoint(
    folder: Path, model: Model, config: Config, optimiser: torch.optim.Optimizer, group: Group
) -> tuple[Position, list[dict[str, Tensor]]]:
    """Put the run back to where it was; the configuration must be the same."""
    try:
        run = Config.model_validate_json((folder / RUN).read_text(encoding="utf-8"))
        position = Position(**json.loads((folder / TRAINING).read_text(encoding="utf-8")))
        tensors = load_file(folder / OPTIMISER)
        weights = load_file(folder / WEIGHTS)
    except (OSError, ValueError, TypeError, SafetensorError) as error:
        raise InputError(f"{folder}: is no checkpoint to go on from ({error}); start without --resume") from None
    if _steps(run) != _steps(config):
        raise InputError(
            f"{folder}: was made with another model, optimiser, batch, chunk or seed; "
            f"use the configuration in {folder / RUN}"
        )
    model.writer.load_state_dict(weights)
    _restore_rng(tensors, group)
    latest: dict[int, dict[str, Tensor]] = {}
    slots: dict[int, dict[str, Any]] = {}
    for name, value in tensors.items():
        head, _, key = name.partition(".")
        if head in ("rng", "cuda_rng"):
            continue
        if head == "latest":
            number, _, key = key.partition(".")
            latest.setdefault(int(number), {})[key] = value
        else:
            slots.setdefault(int(head), {})[key] = value
    state = optimiser.state_dict()
    optimiser.load_state_dict({"state": slots, "param_groups": state["param_groups"]})
    return position, [latest[number] for number in sorted(latest)]


def _steps(config: Config) -> tuple[object, ...]:
    """What must be the same for a run to make the steps that it would have made."""
    return config.model, config.optimiser, config.data.batch_size, config.training.tbptt_steps, config.training.seed


def _restore_rng(tensors: dict[str, Tensor], group: Group) -> None:
    """Each process goes on with its own random numbers; one that is new to the run starts afresh."""
    if f"rng.{group.rank}" in tensors:
        torch.set_rng_state(tensors[f"rng.{group.rank}"])
    if torch.cuda.is_available() and f"cuda_rng.{group.rank}" in tensors:
        torch.cuda.set_rng_state(tensors[f"cuda_rng.{group.rank}"])


def save_best(folder: Path, model: Model, latest: list[dict[str, Tensor]]) -> None:
    """The mean of the latest weights as a model of its own."""
    with atomic_folder(folder, CONFIG) as part:
        save_model(model, part, mean_of(latest))


def mean_of(weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    return {name: torch.stack([each[name] for each in weights]).mean(0) for name in weights[0]}
