"""Damaged files: every one is read as what it is or refused with a sentence."""

import gzip
import json
import os
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxscribe.errors import InputError
from boxscribe.study.collect import study_status
from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.sessions import RequestRefused, Sessions
from study.studies import made_study, write_study

FILES = ("study.toml", "tasks.jsonl", "stories.jsonl", "games.jsonl", "assignment.csv", "instructions/facts.txt")
FOREIGN: list[Any] = [None, True, -1, 10**30, 0.5, "", "\x00", "x" * 10_000, [], [[]], {}, {"a": None}]
TEXTS = [b"", b"\xff", b"\x1f\x8b\x08", b"NaN", b'"\\ud800"', b"[" * 5000, b"9" * 5000, b'"', b"\r", b",,,\n", b"\x00"]
ROUNDS = int(os.environ.get("FUZZ_ROUNDS", "300"))


def damaged(content: bytes, rng: Random) -> bytes:
    """One part of a file is removed, repeated or replaced; in JSON lines also a value by one of another type."""
    lines = content.split(b"\n")
    number = rng.randrange(len(lines))
    start, end = sorted(rng.choices(range(len(content) + 1), k=2))
    kind = rng.randrange(6)
    if kind == 0 and lines[number].startswith(b"{"):
        lines[number] = json.dumps(swapped(json.loads(lines[number]), rng)).encode()
        return b"\n".join(lines)
    if kind <= 1:
        return content[:start]
    if kind == 2:
        return b"\n".join([*lines[:number], *lines[number + 1 :]])
    if kind == 3:
        return content[:start] + rng.choice(TEXTS) + content[start:]
    if kind == 4:
        return content[:start] + rng.choice(TEXTS) + content[end:]
    return b"\n".join([*lines[:number], rng.choice(lines), *lines[number:]])


def swapped(value: Any, rng: Random) -> Any:
    """A value in which one, at any depth, is of another type or missing."""
    if not value or not isinstance(value, dict | list) or rng.random() < 0.2:
        return rng.choice(FOREIGN)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        rest = {other: part for other, part in value.items() if other != key}
        return rest if rng.random() < 0.2 else {**rest, key: swapped(value[key], rng)}
    at = rng.randrange(len(value))
    return [*value[:at], swapped(value[at], rng), *value[at + 1 :]]


def use(folder: Path) -> None:
    """All that `serve` and `collect` do with the files."""
    made = StudyFolder(folder)
    study_status(made)
    sessions = Sessions(made)
    try:
        for form in made.study.forms:
            session = sessions.begin(form, "ann", "0" * 64, "")
            json.dumps(sessions.overview(session)).encode()
            for screen in sessions.store.screens(session):
                sessions.content(screen).encode()
    finally:
        sessions.store.close()


def test_a_damaged_study_is_refused_with_a_sentence(tmp_path: Path) -> None:
    whole = made_study(tmp_path / "whole", 2).path
    folder = tmp_path / "study"
    shutil.copytree(whole, folder)
    refused = 0
    for seed in range(ROUNDS):
        rng = Random(seed)
        name = rng.choice(FILES)
        (folder / name).write_bytes(damaged((whole / name).read_bytes(), rng))
        try:
            use(folder)
        except InputError as error:
            assert "\n" not in str(error), (seed, str(error))
            refused += 1
        except RequestRefused as error:
            assert error.args[0] == 410, seed  # no task is left
        except Exception as error:
            raise AssertionError(f"seed {seed}, {name}") from error
        (folder / name).write_bytes((whole / name).read_bytes())
        for file in folder.glob("answers.db*"):
            file.unlink()
    assert refused > ROUNDS / 3


@pytest.mark.parametrize("file", ["ENT.txt", "games.jsonl"])
def test_damaged_gzip_in_the_sources_is_refused(tmp_path: Path, file: str) -> None:
    settings = write_study(tmp_path / "source", 2)
    settings.write_text(settings.read_text().replace(file, f"{file}.gz"))
    whole = gzip.compress((tmp_path / "source" / file).read_bytes())
    middle = len(whole) // 2
    for content in (
        whole[:-4],
        whole[:middle],
        whole[:middle] + b"\xff" * 9 + whole[middle + 9 :],
        whole[:2],
        whole[:11],
    ):
        (tmp_path / "source" / f"{file}.gz").write_bytes(content)
        with pytest.raises(InputError, match=f"{file}.gz: .*gzip"):
            make_study(settings, tmp_path / "study")
    (tmp_path / "source" / f"{file}.gz").write_bytes(whole)
    make_study(settings, tmp_path / "study")


def test_a_study_that_a_killed_process_has_set_aside_is_found(tmp_path: Path) -> None:
    made = made_study(tmp_path, 2)
    made.path.rename(tmp_path / ".study.boxscribe-old")
    use(made.path)
    assert (made.path / "answers.db").is_file()  # where `study make` looks for answers


def test_names_that_are_too_long_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a study"):
        StudyFolder(tmp_path / ("x" * 5000))
    with pytest.raises(InputError, match="File name too long"):
        make_study(write_study(tmp_path / "source", 2), tmp_path / ("x" * 5000))
