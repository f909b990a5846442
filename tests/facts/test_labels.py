"""Which record types entities of a kind can have."""

import tomllib

import pytest

from boxscribe.facts.labels import NONE, LabelSet, can_have
from boxscribe.tables import Domain, load_domain
from helpers import WEATHER


@pytest.mark.parametrize(
    ("domain", "kind", "type", "expected"),
    [
        ("rotowire", "player", "PTS", True),
        ("rotowire", "team", "PTS", False),
        ("rotowire", "team", "TEAM-PTS", True),
        ("rotowire", "player", "TEAM-PTS", False),
        ("rotowire", "player", "DUNKS", True),  # the description does not have it
        ("rotowire", "team", "DUNKS", True),
        ("mlb", "team", "inn12", True),  # described as inn#
        ("mlb", "player", "inn12", False),
        ("mlb", "player", "home-run-batter", True),
        ("mlb", "team", "home-run-batter", False),
    ],
)
def test_types_belong_to_kinds(domain: str, kind: str, type: str, expected: bool) -> None:
    assert can_have(kind, type, load_domain(domain)) is expected


def test_a_mention_of_several_kinds_can_have_the_types_of_each() -> None:
    labels = LabelSet([NONE, "PTS", "TEAM-PTS"], load_domain("rotowire"))
    assert labels.allowed(["player"]).tolist() == [True, True, False]
    assert labels.allowed(["player", "team"]).tolist() == [True, True, True]


def test_an_action_can_leave_open_whose_it_is() -> None:
    froze = '[[actions]]\nwords = ["froze"]\nroles = { place = "frozen" }'
    assert can_have("station", "frozen", Domain.model_validate(tomllib.loads(f"{WEATHER}\n{froze}")))
    with pytest.raises(ValueError, match=r"actions\[0\]: no kind 'stations'; did you mean 'station'"):
        Domain.model_validate(tomllib.loads(f'{WEATHER}\n{froze}\nkind = "stations"'))
