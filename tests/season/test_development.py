"""Real seasons around RotoWire's development games: every game is found, and its records are those of the season."""

from collections import Counter
from pathlib import Path

import pytest

import boxscribe
from boxscribe.errors import Problem
from boxscribe.tables.table import Table
from season.games import cited, derived

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def enriched(data_dir: Path, development: list[Table]) -> list[Table]:
    problems: list[Problem] = []
    found = list(boxscribe.enrich(development, data_dir / "nba", report=problems.append))
    assert problems == [], "every game is found, and every player"
    return found


def test_wins_and_losses_are_those_of_the_table(enriched: list[Table]) -> None:
    """The record of the season in the regular season, the score of the series in the playoffs."""
    stages: Counter[str] = Counter()
    for table in enriched:
        records = derived(table)
        for team in table.of_kind("team"):
            playoffs = (team.id, "SERIES-GAME") in records
            stages["playoffs" if playoffs else "regular"] += 1
            for result in ("WINS", "LOSSES"):
                places = ("SERIES",) if playoffs else ("HOME", "ROAD")
                found = sum(int(records[team.id, f"{place}-{result}"]) for place in places)
                assert found == int(team.value(f"TEAM-{result}") or "-1"), (table.id, team.name, result)
    assert stages == {"regular": 2 * 699, "playoffs": 2 * 28}


def test_streaks_agree_with_the_result(enriched: list[Table]) -> None:
    for table in enriched:
        records = derived(table)
        for team in table.of_kind("team"):
            won = records[team.id, "RESULT"] == "win"
            assert (team.id, "LOSS-STREAK" if won else "WIN-STREAK") not in records
            before = int(records.get((team.id, "WIN-STREAK-BEFORE"), "1"))
            if won and before > 1:
                assert int(records[team.id, "WIN-STREAK"]) == before + 1


def test_a_known_game(enriched: list[Table]) -> None:
    """28 November 2016: the Raptors' third win in a row."""
    table = enriched[0]
    records = derived(table)
    wanted = {
        "WIN-STREAK": "3",
        "NEXT-OPPONENT": "Grizzlies",
        "NEXT-OPPONENT-CITY": "Memphis",
        "NEXT-SIDE": "home",
        "NEXT-WEEKDAY": "Wednesday",
        "CONFERENCE": "Eastern",
        "CONFERENCE-RANK": "2",
        "ARENA": "Air Canada Centre",
        "LAST-OPPONENT": "Bucks",
    }
    assert {type: records["home", type] for type in wanted} == wanted
    assert cited(table, "home", "WIN-STREAK") == [
        "2016-11-23 Rockets 102 - 115 Raptors",
        "2016-11-25 Bucks 99 - 105 Raptors",
    ]
    assert "CC BY 4.0" in table.meta["season"]["credit"]
    [lowry] = [player for player in table.of_kind("player") if player.name == "Kyle Lowry"]
    assert (records[lowry.id, "GAMES"], records[lowry.id, "AVG-PTS"]) == ("17", "19.9")


def test_a_playoff_game_knows_no_later_opponent(enriched: list[Table]) -> None:
    """The next game is one of the same series, or not known."""
    for table in enriched:
        records = derived(table)
        for team, other in zip(table.of_kind("team"), reversed(table.of_kind("team")), strict=True):
            if (team.id, "SERIES-GAME") in records:
                assert records.get((team.id, "NEXT-OPPONENT"), other.value("TEAM-NAME")) == other.value("TEAM-NAME")
