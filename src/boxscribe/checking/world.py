"""What is known about a game: the cells of its table and its derived records."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from boxscribe.derived import derive
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells
from boxscribe.tables.table import Cell, Entity, Record, Table

History = Mapping[str, Sequence[Cells]]
"""The id of each entity of a table → its cells in the games that it has played before, oldest first."""


class World:
    """The facts of a table. Entities are numbers: positions in `table.entities`."""

    def __init__(self, table: Table, domain: Domain, history: History | None = None) -> None:
        """With a `history`, the table has the derived records of its season already, and those of its cells."""
        self.table, self.domain = derive(table, domain) if history is None else table, domain
        self.entities = self.table.entities
        self._history = history or {}
        self._records: list[dict[str, Record]] = []
        for entity in self.entities:
            records = (*reversed(entity.derived), *reversed(entity.records))  # the first of a type counts
            self._records.append({record.type: record for record in records})

    def record(self, entity: int, type: str) -> Record | None:
        """The cell or derived record of a type."""
        return self._records[entity].get(type)

    def value(self, entity: int, type: str) -> str | None:
        record = self.record(entity, type)
        return None if record is None else record.value

    def number(self, entity: int, type: str) -> float | None:
        value = self.value(entity, type)
        try:
            return None if value is None else float(value)
        except ValueError:
            return None

    def cells(self, entity: int, type: str) -> tuple[Cell, ...]:
        """The cells of the table that a record is, or was computed from."""
        record = self.record(entity, type)
        if record is None:
            return ()
        return (Cell(self.entities[entity].id, type),) if record.sources is None else record.sources.cells

    def name_cells(self, *entities: int | None) -> tuple[Cell, ...]:
        """The cells that the names of entities consist of: they prove who is in the table, and on which side."""
        numbers = [number for number in entities if number is not None]
        kinds = {number: self.domain.kinds[self.entities[number].kind] for number in numbers}
        return tuple(cell for number in numbers for type in kinds[number].name for cell in self.cells(number, type))

    def condition_cells(self, entity: int) -> "WorldCells":
        """The records of an entity as conditions read them."""
        return WorldCells(self, entity)

    def games(self, entity: int, last: int = 0) -> list[Cells]:
        """The games that an entity has played up to this one, oldest first; none if its season is not known."""
        past = self._history.get(self.entities[entity].id)
        if past is None:
            return []
        games = [*past, self.condition_cells(entity)]
        return games[-last:] if last else games

    def side(self, entity: int) -> str:
        return self.entities[entity].features.get(self.domain.side, "")

    def of_kind(self, kind: str, side: str | None = None) -> Iterator[int]:
        """The entities of a kind, on one side or both."""
        for number, entity in enumerate(self.entities):
            if entity.kind == kind and side in (None, entity.features.get(self.domain.side, "")):
                yield number

    def has_numbers(self, entity: int) -> bool:
        """Whether an entity has any numeric cell: a player who did not play has none."""
        kind = self.domain.kinds[self.entities[entity].kind]
        return any(
            (described := kind.type(record.type)) is not None and described.value != "text"
            for record in self.entities[entity].records
        )

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The entities by name, without those that share one."""
        found: dict[str, int] = {}
        shared = set()
        for number, entity in enumerate(self.entities):
            if found.setdefault(entity.name, number) != number:
                shared.add(entity.name)
        return {name: number for name, number in found.items() if name not in shared}

    @cached_property
    def has_season(self) -> bool:
        """Whether the season around the game is known."""
        return "season" in self.table.meta

    @cached_property
    def competitors(self) -> dict[str, int]:
        """Side → the entity that has the score of this side."""
        kinds = [name for name, kind in self.domain.kinds.items() if kind.score]
        return {self.side(number): number for kind in kinds for number in self.of_kind(kind)}

    def opponent(self, entity: int) -> int | None:
        """The competitor of the other side."""
        others = [number for side, number in self.competitors.items() if side != self.side(entity)]
        return others[0] if len(others) == 1 else None

    def name(self, entity: int) -> str:
        return self.entities[entity].name

    def entity(self, entity: int) -> Entity:
        return self.entities[entity]


class WorldCells:
    """The records of an entity, derived ones included, as conditions read them."""

    def __init__(self, world: World, entity: int) -> None:
        self._world, self._entity = world, entity

    @property
    def kind(self) -> str:
        return self._world.entity(self._entity).kind

    def number(self, type: str) -> float | None:
        return self._world.number(self._entity, type)

    def text(self, type: str) -> str | None:
        """The value of a record, or of a feature of the entity."""
        return self._world.value(self._entity, type) or self._world.entity(self._entity).features.get(type)

    def has(self, type: str) -> bool | None:
        return self._world.record(self._entity, type) is not None

    def of_kind(self, kind: str, opponent: bool) -> "Sequence[WorldCells]":
        side = self._world.side(self._entity)
        sides = [other for other in self._world.competitors if (other != side) == opponent]
        return [WorldCells(self._world, number) for other in sides for number in self._world.of_kind(kind, other)]

    def sources(self, type: str) -> Sequence[Cell]:
        return self._world.cells(self._entity, type)
