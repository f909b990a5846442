"""The further features of records, r_{j,4} … r_{j,L}: those that a table has, and those that are worked out from it.

- by default a record, or its entity, has the feature: home or away, an inning;
- `rank`: the place that a number takes among the same numbers of the entity's kind and side (1 is the highest, equal
  numbers share a place); where a side has only one such entity, as a game has two teams, among all of the kind;
- `meta`: what the table's `meta` says under `key`, the same for all records, if it is one of the feature's `values`;
- `weekday`: the day of the week of a date in `meta`.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from boxscribe.tables.domain import Domain, Feature
from boxscribe.tables.table import Entity, Table

LAST = 9  # places from here on are not told apart
DATES = ("%m_%d_%y", "%Y-%m-%d", "%m/%d/%y", "%m/%d/%Y")


def feature_columns(table: Table, domain: Domain) -> Iterator[list[str]]:
    """For each feature of the domain its value for each record, in the order of the table."""
    for name, feature in domain.features.items():
        if feature.derive == "rank":
            yield _ranks(table, domain, feature)
        elif feature.derive:
            yield [_of_table(table, feature)] * sum(1 for _ in table.records)
        else:
            yield [record.features.get(name, feature.default) for record in table.records]


def _of_table(table: Table, feature: Feature) -> str:
    said = str(table.meta.get(feature.key, ""))
    if feature.derive == "weekday":
        return _weekday(said) or feature.default
    return said if said and (said in feature.values or not feature.values) else feature.default


def _weekday(date: str) -> str | None:
    for form in DATES:
        try:
            return f"{datetime.strptime(date, form):%A}"
        except ValueError:
            continue
    return None


class _Group(NamedTuple):
    """Numbers that are compared with one another."""

    kind: str
    side: str
    type: str


def _ranks(table: Table, domain: Domain, feature: Feature) -> list[str]:
    size = Counter((entity.kind, entity.features.get(domain.side, "")) for entity in table.entities)
    alone = {kind for kind, _ in size if max(count for (other, _), count in size.items() if other == kind) == 1}

    def group(entity: Entity, type: str) -> _Group:
        return _Group(entity.kind, "" if entity.kind in alone else entity.features.get(domain.side, ""), type)

    cells = [
        (group(entity, record.type), _number(record.value)) for entity in table.entities for record in entity.records
    ]
    numbers: dict[_Group, list[float]] = {}
    for key, number in cells:
        if number is not None:
            numbers.setdefault(key, []).append(number)
    place = {
        (key, number): str(min(LAST, 1 + sum(other > number for other in group)))
        for key, group in numbers.items()
        for number in set(group)
    }
    return [feature.default if number is None else place[key, number] for key, number in cells]


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number == number else None  # "nan" is no number
