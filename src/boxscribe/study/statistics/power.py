"""How many summaries would show a difference of d?

Tukey's test shows a difference of two of k systems if t > q_{α, k, df} / √2, where t is noncentral with
δ = d / √(2 MSE / n). `error` is the MSE of the analysis, `df(n)` its degrees of freedom with n summaries.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
from scipy import optimize, stats

Freedom = Callable[[int], int]
ALPHA = 0.05
MANY = 2000  # degrees of freedom from which t is as good as normal
MOST = 10**9  # summaries


@cache
def noncentrality(k: int, df: int, wanted: float = 0.8) -> float:
    """The δ with which Tukey's test shows a difference with the probability `wanted`."""
    bound = _bound(k, df)
    if df >= MANY:
        return bound + float(stats.norm.ppf(wanted))
    return float(optimize.brentq(lambda delta: stats.nct.sf(bound, df, delta) - wanted, 0, 3 * bound + 10))


@cache
def _bound(k: int, df: int) -> float:
    return float(stats.studentized_range.ppf(1 - ALPHA, k, df if df < MANY else np.inf) / np.sqrt(2))


def difference_shown(n: int, k: int, error: float, df: Freedom, wanted: float = 0.8) -> float:
    """The difference that n summaries show with the probability `wanted`."""
    return noncentrality(k, df(n), wanted) * float(np.sqrt(2 * error / n))


def summaries_needed(d: float, k: int, error: float, df: Freedom, wanted: float = 0.8) -> int | None:
    """The smallest number of summaries, 3 at least, that shows a difference d; None beyond a thousand million."""
    n = float(2 * error * (noncentrality(k, MANY, wanted) / d) ** 2)  # as if the error were known: a bit too few
    if n > MOST:
        return None
    needed = max(3, int(n))
    while difference_shown(needed, k, error, df, wanted) > d:
        needed += 1
    return needed
