"""Verdicts in the formats of annotation tools and of the accuracy shared task.

| format | what |
|---|---|
| factgenie | JSON lines, each an output and its annotations of a campaign; the categories are in `metadata` |
| Label Studio | a list of tasks with predictions; the labelling set-up has Labels called label on a Text called text |
| CSV | contradicted claims in the columns of the accuracy shared task (Thomson and Reiter 2021) |

Annotations are what an editor has to look at: contradicted and unsupported claims.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from boxscribe.checking.report import reason
from boxscribe.checking.texts import CheckedText
from boxscribe.checking.verdict import ErrorType, VerdictStatus

ANNOTATOR = "boxscribe-check"
COLUMNS = (
    "TEXT_ID", "SENTENCE_ID", "ANNOTATION_ID", "TOKENS", "SENT_TOKEN_START", "SENT_TOKEN_END", "DOC_TOKEN_START",
    "DOC_TOKEN_END", "TYPE", "CORRECTION", "COMMENT",
)  # fmt: skip
_COLOURS = {
    ErrorType.NUMBER: "rgb(214, 39, 40)",
    ErrorType.NAME: "rgb(31, 119, 180)",
    ErrorType.WORD: "rgb(230, 171, 2)",
    ErrorType.CONTEXT: "rgb(148, 103, 189)",
    ErrorType.NOT_CHECKABLE: "rgb(102, 102, 102)",
}
_MEANINGS = {
    ErrorType.NUMBER: "A number, in digits or in words.",
    ErrorType.NAME: "The name of a person, a place, an organisation or a day.",
    ErrorType.WORD: "Other words.",
    ErrorType.CONTEXT: "A phrase that is misleading in its context.",
    ErrorType.NOT_CHECKABLE: "A statement that cannot be checked.",
}
_TYPES = list(ErrorType)


def factgenie(texts: Iterable[CheckedText], system: str) -> Iterator[str]:
    """A line of JSON for each text; `system` is the setup that wrote them."""
    categories = [{"name": type.value, "color": _COLOURS[type], "description": _MEANINGS[type]} for type in _TYPES]
    about = {"annotator_id": ANNOTATOR, "annotator_group": 0, "campaign_id": ANNOTATOR}
    for number, checked in enumerate(texts):
        annotations = [
            {
                "start": verdict.char_start,
                "text": checked.text[verdict.char_start : verdict.char_end],
                "type": _TYPES.index(verdict.type),
                "reason": f"{verdict.status}: {reason(verdict, checked)}",
            }
            for verdict in checked.verdicts
            if verdict.is_fault
        ]
        entry = {"dataset": checked.domain.name, "split": "texts", "setup_id": system, "example_idx": number}
        entry |= {"id": checked.id, "output": checked.text, "annotations": annotations}
        yield _line(entry | {"metadata": about | {"annotation_span_categories": categories}})


def label_studio(texts: Iterable[CheckedText]) -> Iterator[str]:
    """The lines of a list of tasks; a label is a type of the shared task, the status and the reason are in `meta`."""
    yield "["
    before = None
    for number, checked in enumerate(texts):
        if before is not None:
            yield f"{before},"
        before = _line(
            {
                "data": {"text": checked.text, "id": checked.id},
                "predictions": [{"model_version": ANNOTATOR, "result": _regions(checked, number)}],
            }
        )
    if before is not None:
        yield before
    yield "]"


def _regions(checked: CheckedText, number: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{number}-{at}",
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": verdict.char_start,
                "end": verdict.char_end,
                "text": checked.text[verdict.char_start : verdict.char_end],
                "labels": [verdict.type.value],
            },
            "meta": {"text": [f"{verdict.status}: {reason(verdict, checked)}"]},
        }
        for at, verdict in enumerate(checked.verdicts)
        if verdict.is_fault
    ]


def shared_task(texts: Iterable[CheckedText]) -> Iterator[str]:
    """The lines of a CSV file of contradicted claims, which the script of the shared task scores.

    Its tokens are what blanks separate in the text, counted from 1. Positions within a sentence stay empty: the script
    compares them with a division into sentences that only its own files have.
    """
    yield _row(COLUMNS)
    for checked in texts:
        words = [match.span() for match in re.finditer(r"\S+", checked.text)]
        used = annotation = at = 0
        for verdict in checked.verdicts:
            if verdict.status is not VerdictStatus.CONTRADICTED:
                continue
            while at < len(words) and words[at][1] <= verdict.char_start:
                at += 1
            last = at
            while last + 1 < len(words) and words[last + 1][0] < verdict.char_end:
                last += 1
            if at < used:  # "(3-2)": both numbers are wrong, and one mark is allowed
                continue
            used, annotation = last + 1, annotation + 1
            tokens = checked.text[words[at][0] : words[last][1]]
            about = (verdict.type.value, verdict.repair or verdict.expected, reason(verdict, checked))
            yield _row((checked.id, "", annotation, tokens, "", "", at + 1, last + 1, *about))


def _row(values: Iterable[object]) -> str:
    stream = StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="").writerow(values)
    return stream.getvalue()


def _line(entry: object) -> str:
    return json.dumps(entry, ensure_ascii=False)
