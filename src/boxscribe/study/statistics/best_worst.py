"""Pairwise preferences: best-worst scaling (Louviere and Woodworth 1991) and the Bradley–Terry model.

In: the winner and the loser of each comparison, as numbers of systems.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]


def best_worst_scores(winners: Numbers, losers: Numbers, n_systems: int) -> Array:
    """(s) 100 × (times best − times worst) / comparisons; nan for a system without comparisons."""
    best, worst = np.bincount(winners, minlength=n_systems), np.bincount(losers, minlength=n_systems)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(100 * (best - worst) / (best + worst), dtype=np.float64)


def win_counts(winners: Numbers, losers: Numbers, n_systems: int) -> Array:
    """(s, s) how often the system of the row won against the system of the column."""
    counts = np.bincount(winners * n_systems + losers, minlength=n_systems**2)
    return counts.reshape(n_systems, n_systems).astype(np.float64)


def bradley_terry(wins: Array, tolerance: float = 1e-10) -> Array:
    """(s) log-strengths θ with mean 0 under P(i beats j) = e^θ_i / (e^θ_i + e^θ_j), from (s, s) win counts.

    Maximum likelihood by minorisation–maximisation (Hunter 2004): p_i ← W_i / Σ_j n_ij / (p_i + p_j), where W_i is the
    number of wins of i and n_ij the number of comparisons of i and j. It has no maximum, and the result is nan, where
    one group of systems never loses to the others.
    """
    if connected_components(wins, connection="strong")[0] > 1:
        return np.full(len(wins), np.nan)
    comparisons, won = wins + wins.T, wins.sum(1)
    p = np.ones(len(wins))
    while True:
        updated = won / (comparisons / (p[:, None] + p)).sum(1)
        updated /= np.exp(np.log(updated).mean())
        if np.max(np.abs(np.log(updated / p))) < tolerance:
            return np.asarray(np.log(updated), dtype=np.float64)
        p = updated
