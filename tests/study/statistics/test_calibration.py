"""Analyses of simulated studies find the published differences, and no differences of equal systems."""

import numpy as np
import pytest
from scipy import stats

from boxscribe.study.analyse import compare
from boxscribe.study.observations import Observations
from boxscribe.study.statistics.anova import one_way_anova
from study.statistics.published import MLB, ROTOWIRE, Column, simulate

TIMES = 10


def asterisks(observed: Observations) -> str:
    """Which systems differ from the last one."""
    anova = compare(observed, "summary")
    return "".join(
        "*" if anova.is_significant(system, observed.n_systems - 1) else "-" for system in range(observed.n_systems - 1)
    )


@pytest.mark.parametrize("columns", [ROTOWIRE, MLB], ids=["rotowire", "mlb"])
def test_answers_with_the_published_means_show_the_published_asterisks(columns: tuple[Column, ...]) -> None:
    rng = np.random.default_rng(7)
    shares = {}
    for column in columns:
        found = [asterisks(simulate(column, rng)) for _ in range(TIMES)]
        shares[column.name] = found.count(column.stars) / TIMES
    assert min(shares.values()) >= 0.7, shares
    assert sum(shares.values()) / len(shares) >= 0.9, shares


@pytest.mark.parametrize("k", [4, 5])
@pytest.mark.parametrize("name", ["supporting", "contradicting", "coherence"])
def test_the_rate_of_false_positives_is_nominal(name: str, k: int) -> None:
    times = 400
    rng = np.random.default_rng(k)
    equal = Column(name, (0.0 if name == "coherence" else 3.0,) * k, "", 30)
    observed = [simulate(equal, rng) for _ in range(times)]
    significant = [compare(each, "summary").p <= 0.05 for each in observed]
    low, high = stats.binom.interval(0.999, times, 0.05)
    assert low <= sum(significant) <= high
    starred = sum("*" in asterisks(each) for each, is_so in zip(observed, significant, strict=True) if is_so)
    assert starred <= high


def test_a_one_way_anova_of_preferences_is_too_liberal() -> None:
    """Why choices are analysed in blocks: if this fails, the simpler analysis would do."""
    times = 400
    rng = np.random.default_rng(3)
    found = 0
    for _ in range(times):
        sums, counts = simulate(Column("coherence", (0.0,) * 4, "", 30), rng).by_summary()
        found += one_way_anova(list((sums / counts).T)).p <= 0.05
    assert found > stats.binom.interval(0.999, times, 0.05)[1]


def test_participants_who_agree_are_not_independent_observations() -> None:
    """Why a summary is one observation: with an observation per answer, equal systems often seem to differ."""
    times = 100
    rng = np.random.default_rng(4)
    equal = Column("contradicting", (0.5,) * 4, "", 30)
    found = sum(compare(simulate(equal, rng), "answer").p <= 0.05 for _ in range(times))
    assert found > stats.binom.interval(0.999, times, 0.05)[1]


def test_the_simulation_has_the_published_means() -> None:
    rng = np.random.default_rng(1)
    for column in ROTOWIRE + MLB:
        observed = simulate(column, rng, 3_000)
        sums, counts = observed.by_summary()
        near = 0.1 if observed.form == "facts" else 3.0
        assert sums.sum(0) / counts.sum(0) == pytest.approx(column.means, abs=near)
