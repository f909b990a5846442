"""`boxscribe check` as a user meets it."""

import csv
import json
from pathlib import Path

import pytest

from boxscribe.tables.write import write_tables
from checking.small_game import WRONG, best, false_text, game
from helpers import boxscribe, games

POINTS = int(best(game()).value("PTS") or 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with (tmp_path / "games.jsonl").open("w", encoding="utf-8") as stream:
        write_tables(games(2), stream)
    (tmp_path / "text.txt").write_text(false_text(game()) + "\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    done = boxscribe("check", folder / "text.txt", "--data", folder / "games.jsonl", "--game", "1", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_a_text_in_all_formats(folder: Path) -> None:
    assert f"contradicted: {POINTS + WRONG} → {POINTS}" in run(folder)
    verdicts = json.loads(run(folder, "--format", "json"))["verdicts"]
    assert [verdict["status"] for verdict in verdicts] == ["contradicted", "supported", "unknown"]
    assert "<mark" in run(folder, "--format", "html")
    assert json.loads(run(folder, "--format", "factgenie"))["setup_id"] == "text"
    assert len(json.loads(run(folder, "--format", "label-studio"))) == 1
    assert [row["CORRECTION"] for row in csv.DictReader(run(folder, "--format", "csv").splitlines())] == [str(POINTS)]
    assert run(folder, "--format", "json", "--out", str(folder / "out.jsonl")) == ""
    assert json.loads((folder / "out.jsonl").read_text(encoding="utf-8"))["verdicts"] == verdicts


def test_empty_texts_are_texts(folder: Path) -> None:
    (folder / "text.txt").write_text("", encoding="utf-8")
    assert json.loads(run(folder, "--format", "json"))["verdicts"] == []


def test_texts_of_other_games_are_refused_in_a_sentence(folder: Path) -> None:
    done = boxscribe("check", folder / "text.txt", "--data", folder / "games.jsonl")
    assert done.returncode == 2
    assert b"has 1 text, but" in done.stderr and b"--game" in done.stderr
