"""Crowd platforms: the files that they read, and the files of results that they give back.

Out: `ranking.csv` (code, sum1, system1, sum2, system2) and `facts.csv` (code, system, sentence1 … 4, tables), a row for
each task; texts are HTML, because platforms put them into their forms as they are. In: `Input.code` with
`Answer.<criterion>_better` (A or B), or with `Answer.SupChoice1` … `Answer.ConChoice4` (counts).
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import TextIO

from boxscribe.errors import InputError, Problem, Report, did_you_mean
from boxscribe.study.answers import Answer
from boxscribe.study.forms import SENTENCES, paragraphs
from boxscribe.study.settings import FACTS, Kind, Study
from boxscribe.study.tasks import Part, Task

RANKING = ("code", "sum1", "system1", "sum2", "system2")
_CHOICES = dict(zip(FACTS, ("SupChoice", "ConChoice"), strict=True))
_MOST = 99  # facts of a sentence


def write_ranking(stream: TextIO, tasks: Iterable[tuple[Task, tuple[str, str]]]) -> None:
    """A row for each pair of summaries, in the order in which they are shown."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(RANKING)
    html: dict[str, str] = {}  # a summary takes part in several pairs
    for task, texts in tasks:
        one, other = (html[text] if text in html else html.setdefault(text, paragraphs(text)) for text in texts)
        writer.writerow([task.code, one, task.systems[0], other, task.systems[1]])


def write_facts(stream: TextIO, tasks: Iterable[Task], tables: Mapping[str, str]) -> None:
    """A row for each summary; `tables` holds the HTML of each game's box and line score."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["code", "system", *(f"sentence{n}" for n in range(1, SENTENCES + 1)), "tables"])
    for task in tasks:
        texts = [_html(sentence) for sentence in task.sentences]
        system = task.systems[0] if task.systems else ""
        writer.writerow([task.code, system, *texts, *[""] * (SENTENCES - len(texts)), tables[task.game]])


def _html(sentence: Iterable[Part]) -> str:
    parts = ((escape(words, quote=False), entity) for words, entity in sentence)
    return "".join(words if entity is None else f"<b>{words}</b>" for words, entity in parts)


def read_results(path: Path, study: Study, tasks: Mapping[str, Task], report: Report) -> Iterator[Answer]:
    """The answers of one file of results; each bad row is reported and left out."""
    try:
        raw = path.read_bytes()
        rows = csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline=""), strict=True)
        columns = rows.fieldnames or []
        kind = _kind(path, columns, study)
        anonymous = hashlib.sha256(raw).hexdigest()[:12]
        for row in rows:
            if row.get("AssignmentStatus") == "Rejected":
                continue
            person = row.get("WorkerId") or row.get("AssignmentId") or f"{anonymous}-{rows.line_num}"
            try:
                yield from list(_row(row, kind, study, tasks, person))
            except _BadCell as problem:
                field, message = problem.args
                report(Problem(f"{message}; the row is left out", field, file=f"{path}: line {rows.line_num}"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot read these results: {error}") from None
    except csv.Error as error:
        raise InputError(f"{path}: line {rows.line_num}: not valid CSV: {error}") from None


def _kind(path: Path, columns: Iterable[str], study: Study) -> Kind:
    """Which form a file of results is from; all of its columns must be there."""
    known = set(columns)
    wanted: dict[Kind, list[str]] = {
        "facts": [f"Answer.{_CHOICES[fact]}{n}" for fact in FACTS for n in range(1, study.facts.sentences + 1)],
        "quality": [f"Answer.{criterion}_better" for criterion in study.quality.criteria],
    }
    kind = max(wanted, key=lambda kind: len(known.intersection(wanted[kind])))
    for column in ["Input.code", *wanted[kind]]:
        if column not in known:
            raise InputError(f"{path}: has no column '{column}' ({did_you_mean(column, known)})")
    return kind


class _BadCell(Exception):
    """(column, what is wrong)"""


def _row(
    row: Mapping[str, str | None], kind: Kind, study: Study, tasks: Mapping[str, Task], person: str
) -> Iterator[Answer]:
    code = row["Input.code"] or ""
    task = tasks.get(code)
    if task is None or task.kind != kind:
        raise _BadCell("Input.code", f"no task of this study is called '{code}'")
    for screen in task.screens:
        for question in study.questions(kind):
            column = f"Answer.{question}_better" if kind == "quality" else f"Answer.{_CHOICES[question]}{screen + 1}"
            value = (row[column] or "").strip()
            if not is_answer(kind, value):
                wanted = "A or B" if kind == "quality" else f"a number from 0 to {_MOST}"
                raise _BadCell(column, f"must be {wanted}, not '{value}'")
            yield Answer(person, "platform", code, screen, question, value if kind == "quality" else str(int(value)))


def is_answer(kind: Kind, value: str) -> bool:
    """Whether `value` can answer a question of a form."""
    if kind == "quality":
        return value in ("A", "B")
    return value.isascii() and value.isdigit() and int(value) <= _MOST and len(value) <= 3
