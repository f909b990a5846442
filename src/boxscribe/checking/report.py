"""Verdicts as people and programs read them: a report with reasons, and JSON."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rich.text import Text

from boxscribe.checking.texts import CheckedText
from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.show_context import cells_in_words, shortened
from boxscribe.tables.title import title

LINE_FORMS = ("text", "json")  # of files of verdicts that have a text after the other
MOST_CELLS = 6  # that are named as a reason
STYLES = {  # of a terminal
    VerdictStatus.SUPPORTED: "green",
    VerdictStatus.CONTRADICTED: "bold red underline",
    VerdictStatus.UNSUPPORTED: "yellow underline",
    VerdictStatus.UNKNOWN: "dim",
}


def to_json(checked: CheckedText) -> dict[str, Any]:
    """A text and its verdicts as JSON; `start` and `end` count tokens from 1, and both are part of the span."""
    return {
        "id": checked.id,
        "text": checked.text,
        "tokens": list(checked.tokens),
        "verdicts": [_to_json(verdict, checked) for verdict in checked.verdicts],
    }


def _to_json(verdict: Verdict, checked: CheckedText) -> dict[str, Any]:
    entities = {entity.id: entity for entity in checked.table.entities}
    return {
        "start": verdict.start + 1,
        "end": verdict.end,
        "char_start": verdict.char_start,
        "char_end": verdict.char_end,
        "type": verdict.type.value,
        "status": verdict.status.value,
        "family": verdict.family,
        "subject": verdict.subject,
        "said": verdict.said,
        "expected": verdict.expected,
        "cells": [
            {
                "entity": id,
                "name": entities[id].name if id in entities else "",
                "type": type,
                "value": entities[id].value(type) if id in entities else None,
            }
            for id, type in verdict.cells
        ],
        "games": list(verdict.games),
        "repair": verdict.repair,
    }


def evidence(verdict: Verdict, checked: CheckedText) -> list[str]:
    """The cells and games behind a verdict, in words."""
    cells = list(dict.fromkeys(cells_in_words(verdict.cells, checked.table, checked.domain)))
    more = [f"… {len(cells) - MOST_CELLS} more cells …"] if len(cells) > MOST_CELLS else []
    return [*cells[:MOST_CELLS], *more, *shortened(verdict.games)]


def reason(verdict: Verdict, checked: CheckedText) -> str:
    """A verdict in one line: "Ann Lee: 22 points; expected: 20 (Ann Lee, points: 20)"."""
    stated = ": ".join(part for part in (verdict.subject, verdict.said) if part)
    expected = f"expected: {verdict.expected}" if verdict.expected and verdict.is_fault else ""
    found = evidence(verdict, checked)
    because = f" ({'; '.join(found)})" if found else ""
    return "; ".join(part for part in (stated, expected) if part) + because


def summary(checked: CheckedText) -> str:
    """How many claims have which status."""
    counts = Counter(verdict.status for verdict in checked.verdicts)
    return ", ".join(f"{counts[status]} {status}" for status in VerdictStatus)


def lines(checked: CheckedText, form: str) -> Iterator[str]:
    """The lines of a text in a file of verdicts; `form` is one of `LINE_FORMS`."""
    if form == "text":
        yield from report_lines(checked)
    else:
        yield json.dumps(to_json(checked), ensure_ascii=False)


def report_lines(checked: CheckedText) -> Iterator[str]:
    """The report of a text: its game, a line for each fault, and the summary."""
    yield heading(checked)
    for verdict in checked.verdicts:
        if verdict.is_fault:
            words = checked.text[verdict.char_start : verdict.char_end]
            repair = f" → {verdict.repair}" if verdict.repair else ""
            yield f"  {verdict.status}: {words}{repair} | {verdict.family}: {reason(verdict, checked)}"
    yield f"  {summary(checked)}"


def heading(checked: CheckedText) -> str:
    """The game of a text, and its id."""
    name = title(checked.table, checked.domain)
    return checked.id if name == checked.id else f"{name} ({checked.id})"


def coloured(checked: CheckedText) -> Text:
    """The text for a terminal, its claims in the colours of their verdicts."""
    text = Text(checked.text)
    for verdict in checked.verdicts:
        text.stylize(STYLES[verdict.status], verdict.char_start, verdict.char_end)
    return text
