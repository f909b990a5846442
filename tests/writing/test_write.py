"""`boxscribe write` and the authors behind it: formats, resuming, invalid games, and the trace of each word."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boxscribe.models.store import save_model
from boxscribe.tables import rotowire
from boxscribe.text import detokenise
from boxscribe.writing.author import load
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.formats import from_json, to_json
from boxscribe.writing.model_author import ModelAuthor
from helpers import WEATHER, boxscribe, games, write_json
from writing.authors import model

TABLES = games(5, seed=5)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model, and a file of games."""
    folder = tmp_path_factory.mktemp("write")
    (folder / "model").mkdir()
    save_model(model(), folder / "model")
    write_json(folder / "games.json", [rotowire.dump(table) for table in TABLES])
    return folder


def write(folder: Path, *options: object, games: str = "games.json") -> "subprocess.CompletedProcess[bytes]":
    lengths = ("--min-length", 10, "--max-length", 40)
    return boxscribe("write", folder / games, "--model", folder / "model", *lengths, *options)


@pytest.fixture(scope="module")
def stories(folder: Path) -> list[str]:
    """What the model writes, tokens of a story a line."""
    author = load(folder / "model", Decoding(min_length=10, max_length=40))
    return [" ".join(story.tokens) for story in author.write_all(TABLES)]


def test_formats(folder: Path, stories: list[str], tmp_path: Path) -> None:
    for form in ("tokens", "text", "jsonl", "html"):
        done = write(folder, "--format", form, "--out", tmp_path / form)
        assert (done.returncode, done.stdout) == (0, b""), done.stderr
        assert done.stderr.decode() == f"{tmp_path / form}: 5 stories by model\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["html", "jsonl", "text", "tokens"]
    assert (tmp_path / "tokens").read_text().splitlines() == stories
    assert (tmp_path / "text").read_text().splitlines() == [detokenise(story.split()) for story in stories]
    lines = [json.loads(line) for line in (tmp_path / "jsonl").read_text().splitlines()]
    assert [" ".join(line["tokens"]) for line in lines] == stories
    assert [line["id"] for line in lines] == [table.id for table in TABLES]
    assert all(len(line["words"]) == len(line["tokens"]) == len(line["attention"]) for line in lines)
    page = (tmp_path / "html").read_text()
    assert page.startswith("<!doctype html>") and all(table.id in page for table in TABLES)


def test_standard_output(folder: Path, stories: list[str]) -> None:
    assert write(folder, "--format", "tokens").stdout.decode().splitlines() == stories
    raw = (folder / "games.json").read_bytes()
    lengths = ("--min-length", 10, "--max-length", 40, "--format", "tokens")
    piped = boxscribe("write", "-", "--model", folder / "model", *lengths, input=raw)
    assert piped.stdout.decode().splitlines() == stories


def test_several_stories_of_a_game(folder: Path) -> None:
    done = write(folder, "--best", 3, "--beam", 3, "--format", "jsonl")
    for line in map(json.loads, done.stdout.splitlines()):
        scores = [line["score"], *(other["score"] for other in line["others"])]
        assert len(scores) == 3 and scores == sorted(scores, reverse=True)


