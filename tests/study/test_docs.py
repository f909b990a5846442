"""docs/study.md: its commands, its Python and the examples of --help run as written, with the files of a clone."""

import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from boxscribe.cli.study import study as cli
from helpers import ROOT, boxscribe

DOCS = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the examples of the repository."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str) -> str:
    """The output of a command."""
    program, *arguments = shlex.split(command, comments=True)
    assert program == "boxscribe"
    if arguments[:2] == ["study", "serve"]:
        return serve(arguments)
    done = boxscribe(*arguments)
    assert done.returncode == 0, (command, done.stderr.decode())
    return done.stdout.decode()


def serve(arguments: list[str]) -> str:
    """Start the server, load its page and stop it. Port 8000 may be in use here, so it takes a free one."""
    command = [sys.executable, "-m", "boxscribe", *arguments, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            with urllib.request.urlopen(line.split()[1]) as page:
                return str(page.read().decode())
        finally:
            server.terminate()


def test_the_commands_run_as_written(clone: Path) -> None:
    made, served, collected, analysed = map(run, blocks("sh")[0].splitlines())
    assert "18 facts tasks for 15 participants" in made
    assert "<html" in served
    assert "every task has its answers" in collected
    assert "grammaticality" in analysed and "TEMPL" in analysed
    assert "TEMPL" in (clone / "runs" / "report.html").read_text(encoding="utf-8")


def test_the_examples_of_help_run_as_written(clone: Path) -> None:
    examples = [(command.epilog or "").partition("Example: ")[2] for command in cli.registered_commands]
    assert [example.split()[2] for example in examples] == ["make", "serve", "collect", "analyse"]
    assert all(map(run, examples))


def test_the_python_runs_as_written(clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exec(blocks("python")[0])
    assert capsys.readouterr().out.startswith("runs/my-study: 18 facts tasks")


def test_the_figures_of_power_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    code = re.fullmatch(r'python -c "\n(.*)"\n', blocks("sh")[1], re.DOTALL)
    assert code is not None
    exec(code[1])
    difference, summaries = map(float, capsys.readouterr().out.split())
    text = " ".join(DOCS.split())
    assert f"detectable difference is {difference:.1f} points; 1.11 points need {summaries:,.0f} summaries" in text
