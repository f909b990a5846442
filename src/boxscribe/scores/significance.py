"""How far a figure can be trusted: bootstrap intervals, and paired tests of two systems on the same documents.

All of it works on sums of per-document counts, so a resample is one row of a matrix product.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

import numpy as np

from boxscribe.scores.relations import Array
from boxscribe.scores.score import Figures, Score, Statistics

Test = Literal["bootstrap", "randomisation"]
TESTS: tuple[Test, ...] = get_args(Test)
CELLS = 4_000_000  # of the matrix that says which document is in which resample: about 32 MB at a time
ROUNDING = 1e-9  # figures that differ by less are the same


class Resampling(NamedTuple):
    """How often to draw, from where, and how much of what is drawn an interval holds."""

    samples: int = 1000
    seed: int = 1
    confidence: float = 0.95

    def __str__(self) -> str:
        return f"{self.confidence:.0%} bootstrap, {self.samples} samples, seed {self.seed}"


USUAL = Resampling()


class Difference(NamedTuple):
    """Two systems in one metric, and how often chance alone would make such a difference."""

    value: float
    other: float
    p: float

    @property
    def difference(self) -> float:
        return self.value - self.other


def intervals(statistics: Statistics, how: Resampling) -> dict[str, Score]:
    """Percentile bootstrap: documents are drawn with replacement, as many as there are."""
    drawn = _together([statistics.figures(draws @ statistics.rows) for draws in _draws(len(statistics.rows), how)])
    tail = (1 - how.confidence) / 2
    scores = {}
    for metric, value in statistics.total().items():
        low, high = np.quantile(drawn[metric], [tail, 1 - tail])
        scores[metric] = Score(value, float(low), float(high))
    return scores


def compare(one: Statistics, other: Statistics, test: Test, how: Resampling) -> dict[str, Difference]:
    """A paired, two-sided test for every metric; the rows of both are about the same documents."""
    if one.rows.shape != other.rows.shape:
        raise ValueError(f"counts of {one.rows.shape} and {other.rows.shape} cannot be paired")
    drawn = _bootstrap(one, other, how) if test == "bootstrap" else _randomisation(one, other, how)
    ours, theirs = one.total(), other.total()
    found = {}
    for metric in one.metrics:
        seen = abs(ours[metric] - theirs[metric])
        extreme = np.count_nonzero(np.abs(drawn[metric]) >= seen - ROUNDING)
        found[metric] = Difference(ours[metric], theirs[metric], (extreme + 1) / (how.samples + 1))
    return found


def _bootstrap(one: Statistics, other: Statistics, how: Resampling) -> Figures:
    """Differences in resamples, moved so that their mean is 0: what they would be if the systems were equal."""
    drawn = _together([_differences(one, draws @ one.rows, draws @ other.rows) for draws in _draws(len(one.rows), how)])
    return {metric: differences - differences.mean() for metric, differences in drawn.items()}


def _randomisation(one: Statistics, other: Statistics, how: Resampling) -> Figures:
    """Differences when a coin decides, document by document, which text is whose."""
    gap = other.rows - one.rows
    random = np.random.default_rng(how.seed)
    drawn = []
    for size in _blocks(how.samples, len(gap)):
        swapped = random.integers(0, 2, (size, len(gap))).astype(np.float64) @ gap
        drawn.append(_differences(one, one.rows.sum(axis=0) + swapped, other.rows.sum(axis=0) - swapped))
    return _together(drawn)


def _differences(statistics: Statistics, sums: Array, other_sums: Array) -> Figures:
    ours, theirs = statistics.figures(sums), statistics.figures(other_sums)
    return {metric: ours[metric] - theirs[metric] for metric in ours}


def _draws(documents: int, how: Resampling) -> Iterator[Array]:
    """How often each document is in each resample, (resamples, documents), a block at a time."""
    random = np.random.default_rng(how.seed)
    for size in _blocks(how.samples, documents):
        drawn = random.integers(0, documents, (size, documents)) + documents * np.arange(size)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * documents)
        yield counts.reshape(size, documents).astype(np.float64)


def _blocks(samples: int, documents: int) -> Iterator[int]:
    size = max(1, CELLS // max(documents, 1))
    for start in range(0, samples, size):
        yield min(size, samples - start)


def _together(blocks: list[Figures]) -> Figures:
    return {metric: np.concatenate([block[metric] for block in blocks]) for metric in blocks[0]}
