"""Whether a table is what the description of its domain allows; every table that is read is validated."""

import re
from collections.abc import Callable

from boxscribe.errors import Problem, Report, did_you_mean
from boxscribe.tables.domain import Domain, Kind
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
    """Report everything in the table that the description does not allow."""
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
