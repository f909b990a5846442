"""Answers of participants, given on the page (SQLite) or on a crowd platform (imported into a CSV file)."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError
from boxscribe.files import atomic_write, read_lines
from boxscribe.foreign import whole_number
from boxscribe.study.settings import Form
from boxscribe.study.tasks import Task


class Answer(NamedTuple):
    """One participant's answer to one question about one screen of a task."""

    participant: str
    source: str  # page or platform
    code: str  # of the task
    screen: int  # which sentence of the task, from 0
    question: str  # supporting, contradicting, or a criterion
    value: str

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What a participant can answer once."""
        return self.participant, self.code, self.screen, self.question


def merge_answers(known: Iterable[Answer], more: Iterable[Answer]) -> tuple[list[Answer], list[Answer]]:
    """(all answers, duplicates): a participant's first answer to a question is used, later ones are duplicates."""
    first: dict[tuple[str, str, int, str], Answer] = {}
    duplicates: list[Answer] = []
    for answers in (known, more):
        for answer in answers:
            if answer.key in first:
                duplicates.append(answer)
            else:
                first[answer.key] = answer
    return list(first.values()), duplicates


def read_answers(path: Path) -> list[Answer]:
    """The answers in a file of `write_answers`; none if it does not exist."""
    if not path.exists():
        return []
    rows = csv.reader(io.StringIO("\n".join(read_lines(path)), newline=""), strict=True)
    try:
        if tuple(next(rows, ())) != Answer._fields:
            raise ValueError("the first line must name the columns " + ", ".join(Answer._fields))
        return [_answer(row) for row in rows]
    except (csv.Error, ValueError) as error:
        raise InputError(
            f"{path}: line {rows.line_num}: {error}; restore the file, or delete it and collect all results again"
        ) from None


def _answer(row: list[str]) -> Answer:
    if len(row) != len(Answer._fields) or (screen := whole_number(row[3])) is None:
        raise ValueError("not an answer")
    return Answer(row[0], row[1], row[2], screen, row[4], row[5])


def write_answers(path: Path, answers: Iterable[Answer]) -> None:
    with atomic_write(path, mode=0o600) as stream:  # like the database, for its owner only
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Answer._fields)
        writer.writerows(answers)


def failed_checks(answers: Iterable[Answer], tasks: Mapping[str, Task]) -> dict[str, int]:
    """Participant → number of failed attention checks; participants without a failure are left out."""
    failed: dict[str, set[str]] = {}
    for answer in answers:
        expected = dict(tasks[answer.code].expected)
        if expected and expected.get(answer.question) != answer.value:
            failed.setdefault(answer.participant, set()).add(answer.code)
    return {participant: len(codes) for participant, codes in failed.items()}


@dataclass(frozen=True)
class StudyStatus:
    """The usable answers of a study, and how complete it is."""

    answers: list[Answer]  # without attention checks and excluded participants
    n_participants: int
    excluded: dict[str, int] = field(default_factory=dict)  # excluded participant → failed attention checks
    missing: dict[str, int] = field(default_factory=dict)  # task → missing answers
    surplus: dict[str, int] = field(default_factory=dict)  # task → answers beyond those asked for

    def lines(self) -> Iterator[str]:
        """The status in sentences."""
        yield f"{len(self.answers):,} answers by {self.n_participants:,} participants"
        for participant, count in self.excluded.items():
            yield f"excluded: {participant} failed {count} attention check{'s' if count > 1 else ''}"
        for problem, counts in (("missing", self.missing), ("more than asked for", self.surplus)):
            if counts:
                code, count = next(iter(counts.items()))
                yield f"{sum(counts.values()):,} answers {problem} at {len(counts):,} tasks, such as {code} ({count})"
        if not self.missing:
            yield "every task has its answers"


def status_of(
    answers: Iterable[Answer], tasks: Mapping[str, Task], per_task: Mapping[Form, int], failed_checks_allowed: int
) -> StudyStatus:
    """The status of a study with these answers; `per_task` is how many answers a task of each form should have."""
    given = list(answers)
    failed = failed_checks(given, tasks)
    excluded = {participant: count for participant, count in failed.items() if count > failed_checks_allowed}
    usable = [a for a in given if a.participant not in excluded and not tasks[a.code].is_check]
    participants_of: dict[str, set[str]] = {}
    for answer in usable:
        participants_of.setdefault(answer.code, set()).add(answer.participant)
    surplus = {
        task.code: len(participants_of.get(task.code, ())) - per_task[task.form]
        for task in tasks.values()
        if not task.is_check
    }
    return StudyStatus(
        usable,
        len({answer.participant for answer in given}),
        excluded,
        {code: -count for code, count in surplus.items() if count < 0},
        {code: count for code, count in surplus.items() if count > 0},
    )
