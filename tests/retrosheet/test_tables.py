"""Event files as tables: the official form, names, season to date, and what is wrong with files."""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

import boxscribe
from boxscribe.errors import InputError, Problem
from boxscribe.retrosheet.files import read_seasons
from boxscribe.retrosheet.tables import CREDIT, SeasonConverter, read_retrosheet
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Table
from event_files import OUTS, game, half, short_game, write_season
from helpers import boxscribe as run

DOMAIN = load_domain("mlb")


def tables(folder: Path, games: list[str], **options: Any) -> tuple[list[Table], list[str]]:
    problems: list[Problem] = []
    found = list(read_retrosheet(write_season(folder, games, **options), report=problems.append))
    return found, [str(problem) for problem in problems]


def official(folder: Path, plays: list[str], **options: Any) -> dict[str, Any]:
    (season,) = read_seasons(write_season(folder, [game(plays, **options)]))
    (raw,) = SeasonConverter(season, DOMAIN, lambda problem: None).games()
    return raw


def season_of_two() -> list[str]:
    """Each team plays at home, so that the season is complete."""
    return [
        short_game(),
        short_game(id="BBB201904020"),
        short_game(id="AAA201904030", visitors="BBB"),
    ]


def test_a_table_has_players_lines_and_scoring_plays(tmp_path: Path) -> None:
    (first, *_), problems = tables(tmp_path, season_of_two())
    assert not problems
    home, away = first.of_kind("team")
    assert [home.value(type) for type in ("team_runs", "team_hits", "inn1", "inn2", "result", "team_city")] == [
        "2", "2", "2", None, "win", "Bath",
    ]  # fmt: skip
    assert [away.value(type) for type in ("team_runs", "inn1", "inn2", "result")] == ["0", "0", "0", "loss"]
    (play,) = first.of_kind("play")
    values = {type: play.value(type) for type in ("batter", "pitcher", "event", "rbi", "runs", "scorers", "o")}
    assert values == {
        "batter": "Hal Bson", "pitcher": "Vic Pitcher", "event": "Home Run", "rbi": "2", "runs": "2",
        "scorers": "Hal Ason", "o": "0",
    }  # fmt: skip
    assert first.id == "04_01_19-Archers-Badgers-0-2"


def test_the_notice_travels_with_every_table_and_page(tmp_path: Path) -> None:
    found, _ = tables(tmp_path, season_of_two())
    assert {table.meta["credit"] for table in found} == {CREDIT}
    assert "copyrighted by Retrosheet" in CREDIT and "www.retrosheet.org" in CREDIT
    shown = run("data", "show", str(tmp_path), "--html", str(tmp_path / "game.html"))
    assert shown.returncode == 0, shown.stderr
    assert "copyrighted by Retrosheet" in (tmp_path / "game.html").read_text()


def test_averages_and_records_are_those_after_the_game(tmp_path: Path) -> None:
    plays = [*half(1, 0, "HR", *OUTS), *half(1, 1, "W", "K", "63/G.1-2", "8/F")]
    lost = game(plays, "BBB201904020", info=("wp,v010", "lp,h010"), earned=(("v010", 0), ("h010", 1)))
    games = [short_game(), lost, short_game(id="AAA201904030", visitors="BBB")]
    found, _ = tables(tmp_path, games)
    slugger = [next(p for p in table.of_kind("player") if p.name == "Hal Bson") for table in found]
    assert [[player.value(type) for type in ("avg", "obp", "slg")] for player in slugger] == [
        ["1.000", "1.000", "4.000"],
        [".500", ".500", "2.000"],
        [".333", ".333", "1.333"],
    ]
    pitcher = [next(p for p in table.of_kind("player") if p.name == "Vic Pitcher") for table in found]
    assert [[player.value(type) for type in ("p_w", "p_l", "p_era", "p_loss", "p_win")] for player in pitcher] == [
        ["0", "1", "18.00", "true", None],
        ["1", "1", "9.00", None, "true"],
        ["2", "1", "4.50", None, "true"],
    ]


def test_from_one_team_alone_cells_to_date_are_absent(tmp_path: Path) -> None:
    (table,), problems = tables(tmp_path, [short_game()])
    assert len(problems) == 1
    assert "the home games of AAA are not among the files, so averages" in problems[0]
    cells = {record.type for player in table.of_kind("player") for record in player.records}
    assert not cells & {"avg", "obp", "slg", "p_era", "p_w", "p_l", "p_sv"}
    assert {"ab", "p_ip1", "p_er", "p_win"} <= cells


def test_without_rosters_names_are_those_of_the_line_ups(tmp_path: Path) -> None:
    found, problems = tables(tmp_path, season_of_two(), rosters=False)
    assert len(problems) == 1
    assert "there is no roster of AAA, BBB" in problems[0]
    player = found[0].of_kind("player")[0]
    assert (player.value("first_name"), player.value("last_name")) == ("Hal", "Ason")


