"""Figures and what they mean: a `Score` has an interval, a `Signature` says how it was computed.

Counts come first, a row per document (`Statistics`); figures are functions of sums of rows. So intervals and paired
tests need no second look at the texts.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import NamedTuple

import numpy as np

from boxscribe.errors import InputError, did_you_mean
from boxscribe.scores.bleu import ORDER, bleu
from boxscribe.scores.relations import Array, co, cs, rg

Figures = dict[str, Array]
"""Metric → figures, one for each sum of counts."""


class Family(NamedTuple):
    """Metrics that are made of the same counts."""

    metrics: Mapping[str, str]  # metric → as people call it
    width: int  # counts per document
    figures: Callable[[Array], tuple[Array, ...]]  # sums (…, width) → a figure for each metric


FAMILIES = {
    "rg": Family({"rg_count": "RG #", "rg_precision": "RG P %"}, 3, rg),
    "cs": Family({"cs_precision": "CS P %", "cs_recall": "CS R %", "cs_f1": "CS F1 %"}, 3, cs),
    "co": Family({"co": "CO %"}, 2, co),
    "bleu": Family({"bleu": "BLEU"}, 2 + 2 * ORDER, bleu),
}
LABELS = {metric: label for family in FAMILIES.values() for metric, label in family.metrics.items()}


def families(names: Sequence[str], count_blank_document: bool = False) -> dict[str, Family]:
    """The families of these names, in the usual order; `count_blank_document` is about CO (see `relations.co`)."""
    for name in names:
        if name not in FAMILIES:
            raise InputError(f"--metrics: no metric '{name}'; {did_you_mean(name, FAMILIES)}")
    chosen = {name: family for name, family in FAMILIES.items() if name in names}
    if count_blank_document and "co" in chosen:
        chosen["co"] = chosen["co"]._replace(figures=partial(co, count_blank_document=True))
    return chosen


@dataclass(frozen=True, slots=True)
class Statistics:
    """The counts of documents, all that figures, intervals and tests are made of."""

    families: Mapping[str, Family]
    rows: Array  # (documents, counts): the counts of the families side by side

    @property
    def metrics(self) -> tuple[str, ...]:
        return tuple(metric for family in self.families.values() for metric in family.metrics)

    def figures(self, sums: Array) -> Figures:
        """Metric → figures (…) of sums of rows (…, counts)."""
        made: Figures = {}
        start = 0
        for family in self.families.values():
            part = sums[..., start : start + family.width]
            made |= zip(family.metrics, family.figures(part), strict=True)
            start += family.width
        return made

    def total(self) -> dict[str, float]:
        """The figures of all documents together."""
        return {metric: float(figure) for metric, figure in self.figures(self.rows.sum(axis=0)).items()}

    def single(self) -> Figures:
        """The figures of each document (documents,)."""
        return self.figures(self.rows)


def statistics(rows: Sequence[Sequence[float]], chosen: Mapping[str, Family]) -> Statistics:
    width = sum(family.width for family in chosen.values())
    return Statistics(chosen, np.array(rows, dtype=np.float64).reshape(len(rows), width))


class Score(NamedTuple):
    """A figure and the interval in which it would be for other documents of the same sort."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Signature:
    """How figures were computed: those with different signatures cannot be compared. What does not matter is empty."""

    metric: str  # the version: dedup or all
    extractor: str  # what found the relations of the texts
    gold: str  # what found those of the gold texts
    count_blank_document: str  # whether CO counts one empty document more, as a published script does
    texts: str  # tokenised, or plain: tokenised first
    data: str  # the file of the tables
    subset: str
    documents: int
    interval: str
    boxscribe: str  # the version of this package

    def __str__(self) -> str:
        parts = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        return " | ".join(f"{name}: {part}" for name, part in parts.items() if part)
