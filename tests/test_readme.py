"""What README says is true: its Python runs, its verbs exist, its example of a domain of one's own works."""

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

from boxscribe.tables import rotowire
from helpers import ROOT, boxscribe, games

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_python_runs(tmp_path: Path) -> None:
    tables = games(2)
    (tmp_path / "games.json.gz").write_bytes(gzip.compress(json.dumps([rotowire.dump(t) for t in tables]).encode()))
    code = "\n".join(blocks("python"))
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    printed = done.stdout.splitlines()
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


def test_the_domain_of_ones_own_works(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (tmp_path / "days.jsonl").write_text(blocks("json")[0], encoding="utf-8")
    done = boxscribe("data", "check", tmp_path / "days.jsonl")
    assert (done.returncode, done.stdout) == (0, b"1 good games, 0 errors, 0 warnings\n")


def test_the_story_is_what_the_command_below_it_prints() -> None:
    command = re.search(r"^\(`boxscribe write (\S+) \| head -n 1`", README, re.MULTILINE)
    assert command is not None
    shown = boxscribe("write", ROOT / command[1]).stdout.decode().splitlines()[0]
    for part in " ".join(blocks("text")[0].split()).split(" … "):
        assert part in shown


def test_the_targets_of_the_makefile_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?<!study )\bmake (\w+)", README)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
