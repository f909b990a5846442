"""What a match proves."""

import pytest
import torch

from boxscribe.facts.candidates import Candidates, Pair
from boxscribe.facts.match_prior import MatchPrior, loss_of, weights
from boxscribe.facts.mentions import Span, Value
from boxscribe.tables import Entity, Table, load_domain
from helpers import games

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(number: int, **values: str) -> Entity:
    cells = [("FIRST_NAME", "Ann"), ("SECOND_NAME", str(number)), *values.items()]
    return Entity.of(str(number), f"Ann {number}", "player", cells)


TABLE = Table(
    "rotowire", "1", (player(1, PTS="20", STL="1"), player(2, PTS="21", STL="1"), player(3, PTS="22", STL="0"))
)


@pytest.mark.parametrize(
    ("type", "key", "chance"), [("PTS", "20", 1 / 3), ("STL", "1", 2 / 3), ("PTS", "1", 0.005), ("AST", "1", 0.005)]
)
def test_chances_are_shares_of_entities(type: str, key: str, chance: float) -> None:
    chances = MatchPrior()
    chances.add(TABLE, ROTOWIRE)
    assert chances.of(type, key) == pytest.approx(chance)


def test_plays_have_a_chance_too() -> None:
    chances = MatchPrior()
    for table in games(20, "mlb"):
        chances.add(table, MLB)
    assert 0.005 < chances.of("home-run-batter", "-1") < 0.2
    assert chances.of("single-batter", "-1") != chances.of("triple-batter", "-1")


def test_the_likelihood_of_a_pair() -> None:
    chances = MatchPrior()
    chances.add(TABLE, ROTOWIRE)
    values = [Value(1, 2, "1"), Value(2, 3, "9")]
    sentence = Candidates(["Ann", "1", "9"], [Span(0, 1)], values, [Pair(0, 0, ("STL", "PTS")), Pair(0, 1, ())])
    made = weights([sentence], {"NONE": 0, "PTS": 1, "STL": 2, "AST": 3}, chances, none_weight=1.5)
    torch.testing.assert_close(made, torch.tensor([[1.5 / 200, 1.0, 1.5 / 200, 0.0], [1.0, 0.0, 0.0, 0.0]]))
    p = torch.tensor([[0.5, 0.001, 0.4, 0.099], [0.7, 0.1, 0.1, 0.1]])
    expected = -torch.tensor([(0.5 * 1.5 + 0.2 + 0.6) / 200, 0.7]).log().mean()
    torch.testing.assert_close(loss_of(p.log(), made), expected)
