"""The season context of tables: derived records from the games before, from this game, and from the schedule ahead."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from boxscribe.derived.compute import as_value, in_range
from boxscribe.derived.derive import derived_records
from boxscribe.errors import Problem, Report
from boxscribe.season.appearance import Appearance, Ids, TableAppearance
from boxscribe.season.declared import SeasonType, season_types
from boxscribe.season.find import GameFinder
from boxscribe.season.from_tables import lines_of
from boxscribe.season.histories import Histories
from boxscribe.season.names import PersonNames
from boxscribe.season.operations import Computed, Operation, operation_of
from boxscribe.season.ranks import SeasonRanks
from boxscribe.season.season import Season, SeasonGame
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Record, Sources, Table

Found = list[tuple[SeasonType, Computed]]
"""Types with their values."""


class SeasonContext:
    """Adds the derived records of a season to its tables."""

    def __init__(self, season: Season, domain: Domain) -> None:
        self.season, self.domain = season, domain
        self._histories = Histories(season, domain)
        self._types = season_types(domain, season)
        self._operations: dict[tuple[str, str], list[tuple[SeasonType, Operation]]] = {}  # by kind and stage
        self._finder = GameFinder(season, domain)
        self._people = PersonNames(domain.league)
        self._descriptions: dict[tuple[int, bool], str] = {}

    def enrich(self, table: Table, report: Report) -> Table:
        """The table with all its derived records; earlier ones are replaced.

        An InputError where its game is not found; `report` gets a warning for an entity that its game does not have.
        """
        position = self._finder.find(table)
        game, ids = self._this_game(table, position, report)
        found: dict[str, Found] = {}
        for line in game.lines:
            this = TableAppearance(self._histories, position, game, line, ids)
            found[ids[line.kind, line.side, line.key]] = self._computed(this)
        order = self._order(game, found.values())
        entities = tuple(
            replace(entity, derived=(*records, *_season_records(entity, found.get(entity.id, []), order)))
            for entity, records in zip(table.entities, derived_records(table, self.domain), strict=True)
        )
        games = [self._describe(one, one <= position) for one in order]
        about = {"name": self.season.name, "credit": self.season.credit, "games": games}
        return replace(table, entities=entities, meta={**table.meta, "season": about})

    @cached_property
    def ranks(self) -> SeasonRanks:
        """How rare values are in the season."""
        return SeasonRanks(self.season)

    def history(self, table: Table) -> Mapping[str, Sequence[Appearance]]:
        """The id of each entity of a table → the games of the same stage that it has played before, oldest first."""
        position = self._finder.find(table)
        game, ids = self._this_game(table, position, lambda problem: None)
        found = {}
        for (kind, side, key), id in ids.items():
            this = Appearance(self._histories, position, game, kind, key, side)
            timeline = self._histories.timeline_of(kind, key, ("stage",), this)
            found[id] = timeline.appearances[: timeline.before(position)]
        return found

    def _this_game(self, table: Table, position: int, report: Report) -> tuple[SeasonGame, Ids]:
        """The game as the table has it, and the ids of its entities."""
        game = self.season.games[position]
        people: dict[tuple[str, str], set[str]] = defaultdict(set)  # by side and key of a name
        for line in game.lines:
            people[line.side, self._people.key(line.name)].add(line.key)
        ids: dict[tuple[str, str, str], str] = {}
        for entity in table.entities:
            side = entity.features.get(self.domain.side, "")
            key = self._key(entity, side, game, people) if entity.kind in self.season.types else None
            if key is not None and (entity.kind, side, key) not in ids:
                ids[entity.kind, side, key] = entity.id
            elif game.played and len(entity.records) > len(self.domain.kinds[entity.kind].name):
                message = f"the season {self.season.name} has no such {entity.kind} in this game; check the name"
                report(Problem(message, field=entity.name, warning=True))
        keys = {id: key for (_, _, key), id in ids.items()}
        return replace(game, lines=lines_of(table, self.domain, self.season.types, keys)), ids

    def _key(
        self, entity: Entity, side: str, game: SeasonGame, people: Mapping[tuple[str, str], set[str]]
    ) -> str | None:
        """The key of an entity of a table in the season, whatever its name is spelled like."""
        if side not in game.teams:
            return None
        if entity.kind == self._histories.team_kind:
            return game.teams[side]
        person = self._people.key(entity.name)
        keys = people.get((side, person))
        if not keys:
            rosters = self._rosters.get(person, {})
            keys = rosters.get(game.teams[side]) or set().union(*rosters.values())
        return next(iter(keys)) if len(keys) == 1 else None

    @cached_property
    def _rosters(self) -> Mapping[str, Mapping[str, set[str]]]:
        """The key of a person's name → team → the keys of those who are called so and have played for it."""
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for game in self.season.games:
            for line in game.lines:
                found[self._people.key(line.name)][game.teams[line.side]].add(line.key)
        return found

    def _computed(self, this: TableAppearance) -> Found:
        found = []
        for type, operation in self._operations_of(this.kind, this.game.stage):
            computed = operation(type, this)
            if computed is not None and (isinstance(computed[0], str) or in_range(computed[0], type.declared)):
                found.append((type, computed))
        return found

    def _operations_of(self, kind: str, stage: str) -> list[tuple[SeasonType, Operation]]:
        """The types of a kind that games of a stage have, and how they are computed."""
        if (kind, stage) not in self._operations:
            types = [type for type in self._types.get(kind, ()) if type.declared.stage in ("", stage)]
            self._operations[kind, stage] = [(type, operation_of(type)) for type in types]
        return self._operations[kind, stage]

    def _order(self, game: SeasonGame, found: Iterable[Found]) -> dict[int, int]:
        """The positions of all games that are sources → their places in the list: team by team, by date."""
        several = {id(games): games for types in found for _, (_, _, games) in types}
        cited = set[int]().union(*several.values())
        schedules = [self._histories.schedule[team] for team in game.teams.values()]
        by_team = dict.fromkeys(one for schedule in schedules for one in schedule if one in cited)
        ordered = dict.fromkeys([*by_team, *sorted(cited - by_team.keys())])
        return {one: place for place, one in enumerate(ordered)}

    def _describe(self, position: int, played: bool) -> str:
        """A game in a line: "2016-11-05 Hawks 112 - 97 Rockets", or without the score if it is ahead."""
        name = position, played
        if name not in self._descriptions:
            game = self.season.games[position]
            scores = self._finder.scores(game) if played else {}
            teams = [(team, f"{scores[side]:g}" if side in scores else "") for side, team in game.teams.items()]
            (first, left), (second, right) = teams
            text = f"{game.date} {first} {left} - {right} {second}"
            self._descriptions[name] = " ".join(text.split())
        return self._descriptions[name]


def _season_records(entity: Entity, found: Found, order: Mapping[int, int]) -> Iterator[Record]:
    """The records of an entity; their games are places in the list of the table."""
    places: dict[int, tuple[int, ...]] = {}  # by the id of a tuple, which many types share
    for type, (value, cells, games) in found:
        if id(games) not in places:
            places[id(games)] = tuple(sorted(map(order.__getitem__, games)))
        text, sources = as_value(value, type.declared), Sources(cells, places[id(games)])
        yield Record(text, entity.name, type.name, entity.features, sources)
