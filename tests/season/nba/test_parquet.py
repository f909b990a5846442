"""Seasons of the NBA from parquet files: what a season holds, which columns count, and what is refused."""

import math
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError
from boxscribe.season import Line, Season, SeasonGame
from boxscribe.season.nba import parquet
from boxscribe.season.nba.lines import line_up
from boxscribe.tables.domain import Domain, load_domain
from nba_files import Row, write_season

DOMAIN = load_domain("rotowire")
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_season(tmp_path_factory.mktemp("nba"))


@pytest.fixture(scope="module")
def season(folder: Path) -> Season:
    return parquet.read(folder, "2014", DOMAIN)


def cells(season: Season, line: Line) -> dict[str, float | str]:
    """The cells that a line has."""
    numbers = zip(season.types[line.kind], line.numbers, strict=True)
    return {type: line.texts.get(type, number) for type, number in numbers if not math.isnan(number)}


def team(season: Season, game: SeasonGame, side: str) -> dict[str, float | str]:
    return next(cells(season, line) for line in game.lines if line.kind == "team" and line.side == side)


def test_names_and_dates(folder: Path, tmp_path: Path) -> None:
    assert parquet.recognises(folder)
    assert not parquet.recognises(tmp_path)
    assert parquet.names(folder) == ["2014"]
    assert parquet.dates(folder, "2014") == (date(2014, 1, 3), date(2014, 4, 27))


def test_games(season: Season) -> None:
    assert (season.name, season.domain) == ("2013-14", "rotowire")
    assert "hoopR-nba-data" in season.credit
    assert "CC BY 4.0" in season.credit
    assert [game.id[-1] for game in season.games] == ["1", "2", "3", "4", "6", "7", "8"]
    assert [game.played for game in season.games] == [True] * 6 + [False]
    assert [game.stage for game in season.games] == ["regular"] * 4 + ["playoffs"] * 3
    assert [(game.date, game.teams) for game in season.omitted] == [(date(2014, 2, 12), ("All-Stars", "All-Stars"))]
    first = season.games[0]
    assert (first.teams["home"], first.teams["away"], first.venue, first.city, first.neutral) == (
        "Hawks", "Bobcats", "Philips Arena", "Atlanta", False
    )  # fmt: skip
    assert season.games[2].venue == "Time Warner Cable Arena"


def test_divisions_have_the_names_of_the_season(season: Season) -> None:
    assert season.divisions["conference"]["Bobcats"] == "Eastern"
    assert season.divisions["division"]["Clippers"] == "Pacific"
    assert len(season.divisions["division"]) == 30


def test_cells_of_a_team(season: Season) -> None:
    assert team(season, season.games[0], "home") == {
        "TEAM-PTS": 101,
        "TEAM-FG_PCT": 41,
        "TEAM-FG3_PCT": 13,  # 12.5 rounds up
        "TEAM-FT_PCT": 0,
        "TEAM-REB": 30,  # not total_rebounds
        "TEAM-AST": 18,
        "TEAM-TOV": 12,  # not total_turnovers
        "TEAM-WINS": 1,
        "TEAM-LOSSES": 0,
        "TEAM-CITY": "Atlanta",
        "TEAM-NAME": "Hawks",
    }
    line = next(line for line in season.games[1].lines if line.kind == "team")
    assert (line.key, line.name) == ("Clippers", "Los Angeles Clippers")  # LA in the file, as today


def test_records_are_of_the_season_and_in_playoffs_of_the_series(season: Season) -> None:
    lines = [(game.id[-1], team(season, game, "home")) for game in season.games if game.played]
    assert {game: (line["TEAM-WINS"], line["TEAM-LOSSES"]) for game, line in lines} == {
        "1": (1, 0), "2": (0, 1), "3": (0, 2), "4": (2, 0), "6": (1, 0), "7": (1, 1)
    }  # fmt: skip


