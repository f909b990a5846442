"""What RotoWire's and MLB's JSON have in common: a box score as column → row → cell, team lines, a summary."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxscribe.errors import InputError, Problem, Report
from boxscribe.tables.domain import Describe, Domain
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.validate import MAX_ENTITIES, too_many

BoxColumns = dict[str, dict[str, str]]
"""Column → row → cell."""
JSON_TYPES: dict[type, str] = {str: "a string", dict: "an object", list: "a list"}


def has_keys(raw: Mapping[str, Any], expected: Mapping[str, type], report: Report) -> bool:
    """Whether all expected keys are present with the expected type; others are reported."""
    complete = True
    for key, type in expected.items():
        if not isinstance(raw.get(key), type):
            report(Problem(f"{'must be' if key in raw else 'is missing; it must be'} {JSON_TYPES[type]}", field=key))
            complete = False
    return complete


def describe_with(describe: Describe, name: str, *kinds: str) -> Domain:
    """The description of a domain, which must have these kinds of entities."""
    domain = describe(name)
    if missing := [kind for kind in kinds if kind not in domain.kinds]:
        raise InputError(f"the description of '{name}' has no kind '{missing[0]}', which such a file needs")
    return domain


def columns(
    box_score: Mapping[str, Any],
    expected: Sequence[str],
    required: Sequence[str],
    domain: Domain,
    report: Report,
) -> BoxColumns | None:
    """The expected columns, each with the rows of the first one; None if one of `required` is missing."""
    box: BoxColumns = {}
    for name in expected:
        column = box_score.get(name)
        if not isinstance(column, dict):
            report(
                Problem(
                    "this column is missing" if column is None else "must be row → value",
                    field=f"box_score.{name}",
                )
            )
        elif problems := list(too_many(f"box_score.{name}", "rows", len(column), MAX_ENTITIES)):
            report(problems[0])
        else:
            box[name] = {row: _text(value, f"box_score.{name}, row {row}", report) for row, value in column.items()}
    if any(name not in box for name in required):
        return None
    rows = box[expected[0]]
    for name, column in box.items():
        for row in rows.keys() - column.keys():
            report(Problem(f"row {row} is missing, though {expected[0]} has it", field=f"box_score.{name}"))
            column[row] = domain.missing[0]
        for row in column.keys() - rows.keys():
            report(Problem(f"row {row} has no {expected[0]}", field=f"box_score.{name}"))
    return box


def cells(box: BoxColumns, row: str, types: Iterable[str], domain: Domain) -> list[tuple[str, str]]:
    """One row as (type, value) pairs, without the cells that the description lists as missing or to omit."""
    kind = domain.kinds["player"]
    return [
        (type, value)
        for type in types
        if (value := box.get(type, {}).get(row, ""))
        and value not in domain.missing
        and value not in kind.types[type].omit
    ]


def team_line(
    line: Mapping[str, Any], prefix: str, side: str, domain: Domain, types: Sequence[str], report: Report
) -> Entity:
    """A team's line as an entity with the given types; `prefix` is the file's name of the side, "home" or "vis"."""
    values = {}
    for type in types:
        if type in line:
            values[type] = _text(line[type], f"{prefix}_line.{type}", report)
        else:
            report(Problem("this column is missing", field=f"{prefix}_line.{type}"))
    present = [(type, value) for type, value in values.items() if value and value not in domain.missing]
    name = " ".join(values.get(type, "") for type in domain.kinds["team"].name).strip()
    return Entity.of(prefix, name, "team", present, {"side": side})


def summary(raw: Mapping[str, Any], report: Report) -> tuple[str, ...]:
    """The tokens of the summary; none if the game has no summary."""
    words = raw.get("summary", [])
    if words == [] and "summary" in raw:
        report(Problem("is empty", field="summary", warning=True))
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return tuple(words)
    report(Problem("must be a list of words", field="summary"))
    return ()


def entities_of(table: Table, side: str, kind: str) -> list[Entity]:
    """The entities of a kind that are on this side."""
    return [entity for entity in table.of_kind(kind) if entity.features.get("side") == side]


def _text(value: Any, field: str, report: Report) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    report(Problem(f"must be a string, not {value!r:.60}", field=field))
    return ""
