"""STUDY.toml → the folder of a study: sampled games, tasks, assignment, instructions and platform files."""

import csv
import json
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

from boxscribe.errors import InputError
from boxscribe.files import atomic_folder
from boxscribe.pages.render import render
from boxscribe.study.design import assign_tasks, insert_checks
from boxscribe.study.folder import ANSWERS, ASSIGNMENT, COLLECTED, GAMES, SETTINGS, STORIES, TASKS, StudyFolder
from boxscribe.study.forms import facts_form, ranking_form
from boxscribe.study.platform import write_facts, write_ranking
from boxscribe.study.settings import Form, StudySettings, load_settings
from boxscribe.study.sources import SampledGame, sample_games
from boxscribe.study.tasks import Task, attention_checks, facts_tasks, plain_sheet, quality_tasks
from boxscribe.tables.show import sheets
from boxscribe.text import detokenise


def make_study(settings: str | Path, out: str | Path) -> StudyFolder:
    """Sample the study that a STUDY.toml describes and write its folder, which must not hold answers."""
    settings, out = Path(settings), Path(out)
    study = load_settings(settings)
    _require_no_answers(out)
    games = sample_games(study, settings.parent)
    with atomic_folder(out, TASKS) as folder:
        shutil.copyfile(settings, folder / SETTINGS)
        box_scores = {game.id: sheets(game.table, game.domain) for game in games}
        _write_lines(
            folder / GAMES,
            ({"game": id, "sheets": [plain_sheet(sheet) for sheet in parts]} for id, parts in box_scores.items()),
        )
        _write_stories(folder / STORIES, games)
        tasks = [task for form in study.forms for task in _tasks(study, form, games)]
        _write_lines(folder / TASKS, map(_line, tasks))
        _write_assignment(folder / ASSIGNMENT, study, tasks)
        (folder / "instructions").mkdir()
        for form in study.forms:
            text = (resources.files("boxscribe.study") / "instructions" / f"{form}.txt").read_text(encoding="utf-8")
            (folder / "instructions" / f"{form}.txt").write_text(text, encoding="utf-8")
        tables = {id: render("sheets.html", sheets=parts) for id, parts in box_scores.items()}
        _write_platform(StudyFolder(folder), tables)
        _require_no_answers(out)  # the old study may have been served meanwhile
    return StudyFolder(out)


def _require_no_answers(out: Path) -> None:
    for name in (ANSWERS, COLLECTED):
        if os.path.exists(out / name):  # noqa: PTH110 (Path.exists raises if the name is too long)
            raise InputError(f"{out}: holds answers already ({name}); choose another --out or move the folder away")


def _tasks(study: StudySettings, form: Form, games: Sequence[SampledGame]) -> list[Task]:
    tasks = facts_tasks(study, games) if form == "facts" else quality_tasks(study, games)
    return tasks + attention_checks(study, form, games)


def _write_lines(path: Path, lines: Iterable[Any]) -> None:
    with path.open("w", encoding="utf-8") as stream:
        for line in lines:
            stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _line(task: Task) -> dict[str, Any]:
    return {field.name: getattr(task, field.name) for field in fields(Task)}


def _write_stories(path: Path, games: Sequence[SampledGame]) -> None:
    stories = (
        {"game": game.id, "system": system, "text": detokenise(tokens).strip()}
        for game in games
        for system, tokens in game.stories.items()
    )
    _write_lines(path, stories)


def _write_assignment(path: Path, study: StudySettings, tasks: Sequence[Task]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["form", "participant", "position", "code"])
        for form in study.forms:
            rng = Random(f"{study.seed} assignment {form}")
            settings = study.form(form)
            by_systems: dict[object, list[str]] = {}
            for task in tasks:
                if task.form == form and not task.is_check:
                    by_systems.setdefault(frozenset(task.systems), []).append(task.code)
            checks = [task.code for task in tasks if task.form == form and task.is_check]
            assigned = assign_tasks(by_systems, settings.answers_per_task, settings.tasks_per_participant, rng)
            for participant, codes in enumerate(assigned, 1):
                for position, code in enumerate(insert_checks(codes, checks, rng), 1):
                    writer.writerow([form, participant, position, code])


def _write_platform(made: StudyFolder, tables: Mapping[str, str]) -> None:
    """`tables` holds the HTML of each game's box and line score."""
    folder, study = made.path / "platform", made.study
    folder.mkdir()
    tasks = made.tasks.values()
    if "quality" in study.forms:
        form = ranking_form(study.title, made.instructions("quality"), study.quality.criteria)
        (folder / "ranking.html").write_text(form, encoding="utf-8")
        with (folder / "ranking.csv").open("w", encoding="utf-8", newline="") as stream:
            write_ranking(stream, ((task, made.texts(task)) for task in tasks if task.form == "quality"))
    if "facts" in study.forms:
        (folder / "facts.html").write_text(facts_form(study.title, made.instructions("facts")), encoding="utf-8")
        with (folder / "facts.csv").open("w", encoding="utf-8", newline="") as stream:
            write_facts(stream, (task for task in tasks if task.form == "facts"), tables)
