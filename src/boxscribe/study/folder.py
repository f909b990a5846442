"""A study is a folder of plain files.

| file | contents |
|---|---|
| `study.toml` | the settings, a copy of STUDY.toml |
| `tasks.jsonl` | a task per line: the sentences of a summary (facts) or a pair of summaries (quality) |
| `stories.jsonl` | game, system, text |
| `games.jsonl` | game, box score and line score |
| `assignment.csv` | the tasks of each participant, in order |
| `instructions/` | the text that participants read first; may be edited before `study serve` |
| `platform/` | forms and CSV files for crowd platforms |
| `answers.db`, `collected.csv` | the answers given on the page, and those imported from platforms |
"""

import csv
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, TextIO

from boxscribe.errors import InputError
from boxscribe.study.settings import Form, StudySettings, load_settings
from boxscribe.study.tasks import Task, with_check_request

ANSWERS, COLLECTED = "answers.db", "collected.csv"
TASKS, STORIES, GAMES = "tasks.jsonl", "stories.jsonl", "games.jsonl"
ASSIGNMENT, SETTINGS = "assignment.csv", "study.toml"


class StudyFolder:
    """A study made by `make_study`; its files are read when they are first used."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not (self.path / TASKS).is_file():
            raise InputError(f"{path}: is not a study; make one with `boxscribe study make STUDY.toml --out DIR`")

    def lines(self) -> Iterator[str]:
        """The size of the study, in sentences."""
        for form in self.study.forms:
            tasks = sum(task.form == form and not task.is_check for task in self.tasks.values())
            yield f"{self.path}: {tasks:,} {form} tasks for {len(self.assignments[form]):,} participants"

    @cached_property
    def study(self) -> StudySettings:
        return load_settings(self.path / SETTINGS)

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """All tasks by code."""
        return {line["code"]: _task(line) for line in self._lines(TASKS)}

    @cached_property
    def stories(self) -> dict[tuple[str, str], str]:
        """(game, system) → text."""
        return {(line["game"], line["system"]): line["text"] for line in self._lines(STORIES)}

    @cached_property
    def sheets(self) -> dict[str, str]:
        """Game → its box and line score as JSON."""
        return {line["game"]: json.dumps(line["sheets"], ensure_ascii=False) for line in self._lines(GAMES)}

    @cached_property
    def assignments(self) -> dict[Form, list[list[str]]]:
        """The codes of each participant's tasks, in order."""
        tasks: dict[Form, dict[str, list[str]]] = {form: {} for form in self.study.forms}
        with self._open(ASSIGNMENT) as stream:
            for row in csv.DictReader(stream):
                tasks[row["form"]].setdefault(row["participant"], []).append(row["code"])  # type: ignore[index]
        return {form: list(participants.values()) for form, participants in tasks.items()}

    def instructions(self, form: Form) -> str:
        with self._open(f"instructions/{form}.txt") as stream:
            return stream.read()

    def texts(self, task: Task) -> tuple[str, str]:
        """The two summaries of a quality task, as they are shown."""
        first, second = (self.stories[task.game, system] for system in task.systems)
        return (with_check_request(first, task.expected[0][1]) if task.is_check else first), second

    def _open(self, name: str) -> TextIO:
        try:
            return (self.path / name).open(encoding="utf-8", newline="")
        except OSError as error:
            raise InputError(f"{self.path / name}: cannot be read: {error.strerror}; make the study again") from None

    def _lines(self, name: str) -> Iterator[Any]:
        with self._open(name) as stream:
            for number, line in enumerate(stream, 1):
                try:
                    yield json.loads(line)
                except ValueError:
                    raise InputError(
                        f"{self.path / name}: line {number}: not valid JSON; make the study again"
                    ) from None


def _task(line: dict[str, Any]) -> Task:
    return Task(
        line["code"],
        line["form"],
        line["game"],
        tuple(line["systems"]),
        tuple(tuple((words, entity) for words, entity in sentence) for sentence in line["sentences"]),
        tuple((question, value) for question, value in line["expected"]),
    )
