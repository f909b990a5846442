"""The evidence of a match between text and table."""

import pytest
import torch

from boxscribe.facts.candidates import CandidatePair, CandidateSentence
from boxscribe.facts.match_prior import MatchPrior, label_weights, negative_log_likelihood
from boxscribe.facts.values import ValueMention
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.linker import Certainty, Mention
from helpers import games

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(number: int, **values: str) -> Entity:
    cells = [("FIRST_NAME", "Ann"), ("SECOND_NAME", str(number)), *values.items()]
    return Entity.of(str(number), f"Ann {number}", "player", cells)


TABLE = Table(
    "rotowire", "1", (player(1, PTS="20", STL="1"), player(2, PTS="21", STL="1"), player(3, PTS="22", STL="0"))
)


@pytest.mark.parametrize(
    ("type", "key", "prior"), [("PTS", "20", 1 / 3), ("STL", "1", 2 / 3), ("PTS", "1", 0.005), ("AST", "1", 0.005)]
)
def test_priors_are_shares_of_entities(type: str, key: str, prior: float) -> None:
    counts = MatchPrior()
    counts.add(TABLE, ROTOWIRE)
    assert counts.of(type, key) == pytest.approx(prior)


def test_entities_that_lack_a_figure_count_in_its_prior() -> None:
    counts = MatchPrior()
    counts.add(
        Table("rotowire", "1", (player(1, PTS="20", STL="1"), *(player(n, PTS="9") for n in range(2, 5)))), ROTOWIRE
    )
    assert counts.of("STL", "1") == pytest.approx(1 / 4)


def test_actions_have_a_prior_too() -> None:
    counts = MatchPrior()
    for table in games(20, "mlb"):
        counts.add(table, MLB)
    assert 0.005 < counts.of("home-run-batter", "-1") < 0.2
    assert counts.of("single-batter", "-1") != counts.of("triple-batter", "-1")


def test_the_likelihood_of_a_pair() -> None:
    counts = MatchPrior()
    counts.add(TABLE, ROTOWIRE)
    ann = Mention(0, 1, "Ann", (0,), frozenset(["player"]), Certainty.CERTAIN)
    values = [ValueMention(1, 2, "1"), ValueMention(2, 3, "9")]
    pairs = [CandidatePair(0, 0, ("STL", "PTS")), CandidatePair(0, 1, ())]
    sentence = CandidateSentence(["Ann", "1", "9"], [ann], values, pairs)
    weights = label_weights([sentence], {"NONE": 0, "PTS": 1, "STL": 2, "AST": 3}, counts, none_weight=1.5)
    torch.testing.assert_close(weights, torch.tensor([[1.5 / 200, 1.0, 1.5 / 200, 0.0], [1.0, 0.0, 0.0, 0.0]]))
    p = torch.tensor([[0.5, 0.001, 0.4, 0.099], [0.7, 0.1, 0.1, 0.1]])
    expected = -torch.tensor([(0.5 * 1.5 + 0.2 + 0.6) / 200, 0.7]).log().mean()
    torch.testing.assert_close(negative_log_likelihood(p.log(), weights), expected)
