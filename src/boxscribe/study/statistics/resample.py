"""Confidence intervals by bootstrap over summaries: what if other games had been drawn?"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def intervals(sums: Array, counts: Array, level: float = 0.95, draws: int = 2000, seed: int = 0) -> Array:
    """(k, 2) bounds of each system's mean, from (n, k) sums and numbers of answers for each summary and system."""
    n = len(sums)
    weights = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=draws).astype(np.float64)  # (draws, n)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (weights @ sums) / (weights @ counts)  # (draws, k)
    tail = (1 - level) / 2
    bounds = np.full((sums.shape[1], 2), np.nan)
    known = counts.sum(0) > 0
    bounds[known] = np.nanquantile(means[:, known], [tail, 1 - tail], axis=0).T
    return bounds