def test_cells_of_players(season: Season) -> None:
    lines = [line for line in season.games[0].lines if line.kind == "player"]
    assert [line.side for line in lines] == ["home"] * 7 + ["away"] * 7
    home = [cells(season, line) for line in lines[:7]]
    assert [row.get("START_POSITION") for row in home] == ["F", "F", "C", "G", "G", None, None]
    assert [line.name for line in lines[:3]] == ["Nene", "PJ Tucker", "Enes Kanter"]
    assert "SECOND_NAME" not in home[0]
    assert home[0]["PTS"] == 16
    assert home[0]["FG_PCT"] == 50
    assert home[0]["FT_PCT"] == 0
    assert home[6] == {"FIRST_NAME": "Sub6", "SECOND_NAME": "Marcus"}  # did not play; two words, as in official tables
    assert lines[0].key == "100"


@pytest.mark.parametrize(
    ("usual", "positions"),
    [
        (("PF", "SF", "C", "PG", "SG"), "FFCGG"),
        (("PG", "SG", "C", "SF", "PF"), "GGCFF"),
        (("PF", "SF", "PF", "PG", "SG"), "FFCGG"),  # no centre: the file's order decides
        (("C", "PF", "SG", "PG", "SG"), "CFFGG"),
        (("PG", "C"), "GC"),
    ],
)
def test_line_up(usual: tuple[str, ...], positions: str) -> None:
    assert "".join(line_up(usual)) == positions


def each(**values: Callable[[Any], Any]) -> Callable[[list[Row]], list[Row]]:
    """Changes columns of every row."""
    return lambda rows: [row | {name: change(row.get(name)) for name, change in values.items()} for row in rows]


@pytest.mark.parametrize(
    "change",
    [
        {"nba_schedule": each(home_score=float, game_id=float, season_type=float, venue_id=float)},
        {"nba_schedule": each(game_date=str, home_id=str)},
        {"nba_schedule": each(game_date=lambda day: f"{day}T00:00Z")},
        {"nba_schedule": each(game_date=lambda day: datetime(day.year, day.month, day.day))},
        # the evening before in New York
        {"nba_schedule": each(game_date=lambda day: datetime(day.year, day.month, day.day, 2, tzinfo=UTC) + DAY)},
        {"player_box": each(points=lambda points: None if points is None else str(points), new_column=lambda _: 1)},
        {"player_box": each(game_id=float, athlete_id=float), "team_box": each(assists=float, team_id=str)},
    ],
)
def test_other_types_of_columns(change: Any, season: Season, tmp_path: Path) -> None:
    read = parquet.read(write_season(tmp_path, change), "2014", DOMAIN)
    assert [(game.id, game.date, game.teams) for game in read.games] == [
        (game.id, game.date, game.teams) for game in season.games
    ]
    for game, same in zip(read.games, season.games, strict=True):
        assert [cells(read, line) for line in game.lines] == [cells(season, line) for line in same.lines]


def status(name: str) -> Callable[[list[Row]], list[Row]]:
    """The status of the last game."""
    return lambda rows: [*rows[:-1], rows[-1] | {"status_type_name": name}]


@pytest.mark.parametrize(
    ("name", "reason"), [("STATUS_POSTPONED", "was postponed"), ("STATUS_CANCELED", "was cancelled")]
)
def test_games_that_were_called_off_are_not_ahead(name: str, reason: str, tmp_path: Path) -> None:
    season = parquet.read(write_season(tmp_path, {"nba_schedule": status(name)}), "2014", DOMAIN)
    assert all(game.played for game in season.games)
    assert season.omitted[-1] == (date(2014, 4, 27), ("Bobcats", "Hawks"), reason)


def test_a_game_that_is_listed_twice_counts_once(tmp_path: Path, season: Season) -> None:
    """A game that was moved to another day can keep its row for the first day."""

    def moved(rows: list[Row]) -> list[Row]:
        ahead = rows[2] | {"status_type_completed": False, "game_date": date(2014, 1, 4)}
        return [ahead, *rows, ahead]

    read = parquet.read(write_season(tmp_path, {"nba_schedule": moved}), "2014", DOMAIN)
    assert [(game.id, game.date, game.played) for game in read.games] == [
        (game.id, game.date, game.played) for game in season.games
    ]


