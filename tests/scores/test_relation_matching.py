"""When two relations say the same."""

import pytest

from boxscribe.facts.relations import Relation
from boxscribe.scores.relation_matching import RelationMatcher
from boxscribe.tables import load_domain
from helpers import games
from scores import brute

CASES = [  # entity, value, entity, value, equal
    ("Kyle Lowry", "25", "Kyle Lowry", "25", True),
    ("Kyle Lowry", "25", "Lowry", "25", True),
    ("Kyle", "25", "Lowry", "25", False),
    ("Kyle Lowry", "25", "Kyle Lowry", "twenty - five", True),
    ("Kyle Lowry", "25", "Kyle Lowry", "5", False),
    ("Kyle Lowry", "twenty-five", "Lowry", "Twenty - five", True),
    ("Toronto", "4", "Raptors", "four", True),
    ("Toronto", "4", "Toronto Raptors", "4", True),
    ("Los Angeles", "4", "Lakers", "4", True),
    ("Los Angeles", "4", "Clippers", "4", True),
    ("Lakers", "4", "Clippers", "4", False),
    ("Los Angeles Lakers", "4", "Los Angeles Clippers", "4", False),
    ("Portland", "4", "Blazers", "4", True),
    ("Toronto", "4", "Lakers", "4", False),
    ("Kyle Lowry", "-1", "Lowry", "homered", True),  # facts without a number, in our words and in others'
    ("Kyle Lowry", "-1", "Lowry", "1", False),
    ("Kyle Lowry", ".304", "Lowry", "0.304", True),
    ("Kyle Lowry", "2 1/3", "Lowry", "2 1/3", True),
    ("Kyle Lowry", "2 1/3", "Lowry", "2 2/3", False),
]


@pytest.mark.parametrize(("entity", "value", "other", "other_value", "equal"), CASES)
def test_relations(entity: str, value: str, other: str, other_value: str, equal: bool) -> None:
    matcher = brute.matcher_of_teams()
    one, two = Relation(entity, value, "T", True), Relation(other, other_value, "T", False)
    assert matcher.equal(one, two) is equal
    assert matcher.equal(two, one) is equal
    assert not matcher.equal(one, two._replace(type="U"))


def test_teams_are_known_from_tables() -> None:
    matcher = RelationMatcher()
    assert not matcher.same_entity("Toronto", "Raptors")
    matcher.add_teams(brute.game("x", ("Toronto", "Raptors"), ("Utah", "Jazz")), load_domain("rotowire"))
    assert matcher.same_entity("Toronto", "Raptors")
    assert not matcher.same_entity("Kyle", "Lowry"), "a player is not alone on his side"


@pytest.mark.parametrize(
    ("domain", "city", "name"), [("rotowire", "TEAM-CITY", "TEAM-NAME"), ("mlb", "team_city", "team_name")]
)
def test_the_teams_of_every_sport_are_found(domain: str, city: str, name: str) -> None:
    matcher = RelationMatcher()
    (table,) = games(1, domain)
    matcher.add_teams(table, load_domain(domain))
    for team in table.of_kind("team"):
        assert matcher.same_entity(team.value(city) or "", team.value(name) or "")
    for player in table.of_kind("player")[:5]:
        first, last = player.name.split(maxsplit=1)
        assert not matcher.same_entity(first, last)
