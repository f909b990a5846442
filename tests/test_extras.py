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
SHORT = ["--preset", "greedy", "--min-length", "1", "--max-length", "5"]
CORE_ONLY = f"""
import json, sys
sys.modules.update(dict.fromkeys({EXTRAS!r}))  # an import of None fails like one of a missing package
from typer.testing import CliRunner
import boxscribe
from boxscribe.cli import app
for arguments in json.loads(sys.argv[1]):
    done = CliRunner().invoke(app, arguments)
    error = done.exception if isinstance(done.exception, boxscribe.InputError) else None
    print(json.dumps({{"code": done.exit_code, "error": error and str(error)}}))
"""


def run_without_extras(commands: list[list[str]]) -> list[dict[str, object]]:
    """Exit code and InputError of each command, all in one process that has no extra."""
    done = subprocess.run(
        [sys.executable, "-c", CORE_ONLY, json.dumps(commands)], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_core_installation_writes_scores_and_names_the_missing_extra(tmp_path: Path) -> None:
    games, texts, study = str(ROOT / "examples" / "games.jsonl"), str(tmp_path / "texts.txt"), str(tmp_path / "study")
    settings = str(write_study(tmp_path / "source", 2))
    works: list[list[str]] = [
        ["--help"],
        ["write", games, *SHORT, "--out", texts],
        ["evaluate", str(tmp_path / "source" / "ENT.txt"), "--data", str(tmp_path / "source" / "games.jsonl")],
        ["study", "make", settings, "--out", study],
        ["study", "collect", study],
    ]
    *done, serve, analyse = run_without_extras([*works, ["study", "serve", study], ["study", "analyse", study]])
    assert done == [{"code": 0, "error": None}] * len(works)
    sentence = "boxscribe study {} needs the package {}: pip install 'boxscribe[study]'"
    assert serve["error"] == sentence.format("serve", "uvicorn")
    assert analyse["error"] == sentence.format("analyse", "scipy")


def test_writing_imports_no_extra() -> None:
    """Also where they are installed: `import boxscribe` and `boxscribe write` stay quick."""
    code = (
        "import sys, boxscribe; from boxscribe.cli import app; from typer.testing import CliRunner\n"
        f"done = CliRunner().invoke(app, {['write', str(ROOT / 'examples' / 'games.jsonl'), *SHORT]})\n"
        f"sys.exit(done.exception or ' '.join({set(EXTRAS)} & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_installed_package_is_imported_and_other_errors_pass() -> None:
    with needs_extra("study", "this test"):
        import json as module
    assert module is json
    message = r"^this test needs the package no_such: pip install 'boxscribe\[study\]'$"
    with pytest.raises(InputError, match=message), needs_extra("study", "this test"):
        import no_such  # type: ignore[import-not-found]  # noqa: F401
    with pytest.raises(ZeroDivisionError), needs_extra("study", "this test"):
        _ = 1 / 0
