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
import io
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from boxscribe.errors import InputError
from boxscribe.files import read_lines, whole_folder
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.study.settings import Form, StudySettings, load_settings
from boxscribe.study.tasks import Task, with_check_request

ANSWERS, COLLECTED = "answers.db", "collected.csv"
TASKS, STORIES, GAMES = "tasks.jsonl", "stories.jsonl", "games.jsonl"
ASSIGNMENT, SETTINGS = "assignment.csv", "study.toml"
L = TypeVar("L")


class StudyFolder:
    """A study made by `make_study`; its files are read when they are first used."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        with suppress(OSError):  # such as a name that is too long
            whole = whole_folder(self.path)
            if whole != self.path and (whole / TASKS).is_file():  # `study make` was killed between two renames
                whole.rename(self.path)
        if not os.path.isfile(self.path / TASKS):  # noqa: PTH113 (Path.is_file raises if the name is too long)
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
        tasks = {task.code: task for task in self._lines(TASKS, Task)}
        for task in tasks.values():
            if not self._fits(task):
                raise InputError(
                    f"{self.path / TASKS}: task '{task.code}' has a form, systems or sentences that are not those "
                    f"of {SETTINGS}; make the study again"
                )
        return tasks

    def _fits(self, task: Task) -> bool:
        """Whether a task is one of the settings."""
        systems, sentences = (2, 0) if task.form == "quality" else (int(not task.is_check), self.study.facts.sentences)
        return (
            task.form in self.study.forms
            and len(task.systems) == systems
            and {*task.systems} <= {*self.study.names}
            and len(task.sentences) <= sentences
        )

    @cached_property
    def stories(self) -> dict[tuple[str, str], str]:
        """(game, system) → text."""
        return {(line.game, line.system): line.text for line in self._lines(STORIES, _Story)}

    @cached_property
    def sheets(self) -> dict[str, str]:
        """Game → its box and line score as JSON."""
        return {line.game: json.dumps(line.sheets, ensure_ascii=False) for line in self._lines(GAMES, _GameSheets)}

    @cached_property
    def assignments(self) -> dict[Form, list[list[str]]]:
        """The codes of each participant's tasks, in order."""
        tasks: dict[Form, dict[str, list[str]]] = {form: {} for form in self.study.forms}
        rows = csv.DictReader(io.StringIO(self._text(ASSIGNMENT), newline=""), strict=True)
        try:
            for row in rows:
                task = self.tasks[row["code"]]
                codes = tasks[task.form].setdefault(row["participant"], [])
                if task.form != row["form"] or task.code in codes:
                    raise KeyError
                codes.append(task.code)
        except (csv.Error, KeyError):
            raise InputError(
                f"{self.path / ASSIGNMENT}: line {rows.line_num}: is damaged, or names no task or one twice; "
                "make the study again"
            ) from None
        return {form: list(participants.values()) for form, participants in tasks.items()}

    def require_complete(self) -> None:
        """Raise an `InputError` if a task has no text or no table to show."""
        for task in self.tasks.values():
            if task.form == "facts":
                is_complete = task.game in self.sheets and bool(task.sentences)
            else:
                summaries = [(task.game, system) for system in task.systems]
                is_complete = len(summaries) == 2 and all(summary in self.stories for summary in summaries)
            if not is_complete:
                files = f"{TASKS}, {GAMES} or {STORIES}"
                raise InputError(f"{self.path}: {files} lacks what task '{task.code}' shows; make the study again")

    def instructions(self, form: Form) -> str:
        return self._text(f"instructions/{form}.txt")

    def texts(self, task: Task) -> tuple[str, str]:
        """The two summaries of a quality task, as they are shown."""
        first, second = (self.stories[task.game, system] for system in task.systems)
        return (with_check_request(first, task.expected[0][1]) if task.is_check else first), second

    def _text(self, name: str) -> str:
        return "\n".join(read_lines(self.path / name))

    def _lines(self, name: str, line_type: type[L]) -> Iterator[L]:
        adapter = TypeAdapter(line_type)
        for number, line in enumerate(read_lines(self.path / name), 1):
            try:
                yield adapter.validate_python(parse_json(line))
            except (ForeignError, ValidationError) as error:
                reason = str(error) if isinstance(error, ForeignError) else "not what `study make` writes"
                raise InputError(f"{self.path / name}: line {number}: {reason}; make the study again") from None


@dataclass(frozen=True, slots=True)
class _Story:
    """A line of stories.jsonl."""

    game: str
    system: str
    text: str


@dataclass(frozen=True, slots=True)
class _GameSheets:
    """A line of games.jsonl."""

    game: str
    sheets: list[Any]
