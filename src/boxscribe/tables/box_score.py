"""What the RotoWire and MLB files have in common: box scores as column → row → cell, team lines, a summary."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boxscribe.errors import InputError, Problem, Report
from boxscribe.tables.domain import Describe, Domain
from boxscribe.tables.table import Entity, Table

Box = dict[str, dict[str, str]]
WORDS: dict[type, str] = {str: "a string", dict: "an object", list: "a list"}


def has_keys(raw: Mapping[str, Any], expected: Mapping[str, type], report: Report) -> bool:
    """Whether all expected keys are there with the right type; every other case is reported."""
    complete = True
    for key, type in expected.items():
        if not isinstance(raw.get(key), type):
            report(Problem(f"{'must be' if key in raw else 'is missing; it must be'} {WORDS[type]}", field=key))
            complete = False
    return complete


def described(describe: Describe, name: str, *kinds: str) -> Domain:
    """The description of the file's domain, which must know the kinds of entities that the file has."""
    domain = describe(name)
    if missing := [kind for kind in kinds if kind not in domain.kinds]:
        raise InputError(f"the description of '{name}' has no kind '{missing[0]}', which such a file needs")
    return domain


def columns(
    box_score: Mapping[str, Any],
    expected: Sequence[str],
    needed: Sequence[str],
    domain: Domain,
    report: Report,
) -> Box | None:
    """The expected columns as text, with the rows of the first of them; None where a needed one is missing."""
    box: Box = {}
    for name in expected:
        column = box_score.get(name)
        if not isinstance(column, dict):
            report(
                Problem(
                    "this column is missing" if column is None else "must be row → value",
                    field=f"box_score.{name}",
                )
            )
        else:
            box[name] = {row: _text(value, f"box_score.{name}, row {row}", report) for row, value in column.items()}
    if any(name not in box for name in needed):
        return None
    rows = box[expected[0]]
    for name, column in box.items():
        for row in rows.keys() - column.keys():
            report(Problem(f"row {row} is missing, though {expected[0]} has it", field=f"box_score.{name}"))
            column[row] = domain.missing[0]
        for row in column.keys() - rows.keys():
            report(Problem(f"row {row} has no {expected[0]}", field=f"box_score.{name}"))
    return box


def cells(box: Box, row: str, types: Iterable[str], domain: Domain) -> list[tuple[str, str]]:
    """One row as (type, value) pairs; cells that are empty or say nothing are left out."""
    kind = domain.kinds["player"]
    return [
        (type, value)
        for type in types
        if (value := box.get(type, {}).get(row, ""))
        and value not in domain.missing
        and value not in kind.types[type].omit
    ]


def team_line(
    line: Mapping[str, Any], word: str, side: str, domain: Domain, types: Sequence[str], report: Report
) -> Entity:
    """A team's line as an entity with the given types; `word` is the file's own for the side, "home" or "vis"."""
    values = {}
    for type in types:
        if type in line:
            values[type] = _text(line[type], f"{word}_line.{type}", report)
        else:
            report(Problem("this column is missing", field=f"{word}_line.{type}"))
    kept = [(type, value) for type, value in values.items() if value and value not in domain.missing]
    name = " ".join(values.get(type, "") for type in domain.kinds["team"].name).strip()
    return Entity.of(word, name, "team", kept, {"side": side})


def summary(raw: Mapping[str, Any], report: Report) -> tuple[str, ...]:
    """The words of the summary; none where the game has no summary."""
    words = raw.get("summary", [])
    if words == [] and "summary" in raw:
        report(Problem("is empty", field="summary", warning=True))
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        return tuple(words)
    report(Problem("must be a list of words", field="summary"))
    return ()


def sides_of(table: Table, side: str, kind: str) -> list[Entity]:
    return [entity for entity in table.of_kind(kind) if entity.features.get("side") == side]


def _text(value: Any, field: str, report: Report) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    report(Problem(f"must be a string, not {value!r:.60}", field=field))
    return ""
