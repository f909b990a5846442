"""Inter-annotator agreement: Krippendorff's α for any number of answers per item (Krippendorff 2004, chapter 11)."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Distance = Callable[[Array], Array]  # (c) distinct answers → (c, c) squared distances


def nominal(values: Array) -> Array:
    """δ² = 0 for equal answers, 1 otherwise."""
    return np.asarray(values[:, None] != values, dtype=np.float64)


def interval(values: Array) -> Array:
    """δ² = (c − v)²."""
    return np.asarray((values[:, None] - values) ** 2, dtype=np.float64)


def krippendorff_alpha(items: NDArray[np.intp], answers: Array, distance: Distance) -> float:
    """α = 1 − D_o / D_e of answers, each about the item with the number beside it; nan where it is undefined.

    o_cv counts the pairs of answers (c, v) about one item, weighted by 1 / (answers of the item − 1); n_c is the sum of
    row c and n the sum of all. D_o = Σ o_cv δ²_cv / n, D_e = Σ n_c n_v δ²_cv / (n (n − 1)).
    """
    if not len(answers):
        return float("nan")
    values, value_of = np.unique(answers, return_inverse=True)
    _, item_of = np.unique(items, return_inverse=True)
    counts = np.zeros((item_of.max() + 1, len(values)))  # (items, c)
    np.add.at(counts, (item_of, value_of), 1)
    counts = counts[counts.sum(1) > 1]  # an item with one answer has no pairs
    if not len(counts):
        return float("nan")
    weights = 1 / (counts.sum(1) - 1)
    coincidences = (counts * weights[:, None]).T @ counts - np.diag(weights @ counts)  # (c, c) o_cv
    margins, squared = counts.sum(0), distance(values)  # (c) n_c, (c, c) δ²_cv
    n = margins.sum()
    expected = margins @ squared @ margins / (n * (n - 1))
    return float(1 - (coincidences * squared).sum() / n / expected) if expected > 0 else float("nan")
