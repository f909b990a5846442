"""Significance of differences: analysis of variance, then Tukey's honestly significant difference (paper, Table 5).

`one_way_anova` assumes that the observations of the systems are independent, which holds for counts of facts. It does
not hold for pairwise preferences: what one of S systems wins another loses, so their scores are correlated by
−1 / (S − 1), the difference of two systems varies S / (S − 1) times as much as a one-way ANOVA assumes, and the test is
too liberal. `blocked_anova` is the randomised block design with games as blocks, whose error is right for both:
MSE = SS_residual / ((S − 1)(G − 1)) with G games.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Anova:
    """The result of an analysis of variance; nan where nothing varies."""

    method: str
    f: float
    p: float
    df_between: int
    df_within: int
    mse: float  # mean squared error
    means: Array  # (s)
    counts: Array  # (s) observations
    _tukey: dict[tuple[int, int], float] = field(default_factory=dict, repr=False, compare=False)

    def tukey(self, system: int, other: int) -> float:
        """The p-value of the difference of two systems, corrected for all pairs (Tukey–Kramer)."""
        pair = min(system, other), max(system, other)
        if pair not in self._tukey:  # scipy integrates the distribution, which is slow
            standard_error = np.sqrt(self.mse / 2 * (1 / self.counts[system] + 1 / self.counts[other]))
            q = abs(self.means[system] - self.means[other]) / standard_error
            self._tukey[pair] = float(stats.studentized_range.sf(q, len(self.means), self.df_within))
        return self._tukey[pair]

    def is_significant(self, system: int, other: int, alpha: float = 0.05) -> bool:
        """Whether both the ANOVA and Tukey's test of this pair are significant."""
        return system != other and self.p <= alpha and self.tukey(system, other) <= alpha


def one_way_anova(groups: Sequence[Array]) -> Anova:
    """Groups of independent observations, one for each system."""
    method, n_systems = "one-way ANOVA", len(groups)
    counts = np.array([len(group) for group in groups], dtype=np.float64)
    df_between, df_within = n_systems - 1, int(counts.sum()) - n_systems
    if n_systems < 2 or counts.min() < 1 or df_within < 1:
        return _undefined(method, df_between, df_within, n_systems)
    means = np.array([group.mean() for group in groups])
    squares = sum(float(np.sum((group - mean) ** 2)) for group, mean in zip(groups, means, strict=True))
    if _is_rounding_error(squares, np.concatenate(groups)):
        return _undefined(method, df_between, df_within, n_systems)
    f, p = map(float, stats.f_oneway(*groups))
    return Anova(method, f, p, df_between, df_within, squares / df_within, means, counts)


def blocked_anova(table: Array) -> Anova:
    """(g, s) observations: one of each system for each game."""
    method, (n_games, n_systems) = "randomised block ANOVA", table.shape
    df_between, df_within = n_systems - 1, (n_systems - 1) * (n_games - 1)
    if n_systems < 2 or df_within < 1:
        return _undefined(method, df_between, df_within, n_systems)
    effects = table.mean(0) - table.mean()  # (s)
    squares = float(np.sum((table - table.mean(1, keepdims=True) - effects) ** 2))
    if _is_rounding_error(squares, table):
        return _undefined(method, df_between, df_within, n_systems)
    mse = squares / df_within
    f = n_games * float(np.sum(effects**2)) / df_between / mse
    p = float(stats.f.sf(f, df_between, df_within))
    return Anova(method, f, p, df_between, df_within, mse, table.mean(0), np.full(n_systems, float(n_games)))


def _is_rounding_error(squares: float, values: Array) -> bool:
    return squares <= 1e-12 * float(np.sum(values**2))


def _undefined(method: str, df_between: int, df_within: int, n_systems: int) -> Anova:
    none = np.full(n_systems, np.nan)
    return Anova(method, np.nan, np.nan, df_between, df_within, np.nan, none, none)
