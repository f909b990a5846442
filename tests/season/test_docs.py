"""docs/season.md: its commands and its Python run and print what is shown, and its tables have every type."""

import re
import shlex
from pathlib import Path

import pytest

from boxscribe.tables.domain import load_domain
from helpers import ROOT, boxscribe
from nba_files import write_season

DOCS = (ROOT / "docs" / "season.md").read_text(encoding="utf-8")
BOX = """Atlanta Hawks
STARTERS,MIN,REB,AST,PTS
Al Horford C,30:00,5,3,101
Charlotte Bobcats
STARTERS,MIN,REB,AST,PTS
Jose Calderon PG,30:00,5,3,99
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL)


def run(line: str) -> str:
    done = boxscribe(*shlex.split(line)[1:])
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_a_simulated_season_is_shown_as_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, shown = (run(line) for line in blocks("sh")[0].splitlines())
    expected = blocks("text")[0].splitlines()
    lines = [line.rstrip() for line in shown.splitlines()]
    at = lines.index(expected[0])
    assert lines[at : at + len(expected)] == expected


def test_the_commands_of_seasons_of_the_nba_and_of_spreadsheets_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few games of four teams stand for the real season."""
    monkeypatch.chdir(tmp_path)
    write_season(tmp_path / "nba")
    _, story, _ = (run(line) for line in blocks("sh")[1].splitlines())
    assert "The Atlanta Hawks will play on the road against the Charlotte Bobcats on Sunday." in story
    page = Path("story.html").read_text(encoding="utf-8")
    assert "2014-01-05 Bobcats - Hawks" in page and "CC BY 4.0" in page
    Path("box.csv").write_text(BOX, encoding="utf-8")
    run(blocks("sh")[2].replace("2019-01-05", "2014-01-03").replace("Miami Heat", "Charlotte Bobcats"))
    assert '"type":"NEXT-OPPONENT","value":"Bobcats"' in run("boxscribe data enrich game.jsonl --season nba")


def test_the_python_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    exec(blocks("python")[0], {})
    assert capsys.readouterr().out == blocks("text")[1]


@pytest.mark.parametrize("kind", ["team", "player"])
def test_the_tables_have_every_type_of_the_season(kind: str) -> None:
    rows = DOCS.partition(f"\n| {kind}s | types |\n")[2].partition("\n\n")[0]
    listed = re.findall(r"`([A-Z0-9-]+)`", rows)
    declared = load_domain("rotowire").derived.items()
    assert sorted(listed) == sorted(
        type for type, about in declared if about.of_season and about.kind == kind and not about.auxiliary
    )


def test_baseball_has_what_is_said() -> None:
    baseball, basketball = (load_domain(name).derived for name in ("mlb", "rotowire"))
    own = {type for type, about in baseball.items() if about.of_season} - basketball.keys()
    assert own == {"SEASON-HR", "SEASON-RBI"}
    for type in own | {"SEASON-WINS", "SEASON-LOSSES"}:
        assert f"`{type}`" in DOCS.partition("Baseball (`mlb.season.toml`)")[2]
        assert type in baseball


def test_the_verbs_that_take_a_season_are_listed() -> None:
    for verb, options in re.findall(r"^\| `boxscribe ([a-z]+(?: [a-z]+)?) ([^`]*)` \|", DOCS, re.MULTILINE):
        shown = boxscribe(*verb.split(), "--help").stdout.decode()
        for option in re.findall(r"--[a-z-]+", options):
            assert option in shown, f"{verb} {option}"
