"""The season on the command line: `data enrich`, and --season of `write`, `data prepare` and `data show`."""

import json
from pathlib import Path

import pytest

import boxscribe as api
from boxscribe.tables.write import write_tables
from helpers import boxscribe
from helpers import games as simulated
from season.games import derived, with_meta

TABLES = simulated(60)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("season") / "season.jsonl"
    with path.open("w", encoding="utf-8") as file:
        write_tables(TABLES, file)
    return path


def test_enrich_writes_tables_with_their_context(season: Path, tmp_path: Path) -> None:
    out = tmp_path / "enriched.jsonl"
    done = boxscribe("data", "enrich", season, "--season", season, "--out", out)
    assert done.returncode == 0, done.stderr
    assert list(api.read(out)) == list(api.enrich(TABLES, TABLES))
    plain = boxscribe("data", "enrich", season)
    assert derived(next(iter(api.read(out)))).keys() > {
        (entity["id"], record["type"])
        for entity in json.loads(plain.stdout.splitlines()[0])["entities"]
        for record in entity.get("derived", [])
    }


def test_enrich_names_the_game_that_is_not_found(season: Path, tmp_path: Path) -> None:
    tables = tmp_path / "games.jsonl"
    with tables.open("w", encoding="utf-8") as file:
        write_tables([TABLES[30], with_meta(TABLES[31], day="2015-10-26"), TABLES[32]], file)
    done = boxscribe("data", "enrich", tables, "--season", season)
    assert done.returncode == 2
    assert b"games.jsonl: game 2: " in done.stderr and b"have no game on 2015-10-26" in done.stderr
    others = boxscribe("data", "enrich", tables, "--season", season, "--skip-invalid")
    assert others.returncode == 0 and len(others.stdout.splitlines()) == 2
    assert b"Skipped: " in others.stderr


def test_show_has_a_section_of_the_season(season: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    done = boxscribe("data", "show", season, "--game", 60, "--season", season, "--html", page)
    shown = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "Season 2015" in shown and "wins at home" in shown
    [table] = api.enrich(TABLES[59], TABLES)
    team = table.of_kind("team")[0]
    last = next(record for record in team.derived if record.type == "LAST-RESULT")
    assert last.sources is not None
    game = table.meta["season"]["games"][last.sources.games[0]]
    assert f'<li dir="auto">{game}</li>' in page.read_text(encoding="utf-8")
    without = boxscribe("data", "show", season, "--game", 60)
    assert b"wins at home" not in without.stdout


def test_write_and_prepare_take_a_season(season: Path, tmp_path: Path) -> None:
    stories = tmp_path / "stories.jsonl"
    done = boxscribe(
        "write", season, "--game", 50, "--model", "template", "--season", season, "--out", stories, "--format", "jsonl"
    )
    assert done.returncode == 0, done.stderr
    piped = season.read_bytes().splitlines()[49]
    other = boxscribe("write", "-", "--model", "template", "--season", season, input=piped)
    assert other.returncode == 0 and other.stdout
    made = boxscribe(
        "data", "prepare", season, "--season", season, "--derive", "WIN-STREAK", "--out", tmp_path / "data"
    )
    assert made.returncode == 0, made.stderr
    assert "WIN-STREAK" in (tmp_path / "data" / "vocabulary.json").read_text(encoding="utf-8")


def test_a_season_that_is_missing_or_of_another_sport(season: Path, tmp_path: Path) -> None:
    missing = boxscribe("data", "enrich", season, "--season", tmp_path / "nowhere")
    assert missing.returncode == 2 and b"there is no such file or folder of a season" in missing.stderr
    baseball = tmp_path / "mlb.jsonl"
    with baseball.open("w", encoding="utf-8") as file:
        write_tables(simulated(2, "mlb"), file)
    other = boxscribe("write", season, "--model", "template", "--season", baseball)
    assert other.returncode == 2 and b"the season has games of the domain 'mlb'" in other.stderr
