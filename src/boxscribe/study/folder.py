"""A study is a folder of plain files.

| file | what |
|---|---|
| `study.toml` | the settings, as they were given |
| `tasks.jsonl` | what people are asked: a facts task (the sentences of a summary) or a quality task (a pair) per line |
| `stories.jsonl` | game, system, text |
| `games.jsonl` | game, box and line score |
| `assignment.csv` | which tasks each person gets, and in which order |
| `instructions/` | what people read first; edit them as you like before `study serve` |
| `platform/` | forms and tables for crowd platforms |
| `answers.db`, `collected.csv` | what people answered on the page, and on platforms |
"""

import csv
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any, TextIO

from boxscribe.errors import InputError
from boxscribe.files import atomic_folder
from boxscribe.study.design import share, with_checks
from boxscribe.study.forms import facts_form, ranking_form
from boxscribe.study.platform import write_facts, write_ranking
from boxscribe.study.settings import Kind, Study, load_study
from boxscribe.study.sources import Game, draw_games
from boxscribe.study.tasks import Task, check_text, checks, facts_tasks, plain_sheet, quality_tasks
from boxscribe.tables.show import html_sheet, sheets
from boxscribe.text import detokenise

ANSWERS, COLLECTED = "answers.db", "collected.csv"
MARKER = "tasks.jsonl"


def make_study(settings: Path, out: Path) -> "StudyFolder":
    """Draw the study that a STUDY.toml describes and write its folder."""
    study = load_study(settings)
    for name in (ANSWERS, COLLECTED):
        if (out / name).exists():
            raise InputError(f"{out}: holds answers already ({name}); choose another --out, or move it away")
    games = draw_games(study, settings.parent)
    with atomic_folder(out, MARKER) as folder:
        shutil.copyfile(settings, folder / "study.toml")
        box_scores = {game.id: sheets(game.table, game.domain) for game in games}
        lines = ({"game": id, "sheets": [plain_sheet(sheet) for sheet in made]} for id, made in box_scores.items())
        _write_lines(folder / "games.jsonl", lines)
        _write_stories(folder / "stories.jsonl", games)
        tasks = [task for kind in study.forms for task in _tasks(study, kind, games)]
        _write_lines(folder / MARKER, (_line(task) for task in tasks))
        _write_assignment(folder / "assignment.csv", study, tasks)
        (folder / "instructions").mkdir()
        for kind in study.forms:
            text = (resources.files("boxscribe.study") / "instructions" / f"{kind}.txt").read_text(encoding="utf-8")
            (folder / "instructions" / f"{kind}.txt").write_text(text, encoding="utf-8")
        _write_platform(StudyFolder(folder), {id: "".join(map(html_sheet, made)) for id, made in box_scores.items()})
    return StudyFolder(out)


def _tasks(study: Study, kind: Kind, games: Sequence[Game]) -> list[Task]:
    made = facts_tasks(study, games) if kind == "facts" else quality_tasks(study, games)
    return made + checks(study, kind, games)


def _write_lines(path: Path, lines: Iterable[Any]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for line in lines:
            stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _write_stories(path: Path, games: Sequence[Game]) -> None:
    stories = (
        {"game": game.id, "system": system, "text": detokenise(tokens).strip()}
        for game in games
        for system, tokens in game.stories.items()
    )
    _write_lines(path, stories)


def _write_assignment(path: Path, study: Study, tasks: Sequence[Task]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["form", "person", "place", "code"])
        for kind in study.forms:
            rng = Random(f"{study.seed} assignment {kind}")
            form = study.form(kind)
            groups: dict[object, list[str]] = {}
            for task in tasks:
                if task.kind == kind and not task.is_check:
                    groups.setdefault(frozenset(task.systems), []).append(task.code)
            asked = [task.code for task in tasks if task.kind == kind and task.is_check]
            for person, codes in enumerate(share(groups, form.answers, form.limit, rng), 1):
                for place, code in enumerate(with_checks(codes, asked, rng), 1):
                    writer.writerow([kind, person, place, code])


def _write_platform(made: "StudyFolder", tables: Mapping[str, str]) -> None:
    """`tables` holds the HTML of each game's box and line score."""
    folder, study = made.path / "platform", made.study
    folder.mkdir()
    tasks = made.tasks.values()
    if "quality" in study.forms:
        form = ranking_form(study.title, made.instructions("quality"), study.quality.criteria)
        (folder / "ranking.html").write_text(form, encoding="utf-8")
        with (folder / "ranking.csv").open("w", encoding="utf-8", newline="") as stream:
            write_ranking(stream, ((task, made.texts(task)) for task in tasks if task.kind == "quality"))
    if "facts" in study.forms:
        (folder / "facts.html").write_text(facts_form(study.title, made.instructions("facts")), encoding="utf-8")
        with (folder / "facts.csv").open("w", encoding="utf-8", newline="") as stream:
            write_facts(stream, (task for task in tasks if task.kind == "facts"), tables)


@dataclass(frozen=True)
class StudyFolder:
    """A study that was made; its files are read when they are first needed."""

    path: Path

    def __post_init__(self) -> None:
        if not (self.path / MARKER).is_file():
            raise InputError(f"{self.path}: is no study; make one with `boxscribe study make STUDY.toml --out DIR`")

    @cached_property
    def study(self) -> Study:
        return load_study(self.path / "study.toml")

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """All tasks by code."""
        return {line["code"]: _task(line) for line in self._lines(MARKER)}

    @cached_property
    def stories(self) -> dict[tuple[str, str], str]:
        """(game, system) → text."""
        return {(line["game"], line["system"]): line["text"] for line in self._lines("stories.jsonl")}

    @cached_property
    def sheets(self) -> dict[str, str]:
        """Game → its box and line score as JSON."""
        return {line["game"]: json.dumps(line["sheets"], ensure_ascii=False) for line in self._lines("games.jsonl")}

    @cached_property
    def people(self) -> dict[Kind, list[list[str]]]:
        """The codes of each person's tasks, in order."""
        people: dict[Kind, dict[str, list[str]]] = {kind: {} for kind in self.study.forms}
        with self._open("assignment.csv") as stream:
            for row in csv.DictReader(stream):
                people[row["form"]].setdefault(row["person"], []).append(row["code"])  # type: ignore[index]
        return {kind: list(of_kind.values()) for kind, of_kind in people.items()}

    def instructions(self, kind: Kind) -> str:
        with self._open(f"instructions/{kind}.txt") as stream:
            return stream.read()

    def texts(self, task: Task) -> tuple[str, str]:
        """The two summaries of a quality task, as they are shown."""
        first, second = (self.stories[task.game, system] for system in task.systems)
        return (check_text(first, task.expected[0][1]) if task.is_check else first), second

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


_FIELDS = [field.name for field in fields(Task)]


def _line(task: Task) -> dict[str, Any]:
    return {name: getattr(task, name) for name in _FIELDS}


def _task(line: dict[str, Any]) -> Task:
    return Task(
        line["code"],
        line["kind"],
        line["game"],
        tuple(line["systems"]),
        tuple(tuple((words, entity) for words, entity in sentence) for sentence in line["sentences"]),
        tuple((question, value) for question, value in line["expected"]),
    )