def without(column: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [{name: value for name, value in row.items() if name != column} for row in rows]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"nba_schedule": without("home_name")}, "nba_schedule_2014.parquet: has no column 'home_name'"),
        ({"player_box": without("points")}, "player_box_2014.parquet: has no column 'points'"),
        ({"nba_schedule": each(home_name=lambda _: "Liberty", away_name=lambda _: "Aces")}, "another sport"),
        ({"nba_schedule": each(home_id=lambda _: 999)}, "another sport"),
        ({"nba_schedule": each(game_date=lambda _: "yesterday")}, "row 1: game_date is no date"),
        ({"nba_schedule": each(neutral_site=lambda _: "perhaps")}, "'neutral_site' .* not true or false"),
        (
            {"team_box": each(assists=lambda _: "many")},
            "column 'assists' of the type string holds what is not a number",
        ),
    ],
)
def test_wrong_files_are_one_sentence(change: Any, message: str, tmp_path: Path) -> None:
    folder = write_season(tmp_path, change)
    with pytest.raises(InputError, match=message):
        parquet.read(folder, "2014", DOMAIN)


def test_damaged_and_missing_files(tmp_path: Path) -> None:
    folder = write_season(tmp_path)
    box = folder / "player_box_2014.parquet"
    box.write_bytes(box.read_bytes()[:-500])
    with pytest.raises(InputError, match=r"player_box_2014.parquet: cannot be read: .*not written to its end"):
        parquet.read(folder, "2014", DOMAIN)
    box.write_bytes(b"")
    with pytest.raises(InputError, match=r"cannot be read"):
        parquet.read(folder, "2014", DOMAIN)
    box.unlink()
    with pytest.raises(InputError, match=r"player_box_2014.parquet: there is no such file; fetch it"):
        parquet.read(folder, "2014", DOMAIN)
    with pytest.raises(InputError, match="the seasons of this folder end in 2014"):
        parquet.read(folder, "2015", DOMAIN)


def test_a_season_that_has_not_begun_needs_the_schedule_only(tmp_path: Path) -> None:
    ahead = each(status_type_completed=lambda _: False)
    folder = write_season(tmp_path, {"nba_schedule": ahead})
    (folder / "player_box_2014.parquet").unlink()
    (folder / "team_box_2014.parquet").unlink()
    assert not any(game.played for game in parquet.read(folder, "2014", DOMAIN).games)


def test_a_description_without_league(folder: Path) -> None:
    domain: Domain = DOMAIN.model_copy(update={"league": None})
    with pytest.raises(InputError, match="has no league"):
        parquet.read(folder, "2014", domain)


def test_pyarrow_is_an_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"pip install 'boxscribe\[nba\]'"):
        parquet.read(folder, "2014", DOMAIN)


def plays(rows: list[Row]) -> list[Row]:
    """A play-by-play of two games: one with overtime, one that ends with another score than the schedule."""
    made = []
    first = [(20, 30), (50, 50), (70, 75)]
    for game, scores in ((1, [*first, (95, 95), (101, 99)]), (2, [*first, (80, 95)])):
        for period, (home, away) in enumerate(scores, 1):
            for part in (10, 0):
                made.append(
                    {
                        "game_id": 400_000_000 + game,
                        "period_number": period,
                        "home_score": home - part,
                        "away_score": away - part,
                    }
                )
    return made


def test_quarter_scores_come_from_a_play_by_play(tmp_path: Path) -> None:
    folder = write_season(tmp_path, {"play_by_play": plays})
    season = parquet.read(folder, "2014", DOMAIN)
    quarters = [f"TEAM-PTS_QTR{number}" for number in (1, 2, 3, 4)]
    home, away = (team(season, season.games[0], side) for side in ("home", "away"))
    assert [home[quarter] for quarter in quarters] == [20, 30, 20, 25]
    assert [away[quarter] for quarter in quarters] == [30, 20, 25, 20]
    for game in season.games[1:3]:  # another final score; not in the file
        assert not {*quarters} & team(season, game, "home").keys()


def test_without_a_play_by_play_quarter_scores_are_absent(season: Season) -> None:
    assert not any("QTR" in type for type in season.types["team"])
