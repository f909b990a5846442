"""Is a table what its domain says it should be? Errors make a table unusable; warnings are worth a look.

`validate` runs on every table that is read. `review` adds what only `boxscribe data check` asks: do the numbers add
up, can the entities be told apart, does the text speak of this table?
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from boxscribe.errors import Problem, Report, did_you_mean
from boxscribe.tables.domain import Domain, Kind, numbered
from boxscribe.tables.table import Entity, Table

DECIMAL = re.compile(r"-?(\d+(\.\d*)?|\.\d+)", re.ASCII)


def is_integer(value: str) -> bool:
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdigit()


LOOKS_RIGHT: dict[str, tuple[Callable[[str], object], str]] = {
    "integer": (is_integer, "a whole number"),
    "decimal": (DECIMAL.fullmatch, "a number"),
    "text": (bool, "a text"),
}


def validate(table: Table, domain: Domain, report: Report) -> None:
    """Report whatever in the table its description does not allow."""
    if not table.entities:
        report(Problem("is empty: a table needs at least one entity", field="entities"))
    ids: set[str] = set()
    for entity in table.entities:
        if entity.id in ids:
            report(Problem(f"two entities have the id '{entity.id}'", field=entity.name))
        ids.add(entity.id)
        kind = domain.kinds.get(entity.kind)
        if kind is None:
            report(
                Problem(
                    f"unknown kind '{entity.kind}'; {did_you_mean(entity.kind, domain.kinds)}",
                    field=entity.name,
                )
            )
        else:
            _validate_entity(entity, kind, domain, report)
    tokens = table.tokens
    if tokens and " ".join(tokens).split() != list(tokens):
        number = next(i for i, token in enumerate(tokens) if len(token.split()) != 1)
        report(Problem(f"word {number} is empty or holds a space: {tokens[number]!r:.60}", field="text"))


def _validate_entity(entity: Entity, kind: Kind, domain: Domain, report: Report) -> None:
    if not entity.name.strip() or entity.name in domain.missing:
        report(Problem("the entity has no name", field=f"{kind.label.lower()}, id {entity.id}"))
    seen = None
    for record in entity.records:
        described = kind.types.get(record.type) or kind.type(record.type)
        field = f"{entity.name}, {record.type}"
        if described is None:
            report(Problem(f"unknown record type; {did_you_mean(record.type, kind.types)}", field=field))
            continue
        looks_right, wanted = LOOKS_RIGHT[described.value]
        if not looks_right(record.value):
            report(Problem(f"'{record.value:.60}' is not {wanted}; correct it or leave the cell out", field=field))
        if record.features is not seen:  # records of an entity mostly share their features
            seen = record.features
            for name, value in seen.items():
                feature = domain.features.get(name)
                if feature is None:
                    report(Problem(f"unknown feature '{name}'; {did_you_mean(name, domain.features)}", field=field))
                elif feature.values and value not in feature.values:
                    report(Problem(f"{name} must be one of {', '.join(feature.values)}, not '{value}'", field=field))


def review(table: Table, domain: Domain) -> Iterator[Problem]:
    """Warnings: numbers that do not add up, names that cannot be told apart, a text that fits no entity."""
    yield from _unknown_meta(table, domain)
    yield from _broken_rules(table, domain)
    names = Counter((entity.kind, entity.name) for entity in table.entities)
    for (kind, name), count in names.items():
        if count > 1:
            message = f"{count} entities of kind '{kind}' have this name and cannot be told apart in a text"
            yield Problem(message, field=name, warning=True)
    if table.tokens and not _speaks_of(table, domain):
        yield Problem("the text names no entity of the table; does it belong to it?", field="text", warning=True)


def _unknown_meta(table: Table, domain: Domain) -> Iterator[Problem]:
    for name, feature in (domain.features | domain.derived_features).items():
        if feature.derive == "meta" and feature.from_meta(table.meta) is None:
            message = f"'{table.meta[feature.key]}' is no {name} that the description of '{domain.name}' names"
            yield Problem(
                f"{message}; with --derive {name} it counts as '{feature.default}'", f"meta.{feature.key}", warning=True
            )


def _broken_rules(table: Table, domain: Domain) -> Iterator[Problem]:
    numbers = [_numbers(entity) for entity in table.entities]
    sides: dict[tuple[str | None, str], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for entity, own in zip(table.entities, numbers, strict=True):
        side = sides[entity.features.get(domain.side), entity.kind]
        for type, number in own.items():
            side[type] += number

    def number_in(own: dict[str, float], side: str | None, kind: str, type: str) -> float | None:
        return (sides[side, kind] if kind else own).get(type)

    for entity, own in zip(table.entities, numbers, strict=True):
        lookup = partial(number_in, own, entity.features.get(domain.side))
        for rule in domain.kinds[entity.kind].parsed_rules():
            broken = rule.broken_by(lookup)
            if broken:
                yield Problem(broken, field=entity.name, warning=True)


def _numbers(entity: Entity) -> dict[str, float]:
    """Type → number, and `inn#` → the sum of inn1, inn2, …"""
    numbers: dict[str, float] = defaultdict(float)
    for record in entity.records:
        if DECIMAL.fullmatch(record.value):
            numbers[record.type] += float(record.value)
            if record.type[-1].isdecimal():
                numbers[numbered(record.type)] += float(record.value)
    return numbers


def _speaks_of(table: Table, domain: Domain) -> bool:
    words = set(table.tokens)
    return any(
        not words.isdisjoint(record.value.split())
        for entity in table.entities
        for record in entity.records
        if record.type in domain.kinds[entity.kind].name
    )
