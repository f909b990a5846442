"""Choices between two: best-worst scores, and Bradley–Terry strengths as a second view.

In: for each choice the numbers of the winner and of the loser; k systems.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

Array = NDArray[np.float64]
Numbers = NDArray[np.intp]


def best_worst(won: Numbers, lost: Numbers, k: int) -> Array:
    """(k) 100 × (times best − times worst) / appearances; nan for a system that never appeared."""
    best, worst = np.bincount(won, minlength=k), np.bincount(lost, minlength=k)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(100 * (best - worst) / (best + worst), dtype=np.float64)


def wins(won: Numbers, lost: Numbers, k: int) -> Array:
    """(k, k) how often a system (row) won against another (column)."""
    return np.bincount(won * k + lost, minlength=k * k).reshape(k, k).astype(np.float64)


def bradley_terry(table: Array, tolerance: float = 1e-10) -> Array:
    """(k) log-strengths with mean 0 under P(i beats j) = e^s_i / (e^s_i + e^s_j), from a (k, k) table of wins.

    The maximum of the likelihood by minorisation: p_i ← W_i / Σ_j n_ij / (p_i + p_j), where W_i are i's wins and n_ij
    the comparisons of i and j. All nan where there is none: some systems never lose to the others.
    """
    k = len(table)
    if connected_components(table, connection="strong")[0] > 1:
        return np.full(k, np.nan)
    played, won = table + table.T, table.sum(1)
    p = np.ones(k)
    while True:
        updated = won / (played / (p[:, None] + p)).sum(1)
        updated /= np.exp(np.log(updated).mean())
        if np.max(np.abs(np.log(updated / p))) < tolerance:
            return np.asarray(np.log(updated), dtype=np.float64)
        p = updated
