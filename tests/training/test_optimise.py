"""The learning-rate schedule."""

import pytest

from boxscribe.config import ScheduleConfig
from boxscribe.training.optimise import schedule_factor


@pytest.mark.parametrize(
    ("schedule", "step", "epoch", "progress", "factor"),
    [
        (ScheduleConfig(decay="none"), 0, 0, 0.0, 1.0),
        (ScheduleConfig(decay="none", warmup_steps=10), 0, 0, 0.0, 0.1),
        (ScheduleConfig(decay="none", warmup_steps=10), 9, 0, 0.0, 1.0),
        (ScheduleConfig(decay="epochs"), 99, 3, 0.5, 1.0),
        (ScheduleConfig(decay="epochs"), 99, 4, 0.5, 0.97),
        (ScheduleConfig(decay="epochs"), 99, 6, 0.5, 0.97**3),
        (ScheduleConfig(decay="cosine"), 99, 0, 0.0, 1.0),
        (ScheduleConfig(decay="cosine"), 99, 0, 0.5, 0.5),
        (ScheduleConfig(decay="cosine"), 99, 0, 1.0, 0.0),
    ],
)
def test_the_learning_rate(schedule: ScheduleConfig, step: int, epoch: int, progress: float, factor: float) -> None:
    assert schedule_factor(schedule, step, epoch, progress) == pytest.approx(factor)


@pytest.mark.parametrize(("first_increase", "factor"), [(None, 0.97), (5, 0.97), (4, 0.97), (2, 0.97**3)])
def test_decay_begins_earlier_if_the_development_loss_rises(first_increase: int | None, factor: float) -> None:
    schedule = ScheduleConfig(decay="epochs")
    assert schedule_factor(schedule, 99, 4, 0.5, first_increase) == pytest.approx(factor)
