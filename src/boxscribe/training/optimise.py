"""The optimiser and the learning-rate schedule."""

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


def schedule_factor(
    schedule: ScheduleConfig, step: int, epoch: int, progress: float, first_increase: int | None = None
) -> float:
    """The factor on the peak learning rate at a step and epoch (from 0), after `progress` (0 to 1) of the run.

    `first_increase` is the first epoch (from 1) after which the development loss had risen; decay by epochs begins
    there at the latest.
    """
    warmup = min(1.0, (step + 1) / schedule.warmup_steps) if schedule.warmup_steps else 1.0
    if schedule.decay == "epochs":
        constant = schedule.decay_after if first_increase is None else min(first_increase, schedule.decay_after)
        return warmup * schedule.decay_factor ** max(0, epoch + 1 - constant)
    if schedule.decay == "cosine":
        return warmup * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return warmup
