"""The cells of a table as expressions read them: numbers, texts, sides, and where each value is."""

from collections import defaultdict
from collections.abc import Sequence

from boxscribe.tables.domain import numbered
from boxscribe.tables.expressions import Members, remembered
from boxscribe.tables.table import Cell, Entity, Record, Table
from boxscribe.tables.validate import DECIMAL


class EntityCells:
    """The cells of one entity: its records, and the derived values that `add` makes known."""

    __slots__ = ("_numbers", "_others", "_own", "_single", "_sources", "_texts", "entity", "kind", "side")

    def __init__(self, entity: Entity, side: str | None) -> None:
        self.entity, self.kind, self.side = entity, entity.kind, side
        self._texts = {record.type: record.value for record in reversed(entity.records)}
        self._single = len(self._texts) == len(entity.records)  # whether each type has one value
        self._numbers: dict[str, float | None] = {}
        self._sources: dict[str, tuple[Cell, ...]] = {}
        self._own: dict[str, Members[EntityCells]] = {}
        self._others: dict[str, Members[EntityCells]] = {}

    def add(self, type: str, number: float | None, text: str | None, sources: tuple[Cell, ...]) -> None:
        """Make a derived value known; without `text` it makes no record, and only its number counts."""
        self._numbers[type] = number
        self._sources[type] = sources
        if text is not None:
            self._texts[type] = text

    def number(self, type: str) -> float | None:
        """The number in a cell, or the sum of several cells of a type or of a numbered series."""
        if type in self._numbers:
            return self._numbers[type]
        if self._single and type[-1:] != "#":
            text = self._texts.get(type)
            numbers = [to_number(text)] if text is not None else []
        else:
            numbers = [to_number(record.value) for record in self._records(type)]
        found = [number for number in numbers if number is not None]
        result = self._numbers[type] = sum(found) if found else None
        return result

    def text(self, type: str) -> str | None:
        """The first text of a type, or the entity's feature of this name."""
        return self._texts.get(type) or self.entity.features.get(type)

    def has(self, type: str) -> bool | None:
        """Whether there is a cell of the type; None if no entity of the kind and side has one."""
        if type in self._texts:
            return True
        members = self._own[self.kind]
        known = remembered(members, type, lambda: any(type in member._texts for member in members))
        return False if known else None

    def of_kind(self, kind: str, opponent: bool) -> Sequence["EntityCells"]:
        """The entities of a kind on the same side, or on the other."""
        return (self._others if opponent else self._own).get(kind, ())

    def sources(self, type: str) -> Sequence[Cell]:
        """The cells of a type; of a derived type those that it is computed from."""
        found = self._sources.get(type)
        if found is None:
            id = self.entity.id
            series = type[-1:] == "#"
            found = tuple(Cell(id, record.type) for record in self._records(type)) if series else (Cell(id, type),)
            self._sources[type] = found
        return found

    def _records(self, type: str) -> list[Record]:
        records = self.entity.records
        if type[-1:] == "#":
            return [record for record in records if record.type[-1:].isdecimal() and numbered(record.type) == type]
        return [record for record in records if record.type == type]

    def _stand(self, own: dict[str, Members["EntityCells"]], others: dict[str, Members["EntityCells"]]) -> None:
        self._own, self._others = own, others


def cells_of(table: Table, side: str) -> list[EntityCells]:
    """The cells of each entity; `side` is the name of the feature that says to which side an entity belongs, or ""."""
    by_side: dict[str | None, dict[str, Members[EntityCells]]] = defaultdict(lambda: defaultdict(Members))
    everybody = []
    for entity in table.entities:
        cells = EntityCells(entity, entity.features.get(side))
        by_side[cells.side][entity.kind].append(cells)
        everybody.append(cells)
    for of_side, own in by_side.items():
        others: dict[str, Members[EntityCells]] = defaultdict(Members)
        for other_side, kinds in by_side.items():
            if other_side != of_side:
                for kind, members in kinds.items():
                    others[kind] += members
        for members in own.values():
            for cells in members:
                cells._stand(own, others)
    return everybody


def to_number(text: str) -> float | None:
    """The number that a cell holds; None for other texts."""
    return float(text) if DECIMAL.fullmatch(text) else None
