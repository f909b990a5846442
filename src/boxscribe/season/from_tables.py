"""A season from tables: every game of a file or folder in any format is a game of the season.

A table needs a day and an entity with a name on each side. Without a score it is a game that has not been played yet.
`meta` may have `stage`, `venue`, `city` and `game_number`; without a stage a game is of the regular season.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.season.names import PersonNames
from boxscribe.season.season import ABSENT, Line, Season, SeasonGame
from boxscribe.tables.cells import EntityCells, to_number
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.title import DATE_KEYS, date_of

REGULAR = "regular"
BREAK = 60  # days
Types = Mapping[str, tuple[str, ...]]


class Teams(NamedTuple):
    """The two teams of a table: an entity of a kind with a score on each side."""

    kind: str
    by_side: Mapping[str, Entity]
    score: str  # the type of their scores

    @property
    def played(self) -> bool:
        """Whether the game has a score."""
        return all(team.value(self.score) for team in self.by_side.values())


def teams_of(table: Table, domain: Domain) -> Teams:
    """The teams of a table; an InputError where there are not two."""
    for name, kind in domain.kinds.items():
        if kind.score and domain.side:
            teams = table.of_kind(name)
            by_side = {team.features.get(domain.side, ""): team for team in teams}
            if len(teams) == len(by_side) == 2 and "" not in by_side:
                return Teams(name, by_side, kind.score)
    raise InputError("a game of a season has two teams, one on each side; leave this table out")


def day_of(table: Table) -> date:
    """The day of a table's game; an InputError where it has none."""
    day = date_of(table)
    if day is not None:
        return day
    given = next((str(table.meta[key]) for key in DATE_KEYS if key in table.meta), "")
    if given:
        raise InputError(f"the day '{given:.40}' is in no known format; write it as 2016-11-05")
    raise InputError("meta has no day; write it as 2016-11-05")


def number_of(table: Table) -> str:
    """Which of two games of a day a table is about: "1" or "2"; "" of a day with one game."""
    return str(table.meta.get("game_number", "")).removeprefix("0")


def season_types(domain: Domain) -> Types:
    """The types of all kinds whose entities have names."""
    return {name: tuple(kind.types) for name, kind in domain.kinds.items() if kind.name}


def lines_of(table: Table, domain: Domain, types: Types, keys: Mapping[str, str]) -> tuple[Line, ...]:
    """The entities of a table as lines of a game; those whose id has no key are left out."""
    are_texts = {
        kind: {type for type, described in domain.kinds[kind].types.items() if described.value == "text"}
        for kind in types
    }
    return tuple(
        _line(entity, keys[entity.id], entity.features.get(domain.side, ""), types[entity.kind], are_texts[entity.kind])
        for entity in table.entities
        if entity.kind in types and entity.id in keys
    )


def _line(entity: Entity, key: str, side: str, types: tuple[str, ...], are_texts: Collection[str]) -> Line:
    cells = {record.type: record.value for record in reversed(entity.records)}
    texts: dict[str, str] = {}
    numbers: list[float] = []
    for type in types:
        value = cells.get(type)
        if value is not None and type in are_texts:
            texts[type] = value
            numbers.append(1.0)
        elif type[-1:] == "#":
            number = EntityCells(entity, side).number(type)
            numbers.append(ABSENT if number is None else number)
        else:
            numbers.append(ABSENT if value is None else _number(value))
    return Line(entity.kind, key, entity.name, side, tuple(numbers), FrozenDict(texts))


@lru_cache(maxsize=4_096)  # most cells hold small numbers
def _number(value: str) -> float:
    number = to_number(value)
    return ABSENT if number is None else number


def seasons_of(tables: Iterable[Table], domain: Domain) -> list[Season]:
    """The seasons of tables, in order: between two of them there are at least `BREAK` days without a game.

    A team's key is the last part of its name, "Hawks", unless another team shares it. Tables about the same game, as of
    several authors, count once.
    """
    types, people = season_types(domain), PersonNames(domain.league)
    found: dict[tuple[object, ...], SeasonGame] = {}
    names: dict[str, Sequence[str]] = {}  # of each team, by its full name: the parts
    credit = ""
    for table in tables:
        if table.domain != domain.name:
            raise InputError(
                f"the season has games of the domain '{table.domain}', and the tables are of '{domain.name}'"
            )
        credit = credit or str(table.meta.get("credit", ""))
        day, teams = day_of(table), teams_of(table, domain)
        names |= {team.name: _name_parts(team, domain) for team in teams.by_side.values()}
        full_names = {side: team.name for side, team in teams.by_side.items()}
        placed = (entity for entity in table.entities if entity.features.get(domain.side) in teams.by_side)
        keys = {entity.id: people.key(entity.name) for entity in placed}
        keys |= {team.id: team.name for team in teams.by_side.values()}
        lines = lines_of(table, domain, types, keys) if teams.played else ()
        stage, venue, city = (str(table.meta.get(key, "")) for key in ("stage", "venue", "city"))
        number = number_of(table)
        game = SeasonGame(table.id, day, full_names, stage or REGULAR, lines, venue, city, number=number)
        scores = tuple(team.value(teams.score) for team in teams.by_side.values())
        found[day, number, *sorted(full_names.items()), scores] = game
    team_keys = _team_keys(names, domain)
    games = sorted((_renamed(game, team_keys) for game in found.values()), key=lambda game: game.date)
    starts = [0, *(at for at in range(1, len(games)) if (games[at].date - games[at - 1].date).days > BREAK)]
    spans = pairwise([*starts, len(games)]) if games else ()
    return [_season(games[start:end], domain, types, credit) for start, end in spans]


def _season(games: Sequence[SeasonGame], domain: Domain, types: Types, credit: str) -> Season:
    first, last = games[0].date, games[-1].date
    name = str(first.year) if first.year == last.year else f"{first.year}-{last:%y}"
    league = domain.league
    divisions = {name: league.groups(name, first) for name in league.divisions} if league else {}
    return Season.of(domain.name, name, games, types, credit, divisions)


def _name_parts(team: Entity, domain: Domain) -> tuple[str, ...]:
    return tuple(team.value(type) or "" for type in domain.kinds[team.kind].name)


def _team_keys(names: Mapping[str, Sequence[str]], domain: Domain) -> dict[str, str]:
    """Full name → key. Two names are of one team if they differ in an alias: "LA Clippers", "Los Angeles Clippers"."""
    sharing: dict[str, set[str]] = defaultdict(set)
    for parts in names.values():
        *others, last = parts or ("",)
        sharing[last].add(" ".join(min([other, *domain.aliases.get(other, ())]) for other in others))
    short = {full: parts[-1] for full, parts in names.items() if parts and parts[-1]}
    return {full: short[full] if full in short and len(sharing[short[full]]) == 1 else full for full in names}


def _renamed(game: SeasonGame, keys: Mapping[str, str]) -> SeasonGame:
    """The game with the keys of its teams in place of their full names."""
    teams = FrozenDict({side: keys[team] for side, team in game.teams.items()})
    sides = set(game.teams.items())
    lines = tuple(line._replace(key=keys[line.key]) if (line.side, line.key) in sides else line for line in game.lines)
    return replace(game, teams=teams, lines=lines)
