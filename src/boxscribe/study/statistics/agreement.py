"""Do people agree? Krippendorff's α = 1 − D_observed / D_expected, for any number of answers per unit."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Distance = Callable[[Array], Array]  # (v) values → (v, v) squared distances


def nominal(values: Array) -> Array:
    """Answers are equal or not."""
    return np.asarray(values[:, None] != values, dtype=np.float64)


def interval(values: Array) -> Array:
    """Answers are numbers whose differences count."""
    return np.asarray((values[:, None] - values) ** 2, dtype=np.float64)


def alpha(units: NDArray[np.intp], answers: Array, distance: Distance) -> float:
    """α of answers about units (the same number: the same unit); nan where it is not defined.

    o_cv counts the pairs of answers (c, v) within units, each unit's pairs weighted by 1 / (its answers − 1);
    n_c are its margins. D_o = Σ o_cv δ²_cv / n, D_e = Σ n_c n_v δ²_cv / (n (n − 1)).
    """
    if not len(answers):
        return float("nan")
    values, value_of = np.unique(answers, return_inverse=True)
    _, unit_of = np.unique(units, return_inverse=True)
    counts = np.zeros((unit_of.max() + 1, len(values)))  # (u, v) how often a unit got a value
    np.add.at(counts, (unit_of, value_of), 1)
    counts = counts[counts.sum(1) > 1]  # an answer alone agrees with nobody
    if not len(counts):
        return float("nan")
    weights = 1 / (counts.sum(1) - 1)
    pairs = (counts * weights[:, None]).T @ counts - np.diag(weights @ counts)  # (v, v) o_cv
    margins, apart = counts.sum(0), distance(values)
    n = margins.sum()
    expected = margins @ apart @ margins / (n * (n - 1))
    return float(1 - (pairs * apart).sum() / n / expected) if expected > 0 else float("nan")
