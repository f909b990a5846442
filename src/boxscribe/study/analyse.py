"""The analysis of a study: the paper's Table 5, with significance, agreement and power."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from boxscribe.errors import InputError, did_you_mean
from boxscribe.study.collect import study_status
from boxscribe.study.folder import StudyFolder
from boxscribe.study.observations import Observations, observe
from boxscribe.study.settings import Form
from boxscribe.study.statistics.agreement import interval, krippendorff_alpha, nominal
from boxscribe.study.statistics.anova import Anova, blocked_anova, one_way_anova
from boxscribe.study.statistics.best_worst import best_worst_scores, bradley_terry, win_counts
from boxscribe.study.statistics.bootstrap import confidence_intervals
from boxscribe.study.statistics.power import detectable_difference, summaries_needed

Unit = Literal["summary", "answer"]  # what counts as one observation of the ANOVA
Array = NDArray[np.float64]
DIFFERENCES: Mapping[Form, float] = {"facts": 0.5, "quality": 10.0}


@dataclass(frozen=True)
class Power:
    """The differences that the study detects with a power of 80 %."""

    difference: float  # of interest
    summaries_needed: int | None  # to detect it
    detectable_difference: float  # with the summaries of this study


@dataclass(frozen=True)
class Measure:
    """A column of Table 5."""

    name: str
    form: Form
    n_answers: int
    mean: Array  # (s) facts per sentence, or the best-worst score
    interval: Array  # (s, 2) 95 % confidence interval
    anova: Anova
    significant: tuple[bool, ...]  # (s) whether a system differs from the one it is compared with
    krippendorff_alpha: float
    bradley_terry: Array | None  # (s) log-strengths, quality only
    power: Power | None


@dataclass(frozen=True)
class Analysis:
    """All figures of a study."""

    title: str
    systems: tuple[str, ...]
    against: str
    unit: Unit
    n_summaries: int
    n_participants: int
    n_excluded: int
    n_missing: int
    measures: tuple[Measure, ...]


def analyse(
    folder: StudyFolder,
    against: str | None = None,
    unit: Unit = "summary",
    differences: Mapping[Form, float] = DIFFERENCES,
) -> Analysis:
    """Analyse the answers of a study; `differences` are those of interest to the power analysis of each form."""
    study = folder.study
    compared = against or study.compared_with
    if compared not in study.names:
        raise InputError(f"--against {compared}: no such system; {did_you_mean(compared, study.names)}")
    status = study_status(folder)
    if not status.answers:
        raise InputError(f"{folder.path}: has no answers yet; see `boxscribe study serve` and `study collect`")
    observed = [each for each in observe(status.answers, folder.tasks, study) if len(each.answer)]
    measures = tuple(measure(each, study.names.index(compared), unit, differences[each.form]) for each in observed)
    return Analysis(
        study.title,
        study.names,
        compared,
        unit,
        study.summaries,
        status.n_participants,
        len(status.excluded),
        sum(status.missing.values()),
        measures,
    )


def measure(observed: Observations, against: int, unit: Unit, difference: float) -> Measure:
    """Analyse one measure."""
    sums, counts = observed.by_summary()
    anova = compare(observed, unit)
    if observed.form == "quality":
        winners, losers = observed.winners_and_losers()
        mean = best_worst_scores(winners, losers, observed.n_systems)
        strengths = bradley_terry(win_counts(winners, losers, observed.n_systems))
    else:
        with np.errstate(invalid="ignore"):  # a system without answers has no mean
            mean, strengths = sums.sum(0) / counts.sum(0), None
    return Measure(
        observed.measure,
        observed.form,
        len(observed.answer),
        mean,
        confidence_intervals(sums, counts),
        anova,
        tuple(anova.is_significant(system, against) for system in range(observed.n_systems)),
        krippendorff_alpha(observed.item, observed.answer, nominal if observed.form == "quality" else interval),
        strengths,
        _power(observed, difference),
    )


def compare(observed: Observations, unit: Unit) -> Anova:
    """A one-way ANOVA of facts, a randomised block ANOVA of preferences (`statistics.anova` says why)."""
    if unit == "answer":
        return one_way_anova(observed.by_response())
    sums, counts = observed.by_summary()
    if observed.form == "quality":
        complete = (counts > 0).all(1)
        return blocked_anova(sums[complete] / counts[complete])
    return one_way_anova([sums[seen, system] / counts[seen, system] for system, seen in enumerate((counts > 0).T)])


def _power(observed: Observations, difference: float) -> Power | None:
    anova, n_systems = compare(observed, "summary"), observed.n_systems
    if not anova.mse > 0 or anova.df_within < 3:
        return None

    def df(summaries: int) -> int:
        return (n_systems - 1 if observed.form == "quality" else n_systems) * (summaries - 1)

    summaries = max(2, round(anova.df_within / df(2)) + 1)
    needed = summaries_needed(difference, n_systems, anova.mse, df)
    return Power(difference, needed, detectable_difference(summaries, n_systems, anova.mse, df))
