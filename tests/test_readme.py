"""The README is true: its Python runs, its verbs and options exist, its own domain works, its story is written."""

import gzip
import json
import re
from pathlib import Path

import pytest

from boxscribe.tables import rotowire
from helpers import ROOT, boxscribe, games

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    tables = games(2)
    (tmp_path / "games.json.gz").write_bytes(gzip.compress(json.dumps([rotowire.dump(t) for t in tables]).encode()))
    exec("\n".join(blocks("python")), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith(tables[0].id)
    assert re.fullmatch(r"[\w. ]+ \d+ at [\w. ]+ \d+: .+ \d+", printed[-1])


def test_the_verbs_and_their_options_exist() -> None:
    listed = re.findall(r"^\| `boxscribe ([a-z]+(?: [a-z]+)*) (.*?)` \|", README, re.MULTILINE)
    assert len(listed) >= 7
    for verb, usage in listed:
        done = boxscribe(*verb.split(), "--help")
        assert done.returncode == 0, verb
        for option in re.findall(r"--[a-z-]+", usage):
            assert option in done.stdout.decode(), f"{verb} {option}"


def test_the_own_domain_works(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (tmp_path / "days.jsonl").write_text(blocks("json")[0], encoding="utf-8")
    done = boxscribe("data", "check", tmp_path / "days.jsonl")
    assert (done.returncode, done.stdout) == (0, b"1 good games, 0 errors, 0 warnings\n")


def test_the_story_is_what_the_command_below_it_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command = re.search(r"`boxscribe (write [^|`]+?)(?: \| head -n 1)?`", README)
    assert command is not None
    shown = boxscribe(*command[1].split()).stdout.decode().splitlines()[0]
    for part in " ".join(blocks("text")[0].split()).split(" … "):
        assert part in shown


def test_the_targets_of_the_makefile_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?<!study )\bmake (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
