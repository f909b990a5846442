"""Do systems differ? Analysis of variance, and Tukey's honestly significant difference after it (paper, Table 5).

`one_way` takes the systems' observations as independent. That holds for counts of facts. It does not hold for choices
between two summaries: what one system wins another loses, so k systems are correlated by −1/(k − 1), the difference of
two varies k/(k − 1) times as much as a one-way analysis believes, and it finds differences too often. `blocked` is the
same analysis with summaries as blocks, which has the right error for both: MSE = SS_residual / ((k − 1)(n − 1)).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Variance:
    """The outcome of an analysis of variance with k systems; nan where nothing varies."""

    method: str
    f: float
    p: float
    between: int  # degrees of freedom
    within: int
    error: float  # the mean square of what systems do not explain
    means: Array  # (k)
    counts: Array  # (k) observations
    _tukey: dict[tuple[int, int], float] = field(default_factory=dict, repr=False, compare=False)

    def tukey(self, one: int, other: int) -> float:
        """p of the difference of two systems, corrected for the number of such differences (Tukey–Kramer)."""
        pair = min(one, other), max(one, other)
        if pair not in self._tukey:  # the distribution takes a while
            width = np.sqrt(self.error / 2 * (1 / self.counts[one] + 1 / self.counts[other]))
            q = abs(self.means[one] - self.means[other]) / width
            self._tukey[pair] = float(stats.studentized_range.sf(q, len(self.means), self.within))
        return self._tukey[pair]

    def differ(self, one: int, other: int, alpha: float = 0.05) -> bool:
        """Whether a difference gets an asterisk: the analysis finds one at all, and Tukey's test finds this one."""
        return one != other and self.p <= alpha and self.tukey(one, other) <= alpha


def one_way(groups: Sequence[Array]) -> Variance:
    """Groups of independent observations, one for each system."""
    k, counts = len(groups), np.array([len(group) for group in groups], dtype=np.float64)
    between, within = k - 1, int(counts.sum()) - k
    if k < 2 or counts.min() < 1 or within < 1:
        return _undefined("one-way ANOVA", between, within, k)
    means = np.array([group.mean() for group in groups])
    squares = sum(float(np.sum((group - mean) ** 2)) for group, mean in zip(groups, means, strict=True))
    if _nothing_varies(squares, np.concatenate(groups)):
        return _undefined("one-way ANOVA", between, within, k)
    f, p = map(float, stats.f_oneway(*groups))
    return Variance("one-way ANOVA", f, p, between, within, squares / within, means, counts)


def blocked(table: Array) -> Variance:
    """(n, k) observations: one of each system in each block."""
    n, k = table.shape
    between, within = k - 1, (k - 1) * (n - 1)
    if k < 2 or within < 1:
        return _undefined("ANOVA in blocks", between, within, k)
    effects = table.mean(0) - table.mean()  # (k)
    squares = float(np.sum((table - table.mean(1, keepdims=True) - effects) ** 2))
    if _nothing_varies(squares, table):
        return _undefined("ANOVA in blocks", between, within, k)
    error = squares / within
    f = n * float(np.sum(effects**2)) / between / error
    p = float(stats.f.sf(f, between, within))
    return Variance("ANOVA in blocks", f, p, between, within, error, table.mean(0), np.full(k, float(n)))


def _nothing_varies(squares: float, values: Array) -> bool:
    """Whether sums of squares are nothing but rounding."""
    return squares <= 1e-12 * float(np.sum(values**2))


def _undefined(method: str, between: int, within: int, k: int) -> Variance:
    none = np.full(k, np.nan)
    return Variance(method, np.nan, np.nan, between, within, np.nan, none, none)
