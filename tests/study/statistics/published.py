"""Simulated studies of the published shape: answers with the means of the paper's Table 5.

The paper gives no variances, so they are assumed here: supporting facts vary from answer to answer, contradicting facts
from sentence to sentence (participants agree on them), and a choice is binary.
"""

from typing import NamedTuple

import numpy as np

from boxscribe.study.observations import Observations, pairwise_observations


class Column(NamedTuple):
    """A column of Table 5: the means of its systems, ENT last, and which of them have an asterisk."""

    name: str
    means: tuple[float, ...]
    stars: str  # "*" or "-" for each system but ENT
    summaries: int  # with which the pattern is likely; the paper's 30 where that is enough


ROTOWIRE = (
    Column("supporting", (2.98, 6.98, 4.90, 4.77), "**-", 30),
    Column("contradicting", (0.28, 0.21, 0.90, 0.80), "**-", 30),
    Column("grammaticality", (4.07, -3.70, -3.33, 2.96), "***", 36_000),
    Column("coherence", (3.33, -3.33, -3.70, 3.70), "-**", 2_000),
    Column("conciseness", (-10.74, 17.78, -3.70, -3.33), "**-", 2_000),
)
MLB = (
    Column("supporting", (2.81, 3.98, 3.24, 2.86, 2.86), "-**-", 30),
    Column("contradicting", (0.15, 0.04, 0.40, 0.88, 0.52), "**-*", 30),
    Column("grammaticality", (1.24, -10.67, 0.22, 0.90, 8.31), "****", 2_000),
    Column("coherence", (3.48, -7.30, -0.90, -1.35, 6.07), "****", 8_000),
    Column("conciseness", (-9.33, 8.43, -2.47, -1.80, 5.39), "****", 8_000),
)
FACTS_IN_A_SENTENCE = 15  # at most
SENTENCES, PARTICIPANTS_FACTS, PARTICIPANTS_QUALITY = 4, 5, 3


def simulate(column: Column, rng: np.random.Generator, summaries: int | None = None) -> Observations:
    n = summaries or column.summaries
    if column.name in ("supporting", "contradicting"):
        return _facts(column, n, rng)
    return _quality(column, n, rng)


def _facts(column: Column, n: int, rng: np.random.Generator) -> Observations:
    k = len(column.means)
    game, system, sentence, participant = np.indices((n, k, SENTENCES, PARTICIPANTS_FACTS)).reshape(4, -1)
    means = np.array(column.means)
    if column.name == "supporting":
        counts = rng.binomial(FACTS_IN_A_SENTENCE, means[system] / FACTS_IN_A_SENTENCE)
    else:
        counts = rng.poisson(means, (n, SENTENCES, k))[game, sentence, system]
    value = counts.astype(np.float64)
    task = game * k + system
    return Observations(
        column.name,
        "facts",
        system,
        game,
        value,
        task * PARTICIPANTS_FACTS + participant,
        task * SENTENCES + sentence,
        value,
        n,
        k,
    )


def _quality(column: Column, n: int, rng: np.random.Generator) -> Observations:
    """P(i is chosen over j) = 1/2 + (s_i − s_j) (k − 1) / 2k, which makes the expected best-worst score of i s_i."""
    k = len(column.means)
    one, other = np.triu_indices(k, 1)
    game, pair, participant = np.indices((n, len(one), PARTICIPANTS_QUALITY)).reshape(3, -1)
    scores = (np.array(column.means) - np.mean(column.means)) / 100
    chance = 0.5 + (scores[one] - scores[other]) * (k - 1) / (2 * k)
    won = rng.random(len(game)) < chance[pair]
    unit = game * len(one) + pair
    return pairwise_observations(
        column.name, one[pair], other[pair], won, game, unit * PARTICIPANTS_QUALITY + participant, unit, n, k
    )
