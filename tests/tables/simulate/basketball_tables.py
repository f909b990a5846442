"""Simulated basketball games for tests, and how to read their tables."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from boxscribe.tables.simulate.basketball import PLAYERS, TEAMS, basketball
from boxscribe.tables.simulate.rosters import invent_league
from boxscribe.tables.table import Entity, Table

Numbers = dict[str, int]


def games(seed: int, number: int, texts: bool = False, teams: int = TEAMS) -> list[Table]:
    rng = Random(seed)
    return list(islice(basketball(rng, invent_league(rng, teams, PLAYERS), texts), number))


def numbers(entity: Entity) -> Numbers:
    return {record.type.removeprefix("TEAM-"): int(record.value) for record in entity.records if record.value.isdigit()}


def sides(table: Table) -> Iterator[tuple[Entity, Numbers, list[Numbers]]]:
    """Per team: its line, the line's numbers, and the numbers of those who played."""
    for team in table.of_kind("team"):
        own = [player for player in table.of_kind("player") if player.features == team.features]
        yield team, numbers(team), [numbers(player) for player in own if player.value("MIN")]


def total(lines: list[Numbers], type: str) -> int:
    return sum(line[type] for line in lines)


def quarters(line: Numbers) -> list[int]:
    return [line[f"PTS_QTR{i}"] for i in (1, 2, 3, 4)]


def check_overtime(table: Table) -> int:
    """The number of overtimes, after checking that the minutes and the line score agree about them."""
    (_, home, home_lines), (_, away, away_lines) = sides(table)
    overtimes, rest = divmod(total(home_lines, "MIN") - 240, 25)
    assert rest == 0 and total(away_lines, "MIN") == total(home_lines, "MIN")
    assert all(1 <= line["MIN"] <= 48 + 5 * overtimes for line in home_lines + away_lines)
    assert home["PTS"] != away["PTS"]
    if overtimes:
        assert sum(quarters(home)) == sum(quarters(away)) < max(home["PTS"], away["PTS"])
    else:
        assert (sum(quarters(home)), sum(quarters(away))) == (home["PTS"], away["PTS"])
    return overtimes
