"""Intervals and tests: what they promise holds on simulated documents."""

from time import perf_counter

import numpy as np
import pytest

from boxscribe.scores.families import standard_families
from boxscribe.scores.family import Document
from boxscribe.scores.significance import CELLS, TESTS, Resampling, Test, compare, intervals
from boxscribe.scores.statistics import Statistics
from boxscribe.tables import Table

QUICK = Resampling(samples=300)


def simulated(documents: int, seed: int, precision: float = 0.8) -> Statistics:
    """Documents that state 10 to 40 facts, of which this share is correct and half in gold."""
    random = np.random.default_rng(seed)
    stated = random.integers(10, 41, documents)
    correct, gold = random.binomial(stated, precision), random.integers(20, 31, documents)
    matched = np.minimum(random.binomial(stated, precision / 2), gold)
    one = np.ones(documents)
    order = random.beta(2, 6, documents)
    columns = {"rg": (stated, correct, one), "cs": (stated, matched, gold), "co": (order, one)}
    counts = {name: np.stack(own, axis=1).astype(np.float64) for name, own in columns.items()}
    return Statistics(standard_families()[:3], counts)


def test_an_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    truth = {"rg_count": 20.0, "rg_precision": 80.0, "co": 25.0}
    held = dict.fromkeys(truth, 0)
    trials = 300
    for seed in range(trials):
        scores = intervals(simulated(80, seed), QUICK._replace(seed=seed))
        for metric, value in truth.items():
            held[metric] += scores[metric].low <= value <= scores[metric].high
    for metric, times in held.items():
        assert 0.90 <= times / trials <= 0.985, metric


def test_the_value_lies_in_its_interval_and_more_documents_narrow_it() -> None:
    few, many = intervals(simulated(50, 1), QUICK), intervals(simulated(5000, 1), QUICK)
    for scores in (few, many):
        assert all(score.low <= score.value <= score.high for score in scores.values())
    assert all(many[metric].high - many[metric].low < few[metric].high - few[metric].low for metric in few)


def test_the_same_seed_gives_the_same_interval_and_another_one_another() -> None:
    made = simulated(50, 1)
    assert intervals(made, QUICK) == intervals(made, QUICK)
    assert intervals(made, QUICK) != intervals(made, QUICK._replace(seed=2))


def test_one_document_has_an_interval_of_one_point() -> None:
    assert all(score.low == score.value == score.high for score in intervals(simulated(1, 1), QUICK).values())


def test_large_sets_are_resampled_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    made = simulated(50, 1)
    whole = intervals(made, QUICK)
    monkeypatch.setattr("boxscribe.scores.significance.CELLS", 50 * 7)
    assert CELLS > 50 * 7
    blocks = intervals(made, QUICK)
    assert {name: tuple(one) for name, one in blocks.items()} == {
        name: pytest.approx(tuple(one), rel=1e-12) for name, one in whole.items()
    }


@pytest.mark.parametrize("test", TESTS)
def test_identical_systems_are_never_different(test: Test) -> None:
    for seed in range(5):
        found = compare(simulated(40, seed), simulated(40, seed), test, QUICK)
        assert {difference.p for difference in found.values()} == {1.0}
        assert {difference.difference for difference in found.values()} == {0.0}


@pytest.mark.parametrize("test", TESTS)
def test_equally_good_systems_seldom_look_different_and_unequal_ones_do(test: Test) -> None:
    trials = 200
    false = 0
    for seed in range(trials):
        found = compare(simulated(60, 2 * seed), simulated(60, 2 * seed + 1), test, QUICK)
        false += found["rg_precision"].p < 0.05
    assert false / trials < 0.1
    found = compare(simulated(60, 1, precision=0.9), simulated(60, 2, precision=0.7), test, QUICK)
    assert found["rg_precision"].p < 0.01
    assert found["rg_precision"].difference == pytest.approx(20, abs=3)
    assert found["co"].p > 0.01, "both order their facts alike"


@pytest.mark.parametrize("test", TESTS)
def test_it_does_not_matter_who_is_first(test: Test) -> None:
    one, other = simulated(40, 1, precision=0.82), simulated(40, 2)
    there, back = compare(one, other, test, QUICK), compare(other, one, test, QUICK)
    for metric in there:
        assert there[metric].p == pytest.approx(back[metric].p, abs=0.1)
        assert there[metric].difference == pytest.approx(-back[metric].difference)


def test_documents_that_are_not_the_same_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="cannot be paired"):
        compare(simulated(4, 1), simulated(5, 1), "bootstrap", QUICK)


def test_a_thousand_resamples_of_a_development_set_take_about_a_second() -> None:
    random, blank, table = np.random.default_rng(1), Document("", "", ""), Table("", "", ())
    widths = {family.name: len(family.counts(blank, table)) for family in standard_families()}
    counts = {name: random.integers(1, 300, (727, width)).astype(np.float64) for name, width in widths.items()}
    start = perf_counter()
    intervals(Statistics(standard_families(), counts), Resampling())
    assert perf_counter() - start < 3
