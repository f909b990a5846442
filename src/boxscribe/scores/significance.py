"""How far a figure can be trusted: bootstrap intervals, and paired tests of two systems on the same documents.

All of it works on sums of per-document counts, so a resample is one row of a matrix product.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

import numpy as np

from boxscribe.scores.family import Array
from boxscribe.scores.score import Score
from boxscribe.scores.statistics import Figures, Statistics, Sums

Test = Literal["bootstrap", "randomisation"]
TESTS: tuple[Test, ...] = get_args(Test)
CELLS = 4_000_000  # resamples × documents that are computed at a time: about 32 MB
ROUNDING = 1e-9  # figures that differ by less are the same


class Resampling(NamedTuple):
    """How many resamples to take, from which seed, and the confidence of intervals."""

    samples: int = 1000
    seed: int = 1
    confidence: float = 0.95

    def __str__(self) -> str:
        return f"{self.confidence:.0%} bootstrap, {self.samples} samples, seed {self.seed}"


DEFAULT_RESAMPLING = Resampling()


class Difference(NamedTuple):
    """The figures of two systems in one metric, and the p value of a test that they differ."""

    value: float
    other: float
    p: float

    @property
    def difference(self) -> float:
        return self.value - self.other


def intervals(statistics: Statistics, resampling: Resampling) -> dict[str, Score]:
    """Percentile bootstrap: documents are sampled with replacement, as many as there are."""
    sampled = _joined(
        [statistics.figures(statistics.sums(weights)) for weights in _samples(len(statistics), resampling)]
    )
    tail = (1 - resampling.confidence) / 2
    scores = {}
    for metric, value in statistics.total().items():
        low, high = np.quantile(sampled[metric], [tail, 1 - tail])
        scores[metric] = Score(value, float(low), float(high))
    return scores


def compare(one: Statistics, other: Statistics, test: Test, resampling: Resampling) -> dict[str, Difference]:
    """A paired, two-sided test for every metric; both must be about the same documents."""
    if len(one) != len(other) or one.labels != other.labels:
        raise ValueError(f"{list(one.labels)} of {len(one)} and {list(other.labels)} of {len(other)} cannot be paired")
    under_null = (_bootstrap if test == "bootstrap" else _randomisation)(one, other, resampling)
    ours, theirs = one.total(), other.total()
    found = {}
    for metric in one.labels:
        observed = abs(ours[metric] - theirs[metric])
        extreme = np.count_nonzero(np.abs(under_null[metric]) >= observed - ROUNDING)
        found[metric] = Difference(ours[metric], theirs[metric], (extreme + 1) / (resampling.samples + 1))
    return found


def _bootstrap(one: Statistics, other: Statistics, resampling: Resampling) -> Figures:
    """Differences in resamples, shifted to mean 0: their distribution if the systems were equal."""
    sampled = _joined(
        [_differences(one, one.sums(weights), other.sums(weights)) for weights in _samples(len(one), resampling)]
    )
    return {metric: differences - differences.mean() for metric, differences in sampled.items()}


def _randomisation(one: Statistics, other: Statistics, resampling: Resampling) -> Figures:
    """Differences when, document by document, a coin decides which text is whose."""
    random = np.random.default_rng(resampling.seed)
    sampled = []
    for size in _blocks(resampling.samples, len(one)):
        swapped = random.integers(0, 2, (size, len(one))).astype(np.float64)
        sampled.append(_differences(one, _mixed(one, other, swapped), _mixed(other, one, swapped)))
    return _joined(sampled)


def _mixed(one: Statistics, other: Statistics, swapped: Array) -> Sums:
    """Sums of one system's counts, where those of swapped documents (resamples, documents) are the other's."""
    return {name: counts.sum(axis=0) + swapped @ (other.counts[name] - counts) for name, counts in one.counts.items()}


def _differences(statistics: Statistics, sums: Sums, other_sums: Sums) -> Figures:
    ours, theirs = statistics.figures(sums), statistics.figures(other_sums)
    return {metric: ours[metric] - theirs[metric] for metric in ours}


def _samples(documents: int, resampling: Resampling) -> Iterator[Array]:
    """How often each document is in each resample, (resamples, documents), a block at a time."""
    random = np.random.default_rng(resampling.seed)
    for size in _blocks(resampling.samples, documents):
        sampled = random.integers(0, documents, (size, documents)) + documents * np.arange(size)[:, None]
        counts = np.bincount(sampled.ravel(), minlength=size * documents)
        yield counts.reshape(size, documents).astype(np.float64)


def _blocks(samples: int, documents: int) -> Iterator[int]:
    size = max(1, CELLS // max(documents, 1))
    for start in range(0, samples, size):
        yield min(size, samples - start)


def _joined(blocks: list[Figures]) -> Figures:
    return {metric: np.concatenate([block[metric] for block in blocks]) for metric in blocks[0]}
