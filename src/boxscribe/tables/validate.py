"""Whether a table is what the description of its domain allows; every table that is read is validated."""

import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat

from boxscribe.errors import Problem, Report, did_you_mean
from boxscribe.foreign import MAX_TABLE_DIGITS, whole_number
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.table import Entity, Table

MAX_ENTITIES = 2_000  # of a table
MAX_RECORDS = 100_000  # of a table
MAX_TEXT = 50_000  # words of a text
MAX_VALUE = 2_000  # characters of a name, a value, a word of a text, or any other string of a table

DECIMAL = re.compile(rf"-?(\d{{1,{MAX_TABLE_DIGITS}}}(\.\d*)?|\.\d+)", re.ASCII)


def is_integer(value: str) -> bool:
    digits = value.removeprefix("-")
    return digits.isascii() and whole_number(digits) is not None


LOOKS_RIGHT: dict[str, tuple[Callable[[str], object], str]] = {
    "integer": (is_integer, "a whole number"),
    "decimal": (DECIMAL.fullmatch, "a number"),
    "text": (bool, "a text"),
}


def validate(table: Table, domain: Domain, report: Report) -> None:
    """Report everything in the table that the description does not allow."""
    if not table.entities:
        report(Problem("is empty: a table needs at least one entity", field="entities"))
    if not _within_limits(table, report):
        return
    ids: set[str] = set()
    for entity in table.entities:
        if entity.id in ids:
            report(Problem(f"two entities have the id '{entity.id}'", field=entity.name))
        ids.add(entity.id)
        kind = domain.kinds.get(entity.kind)
        if kind is None:
            report(
                Problem(
                    f"unknown kind '{entity.kind:.60}'; {did_you_mean(entity.kind, domain.kinds)}",
                    field=entity.name,
                )
            )
        else:
            _validate_entity(entity, kind, domain, report)
            _validate_derived(entity, domain, report)
    tokens = table.tokens
    if tokens and " ".join(tokens).split() != list(tokens):
        number = next(i for i, token in enumerate(tokens) if token.split() != [token])
        report(Problem(f"word {number} is empty or holds a space: {tokens[number]!r:.60}", field="text"))


def too_many(field: str, what: str, count: int, most: int) -> Iterator[Problem]:
    """The problem of a table that has more of something than a table may have."""
    if count > most:
        yield Problem(f"has {count:,} {what}, and a table may have {most:,}; split it or drop some", field=field)


def _within_limits(table: Table, report: Report) -> bool:
    """Whether the table is small enough that its cost stays far below a gigabyte; what is too large is reported."""
    records = sum(len(entity.records) + len(entity.derived) for entity in table.entities)
    counts = chain(
        too_many("entities", "entities", len(table.entities), MAX_ENTITIES),
        too_many("entities", "records", records, MAX_RECORDS),
        too_many("text", "words", len(table.tokens), MAX_TEXT),
    )
    strings = chain(
        [("id", table.id)],
        zip(repeat("text"), table.tokens),
        (item for number, entity in enumerate(table.entities) for item in _strings(f"entities[{number}]", entity)),
    )
    too_long = (
        Problem(f"has {len(text):,} characters, and {MAX_VALUE:,} are allowed: '{text:.40}…'; shorten it", field=field)
        for field, text in strings
        if len(text) > MAX_VALUE
    )
    problem = next(chain(counts, too_long), None)
    if problem is not None:
        report(problem)
    return problem is None


def _strings(where: str, entity: Entity) -> Iterator[tuple[str, str]]:
    """The strings of an entity, each with its place."""
    yield f"{where}.name", entity.name
    yield f"{where}.id", entity.id
    yield f"{where}.kind", entity.kind
    of_records, seen = f"{where}.records", None
    for record in (*entity.records, *entity.derived):
        yield of_records, record.type
        yield of_records, record.value
        if record.features is not seen:
            seen = record.features
            yield from ((f"{where}.features", text) for item in seen.items() for text in item)


def _validate_derived(entity: Entity, domain: Domain, report: Report) -> None:
    for record in entity.derived:
        declared = domain.derived.get(record.type)
        field = f"{entity.name}, {record.type}"
        if declared is None or declared.kind != entity.kind:
            known = [type for type, declared in domain.derived.items() if declared.kind == entity.kind]
            report(Problem(f"unknown derived type; {did_you_mean(record.type, known)}", field=field))
        elif not LOOKS_RIGHT[declared.value][0](record.value):
            wanted = LOOKS_RIGHT[declared.value][1]
            report(Problem(f"'{record.value:.60}' is not {wanted}; derive it again", field=field))


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
            if len(record.value) > MAX_TABLE_DIGITS:
                wanted += f" of at most {MAX_TABLE_DIGITS} digits"
            report(Problem(f"'{record.value:.60}' is not {wanted}; correct it or leave the cell out", field=field))
        if record.features is not seen:  # records of an entity mostly share their features
            seen = record.features
            for name, value in seen.items():
                feature = domain.features.get(name)
                if feature is None:
                    report(Problem(f"unknown feature '{name}'; {did_you_mean(name, domain.features)}", field=field))
                elif feature.values and value not in feature.values:
                    report(Problem(f"{name} must be one of {', '.join(feature.values)}, not '{value}'", field=field))