def test_plays_are_listed_as_in_the_official_tables(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "S8", "2:SB2", "K+SB3", "E5.3-H(UR)(NR)", "W+WP.1-2", "PB.2-3;1-2", first=1),
        *half(1, 0, "5:BK.3-H;2-3", "FC4.3XH(42)", "64(1)/FO", first=5),
    ]
    listed = official(tmp_path, plays)["play_by_play"]["1"]["top"]
    assert [(one["event"], one["runs"], one["o"]) for one in listed] == [
        ("Single", 0, "0"),
        ("Stolen Base 2B", 0, "0"),
        ("Stolen Base 3B", 0, "0"),
        ("Strikeout", 0, "1"),
        ("Field Error", 1, "1"),
        ("Walk", 0, "1"),
        ("Balk", 1, "1"),
        ("Fielders Choice Out", 0, "2"),
        ("Forceout", 0, "3"),
    ]
    assert listed[3]["b3"] == ["Vic Ason"], "he reached third base in this plate appearance"
    assert (listed[4]["fielder_error"], listed[4]["error_runs"], listed[4]["scorers"]) == ("Hal Dson", 1, ["Vic Ason"])
    assert listed[-1]["b1"] == ["N/A"], "the last out leaves no runner on base"


@pytest.mark.parametrize(
    ("events", "name"),
    [
        (["8/F7"], "Flyout"),
        (["4/P4"], "Pop Out"),
        (["6/L6"], "Lineout"),
        (["23/BG"], "Bunt Groundout"),
        (["2/BP"], "Bunt Pop Out"),
        (["S8", "13/SH/BG.1-2"], "Sac Bunt"),
        (["T8", "8/SF/F8.3-H"], "Sac Fly"),
        (["S8", "64(1)3/GDP"], "Grounded Into DP"),
        (["S8", "3(B)3(1)/LDP/L3"], "Double Play"),
        (["S8", "S8.1-2", "1(B)16(2)63(1)/LTP"], "Triple Play"),
        (["S8", "K+CS2(26)/DP"], "Strikeout - DP"),
        (["FC4"], "Fielders Choice"),
        (["IW"], "Intent Walk"),
        (["HP"], "Hit By Pitch"),
        (["C/E2"], "Catcher Interference"),
    ],
)
def test_names_of_events(tmp_path: Path, events: list[str], name: str) -> None:
    assert official(tmp_path, half(1, 0, *events))["play_by_play"]["1"]["top"][-1]["event"] == name


def test_a_runner_who_makes_the_last_out_ends_the_plate_appearance(tmp_path: Path) -> None:
    listed = official(tmp_path, half(1, 0, "K", "K", "S8", "4:CS2(26)"))["play_by_play"]["1"]["top"]
    assert (listed[-1]["event"], listed[-1]["batter"], listed[-1]["o"]) == ("Runner Out", "Vic Dson", "3")


def test_bench_players_are_those_who_played_before_and_after(tmp_path: Path) -> None:
    relief = 'sub,h011,"Hal Relief",1,0,1'
    with_relief = [*half(1, 0, "S8", "2:NP"), relief, *half(1, 0, *OUTS, first=2), *half(1, 1, "HR")]
    games = [
        game(with_relief, earned=(("h011", 0),)),
        short_game(id="BBB201904030"),
        game(with_relief, id="BBB201904050", earned=(("h011", 0),)),
        short_game(id="AAA201904060", visitors="BBB"),
    ]
    found, _ = tables(tmp_path, games)
    bench = [[p.name for p in table.of_kind("player") if not p.value("pos")] for table in found]
    assert bench == [[], ["Hal Relief"], [], ["Hal Relief"]]


