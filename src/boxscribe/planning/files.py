"""Files of plans: JSON lines, or the text form of each plan under a heading with the id of its table."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError
from boxscribe.files import STDOUT, called, read_lines
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.plan import Plan, PlannedFact, check_plan
from boxscribe.planning.plan_text import parse_plan, print_plan
from boxscribe.tables.domain import Describe
from boxscribe.tables.table import Table

_HEADING = re.compile(r"== (.*) ==")


def write_plans(plans: Iterable[tuple[Table, Plan]], stream: TextIO, as_text: bool = False) -> None:
    """Write plans as JSON lines, or in their text form."""
    for number, (table, plan) in enumerate(plans):
        if as_text:
            stream.write(f"{'' if number == 0 else chr(10)}== {table.id} ==\n{print_plan(plan, table)}\n")
        else:
            stream.write(json.dumps(plan_json(table, plan), ensure_ascii=False) + "\n")


def as_text(out: str, as_json: bool = False) -> bool:
    """Whether the file of this name is to have the text form: if it ends in .txt; standard output by default."""
    return out.removesuffix(".gz").endswith(".txt") or (out == STDOUT and not as_json)


def plan_json(table: Table, plan: Plan) -> dict[str, Any]:
    """A plan as JSON: a sentence is a list of [entity id, type, value]."""
    return {"id": table.id, "sentences": plan.sentences, "paragraphs": sorted(plan.paragraphs)}


@dataclass(frozen=True, slots=True)
class _Written:
    """A plan of a file."""

    id: str  # of its table; "" where the file does not say
    line: int  # its first line, counted from 1
    content: Plan | str


def read_plans(source: str | Path, tables: Iterable[Table], describe: Describe) -> list[tuple[Table, Plan]]:
    """The plan of each table, from a file of either form that has them in the order of the tables.

    A plan that its table does not allow is an InputError with the line of the file and what to do.
    """
    lines, name = read_lines(source), called(source)
    is_json = bool(lines) and lines[0].startswith("{")
    written = _json_plans(lines, name) if is_json else _text_plans(lines)
    given = list(tables)
    if len(written) != len(given):
        raise InputError(f"{name}: has {len(written):,} plans for {len(given):,} tables; write one for each table")
    found = []
    for number, (own, table) in enumerate(zip(written, given, strict=True), 1):
        if own.id not in ("", table.id):
            raise InputError(f"{name}: plan {number}: is that of '{own.id:.60}', but table {number} is '{table.id}'")
        if isinstance(own.content, Plan):
            check_plan(own.content, table, f"{name}: line {own.line}")
            found.append((table, own.content))
        else:
            where = name if len(given) == 1 else f"{name}: plan {number}"
            found.append((table, parse_plan(own.content, table, describe(table.domain), where, own.line)))
    return found


def _text_plans(lines: list[str]) -> list[_Written]:
    """The text forms; a file without headings is one plan."""
    plans: list[tuple[str, int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        heading = _HEADING.fullmatch(line.strip())
        if heading is not None:
            plans.append((heading[1], number + 1, []))
        else:
            if not plans:
                plans.append(("", number, []))
            plans[-1][2].append(line)
    return [
        _Written(id, line, "\n".join(content))
        for id, line, content in plans or [("", 1, [])]
        if id or any(map(str.strip, content)) or len(plans) <= 1
    ]


def _json_plans(lines: list[str], name: str) -> list[_Written]:
    plans = []
    for number, line in enumerate(lines, 1):
        try:
            value = parse_json(line)
            sentences = tuple(tuple(PlannedFact(*map(str, fact)) for fact in facts) for facts in value["sentences"])
            plan = Plan(sentences, frozenset(map(int, value.get("paragraphs", ()))))
            plans.append(_Written(str(value["id"]), number, plan))
        except (ForeignError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{name}: line {number}: is no plan ({error}); a plan has an id and sentences, lists of "
                "[entity id, type, value]"
            ) from None
    return plans
