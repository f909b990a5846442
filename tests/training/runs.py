"""Small training runs: few entities, short texts, tiny models."""

import json
import time
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from boxscribe.batches import prepare
from boxscribe.config import Config, DataConfig, ModelConfig, OptimiserConfig, ScheduleConfig, TrainingConfig
from boxscribe.tables import Table, load_domain
from helpers import games, requiring_nothing

PLAYERS, WORDS = 3, 60
DOMAIN = requiring_nothing(load_domain("rotowire"))


def small_games(count: int, seed: int) -> list[Table]:
    """Simulated games with three players a side and the first 60 to 79 words of their texts."""
    return [small(table, WORDS + number % 20) for number, table in enumerate(games(count, seed=seed))]


def small(table: Table, words: int) -> Table:
    sides = groupby(table.of_kind("player"), key=lambda player: player.features["side"])
    players = [player for _, side in sides for player in list(side)[:PLAYERS]]
    return replace(table, entities=(*players, *table.of_kind("team")), tokens=table.tokens[:words])


def small_datasets(folder: Path) -> Path:
    """20 games to train on in `train`, 4 others in `valid`."""
    train_set = prepare(small_games(20, seed=1), DOMAIN, folder / "train")
    prepare(small_games(4, seed=2), DOMAIN, folder / "valid", train_set.vocabularies)
    return folder


def small_config(folder: Path, **training: Any) -> Config:
    """A tiny model on the datasets in `folder`: five batches an epoch, three chunks a batch."""
    return Config(
        data=DataConfig(
            root=str(folder), train="train", valid="valid", batch_size=4, name_dropout=0.2, value_dropout=0.1
        ),
        model=ModelConfig(embedding=8, hidden=12, memory=6),
        optimiser=OptimiserConfig(learning_rate=3e-3),
        schedule=ScheduleConfig(warmup_steps=4),
        training=TrainingConfig(**{"epochs": 2, "tbptt_steps": 30, "label_smoothing": 0.1} | training),
    )


def weights(folder: Path) -> dict[str, torch.Tensor]:
    """The parameters of a saved model."""
    return load_file(folder / "model.safetensors")


def same_weights(one: Path, other: Path) -> bool:
    """Whether two saved models are equal bit by bit."""
    parameters, others = weights(one), weights(other)
    return parameters.keys() == others.keys() and all(torch.equal(parameters[name], others[name]) for name in others)


def wait_for_step(out: Path, after: int = -1) -> int:
    """The step of a checkpoint that is later than `after`."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            step: int = json.loads((out / "last" / "training.json").read_text())["step"]
        except (OSError, ValueError):
            step = -1
        if step > after:
            return step
        time.sleep(0.01)
    raise AssertionError("no checkpoint was written")
