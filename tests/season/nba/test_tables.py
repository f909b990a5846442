"""Tables of NBA games: in the shape of the official ones, found by day and team, read by every verb."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError, Problem
from boxscribe.season import Season
from boxscribe.season.nba import parquet
from boxscribe.season.nba.find import tables_on
from boxscribe.season.nba.tables import tables_of
from boxscribe.tables import Table, rotowire
from boxscribe.tables.check import review
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.show import as_html
from helpers import boxscribe
from nba_files import Row, write_season

DOMAIN = load_domain("rotowire")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_season(tmp_path_factory.mktemp("nba"))


@pytest.fixture(scope="module")
def table(folder: Path) -> Table:
    return next(tables_of(parquet.read(folder, "2014", DOMAIN)))


def test_the_shape_of_official_tables(table: Table) -> None:
    assert table.id == "01_03_14-Bobcats-Hawks"
    assert [entity.id for entity in table.entities] == [*map(str, range(7, 14)), *map(str, range(7)), "home", "vis"]
    assert [entity.features["side"] for entity in table.entities] == ["home"] * 7 + ["away"] * 7 + ["home", "away"]
    assert [team.name for team in table.of_kind("team")] == ["Atlanta Hawks", "Charlotte Bobcats"]
    home, away = table.of_kind("team")
    assert (home.value("TEAM-PTS"), away.value("TEAM-PTS"), home.value("TEAM-PTS_QTR1")) == ("101", "99", None)
    assert [record.type for record in table.entities[6].records] == ["FIRST_NAME", "SECOND_NAME"]
    assert table.entities[0].value("START_POSITION") == "F"
    raw = json.loads(json.dumps(rotowire.dump(table)))
    assert raw["day"] == "01_03_14"
    assert raw["box_score"]["PTS"]["13"] == "N/A"
    assert raw["home_line"]["TEAM-PTS_QTR1"] == "N/A"


def test_meta(table: Table) -> None:
    assert dict(table.meta) == {
        "day": "01_03_14",
        "nba_game_id": "400000001",
        "stage": "regular",
        "venue": "Philips Arena",
        "city": "Atlanta",
        "source": "hoopR-nba-data",
        "credit": parquet.CREDIT,
    }


def test_tables_are_complete_without_quarter_scores(table: Table) -> None:
    problems = [str(problem) for problem in review(table, DOMAIN)]
    assert not [problem for problem in problems if "lacks" in problem or "source" in problem]


def test_the_credit_is_on_pages_that_show_the_table(table: Table) -> None:
    assert "hoopR-nba-data" in as_html(table, DOMAIN)
    assert "CC BY 4.0" in as_html(table, DOMAIN)


def test_a_folder_of_seasons_is_a_source_of_tables(folder: Path) -> None:
    tables = read_tables(folder)
    assert [table.meta["nba_game_id"][-1] for table in tables] == ["1", "2", "3", "4", "6", "7"]
    assert [table.id for table in read_tables(folder, "nba", games=[2])] == ["01_03_14-Lakers-Clippers"]


def test_other_folders_are_not_seasons(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder that is in no known format"):
        list(read_tables(tmp_path))
    with pytest.raises(InputError, match=r"must be a folder with nba_schedule_2019.parquet"):
        list(read_tables(tmp_path, "nba"))


@pytest.mark.parametrize(
    ("day", "team", "ids"),
    [
        ("2014-01-03", None, ["01_03_14-Bobcats-Hawks", "01_03_14-Lakers-Clippers"]),
        ("01/03/2014", "hawks", ["01_03_14-Bobcats-Hawks"]),
        ("01_03_14", "Los Angeles Lakers", ["01_03_14-Lakers-Clippers"]),
        ("2014-01-03", "Hornets", ["01_03_14-Bobcats-Hawks"]),  # as they are called today
        ("2014-01-03", "Charlotte", ["01_03_14-Bobcats-Hawks"]),
    ],
)
def test_games_of_a_day(folder: Path, day: str, team: str | None, ids: list[str]) -> None:
    assert [table.id for table in tables_on(folder, day, team)] == ids


@pytest.mark.parametrize(
    ("day", "team", "message"),
    [
        ("3.1.2014", None, "--date 3.1.2014: is no date; write 2019-01-05"),
        ("2014-01-03", "Hawk", "--team Hawk: there is no such team; did you mean 'Hawks'"),
        ("2014-01-04", None, "no game on 2014-01-04; the nearest days with one are 2014-01-03 and 2014-01-05"),
        ("2014-01-03", "Celtics", "no game of the Celtics on 2014-01-03; this season has none"),
        ("2014-01-05", "Lakers", "no game of the Lakers on 2014-01-05; .* 2014-01-03 and 2014-01-07"),
        ("2013-07-01", None, "no game on 2013-07-01; the nearest days with one are 2014-01-03"),
        ("2014-04-27", None, "Bobcats at Hawks on 2014-04-27 has not been played yet"),
        ("2014-02-12", None, "All-Stars at All-Stars on 2014-02-12 is no game of two teams of the league"),
        ("2014-02-12", "All-Stars", "--team All-Stars: All-Stars at All-Stars on 2014-02-12 is no game of two teams"),
    ],
)
def test_why_there_is_no_game(folder: Path, day: str, team: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tables_on(folder, day, team)


def last(**values: Any) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [*rows[:-1], rows[-1] | values]


def test_a_postponed_game(tmp_path: Path) -> None:
    folder = write_season(tmp_path, {"nba_schedule": last(status_type_name="STATUS_POSTPONED")})
    with pytest.raises(InputError, match="Bobcats at Hawks on 2014-04-27 was postponed"):
        tables_on(folder, "2014-04-27")


def test_games_that_are_still_to_come_are_reported_beside_the_others(tmp_path: Path) -> None:
    day = parquet.dates(write_season(tmp_path), "2014")[0]
    folder = write_season(tmp_path, {"nba_schedule": last(game_date=day)})
    problems: list[Problem] = []
    assert len(list(tables_on(folder, "2014-01-03", report=problems.append))) == 2
    assert [(problem.message, problem.warning) for problem in problems] == [
        ("Bobcats at Hawks on 2014-01-03 has not been played yet", True)
    ]


def test_the_verb(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    done = boxscribe("data", "nba", folder, "--date", "2014-01-03", "--team", "Hawks", "--out", out)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [table.id for table in read_tables(out)] == ["01_03_14-Bobcats-Hawks"]
    piped = boxscribe("data", "nba", folder, "--date", "2014-01-03")
    written = boxscribe("write", "-", "--model", "template", input=piped.stdout)
    assert "Atlanta Hawks" in written.stdout.decode()
    wrong = boxscribe("data", "nba", folder, "--date", "2014-01-03", "--team", "Hawk")
    assert wrong.returncode == 2
    assert b"did you mean 'Hawks'?" in wrong.stderr
    assert boxscribe("data", "nba", tmp_path, "--date", "2014-01-03").returncode == 2


@pytest.fixture(scope="module")
def seasons(data_dir: Path) -> list[Season]:
    """The six real seasons."""
    if not parquet.recognises(data_dir / "nba"):
        pytest.skip(f"no seasons of the NBA at {data_dir / 'nba'}")
    return [parquet.read(data_dir / "nba", name, DOMAIN) for name in parquet.names(data_dir / "nba")]


def test_the_development_games_are_rebuilt_cell_by_cell(seasons: list[Season], development: list[Table]) -> None:
    from benchmarks.season_cells import compared, matched

    found = list(matched(development, seasons))
    assert len(found) == len(development) == 727
    result = compared(found)
    assert result.share("counts") >= 0.999
    assert result.share("percentages") >= 0.995
    assert not [player for player in result.unlinked if player.value("MIN")]
    assert len(result.unlinked) == 6  # did not play, and the files do not list them


@pytest.mark.parametrize(("file", "count"), [("train", 3_270), ("later_seasons", 2_492)])
def test_every_game_is_found_with_its_score(seasons: list[Season], data_dir: Path, file: str, count: int) -> None:
    scores = {
        (f"{game.date:%m_%d_%y}", game.teams["home"], game.teams["away"]): [
            int(line.numbers[season.types["team"].index("TEAM-PTS")]) for line in game.lines if line.kind == "team"
        ]
        for season in seasons
        for game in season.games
    }
    raw = json.loads(gzip.decompress((data_dir / "rotowire" / f"{file}.json.gz").read_bytes()))
    assert len(raw) == count
    for game in raw:
        points = [int(game[line]["TEAM-PTS"]) for line in ("home_line", "vis_line")]
        assert scores[game["day"], game["home_name"], game["vis_name"]] == points


def test_every_venue_of_the_real_seasons_has_a_name(seasons: list[Season]) -> None:
    for season in seasons:
        assert not [game for game in season.games if not (game.venue and game.city)]
        assert {*season.divisions["conference"]} == {team for game in season.games for team in game.teams.values()}
