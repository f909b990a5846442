"""What a planner sees of a table: values, ranks and sides of its entities as arrays, the same for every domain.

Axes: k entity, y record type, c candidate fact (a record of the table), f feature. Features are indicators: each
template gives one index, and the indices of all templates address one vector of weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxscribe.planning.plan import records_of
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Table

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_QUANTILES = 8  # of the values of a type
_RANKS = 7  # 0: no number; 1 the highest … 6; lower ranks count as the last
_PLACES = 2  # the side with the higher score, the other one; entities without a side count as the first
ABSENT, NO_NUMBER = 0, 1  # bins of values; the quantiles follow


class Template(NamedTuple):
    """A feature template: which of its `size` indicators is 1."""

    indices: Ints
    size: int


def stack(templates: Sequence[Template]) -> tuple[Ints, int]:
    """Indices into one vector of weights (…, f), and the length of that vector."""
    offsets = np.cumsum([0, *(template.size for template in templates)])
    shape = np.broadcast_shapes(*(template.indices.shape for template in templates))
    indices = [np.broadcast_to(t.indices + offset, shape) for t, offset in zip(templates, offsets[:-1], strict=True)]
    return np.stack(indices, -1), int(offsets[-1])


@dataclass(frozen=True, slots=True)
class FeatureSpace:
    """What the features of all tables have in common; found in the training tables."""

    kinds: tuple[str, ...]
    types: tuple[str, ...]  # first those that plans have facts of
    n_planned: int  # how many these are
    bounds: tuple[tuple[float, ...], ...]  # (y) between the quantiles of its values
    writers: tuple[str, ...] = ()
    companions: tuple[tuple[int, int], ...] = ()  # planned types that texts state together, such as wins and losses

    @property
    def n_styles(self) -> int:
        """Values of the writer feature: 0 not given, from 1 the writers, the last for texts by unknown writers."""
        return len(self.writers) + 2

    @property
    def groups(self) -> int:
        """Of entities: kind × place of the side."""
        return len(self.kinds) * _PLACES

    @property
    def n_entity_features(self) -> int:
        return len(self.types) * (_QUANTILES + 2 + 2 * _RANKS) + self.groups


@dataclass(frozen=True, slots=True)
class TableFeatures:
    """A table as a planner sees it."""

    entity_features: Ints  # (k, f) indices of the indicators that are 1
    present: Bools  # (k, y) whether the table has a record of the type, of those that plans have
    numbers: Floats  # (k, y) the values of these types, NaN where there is none
    values: tuple[dict[str, str], ...]  # (k) type → value
    group: Ints  # (k) kind × place
    kind: Ints  # (k)
    place: Ints  # (k)


def feature_space(tables: Sequence[Table], planned: set[str], domain: Domain, writers: Sequence[str]) -> FeatureSpace:
    """The features of training tables; `planned` are the types that their plans have."""
    numbers: dict[str, list[float]] = {}
    for table in tables:
        for values in _values(table, domain):
            for type, value in values.items():
                number = to_number(value)
                if number is not None or type in planned:
                    numbers.setdefault(type, []).extend([] if number is None else [number])
    used = (type for type in numbers if type in planned or type not in domain.derived)
    types = tuple(sorted(used, key=lambda type: (type not in planned, type)))
    inner = np.linspace(0, 1, _QUANTILES + 1)[1:-1]
    bounds = [np.unique(np.quantile(numbers[type], inner)) if numbers[type] else np.zeros(0) for type in types]
    return FeatureSpace(
        tuple(domain.kinds),
        types,
        sum(type in planned for type in types),
        tuple(tuple(map(float, bound)) for bound in bounds),
        tuple(sorted({*writers} - {""})),
    )


def table_features(table: Table, domain: Domain, space: FeatureSpace) -> TableFeatures:
    """The arrays of a table."""
    values = _values(table, domain)
    kind = np.array([space.kinds.index(entity.kind) for entity in table.entities])
    place = _places(table, domain)
    group = kind * _PLACES + place
    bins = np.zeros((len(values), len(space.types)), int)  # (k, y)
    numbers = np.full(bins.shape, np.nan)
    for y, (type, bounds) in enumerate(zip(space.types, space.bounds, strict=True)):
        for k, own in enumerate(values):
            if type in own:
                number = to_number(own[type])
                numbers[k, y] = np.nan if number is None else number
                bins[k, y] = NO_NUMBER if number is None else 2 + np.searchsorted(bounds, number, side="right")
    n_types = np.arange(len(space.types))
    # Words, such as the next opponent, are no features: a table without its season is planned like one that has it.
    of_numbers = np.where(bins == NO_NUMBER, ABSENT, bins)
    blocks = ((of_numbers, _QUANTILES + 2), (_ranks(numbers, group), _RANKS), (_ranks(numbers, kind), _RANKS))
    parts, offset = [], 0
    for codes, size in blocks:
        parts.append(offset + n_types * size + codes)
        offset += size * len(space.types)
    features = np.concatenate([*parts, offset + group[:, None]], axis=1)
    present = bins[:, : space.n_planned] != ABSENT
    return TableFeatures(features, present, numbers[:, : space.n_planned], values, group, kind, place)


def _values(table: Table, domain: Domain) -> tuple[dict[str, str], ...]:
    """The first value of each type that is no name, for each entity."""
    found = []
    for entity in table.entities:
        names = name_types(entity, domain)
        own: dict[str, str] = {}
        for record in records_of(entity):
            if record.type not in names:
                own.setdefault(record.type, record.value)
        found.append(own)
    return tuple(found)


def _places(table: Table, domain: Domain) -> Ints:
    """(k) 0 for the side with the highest score, 1 for the others; 0 where there are no sides or scores."""
    scores: dict[str, float] = {}
    for entity in table.entities:
        score = to_number(entity.value(domain.kinds[entity.kind].score) or "")
        if score is not None:
            scores.setdefault(entity.features.get(domain.side, ""), score)
    best = max(scores, key=lambda side: scores[side], default="")
    sides = [entity.features.get(domain.side, best) for entity in table.entities]
    return np.array([int(bool(scores) and side != best) for side in sides])


def _ranks(numbers: Floats, groups: Ints) -> Ints:
    """(k, y) the rank of each number in its group: 0 for no number, 1 for the highest."""
    ranks = np.zeros(numbers.shape, int)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        own = numbers[members]  # (k, y)
        higher = np.stack([(own > one).sum(0) for one in own])
        ranks[members] = np.where(np.isnan(own), 0, 1 + np.minimum(higher, _RANKS - 2))
    return ranks


def places_by(scores: Floats, groups: Ints) -> Ints:
    """(k) the place of each entity in its group by falling score, from 0; equal scores in the order of the table."""
    places = np.zeros(len(scores), int)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        places[members[np.argsort(-scores[members], kind="stable")]] = np.arange(len(members))
    return places
