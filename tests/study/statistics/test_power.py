"""Power and confidence intervals have their nominal probabilities in simulated studies."""

import numpy as np
import pytest
from scipy import stats

from boxscribe.study.statistics.anova import one_way_anova
from boxscribe.study.statistics.bootstrap import confidence_intervals
from boxscribe.study.statistics.power import critical_value, detectable_difference, summaries_needed


def test_the_number_of_summaries_shows_the_difference_in_four_of_five_studies() -> None:
    k, d, times = 3, 1.0, 60
    n = summaries_needed(d, k, mse=1.0, df=lambda n: k * (n - 1))
    assert n is not None
    rng = np.random.default_rng(0)
    shown = 0
    for _ in range(times):
        groups = [rng.normal(mean, 1, n) for mean in (0, d, d / 2)]
        shown += one_way_anova(groups).tukey(0, 1) <= 0.05
    low, high = stats.binom.interval(0.999, times, 0.8)
    assert low <= shown <= high


@pytest.mark.parametrize(("systems", "df"), [(2, 1), (2, 1999), (3, 5), (10, 40), (4, 5000)])
def test_the_critical_value_is_scipys_quantile(systems: int, df: int) -> None:
    quantile = float(stats.studentized_range.ppf(0.95, systems, df if df < 2000 else np.inf) / np.sqrt(2))
    assert critical_value(systems, df) == pytest.approx(quantile, abs=1e-5)


@pytest.mark.parametrize("d", [0.2, 1.0, 3.0])
def test_one_summary_less_would_not_do(d: float) -> None:
    def freedom(n: int) -> int:
        return 4 * (n - 1)

    n = summaries_needed(d, 4, mse=2.0, df=freedom)
    assert n is not None
    assert detectable_difference(n, 4, 2.0, freedom) <= d
    assert n == 3 or detectable_difference(n - 1, 4, 2.0, freedom) > d


def test_a_difference_too_small_for_any_study_is_said_to_be_so() -> None:
    assert summaries_needed(1e-6, 4, mse=100.0, df=lambda n: 4 * (n - 1)) is None


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    times, hits = 200, 0
    for at in range(times):
        values = rng.exponential(2.0, (40, 1))
        low, high = confidence_intervals(values, np.ones((40, 1)), resamples=400, seed=at)[0]
        hits += low <= 2.0 <= high
    assert 0.87 <= hits / times <= 0.99


def test_an_interval_holds_its_mean_and_is_the_same_every_time() -> None:
    sums, counts = np.random.default_rng(0).random((30, 4)) * 9, np.full((30, 4), 3.0)
    bounds = confidence_intervals(sums, counts)
    mean = sums.sum(0) / counts.sum(0)
    assert np.all((bounds[:, 0] < mean) & (mean < bounds[:, 1]))
    assert np.array_equal(bounds, confidence_intervals(sums, counts))
    unseen = confidence_intervals(sums * [1, 1, 1, 0], counts * [1, 1, 1, 0])
    assert np.isnan(unseen[3]).all()
    assert np.array_equal(unseen[:3], bounds[:3])
