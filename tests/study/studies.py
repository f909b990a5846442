"""Studies for tests: simulated games, stories of several systems, and random answers."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from boxscribe.study.answers import Answer
from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.settings import FACTS
from boxscribe.tables.write import write_tables
from boxscribe.text import sentences
from helpers import games

SYSTEMS = ("TEMPL", "NCP", "ENT")


def write_study(
    folder: Path, count: int = 6, systems: Sequence[str] = SYSTEMS, domain: str = "rotowire", more: str = ""
) -> Path:
    """A STUDY.toml with its tables and stories; system number i begins the gold story with its i-th sentence."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = games(count, domain)
    with (folder / "games.jsonl").open("w") as stream:
        write_tables(tables, stream)
    for shift, name in enumerate(systems):
        stories = [_rotated(table.tokens, shift) for table in tables]
        (folder / f"{name}.txt").write_text("\n".join(stories) + "\n", encoding="utf-8")
    head = f'tables = "games.jsonl"\ngold = "Gold"\nsummaries = {count}\n'
    files = "".join(f'"{name}" = "{name}.txt"\n' for name in systems)
    settings = folder / "study.toml"
    settings.write_text(f"{head}[systems]\n{files}{more}", encoding="utf-8")
    return settings


def _rotated(tokens: Sequence[str], shift: int) -> str:
    """A story that begins with another sentence, and ends with those before it."""
    parts = sentences(tokens)
    return " ".join(token for part in (*parts[shift:], *parts[:shift]) for token in part)


def made_study(folder: Path, count: int = 6, more: str = "", domain: str = "rotowire") -> StudyFolder:
    return make_study(write_study(folder / "source", count, domain=domain, more=more), folder / "study")


def random_answers(made: StudyFolder, seed: int = 0, source: str = "page") -> list[Answer]:
    """All answers of all participants of the assignment: random ones, but the right ones to attention checks."""
    rng = np.random.default_rng(seed)
    answers = []
    for form, participants in made.assignments.items():
        for number, codes in enumerate(participants):
            for code in codes:
                task = made.tasks[code]
                for screen in task.screens:
                    for question in made.study.questions(form):
                        value = str(rng.poisson(3)) if question in FACTS else "AB"[rng.integers(2)]
                        value = dict(task.expected).get(question, value)
                        answers.append(Answer(f"{form}{number}", source, code, screen, question, value))
    return answers


def json_lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def set_ids(path: Path, ids: Sequence[str]) -> None:
    """Give the games of a file of tables other ids."""
    lines = [{**game, "id": id} for game, id in zip(json_lines(path), ids, strict=True)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
