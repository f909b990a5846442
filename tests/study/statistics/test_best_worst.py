"""Best-worst scores and Bradley–Terry strengths."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.study.statistics.best_worst import best_worst_scores, bradley_terry, win_counts


def test_scores_worked_by_hand() -> None:
    """System 0 wins 3 of 4, system 1 wins 1 of 3, system 2 wins 0 of 1; system 3 never appears."""
    won, lost = np.array([0, 0, 0, 1]), np.array([1, 1, 2, 0])
    assert best_worst_scores(won, lost, 4)[:3] == pytest.approx([50, -100 / 3, -100])
    assert np.isnan(best_worst_scores(won, lost, 4)[3])


@given(st.integers(2, 6), st.integers(1, 5), st.integers(0, 10_000))
def test_in_a_complete_design_scores_sum_to_zero(k: int, games: int, seed: int) -> None:
    pairs = np.array(list(combinations(range(k), 2)) * games)
    flipped = np.random.default_rng(seed).random(len(pairs)) < 0.5
    won, lost = np.where(flipped, pairs[:, 0], pairs[:, 1]), np.where(flipped, pairs[:, 1], pairs[:, 0])
    scores = best_worst_scores(won, lost, k)
    assert scores.sum() == pytest.approx(0, abs=1e-9)
    assert np.all((scores >= -100) & (scores <= 100))


def test_always_best_is_100_and_always_worst_minus_100() -> None:
    assert best_worst_scores(np.array([0, 0]), np.array([1, 1]), 2).tolist() == [100, -100]


def test_two_systems_have_the_odds_of_their_wins() -> None:
    strength = bradley_terry(np.array([[0.0, 30], [10, 0]]))
    assert strength[0] - strength[1] == pytest.approx(np.log(3))
    assert strength.sum() == pytest.approx(0)


def test_strengths_are_those_the_games_were_played_with() -> None:
    true = np.array([0.8, 0.1, -0.3, -0.6])
    chance = 1 / (1 + np.exp(true - true[:, None]))
    assert bradley_terry(1000 * chance * (1 - np.eye(4))) == pytest.approx(true, abs=1e-6)


def test_there_is_no_strength_for_a_system_that_never_loses() -> None:
    assert np.isnan(bradley_terry(np.array([[0.0, 5, 5], [0, 0, 3], [0, 2, 0]]))).all()


def test_wins_are_counted_by_winner_and_loser() -> None:
    table = win_counts(np.array([0, 0, 2]), np.array([1, 1, 0]), 3)
    assert table.tolist() == [[0, 2, 0], [0, 0, 0], [1, 0, 0]]
