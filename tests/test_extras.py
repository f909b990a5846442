"""A core installation writes and scores; a feature that needs an extra names it. Imports are blocked to test that."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from helpers import ROOT
from study.studies import write_study

EXTRAS = ("fastapi", "uvicorn", "starlette", "scipy", "docx", "pyarrow", "ray")
RUN = f"""
import json, sys
from typer.testing import CliRunner
import boxscribe
from boxscribe.cli import app

def run(arguments):
    done = CliRunner().invoke(app, arguments)
    error = done.exception if isinstance(done.exception, boxscribe.InputError) else None
    return {{"code": done.exit_code, "error": error and str(error)}}

first, *others = json.loads(sys.argv[1])
results = [run(first)]
imported = sorted(set({EXTRAS!r}) & sys.modules.keys())
sys.modules.update(dict.fromkeys({EXTRAS!r}))  # an import of None fails like one of a missing package
results += map(run, others)
print(json.dumps([imported, results]))
"""


def test_a_core_installation_writes_and_scores_and_names_the_missing_extra(tmp_path: Path) -> None:
    """Writing imports no extra even where it is installed; the other commands run without any."""
    games, texts, study = str(ROOT / "examples" / "games.jsonl"), str(tmp_path / "texts.txt"), str(tmp_path / "study")
    settings = str(write_study(tmp_path / "source", 2))
    works: list[list[str]] = [
        ["write", games, "--preset", "greedy", "--min-length", "1", "--max-length", "5", "--out", texts],
        ["--help"],
        ["evaluate", str(tmp_path / "source" / "ENT.txt"), "--data", str(tmp_path / "source" / "games.jsonl")],
        ["study", "make", settings, "--out", study],
        ["study", "collect", study],
    ]
    commands = [*works, ["study", "serve", study], ["study", "analyse", study]]
    process = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(commands)], capture_output=True, text=True, check=True
    )
    imported, (*done, serve, analyse) = json.loads(process.stdout)
    assert imported == []
    assert done == [{"code": 0, "error": None}] * len(works)
    sentence = "boxscribe study {} needs the package {}: pip install 'boxscribe[study]'"
    assert serve["error"] == sentence.format("serve", "fastapi")
    assert analyse["error"] == sentence.format("analyse", "scipy")


def test_an_installed_package_is_imported_and_other_errors_pass() -> None:
    with needs_extra("study", "this test"):
        import json as module
    assert module is json
    message = r"^this test needs the package no_such: pip install 'boxscribe\[study\]'$"
    with pytest.raises(InputError, match=message), needs_extra("study", "this test"):
        import no_such  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(ZeroDivisionError), needs_extra("study", "this test"):
        _ = 1 / 0
