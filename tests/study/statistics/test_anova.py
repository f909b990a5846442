"""Analysis of variance and Tukey's test: worked by hand, and against scipy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from boxscribe.study.statistics.anova import blocked_anova, one_way_anova


def test_one_way_worked_by_hand() -> None:
    """Means 2, 3, 7 around 4: SS between = 3 (4 + 1 + 9) = 42 with 2 df, within = 2 + 2 + 2 = 6 with 6 df."""
    result = one_way_anova([np.array([1.0, 2, 3]), np.array([2.0, 3, 4]), np.array([6.0, 7, 8])])
    assert (result.df_between, result.df_within, result.mse) == (2, 6, 1.0)
    assert result.f == pytest.approx(21.0)
    # q = |2 − 7| / √(1/3) = 8.66; the 5 % point for 3 means and 6 df is 4.34 in every table of q.
    assert result.is_significant(0, 2) and result.is_significant(1, 2)
    assert not result.is_significant(0, 1)  # q = 1.73
    assert stats.studentized_range.sf(4.339, 3, 6) == pytest.approx(0.05, abs=1e-3)


def test_blocks_worked_by_hand() -> None:
    """Rows 1 2 3 / 2 3 7 / 3 4 8: grand mean 11/3, systems 2, 3, 6, rows 2, 4, 5; SS = 3 (25 + 4 + 49) / 9."""
    result = blocked_anova(np.array([[1.0, 2, 3], [2, 3, 7], [3, 4, 8]]))
    assert (result.df_between, result.df_within) == (2, 4)
    systems, rows, total = 3 * 78 / 9, 3 * (25 / 9 + 1 / 9 + 16 / 9), 165 - 9 * (11 / 3) ** 2
    assert result.mse == pytest.approx((total - systems - rows) / 4)
    assert result.f == pytest.approx(systems / 2 / result.mse)
    assert result.p == pytest.approx(stats.f.sf(result.f, 2, 4))


@pytest.mark.parametrize("seed", range(5))
def test_one_way_is_scipys(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = [rng.normal(rng.normal(), 1, rng.integers(5, 40)) for _ in range(4)]
    result, expected = one_way_anova(groups), stats.tukey_hsd(*groups)
    assert (result.f, result.p) == pytest.approx(tuple(stats.f_oneway(*groups)))
    for one in range(4):
        for other in range(one):
            assert result.tukey(one, other) == pytest.approx(expected.pvalue[one, other], abs=1e-9)


def test_two_systems_in_blocks_are_a_paired_t_test() -> None:
    rng = np.random.default_rng(2)
    table = rng.normal(size=(12, 2)) + rng.normal(size=(12, 1))
    paired = stats.ttest_rel(table[:, 0], table[:, 1])
    result = blocked_anova(table)
    assert result.f == pytest.approx(paired.statistic**2)
    assert result.p == pytest.approx(paired.pvalue)
    assert result.tukey(0, 1) == pytest.approx(paired.pvalue, abs=1e-6)


@given(st.integers(0, 1000), st.floats(-50, 50))
def test_blocks_do_not_care_how_good_a_block_is(seed: int, shift: float) -> None:
    table = np.random.default_rng(seed).normal(size=(6, 3))
    moved = table.copy()
    moved[2] += shift
    assert blocked_anova(moved).f == pytest.approx(blocked_anova(table).f, rel=1e-6)


@pytest.mark.parametrize("groups", [[[1.0], [2.0]], [[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], []], [[1.0, 2.0]]], ids=str)
def test_nothing_is_claimed_where_nothing_can_be_known(groups: list[list[float]]) -> None:
    result = one_way_anova([np.array(group) for group in groups])
    assert np.isnan(result.p)
    assert not result.is_significant(0, len(groups) - 1)
    assert np.isnan(blocked_anova(np.ones((3, 2))).p)
    assert np.isnan(blocked_anova(np.ones((1, 2))).p)