def test_doubleheaders_ties_and_many_innings(tmp_path: Path) -> None:
    long = [record for inning in range(1, 21) for side in (0, 1) for record in half(inning, side, *OUTS)]
    found, problems = tables(
        tmp_path,
        [
            game([*long[:-3], *half(20, 1, "HR")], id="BBB201904012"),
            game(long[:54], id="BBB201904011"),
            short_game(id="AAA201904030", visitors="BBB"),
        ],
    )
    assert [table.meta["retro_id"][-1] for table in found] == ["1", "2", "0"]
    assert found[1].of_kind("team")[0].value("inn20") == "1"
    assert [problem for problem in problems if "ended in a tie, 0-0" in problem]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (short_game().partition("data,er")[0], "cut off"),
        (short_game().partition("play,1,1")[0] + "play,1,1,h0\n", "is no complete 'play' record"),
        (
            short_game().replace("play,1,0,v001", "play,1,0,nobo001", 1),
            "line 30: game BBB201904010: the player 'nobo001' is in no line-up",
        ),
        (short_game().replace("play,1,0,v001", "play,1,7,v001", 1), "'play,1,7,v001,00,X,63/G' is no valid record"),
        (short_game().replace('start,h003,"Hal Cson",1,3,4\n', ""), "the line-up of the home team has no 2B"),
        (short_game(info=("forfeit,H",)), "was forfeited"),
        (short_game(visitors="QQQ"), "the team 'QQQ' is in no team list"),
        (short_game().replace("info,hometeam,BBB\n", ""), "has no record info,hometeam"),
        (short_game().replace("BBB201904010", "BBB2019"), "the id must be like BOS201804050"),
        (short_game().replace("BBB201904010", "BBB201913010"), "the id has no date"),
    ],
)
def test_a_bad_game_is_one_sentence_and_the_others_are_converted(tmp_path: Path, text: str, sentence: str) -> None:
    path = write_season(tmp_path, [short_game(id="BBB201904020")])[0]
    path.write_text(text + path.read_text())
    stopped = run("data", "retrosheet", str(path))
    assert stopped.returncode == 2
    last = stopped.stderr.decode().strip().splitlines()[-1]
    assert last.startswith("Error: ") and sentence in last
    done = run("data", "retrosheet", str(path), "--skip-invalid")
    assert done.returncode == 0
    assert [json.loads(line)["meta"]["retro_id"] for line in done.stdout.splitlines()] == ["BBB201904020"]


def test_two_players_of_one_name_are_a_warning(tmp_path: Path) -> None:
    namesake = short_game().replace("play,2,0", 'sub,v012,"Hal Ason",0,1,11\nplay,2,0', 1)
    found, problems = tables(tmp_path, [namesake, *season_of_two()[1:]], rosters=False)
    assert len(found) == 3, "the season needs the game"
    assert [problem for problem in problems if "two players are called Hal Ason" in problem]


@pytest.mark.parametrize("pack", ["tar.xz", "zip", "folder", "file"])
def test_any_verb_reads_files_folders_and_archives(tmp_path: Path, pack: str) -> None:
    source = write_season(tmp_path, [short_game()])[0]
    if pack == "folder":
        source = tmp_path
    elif pack == "tar.xz":
        source = tmp_path / "archive" / "2019.tar.xz"
        source.parent.mkdir()
        with tarfile.open(source, "w:xz") as archive:
            for path in sorted(tmp_path.glob("*2019*")):
                archive.add(path, f"2019/{path.name}")
    elif pack == "zip":
        import zipfile

        source = tmp_path / "archive" / "2019.zip"
        source.parent.mkdir()
        with zipfile.ZipFile(source, "w") as packed:
            for path in sorted(tmp_path.glob("*2019*")):
                packed.write(path, path.name)
    (table,) = boxscribe.read(source)
    assert table.meta["retro_id"] == "BBB201904010"
    assert len(list(read_retrosheet([source], report=lambda problem: None))) == 1


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("2019.tar.xz", b"no archive", "the archive is cut off or damaged"),
        ("games.csv", b"a,b\n", "is no event file"),
    ],
)
def test_what_is_no_event_file(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=sentence):
        list(read_retrosheet([tmp_path / name]))


def test_an_archive_of_another_sport(tmp_path: Path) -> None:
    path = tmp_path / "nba.tar.xz"
    (tmp_path / "games.json").write_text("[]")
    with tarfile.open(path, "w:xz") as archive:
        archive.add(tmp_path / "games.json", "games.json")
    with pytest.raises(InputError, match=r"no event file such as 2018BOS\.EVA"):
        list(read_retrosheet([path]))


def test_doubleheaders_of_equal_scores_are_two_games_of_the_season(tmp_path: Path) -> None:
    both = [short_game(id="BBB201904012"), short_game(id="BBB201904011")]
    write_season(tmp_path, [*both, short_game(id="AAA201904030", visitors="BBB")])
    done = run("data", "enrich", str(tmp_path), "--season", str(tmp_path))
    assert done.returncode == 0, done.stderr
    wins = []
    for line in done.stdout.splitlines():
        home = next(entity for entity in json.loads(line)["entities"] if entity["id"] == "home")
        wins.append(next(one["value"] for one in home["derived"] if one["type"] == "SEASON-WINS"))
    assert wins == ["1", "2", "1"]


def test_tables_of_a_season_give_its_context(tmp_path: Path) -> None:
    write_season(tmp_path, season_of_two())
    done = run("data", "enrich", str(tmp_path), "--season", str(tmp_path))
    assert done.returncode == 0, done.stderr
    first = json.loads(done.stdout.splitlines()[0])
    derived = {(one["type"], one["value"]) for entity in first["entities"] for one in entity.get("derived", ())}
    assert ("NEXT-OPPONENT", "Archers") in derived
