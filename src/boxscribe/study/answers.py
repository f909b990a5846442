"""Answers, wherever they were given: on the page (SQLite) or on a platform (imported into a CSV file)."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from boxscribe.files import atomic_write
from boxscribe.study.settings import Kind
from boxscribe.study.tasks import Task


class Answer(NamedTuple):
    """One person's answer to one question about one screen of a task."""

    person: str
    source: str  # page or platform
    code: str  # of the task
    screen: int  # which sentence of it, from 0
    question: str  # supporting, contradicting, or a criterion
    value: str


Place = tuple[str, str, int, str]  # person, code, screen, question


def place(answer: Answer) -> Place:
    return answer.person, answer.code, answer.screen, answer.question


def merged(known: Iterable[Answer], more: Iterable[Answer]) -> tuple[list[Answer], list[Answer]]:
    """(all answers, the ones left out because that person has answered that question before)."""
    kept: dict[Place, Answer] = {}
    again: list[Answer] = []
    for answers in (known, more):
        for answer in answers:
            if place(answer) in kept:
                again.append(answer)
            else:
                kept[place(answer)] = answer
    return list(kept.values()), again


def read_answers(path: Path) -> list[Answer]:
    """The answers in a CSV file of ours; none if there is no such file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream)
        return [
            Answer(row["person"], row["source"], row["code"], int(row["screen"]), row["question"], row["value"])
            for row in rows
        ]


def write_answers(path: Path, answers: Iterable[Answer]) -> None:
    with atomic_write(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(Answer._fields)
        writer.writerows(answers)


def failed_checks(answers: Iterable[Answer], tasks: Mapping[str, Task]) -> dict[str, int]:
    """Person → attention checks answered otherwise than asked for; people without a failure are left out."""
    wrong: dict[str, set[str]] = {}
    for answer in answers:
        expected = dict(tasks[answer.code].expected)
        if expected and expected.get(answer.question) != answer.value:
            wrong.setdefault(answer.person, set()).add(answer.code)
    return {person: len(codes) for person, codes in wrong.items()}


@dataclass(frozen=True)
class State:
    """How far a study is."""

    answers: list[Answer]  # of people who read, without the checks
    people: int
    failed: dict[str, int] = field(default_factory=dict)  # people who are left out → failed checks
    missing: dict[str, int] = field(default_factory=dict)  # task → answers that it lacks
    extra: dict[str, int] = field(default_factory=dict)  # task → answers beyond those wanted


def state(answers: Iterable[Answer], tasks: Mapping[str, Task], wanted: Mapping[Kind, int], forgiven: int) -> State:
    """What the answers amount to. `wanted`: answers per task of each kind; `forgiven`: failed checks that are."""
    given = list(answers)
    failed = {person: count for person, count in failed_checks(given, tasks).items() if count > forgiven}
    good = [a for a in given if a.person not in failed and not tasks[a.code].is_check]
    people_of: dict[str, set[str]] = {}
    for answer in good:
        people_of.setdefault(answer.code, set()).add(answer.person)
    counts = {t.code: len(people_of.get(t.code, ())) - wanted[t.kind] for t in tasks.values() if not t.is_check}
    return State(
        good,
        len({answer.person for answer in given}),
        failed,
        {code: -count for code, count in counts.items() if count < 0},
        {code: count for code, count in counts.items() if count > 0},
    )
