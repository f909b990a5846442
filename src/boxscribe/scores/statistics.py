"""The counts of documents, and the figures of any sum of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from boxscribe.scores.family import Array, Family

Sums = dict[str, Array]
"""Name of a family → sums of its counts (…, counts)."""
Figures = dict[str, Array]
"""Metric → figures (…), one for each sum."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What each family has counted in each document: all that figures, intervals and tests are computed of."""

    families: tuple[Family, ...]
    counts: Mapping[str, Array]  # name of a family → (documents, counts)

    def __len__(self) -> int:
        """The number of documents."""
        return len(self.counts[self.families[0].name])

    @property
    def labels(self) -> dict[str, str]:
        """Metric → label, in the order of the families."""
        return {metric: label for family in self.families for metric, label in family.labels.items()}

    def sums(self, weights: Array | None = None) -> Sums:
        """Sums over documents; weights (…, documents) say how often each document counts, by default once."""
        if weights is None:
            return {name: counts.sum(axis=0) for name, counts in self.counts.items()}
        return {name: weights @ counts for name, counts in self.counts.items()}

    def figures(self, sums: Mapping[str, Array]) -> Figures:
        """The figures of sums of counts; of `counts` itself, those of each document."""
        made: Figures = {}
        for family in self.families:
            made |= zip(family.labels, family.figures(sums[family.name]), strict=True)
        return made

    def total(self) -> dict[str, float]:
        """The figures of all documents together."""
        return {metric: float(figure) for metric, figure in self.figures(self.sums()).items()}

    def part(self, documents: Sequence[int]) -> "Statistics":
        """The counts of some documents."""
        chosen = list(documents)
        return Statistics(self.families, {name: counts[chosen] for name, counts in self.counts.items()})


def statistics(families: Sequence[Family], counts: Mapping[str, Sequence[Sequence[float]]]) -> Statistics:
    """`counts`: name of a family → its counts of each document."""
    arrays = {family.name: np.array(counts[family.name], dtype=np.float64) for family in families}
    return Statistics(tuple(families), arrays)
