"""TABLE: the one schema that every part of boxscribe uses.

A table is a set of entities (players, teams, plays, anything), each with its records (paper, section 2). A record is
the paper's r_j = (value, entity, type, further features such as home/away, inning, play). Everything is immutable.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boxscribe.tables.frozen import FrozenDict, freeze

Features = FrozenDict[str, str]
NONE: Features = FrozenDict()


class Cell(NamedTuple):
    """Where a record of a table is."""

    entity: str  # the entity's id
    type: str


class Sources(NamedTuple):
    """What a derived record was computed from."""

    cells: tuple[Cell, ...] = ()  # of the same table
    games: tuple[int, ...] = ()  # other games: positions in `table.meta["season"]["games"]`, which describes each


class Record(NamedTuple):
    """One cell of a table: r_j in the paper.

    >>> table = next(boxscribe.simulate("rotowire", seed=1))
    >>> next(record for record in table.records if record.type == "PTS")
    Record(value='10', entity='Anton Okafor', type='PTS', features={'side': 'home'}, sources=None)
    """

    value: str  # r_{j,1}
    entity: str  # r_{j,2}: the entity's name
    type: str  # r_{j,3}
    features: Features = NONE  # r_{j,4} … r_{j,L}: the entity's features and the record's own
    sources: Sources | None = None  # of a derived record


@dataclass(frozen=True, slots=True, repr=False)
class Entity:
    """Something that a text can be about, with its records.

    `id` is unique within the table and says where the entity is in its source (a row, a line, a play), so that
    (entity id, record type) identifies a cell.

    >>> rome = boxscribe.Entity.of("0", "Rome", "station", [("high", "31"), ("low", "20")])
    >>> rome.value("high"), rome.value("rain")
    ('31', None)
    """

    id: str
    name: str
    kind: str
    records: tuple[Record, ...]
    features: Features = NONE
    derived: tuple[Record, ...] = ()  # records that are computed: see `boxscribe.derived`

    @classmethod
    def of(
        cls,
        id: str,
        name: str,
        kind: str,
        values: Iterable[tuple[str, str]],
        features: Mapping[str, str] = NONE,
    ) -> "Entity":
        """An entity from (type, value) pairs; all its records share `features`."""
        shared = features if isinstance(features, FrozenDict) else FrozenDict(features)
        return cls(id, name, kind, tuple(Record(value, name, type, shared) for type, value in values), shared)

    def value(self, type: str) -> str | None:
        """The first value of a type, or None where the table has none."""
        return next((record.value for record in self.records if record.type == type), None)

    def values(self, type: str) -> list[str]:
        """All values of a type, in order."""
        return [record.value for record in self.records if record.type == type]

    def __repr__(self) -> str:
        from boxscribe.tables.notebook import entity_repr

        return entity_repr(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from boxscribe.tables.notebook import entity_html

        return entity_html(self)


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The entities of one game (match, day, product …) and its text, where there is one.

    `tokens` are the words of the text; `meta` is what the source says of the game as a whole, such as its day.

    >>> table = next(boxscribe.simulate("rotowire", seed=1))
    >>> home, away = table.of_kind("team")
    >>> home.name, home.value("TEAM-PTS"), away.name, away.value("TEAM-PTS")
    ('Bridgeport Prospectors', '91', 'Tucson Surveyors', '96')
    """

    domain: str
    id: str
    entities: tuple[Entity, ...]
    tokens: tuple[str, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=FrozenDict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "meta", freeze(self.meta))

    @property
    def records(self) -> Iterator[Record]:
        """All records, entity by entity."""
        return (record for entity in self.entities for record in entity.records)

    def of_kind(self, kind: str) -> list[Entity]:
        """The entities of a kind, in order."""
        return [entity for entity in self.entities if entity.kind == kind]

    def __repr__(self) -> str:
        from boxscribe.tables.notebook import table_repr

        return table_repr(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the box score."""
        from boxscribe.tables.notebook import table_html

        return table_html(self)
