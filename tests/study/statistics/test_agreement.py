"""Krippendorff's alpha, worked out from its definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.study.statistics.agreement import Distance, interval, krippendorff_alpha, nominal


def by_definition(units: list[int], answers: list[float], distance: Distance) -> float:
    """Every pair of answers, one after the other."""
    groups = {unit: [a for u, a in zip(units, answers, strict=True) if u == unit] for unit in set(units)}
    pairable = [group for group in groups.values() if len(group) > 1]
    everything = [answer for group in pairable for answer in group]

    def apart(values: list[float]) -> float:
        return float(sum(distance(np.array([a, b]))[0, 1] for i, a in enumerate(values) for b in values[:i])) * 2

    n = len(everything)
    observed = sum(apart(group) / (len(group) - 1) for group in pairable) / n
    return 1 - observed / (apart(everything) / (n * (n - 1)))


def test_two_people_worked_by_hand() -> None:
    """Units AA, AB, BB, BB: o_AB = o_BA = 1, n_A = 3, n_B = 5, n = 8; D_o = 2/8, D_e = 2·3·5/(8·7); α = 8/15."""
    units, answers = np.repeat(np.arange(4), 2), np.array([0.0, 0, 0, 1, 1, 1, 1, 1])
    assert krippendorff_alpha(units, answers, nominal) == pytest.approx(1 - (2 / 8) / (30 / 56))
    assert krippendorff_alpha(units, answers, nominal) == pytest.approx(8 / 15)


def test_counts_worked_by_hand() -> None:
    """Units (1, 2), (3, 3, 4), (9): the last has no partner. D_o = (2·1 + (2 + 2)/2) / 5; D_e over 1, 2, 3, 3, 4."""
    units, answers = np.array([0, 0, 1, 1, 1, 2]), np.array([1.0, 2, 3, 3, 4, 9])
    expected = 2 * (1 + 4 + 4 + 9 + 1 + 1 + 4 + 0 + 1 + 1) / (5 * 4)
    assert krippendorff_alpha(units, answers, interval) == pytest.approx(1 - (4 / 5) / expected)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=4, max_size=25))
def test_it_is_its_definition(pairs: list[tuple[int, int]]) -> None:
    units, answers = [unit for unit, _ in pairs], [float(answer) for _, answer in pairs]
    for distance in (nominal, interval):
        found = krippendorff_alpha(np.array(units), np.array(answers), distance)
        if not np.isnan(found):
            assert found == pytest.approx(by_definition(units, answers, distance))


def test_perfect_agreement_is_one_and_none_is_about_zero() -> None:
    units = np.repeat(np.arange(500), 3)
    assert krippendorff_alpha(units, np.repeat(np.arange(500) % 7.0, 3), interval) == pytest.approx(1)
    chance = np.random.default_rng(0).integers(0, 2, 1500).astype(float)
    assert abs(krippendorff_alpha(units, chance, nominal)) < 0.05


def test_it_is_not_defined_without_pairs_or_without_difference() -> None:
    assert np.isnan(krippendorff_alpha(np.array([], dtype=np.intp), np.array([]), nominal))
    assert np.isnan(krippendorff_alpha(np.arange(3), np.array([1.0, 2, 3]), nominal))
    assert np.isnan(krippendorff_alpha(np.zeros(3, dtype=np.intp), np.ones(3), nominal))
