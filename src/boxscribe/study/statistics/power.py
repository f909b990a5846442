"""Statistical power: how many summaries does a study need to detect a difference d between two systems?

Tukey's test detects it if t > q / √2, where q is the 1 − α quantile of the studentised range of the number of systems
and t is noncentral with δ = d / √(2 MSE / g) for g summaries per system. `mse` and `df` are the mean squared error of
the ANOVA and its degrees of freedom as a function of g.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy import optimize, stats

DegreesOfFreedom = Callable[[int], int]
ALPHA = 0.05
POWER = 0.8
NORMAL_DF = 2000  # degrees of freedom from which the normal distribution stands for t
MAX_SUMMARIES = 10**9


@cache
def noncentrality(n_systems: int, df: int, power: float = POWER) -> float:
    """The δ that Tukey's test detects with the probability `power`."""
    bound = critical_value(n_systems, df)
    if df >= NORMAL_DF:
        return bound + float(stats.norm.ppf(power))
    return float(optimize.brentq(lambda delta: stats.nct.sf(bound, df, delta) - power, 0, 3 * bound + 10))


@cache
def critical_value(n_systems: int, df: int) -> float:
    """q / √2, the critical value of t in Tukey's test.

    It lies between those of a single t-test and of Bonferroni's correction for all pairs, so that a few evaluations of
    the studentised range, which are double integrals, find it.
    """
    t_df = df if df < NORMAL_DF else np.inf
    single, bonferroni = (float(stats.t.isf(p, t_df)) for p in (ALPHA / 2, ALPHA / (n_systems * (n_systems - 1))))

    def excess(t: float) -> float:
        return float(stats.studentized_range.sf(t * np.sqrt(2), n_systems, t_df)) - ALPHA

    return float(optimize.brentq(excess, 0.999 * single, 1.001 * bonferroni, xtol=1e-7))


def detectable_difference(
    n_summaries: int, n_systems: int, mse: float, df: DegreesOfFreedom, power: float = POWER
) -> float:
    """The smallest difference that this many summaries detect with the probability `power`."""
    return noncentrality(n_systems, df(n_summaries), power) * float(np.sqrt(2 * mse / n_summaries))


def summaries_needed(
    difference: float, n_systems: int, mse: float, df: DegreesOfFreedom, power: float = POWER
) -> int | None:
    """The smallest number of summaries, at least 3, that detects a difference; None above MAX_SUMMARIES."""
    start = float(2 * mse * (noncentrality(n_systems, NORMAL_DF, power) / difference) ** 2)  # a known MSE needs fewer
    if start > MAX_SUMMARIES:
        return None
    needed = max(3, int(start))
    while detectable_difference(needed, n_systems, mse, df, power) > difference:
        needed += 1
    return needed
