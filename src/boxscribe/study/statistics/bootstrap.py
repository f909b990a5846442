"""Confidence intervals by bootstrap over games: a resampled game brings the summaries of all systems."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def confidence_intervals(
    sums: Array, counts: Array, level: float = 0.95, resamples: int = 2000, seed: int = 0
) -> Array:
    """(s, 2) bounds of each system's mean, from (g, s) sums and counts of the observations of each summary."""
    games = len(sums)
    weights = np.random.default_rng(seed).multinomial(games, np.full(games, 1 / games), size=resamples)
    weights = weights.astype(np.float64)  # (resamples, g)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = (weights @ sums) / (weights @ counts)  # (resamples, s)
    tail = (1 - level) / 2
    bounds = np.full((sums.shape[1], 2), np.nan)
    observed = counts.sum(0) > 0
    bounds[observed] = np.nanquantile(means[:, observed], [tail, 1 - tail], axis=0).T
    return bounds
