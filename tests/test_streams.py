"""Standard input, output and error that are full, closed or of another encoding: a sentence, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from boxscribe.tables import native_json
from helpers import games, write_json

COMMANDS = {
    "check": ["data", "check"],
    "show": ["data", "show"],
    "stats": ["data", "stats"],
    "convert": ["data", "convert", "--to", "native"],
    "write": ["write", "--model", "template"],
}


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    data = native_json.to_json(games(1)[0])
    entity = data["entities"][0]
    entity["name"] = entity["records"]["SECOND_NAME"] = "Ōta-Émile"
    return write_json(tmp_path / "games.jsonl", data)


def run(command: str, tables: Path, redirect: str = "", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """The command in a shell of its own, with its streams redirected."""
    line = [sys.executable, "-m", "boxscribe", *COMMANDS[command], str(tables)]
    shell = ["sh", "-c", f'"$@" {redirect}', "sh", *line]
    return subprocess.run(shell, capture_output=True, env={**os.environ, **environment}, timeout=60)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_or_closed_output_is_one_sentence(command: str, tables: Path) -> None:
    for redirect, reason in ((">/dev/full", b"No space left on device"), (">&-", b"Bad file descriptor")):
        done = run(command, tables, redirect)
        assert done.returncode == 2, done.stderr
        assert done.stderr.startswith(b"Error: standard output: cannot be written: " + reason)
        assert done.stderr.count(b"\n") == 1


def test_a_disk_that_is_full_before_the_end_of_the_output_is_one_sentence(tables: Path) -> None:
    """Of an output that is longer than the buffer, a write fails and not the flush at its end."""
    tables.write_text('{"domain": "rotowire", "entities": 1}\n' * 500)
    done = run("check", tables, "--json >/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: standard output: cannot be written: No space left on device")
    assert done.stderr.count(b"\n") == 1


def test_a_reader_that_has_gone_ends_the_command_quietly(tables: Path) -> None:
    done = run("show", tables, "| true; exit ${PIPESTATUS:-0}")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full"])
def test_messages_that_cannot_be_written_change_nothing(redirect: str, tables: Path) -> None:
    assert run("check", tables, redirect).returncode == 0
    out = tables.with_name("stories.txt")
    assert run("write", tables, f"--out '{out}' {redirect}").returncode == 0
    assert out.read_text(encoding="utf-8").startswith("The ")
    tables.write_text("{}")
    assert run("check", tables, redirect).returncode == 2


def test_a_closed_input_is_one_sentence() -> None:
    done = run("check", Path("-"), "<&-")
    assert done.returncode == 2
    assert done.stderr == b"Error: standard input: cannot be read: Bad file descriptor\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_output_is_utf_8_whatever_the_encoding_of_the_terminal(encoding: str, tables: Path) -> None:
    for command in ("show", "convert"):
        done = run(command, tables, PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert "Ōta-Émile" in done.stdout.decode()
        if command == "convert":
            assert json.loads(done.stdout)["entities"][0]["name"] == "Ōta-Émile"
    missing = run("check", tables.with_name("Ōta"), PYTHONIOENCODING=encoding)
    assert "Ōta: cannot be read" in missing.stderr.decode()
