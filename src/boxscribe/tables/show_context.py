"""The season context of a table as people read it: both teams side by side, then players, each value with its sources.

In: a table with derived records of its season (`boxscribe.enrich`); out: something rich can print, or what the template
of a page shows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.tables.domain import Domain
from boxscribe.tables.labels import label_of
from boxscribe.tables.table import Cell, Entity, Record, Table

MOST_GAMES = 12  # that are listed as sources of a value; of more, the first and the last


@dataclass(frozen=True, slots=True)
class ContextValue:
    """A derived record in words."""

    label: str
    value: str
    sources: tuple[str, ...]  # games and cells that it was computed from


@dataclass(frozen=True, slots=True)
class EntityContext:
    """What the season says of an entity; of a player the notable facts first."""

    name: str
    notable: tuple[ContextValue, ...]
    others: tuple[ContextValue, ...]


@dataclass(frozen=True, slots=True)
class ContextView:
    """What is shown of a season's context."""

    season: str
    teams: tuple[str, ...]
    rows: tuple[tuple[str, tuple[ContextValue | None, ...]], ...]  # a label, and the fact of each team
    players: tuple[EntityContext, ...]  # those of whom something notable is known


def context_view(table: Table, domain: Domain) -> ContextView | None:
    """The context of a table; None if it has none."""
    season = table.meta.get("season")
    if not isinstance(season, dict):
        return None
    teams = [entity for entity in table.entities if domain.kinds[entity.kind].score]
    facts = [{type: fact for type, fact, _ in _facts(team, table, domain)} for team in teams]
    rows = [
        (declared.label, tuple(of_team.get(type) for of_team in facts))
        for type, declared in domain.derived.items()
        if any(type in of_team for of_team in facts)
    ]
    others = (_player(entity, table, domain) for entity in table.entities if entity not in teams)
    return ContextView(
        str(season.get("name", "")),
        tuple(team.name for team in teams),
        tuple(rows),
        tuple(player for player in others if player.notable),
    )


def _player(entity: Entity, table: Table, domain: Domain) -> EntityContext:
    found = list(_facts(entity, table, domain))
    notable = tuple(fact for _, fact, is_notable in found if is_notable)
    return EntityContext(entity.name, notable, tuple(fact for _, fact, is_notable in found if not is_notable))


def _facts(entity: Entity, table: Table, domain: Domain) -> Iterator[tuple[str, ContextValue, bool]]:
    """The types of an entity's season, each with the fact and whether it is notable: a streak, a high, games missed."""
    for record in entity.derived:
        declared = domain.derived.get(record.type)
        if declared is not None and declared.of_season:
            high = declared.compute == "highest" and declared.games == "this"
            notable = high or declared.compute in ("streak", "missed")
            yield record.type, ContextValue(declared.label, record.value, sources_of(record, table, domain)), notable


def sources_of(record: Record, table: Table, domain: Domain) -> tuple[str, ...]:
    """What a derived record was computed from, in words: other games by date, and cells of this one."""
    if record.sources is None:
        return ()
    season = table.meta.get("season")
    described = season.get("games") if isinstance(season, dict) else None
    listed = described if isinstance(described, tuple) else ()
    games = sorted(str(listed[game]) for game in record.sources.games if game < len(listed))
    return (*shortened(games), *cells_in_words(record.sources.cells, table, domain))


def shortened(games: Sequence[str]) -> Sequence[str]:
    """Descriptions of games; of many the first and the last."""
    if len(games) <= MOST_GAMES:
        return games
    return games[0], f"… {len(games) - 2} more games …", games[-1]


def cells_in_words(cells: Iterable[Cell], table: Table, domain: Domain) -> Iterator[str]:
    """The cells that the table has: "Ann Lee, points: 20"."""
    entities = {entity.id: entity for entity in table.entities}
    for id, type in cells:
        entity = entities.get(id)
        value = entity.value(type) if entity is not None else None
        if entity is not None and value is not None:
            yield f"{entity.name}, {label_of(type, domain.kinds.get(entity.kind))}: {value}"


def context_on_terminal(view: ContextView) -> Group:
    """Both teams side by side, then a line for each notable player."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("", style="cyan")
    for team in view.teams:
        grid.add_column(team)
    for label, facts in view.rows:
        grid.add_row(Text(label), *(Text(fact.value if fact is not None else "") for fact in facts))
    parts: list[Grid | Text] = [Text(f"Season {view.season}", style="italic"), grid, Text()]
    for player in view.players:
        notable = "; ".join(f"{fact.label}: {fact.value}" for fact in player.notable)
        parts.append(Text.assemble((player.name, "cyan"), f"  {notable}"))
    parts.append(Text())
    return Group(*parts)
