"""Files of plans: JSON lines, or the text form of each plan under a heading with the id of its table."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError
from boxscribe.files import called, read_lines
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.plan import Plan, PlannedFact, has_fact
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


def plan_json(table: Table, plan: Plan) -> dict[str, Any]:
    """A plan as JSON: a sentence is a list of [entity id, type, value]."""
    return {"id": table.id, "sentences": plan.sentences, "paragraphs": sorted(plan.paragraphs)}


def read_plans(source: str | Path, tables: Iterable[Table], describe: Describe) -> list[tuple[Table, Plan]]:
    """The plan of each table, from a file of either form that has them in the order of the tables."""
    lines, name = read_lines(source), called(source)
    is_json = bool(lines) and lines[0].startswith("{")
    written: Sequence[tuple[str, Plan | str]] = _json_plans(lines, name) if is_json else _text_plans(lines)
    given = list(tables)
    if len(written) != len(given):
        raise InputError(f"{name}: has {len(written):,} plans for {len(given):,} tables; write one for each table")
    found = []
    for number, ((id, content), table) in enumerate(zip(written, given, strict=True), 1):
        if id not in ("", table.id):
            raise InputError(f"{name}: plan {number}: is that of '{id:.60}', but table {number} is '{table.id}'")
        if isinstance(content, Plan):
            _check(content, table, f"{name}: plan {number}")
            found.append((table, content))
        else:
            where = name if len(given) == 1 else f"{name}: plan {number}"
            found.append((table, parse_plan(content, table, describe(table.domain), where)))
    return found


def _text_plans(lines: list[str]) -> list[tuple[str, str]]:
    """Ids and text forms; a file without headings is one plan."""
    plans: list[tuple[str, list[str]]] = []
    for line in lines:
        heading = _HEADING.fullmatch(line.strip())
        if heading is not None:
            plans.append((heading[1], []))
        elif plans or line.strip():
            if not plans:
                plans.append(("", []))
            plans[-1][1].append(line)
    return [(id, "\n".join(content)) for id, content in plans]


def _json_plans(lines: list[str], name: str) -> list[tuple[str, Plan]]:
    plans = []
    for number, line in enumerate(lines, 1):
        try:
            value = parse_json(line)
            sentences = tuple(tuple(PlannedFact(*map(str, fact)) for fact in facts) for facts in value["sentences"])
            plans.append((str(value["id"]), Plan(sentences, frozenset(map(int, value.get("paragraphs", ()))))))
        except (ForeignError, KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"{name}: line {number}: is no plan ({error}); a plan has an id and sentences, lists of "
                "[entity id, type, value]"
            ) from None
    return plans


def _check(plan: Plan, table: Table, where: str) -> None:
    wrong = next((fact for fact in plan.facts if not has_fact(table, fact)), None)
    if wrong is not None:
        raise InputError(f"{where}: the table has no {wrong.type} {wrong.value:.40} of the entity '{wrong.entity:.40}'")