def test_a_reader_that_closes_the_pipe_ends_the_run(folder: Path, tmp_path: Path) -> None:
    write_json(tmp_path / "many.json", [rotowire.dump(table) for table in games(60, seed=8, texts=False)])
    command = [sys.executable, "-m", "boxscribe", "write", tmp_path / "many.json", "--model", folder / "model"]
    command += ["--beam", 5, "--min-length", 60, "--max-length", 60, "--workers", 2, "--batch-size", 2]
    run = subprocess.Popen([*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None and run.stderr is not None
    assert run.stdout.readline()
    run.stdout.close()
    errors = run.stderr.read().decode()
    assert "terminate" not in errors and "Traceback" not in errors
    assert run.wait() >= 0, "it was not aborted"


def test_a_killed_run_resumes_after_its_last_story(folder: Path, tmp_path: Path) -> None:
    """Killed twice, in the middle of a line too, it loses no story and repeats none."""
    many = games(12, seed=8)
    write_json(tmp_path / "many.json", [rotowire.dump(table) for table in many])
    author = load(folder / "model", Decoding(beam=1, min_length=150, max_length=150))
    expected = [" ".join(story.tokens) for story in author.write_all(many)]
    out = tmp_path / "out"
    command = [
        *(sys.executable, "-m", "boxscribe", "write", tmp_path / "many.json", "--model", folder / "model"),
        *("--beam", "1", "--min-length", "150", "--max-length", "150", "--batch-size", "2", "--format", "tokens"),
        *("--out", out, "--resume"),
    ]
    part, killed = tmp_path / "out.part", 0
    for wanted in (3, 8):
        run = subprocess.Popen([*map(str, command)], stderr=subprocess.DEVNULL)
        while run.poll() is None and (not part.exists() or part.read_bytes().count(b"\n") <= wanted):
            time.sleep(0.002)
        if run.poll() is None:
            os.kill(run.pid, signal.SIGKILL)
            killed += 1
        run.wait()
        if part.exists():
            with part.open("ab") as file:
                file.write(b'{"id": "half a line')
    assert killed == 2
    assert not out.exists()
    assert boxscribe(*command[3:]).returncode == 0
    assert out.read_text().splitlines() == expected
    assert not part.exists()


def test_a_run_is_not_resumed_with_other_settings(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "out.part").write_text('{"tables": "others"}\n{"id": "1"}\n')
    done = write(folder, "--out", tmp_path / "out", "--resume")
    assert done.returncode == 2
    assert b"out.part: belongs to a run with another model" in done.stderr
    assert (tmp_path / "out.part").read_text().endswith('{"id": "1"}\n')


def test_invalid_games(folder: Path, stories: list[str], tmp_path: Path) -> None:
    raw = json.loads((folder / "games.json").read_text())
    raw[1]["box_score"] = "rubbish"
    bad = write_json(tmp_path / "bad.json", raw)
    options = ("--model", folder / "model", "--min-length", 10, "--max-length", 40, "--format", "tokens")
    stopped = boxscribe("write", bad, *options, "--out", tmp_path / "out")
    assert stopped.returncode == 2
    assert b"game 2" in stopped.stderr and b"box_score" in stopped.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]
    skipped = boxscribe("write", bad, *options, "--out", tmp_path / "out", "--skip-invalid")
    assert skipped.returncode == 0
    assert b"Skipped: " in skipped.stderr and b"game 2" in skipped.stderr
    assert (tmp_path / "out").read_text().splitlines() == [stories[0], *stories[2:]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--model", "nowhere"), "nowhere: there is no such model"),
        (("--model", "."), "is no model, or a damaged one"),
        (("--format", "pdf"), "'pdf' is not one of 'text', 'tokens', 'jsonl', 'html'"),
        (("--preset", "best"), "'best' is not one of 'model', 'paper', 'greedy'"),
        (("--beam", "0"), "Invalid value for '--beam'"),
        (("--best", "9", "--format", "jsonl"), "best 9 needs a beam of 9"),
        (("--best", "2"), "only --format jsonl"),
        (("--resume",), "--resume needs a file"),
        (("--words", "300"), ": leave out words and numbers"),
        (("--numbers", "-1"), "Invalid value for '--numbers'"),
        (("--model", "template", "--beam", "3"), "the template has no decoding settings: leave out beam"),
        (("--game", "6"), "games.json: has no game 6; it has 5"),
        (("--out", "/nowhere/out"), "/nowhere/out.part: cannot be written"),
    ],
)
def test_wrong_calls_are_explained(folder: Path, options: tuple[str, ...], message: str) -> None:
    done = boxscribe("write", folder / "games.json", "--model", folder / "model", *options)
    assert done.returncode == 2
    printed = " ".join(re.sub("[│╭╮╰╯─]", "", done.stderr.decode()).split())
    assert message in printed
    assert "Traceback" not in printed
    assert done.stdout == b""


def test_length_control_changes_the_story() -> None:
    made = model(extras=True)
    asked: list[dict[str, Any]] = [{}, {"words": 0}, {"words": 20}, {"words": 40}, {"numbers": 1}, {"numbers": 50}]
    found = []
    for wish in asked:
        author = ModelAuthor(made, "m", Decoding(min_length=20, max_length=40, **wish))
        found.append(author.write(TABLES[0]).score)
    assert found[0] == found[1]
    assert len({*found}) == 5


