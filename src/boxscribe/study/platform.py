"""Files of crowd platforms: tasks that they read, and results that they write.

Out: `ranking.csv` (code, sum1, system1, sum2, system2) and `facts.csv` (code, system, sentence1 … 4, tables), a row for
each task; texts are HTML, because platforms insert them into their forms unescaped. In: `Input.code` with
`Answer.<criterion>_better` (A or B), or with `Answer.SupChoice1` … `Answer.ConChoice4` (counts).
"""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from boxscribe.errors import InputError, Problem, Report, did_you_mean
from boxscribe.files import read_lines
from boxscribe.study.answers import Answer
from boxscribe.study.forms import SENTENCES, paragraphs, sentence
from boxscribe.study.settings import FACTS, Form, StudySettings
from boxscribe.study.tasks import Task

RANKING = ("code", "sum1", "system1", "sum2", "system2")
_COLUMNS = dict(zip(FACTS, ("SupChoice", "ConChoice"), strict=True))
_MAX_FACTS = 99  # of a sentence
csv.field_size_limit(1 << 24)  # characters; results repeat the tables of a game, which the default may be too small for
MAX_PARTICIPANT = 200  # characters


def write_ranking(stream: TextIO, tasks: Iterable[tuple[Task, tuple[str, str]]]) -> None:
    """A row for each pair of summaries, as (first, second) on the screen."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(RANKING)
    html: dict[str, str] = {}  # a summary is in several pairs
    for task, texts in tasks:
        one, other = (html[text] if text in html else html.setdefault(text, paragraphs(text)) for text in texts)
        writer.writerow([task.code, one, task.systems[0], other, task.systems[1]])


def write_facts(stream: TextIO, tasks: Iterable[Task], tables: Mapping[str, str]) -> None:
    """A row for each summary; `tables` holds the HTML of each game's box and line score."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["code", "system", *(f"sentence{n}" for n in range(1, SENTENCES + 1)), "tables"])
    for task in tasks:
        texts = [sentence(parts) for parts in task.sentences]
        system = task.systems[0] if task.systems else ""
        writer.writerow([task.code, system, *texts, *[""] * (SENTENCES - len(texts)), tables[task.game]])


def read_results(path: Path, study: StudySettings, tasks: Mapping[str, Task], report: Report) -> Iterator[Answer]:
    """The answers of one file of results, gzipped or not; an invalid row is reported and skipped."""
    text = "\n".join(read_lines(path))
    anonymous = hashlib.sha256(text.encode()).hexdigest()[:12]
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        form = _form(path, rows.fieldnames or [], study)
        for row in rows:
            if row.get("AssignmentStatus") == "Rejected":
                continue
            participant = row.get("WorkerId") or row.get("AssignmentId") or f"{anonymous}-{rows.line_num}"
            try:
                yield from list(_row(row, form, study, tasks, participant))
            except _InvalidCell as problem:
                field, message = problem.args
                report(Problem(f"{message}; the row is skipped", field, file=f"{path}: line {rows.line_num}"))
    except csv.Error as error:
        raise InputError(f"{path}: line {rows.line_num + 1}: not valid CSV: {error}") from None


def _form(path: Path, columns: Iterable[str], study: StudySettings) -> Form:
    """The form that a file of results belongs to: the one with more columns in it. None of them may be missing."""
    known = set(columns)
    expected: dict[Form, list[str]] = {
        "facts": [f"Answer.{_COLUMNS[fact]}{n}" for fact in FACTS for n in range(1, study.facts.sentences + 1)],
        "quality": [f"Answer.{criterion}_better" for criterion in study.quality.criteria],
    }
    form = max(expected, key=lambda form: len(known.intersection(expected[form])))
    for column in ["Input.code", *expected[form]]:
        if column not in known:
            raise InputError(f"{path}: has no column '{column}' ({did_you_mean(column, known)})")
    return form


class _InvalidCell(Exception):
    """(column, what is wrong)"""


def _row(
    row: Mapping[str, str | None], form: Form, study: StudySettings, tasks: Mapping[str, Task], participant: str
) -> Iterator[Answer]:
    if len(participant) > MAX_PARTICIPANT or not participant.isprintable():
        raise _InvalidCell(
            "WorkerId", f"must be up to {MAX_PARTICIPANT} printable characters, not {_quoted(participant)}"
        )
    code = row["Input.code"] or ""
    task = tasks.get(code)
    if task is None or task.form != form:
        raise _InvalidCell("Input.code", f"this study has no task {_quoted(code)}")
    for screen in task.screens:
        for question in study.questions(form):
            column = f"Answer.{question}_better" if form == "quality" else f"Answer.{_COLUMNS[question]}{screen + 1}"
            value = (row[column] or "").strip()
            if not is_valid_answer(form, value):
                expected = "A or B" if form == "quality" else f"a number from 0 to {_MAX_FACTS}"
                raise _InvalidCell(column, f"must be {expected}, not {_quoted(value)}")
            yield Answer(
                participant, "platform", code, screen, question, value if form == "quality" else str(int(value))
            )


def is_valid_answer(form: Form, value: str) -> bool:
    """Whether a question of the form can have this answer."""
    if form == "quality":
        return value in ("A", "B")
    return len(value) <= 3 and value.isascii() and value.isdigit() and int(value) <= _MAX_FACTS


def _quoted(cell: str) -> str:
    """A cell in a message: on one line, and its beginning only if it is long."""
    text = " ".join(cell.split())
    return f"'{text}'" if len(text) <= 60 else f"'{text[:60]}…'"
