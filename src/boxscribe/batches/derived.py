"""Derived features and records: what can be computed from a table.

Features of a record, r_{j,4} … r_{j,L}, by the feature's `derive`:
- none: the record, or its entity, has the feature, such as home or away, or an inning;
- `rank`: the rank of a number among the same numbers of the entity's kind and side (1 is the highest; equal numbers
  have equal ranks). Where each side has only one entity of the kind, as with teams, the rank among all of the kind;
- `standing`: the rank of the entity by its number of one of the types in `of`: the best scorer of a team, the winner;
- `slot`: the position of the entity among those of its kind and side, such as "player home 3", which distinguishes the
  entities of a table whatever their names are;
- `meta`: the value under `key` in the table's `meta`, the same for all records, as the description names it; a text of
  an origin that the description does not name gets the default, with a Python warning.

Records: any type that the description declares as derived (`tables.derived_type`); its values can be copied.
"""

import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from boxscribe.derived import derive, ranks
from boxscribe.tables.cells import to_number
from boxscribe.tables.domain import Domain, Feature
from boxscribe.tables.table import Entity, Table

LAST = 9  # higher ranks count as this one
SLOTS = 16  # of a kind and side; further entities share them


def with_records(table: Table, domain: Domain) -> Table:
    """The table with the derived records that the domain has among the types of its kinds."""
    wanted = {type for type, derived in domain.derived.items() if type in domain.kinds[derived.kind].types}
    if not wanted:
        return table
    entities = []
    for entity in derive(table, domain).entities:
        more = tuple(record for record in entity.derived if record.type in wanted)
        entities.append(replace(entity, records=(*entity.records, *more)))
    return replace(table, entities=tuple(entities))


def feature_columns(table: Table, domain: Domain) -> Iterator[list[str]]:
    """For each feature of the domain its value for each record, in the order of the table."""
    for name, feature in domain.features.items():
        if feature.derive == "rank":
            yield _ranks(table, domain, feature)
        elif feature.derive == "standing":
            yield _standings(table, domain, feature)
        elif feature.derive == "slot":
            yield _slots(table, domain)
        elif feature.derive == "meta":
            yield [_of_table(table, feature)] * sum(1 for _ in table.records)
        else:
            yield [record.features.get(name, feature.default) for record in table.records]


def _of_table(table: Table, feature: Feature) -> str:
    value = feature.from_meta(table.meta)
    if value is None and table.tokens:
        warnings.warn(
            f"{feature.key} '{table.meta[feature.key]}' is not in the description of '{table.domain}' and counts as "
            f"'{feature.default}'; add it to meta_values of the feature",
            stacklevel=2,
        )
    return feature.default if value is None else value


def _slots(table: Table, domain: Domain) -> list[str]:
    count: Counter[str] = Counter()
    slots = []
    for entity in table.entities:
        group = f"{entity.kind} {entity.features.get(domain.side, '')}"
        slots += [f"{group} {count[group] % SLOTS}"] * len(entity.records)
        count[group] += 1
    return slots


class _Comparable(NamedTuple):
    """What numbers have in common that are ranked together."""

    kind: str
    side: str
    type: str


def _ranks(table: Table, domain: Domain, feature: Feature) -> list[str]:
    size = Counter((entity.kind, entity.features.get(domain.side, "")) for entity in table.entities)
    alone = {kind for kind, _ in size if max(count for (other, _), count in size.items() if other == kind) == 1}

    def comparable(entity: Entity, type: str) -> _Comparable:
        return _Comparable(entity.kind, "" if entity.kind in alone else entity.features.get(domain.side, ""), type)

    values = [feature.default] * sum(len(entity.records) for entity in table.entities)
    numbers: dict[_Comparable, dict[int, float]] = {}  # the number of each record
    records = ((entity, record) for entity in table.entities for record in entity.records)
    for j, (entity, record) in enumerate(records):
        number = to_number(record.value)
        if number is not None:
            numbers.setdefault(comparable(entity, record.type), {})[j] = number
    for compared in numbers.values():
        for j, rank in zip(compared, ranks([*compared.values()]), strict=True):
            values[j] = str(min(LAST, rank))
    return values


def _standings(table: Table, domain: Domain, feature: Feature) -> list[str]:
    ranks = iter(_ranks(table, domain, feature))
    standings = []
    for entity in table.entities:
        of_records = zip(entity.records, ranks, strict=False)
        deciding = [rank for record, rank in of_records if record.type in feature.of]
        standings += [deciding[0] if deciding else feature.default] * len(entity.records)
    return standings
