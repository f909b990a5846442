"""The paper's Table 5 for a study: each measure's mean per system, and what can be concluded from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from boxscribe.errors import InputError, did_you_mean
from boxscribe.study.collect import all_answers
from boxscribe.study.folder import StudyFolder
from boxscribe.study.observations import Observations, observe
from boxscribe.study.settings import Kind
from boxscribe.study.statistics.agreement import alpha, interval, nominal
from boxscribe.study.statistics.bestworst import best_worst, bradley_terry, wins
from boxscribe.study.statistics.power import difference_shown, summaries_needed
from boxscribe.study.statistics.resample import intervals
from boxscribe.study.statistics.variance import Variance, blocked, one_way

Unit = Literal["summary", "answer"]
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Power:
    """What the study can show, with a probability of 80 %."""

    wanted: float  # a difference that should show
    needed: int | None  # summaries for that
    shown: float  # the difference that this study's summaries show


@dataclass(frozen=True)
class Measure:
    """A column of Table 5; k systems."""

    name: str
    kind: Kind
    answers: int
    mean: Array  # (k) facts per sentence, or the best-worst score
    interval: Array  # (k, 2) 95 %
    variance: Variance
    starred: tuple[bool, ...]  # (k) whether a system differs from the chosen one
    alpha: float  # Krippendorff's, of people's answers
    strength: Array | None  # (k) Bradley–Terry, quality only
    power: Power | None


@dataclass(frozen=True)
class Analysis:
    """Everything that is reported."""

    title: str
    systems: tuple[str, ...]
    against: str
    unit: Unit
    summaries: int
    people: int
    failed: int
    missing: int
    measures: tuple[Measure, ...]


def analyse(folder: StudyFolder, against: str | None, unit: Unit, wanted: Mapping[Kind, float]) -> Analysis:
    """Analyse the answers of a study; `wanted` is the difference of each form that should show."""
    study = folder.study
    chosen = against or study.chosen
    if chosen not in study.names:
        raise InputError(f"--against {chosen}: no such system; {did_you_mean(chosen, study.names)}")
    state = all_answers(folder)
    if not state.answers:
        raise InputError(f"{folder.path}: has no answers yet; see `boxscribe study serve` and `study collect`")
    observed = [each for each in observe(state.answers, folder.tasks, study) if len(each.answer)]
    measures = tuple(measure(each, study.names.index(chosen), unit, wanted[each.kind]) for each in observed)
    missing = sum(state.missing.values())
    return Analysis(
        study.title, study.names, chosen, unit, study.summaries, state.people, len(state.failed), missing, measures
    )


def measure(observed: Observations, against: int, unit: Unit, wanted: float) -> Measure:
    """Analyse one measure."""
    sums, counts = observed.by_summary()
    variance = compare(observed, unit)
    if observed.kind == "quality":
        won, lost = observed.winners_and_losers()
        mean, strength = best_worst(won, lost, observed.k), bradley_terry(wins(won, lost, observed.k))
    else:
        with np.errstate(invalid="ignore"):  # a system without answers has no mean
            mean, strength = sums.sum(0) / counts.sum(0), None
    return Measure(
        observed.measure,
        observed.kind,
        len(observed.answer),
        mean,
        intervals(sums, counts),
        variance,
        tuple(variance.differ(system, against) for system in range(observed.k)),
        alpha(observed.unit, observed.answer, nominal if observed.kind == "quality" else interval),
        strength,
        _power(observed, wanted),
    )


def compare(observed: Observations, unit: Unit) -> Variance:
    """Facts by a one-way analysis; choices in blocks, because two systems share each of them (see `variance`)."""
    if unit == "answer":
        return one_way(observed.by_response())
    sums, counts = observed.by_summary()
    if observed.kind == "quality":
        complete = (counts > 0).all(1)
        return blocked(sums[complete] / counts[complete])
    return one_way([sums[seen, at] / counts[seen, at] for at, seen in enumerate((counts > 0).T)])


def _power(observed: Observations, wanted: float) -> Power | None:
    variance, k = compare(observed, "summary"), observed.k
    if not variance.error > 0 or variance.within < 3:
        return None

    def freedom(n: int) -> int:
        return (k - 1) * (n - 1) if observed.kind == "quality" else k * (n - 1)

    n = round(variance.within / freedom(2)) + 1
    needed = summaries_needed(wanted, k, variance.error, freedom)
    return Power(wanted, needed, difference_shown(max(n, 2), k, variance.error, freedom))