def test_a_model_without_weights(folder: Path, tmp_path: Path) -> None:
    save_model(model(), tmp_path)
    (tmp_path / "model.safetensors").unlink()
    done = boxscribe("write", folder / "games.json", "--model", tmp_path)
    assert done.returncode == 2
    assert b"model.safetensors" in done.stderr and b"Traceback" not in done.stderr


def test_a_table_of_another_domain(folder: Path, tmp_path: Path) -> None:
    made = boxscribe("data", "simulate", "--domain", "mlb", "--games", 1).stdout
    done = boxscribe("write", "-", "--model", folder / "model", input=made)
    assert done.returncode == 2
    assert b"is of the domain 'mlb', and the model writes 'rotowire'" in done.stderr
    assert b"or 'template', which writes every domain" in done.stderr


def test_templates_need_no_model(folder: Path, tmp_path: Path) -> None:
    lines = boxscribe("write", folder / "games.json", "--model", "template").stdout.decode().splitlines()
    assert len(lines) == 5
    assert all(" defeated the " in line and " to go with " in line for line in lines)
    (tmp_path / "weather.toml").write_text(WEATHER)
    station = {
        "id": "oslo",
        "name": "Oslo",
        "kind": "station",
        "records": [{"type": "place", "value": "Oslo"}, {"type": "high", "value": "12"}],
    }
    (tmp_path / "days.jsonl").write_text(json.dumps({"domain": "weather", "id": "1", "entities": [station]}))
    done = boxscribe("write", tmp_path / "days.jsonl", "--model", "template")
    assert "Oslo" in done.stdout.decode() and "12" in done.stdout.decode(), done.stderr


def test_the_trace_of_each_word() -> None:
    author = ModelAuthor(model(), "test", Decoding(beam=2, min_length=30, max_length=30))
    copied = 0
    for story in author.write_all(TABLES):
        trace = story.trace
        assert len(trace.words) == len(story.tokens) == len(trace.entities) == len(trace.update_rate)
        np.testing.assert_allclose(trace.entities.sum(1), 1, atol=1e-5)
        assert ((trace.update_rate >= 0) & (trace.update_rate <= 1)).all()
        for token, word in zip(story.tokens, trace.words, strict=True):
            assert 0 <= word.gate <= 1 and 0 <= word.copied <= 1
            listed = sum(source.weight for source in word.sources)
            assert word.copied / 2 - 0.01 < listed < word.copied + 1e-5
            for source in word.sources:
                copied += 1
                values = story.table.entities[source.entity].values(source.type)
                assert any(token in value.split() for value in values)
        again = from_json(json.loads(json.dumps(to_json(story, "test"))), story.table, story.domain)
        assert again.tokens == story.tokens
        np.testing.assert_allclose(again.trace.entities, trace.entities, atol=1e-4)
    assert copied


def test_a_story_shows_itself() -> None:
    (story,) = load("template").write_all(TABLES[:1])
    assert str(story) == story.text
    words = len(story.tokens)
    assert re.fullmatch(rf'<Story {story.table.id}: {words} words, "The [\w ]+ \(\d+-\d+\)[\w ]* …">', repr(story))
    assert len(repr(story)) < 100
    assert "<" in story._repr_html_()


def test_some_games_of_a_file(folder: Path, stories: list[str], tmp_path: Path) -> None:
    chosen = ("--game", 4, "--game", 2, "--format", "tokens")
    assert write(folder, *chosen).stdout.decode().splitlines() == [stories[1], stories[3]]
    raw = json.loads((folder / "games.json").read_text())
    raw[2]["box_score"] = "rubbish"
    write_json(tmp_path / "games.json", raw)
    model = ("--model", folder / "model", "--min-length", 10, "--max-length", 40)
    others = boxscribe("write", tmp_path / "games.json", *model, *chosen)
    assert others.stdout.decode().splitlines() == [stories[1], stories[3]], "the other games need not be valid"
    skipped = boxscribe("write", tmp_path / "games.json", *model, *chosen, "--game", 3, "--skip-invalid")
    assert skipped.stdout == others.stdout
    assert skipped.stderr.decode().count("Skipped: ") == 1 and b"game 3" in skipped.stderr
