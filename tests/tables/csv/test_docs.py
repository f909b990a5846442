"""docs/csv.md: its files are read, its commands run and print what stands below them."""

import re
import shlex
from pathlib import Path

import pytest

from boxscribe.foreign import parse_toml
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from helpers import ROOT, WEATHER, boxscribe
from tables.csv.csv_games import HOME, of_name

DOCS = (ROOT / "docs" / "csv.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)


def test_the_commands_run_and_print_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("box.csv").write_text(blocks("csv")[0], encoding="utf-8")
    first, second = blocks("sh")
    done = boxscribe(*shlex.split(first)[1:])
    assert done.returncode == 0
    assert done.stderr.decode() == blocks("text")[0]
    assert of_name(next(iter(read_tables("game.jsonl"))), HOME).value("TEAM-PTS") == "60"
    Path("box.toml").write_text(blocks("toml")[0], encoding="utf-8")
    check, write = (boxscribe(*shlex.split(line)[1:]) for line in second.splitlines())
    assert b"1 good games, 0 errors" in check.stdout
    assert b"lacks" not in check.stdout
    assert write.stdout.startswith(b"The Atlanta Hawks (12-26) defeated the Miami Heat (19-18) 60-34.")


def test_an_own_domain_declares_headings(tmp_path: Path) -> None:
    domain = Domain.model_validate(parse_toml(WEATHER + blocks("toml")[1]))
    path = tmp_path / "days.csv"
    path.write_text("Place,Tmax,low,Station number\nRome,31,20,17\n", encoding="utf-8")
    (tmp_path / "days.toml").write_text('domain = "weather"', encoding="utf-8")
    (table,) = read_tables(path, domain=domain)
    assert table.entities[0].value("high") == "31"
