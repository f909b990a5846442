"""The optimisers and the learning rate of a run."""

import math
from collections.abc import Iterable

import torch
from torch import nn

from boxscribe.config import OptimiserConfig, ScheduleConfig


def make_optimiser(config: OptimiserConfig, parameters: Iterable[nn.Parameter]) -> torch.optim.Optimizer:
    if config.name == "adagrad":
        accumulator = config.initial_accumulator
        return torch.optim.Adagrad(parameters, config.learning_rate, initial_accumulator_value=accumulator, fused=True)
    return torch.optim.AdamW(
        parameters, config.learning_rate, config.betas, weight_decay=config.weight_decay, fused=True
    )


def rate_at(schedule: ScheduleConfig, step: int, epoch: int, progress: float, rose: int | None = None) -> float:
    """The factor on the learning rate at a step (from 0) of an epoch (from 0), `progress` of the run being done.

    `rose` is the first epoch (from 1) after which the development loss had risen; decay by epochs begins there at
    the latest.
    """
    warm = min(1.0, (step + 1) / schedule.warmup) if schedule.warmup else 1.0
    if schedule.decay == "epochs":
        full = schedule.decay_from if rose is None else min(rose, schedule.decay_from)
        return warm * schedule.factor ** max(0, epoch + 1 - full)
    if schedule.decay == "cosine":
        return warm * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return warm
