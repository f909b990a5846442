"""Simulated baseball games for tests, and how to read their tables."""

from itertools import islice
from random import Random

from boxscribe.tables.simulate.baseball import PLAYERS, TEAMS, baseball
from boxscribe.tables.simulate.rosters import invent_league
from boxscribe.tables.table import Entity, Table

OTHER = {"home": "away", "away": "home"}


def games(seed: int, count: int, texts: bool = True, teams: int = TEAMS, players: int = PLAYERS) -> list[Table]:
    league = invent_league(Random(seed), teams, players)
    return list(islice(baseball(Random(seed), league, texts), count))


def count(entity: Entity, type: str) -> int:
    return int(entity.value(type) or 0)


def outs(pitcher: Entity) -> int:
    return 3 * count(pitcher, "p_ip1") + int((pitcher.value("p_ip2") or "0")[0])


def side_of(entity: Entity) -> str:
    return entity.features["side"]


def players(table: Table, side: str) -> list[Entity]:
    return [entity for entity in table.of_kind("player") if side_of(entity) == side]


def total(table: Table, side: str, type: str) -> int:
    return sum(count(player, type) for player in players(table, side))


def lines(table: Table) -> dict[str, Entity]:
    return {side_of(team): team for team in table.of_kind("team")}


def innings(team: Entity) -> list[int]:
    return [int(record.value) for record in team.records if record.type.startswith("inn")]


def with_value(table: Table, type: str) -> list[Entity]:
    return [player for player in table.of_kind("player") if player.value(type) is not None]
