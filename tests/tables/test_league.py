"""Teams, conferences and venues with the names that they had at a time."""

import tomllib
from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from boxscribe.tables.domain import load_domain
from boxscribe.tables.league import League, TeamName
from helpers import ROOT

NBA = load_domain("rotowire").league


@pytest.mark.parametrize(
    ("venue", "day", "name"),
    [
        ("1893", date(2016, 4, 13), "Time Warner Cable Arena"),
        ("1893", date(2016, 10, 29), "Spectrum Center"),
        ("3093", date(2015, 10, 25), "EnergySolutions Arena"),
        ("3093", date(2015, 10, 26), "Vivint Smart Home Arena"),
        ("1841", date(2019, 1, 1), "Staples Center"),
        ("2590", date(2019, 1, 17), "O2 Arena"),
    ],
)
def test_the_name_of_a_venue_on_a_day(venue: str, day: date, name: str) -> None:
    assert NBA
    found = NBA.venue(venue, day)
    assert found
    assert found.name == name


def test_an_unknown_venue_has_no_name() -> None:
    assert NBA
    assert NBA.venue("1", date(2019, 1, 1)) is None


@pytest.mark.parametrize(
    ("text", "ids"),
    [("Hawks", ["1"]), ("hornets", ["30"]), ("Bobcats", ["30"]), ("Sixers", ["20"]), ("los angeles lakers", ["13"]),
     ("LA Clippers", ["12"]), ("Golden State", ["9"]), ("Team LeBron", [])],
)  # fmt: skip
def test_teams_are_found_by_what_people_call_them(text: str, ids: list[str]) -> None:
    assert NBA
    assert NBA.called(text) == ids


def test_groups_have_the_names_of_the_day() -> None:
    assert NBA
    in_2013 = NBA.groups("division", date(2013, 1, 1))
    assert (in_2013["Hornets"], in_2013["Bobcats"], len(in_2013)) == ("Southwest", "Southeast", 30)
    assert NBA.groups("division", date(2016, 1, 1))["Hornets"] == "Southeast"


@pytest.mark.parametrize(
    ("description", "message"),
    [
        (
            {"teams": {"1": [{"city": "A", "name": "B", "until": "2014-01-01"}]}},
            "teams.1: give names in the order of time",
        ),
        ({"venues": {"1": [{"name": "B"}, {"name": "C"}]}}, "venues.1: give names"),
        (
            {"teams": {"1": [{"city": "A", "name": "Hawks"}]}, "divisions": {"conference": {"East": ["Hawk"]}}},
            "no team 'Hawk'; did you mean 'Hawks'",
        ),
        (
            {"teams": {"1": [{"city": "A", "name": "B"}]}, "divisions": {"conference": {"East": []}}},
            "each of the 1 teams",
        ),
    ],
)
def test_a_wrong_description_is_refused(description: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        League.model_validate(description)


def test_the_league_of_the_documentation() -> None:
    docs = (ROOT / "docs" / "descriptions.md").read_text(encoding="utf-8").partition("\n## A league\n")[2]
    shown = League.model_validate(tomllib.loads(docs.partition("```toml\n")[2].partition("```")[0])["league"])
    assert shown.groups("conference", date(2012, 1, 1)) == {"Hornets": "Western", "Spurs": "Western"}
    for key in (*League.model_fields, *TeamName.model_fields):
        assert f"`{key}`" in docs, key
