"""A game played again: counts of players, who is charged with runs, and averages to date."""

from pathlib import Path
from typing import Any

import pytest

from boxscribe.retrosheet.box import Box, PlayerLine
from boxscribe.retrosheet.files import read_seasons
from boxscribe.retrosheet.replay import Replay
from event_files import OUTS, game, half, play, write_season


def replayed(folder: Path, plays: list[str], **options: Any) -> tuple[Replay, Box]:
    path = write_season(folder, [game(plays, **options)])[0]
    (season,) = read_seasons([path])
    (records,) = season.games.values()
    replay, box = Replay(records), Box()
    for one in replay.plays():
        box.add(one)
    return replay, box


def counts(line: PlayerLine, *columns: str) -> list[int]:
    return [getattr(line, column) for column in columns]


def test_runs_by_inning_and_batted_in(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "S8", "D7.1-H", "63/G.2-3", "8/F/SF.3-H", "K"),
        *half(1, 1, "W", "E6.1-3", "54(1)3/GDP.3-H", "K"),
    ]
    replay, box = replayed(tmp_path, plays)
    assert replay.innings == ([2], [1])
    assert counts(box.line("v002"), "ab", "h", "d", "rbi", "r") == [1, 1, 1, 1, 1]
    assert counts(box.line("v004"), "ab", "sf", "rbi") == [0, 1, 1]
    assert box.line("h003").rbi == 0, "no run is batted in by a double play"
    assert (box.hits, box.errors) == ([2, 0], [1, 0])


@pytest.mark.parametrize(
    ("event", "batted_in"),
    [
        ("S8.3-H;2-3;1-2", 1),
        ("W.3-H;2-3;1-2", 1),
        ("E4.3-H;2-3;1-2", 1),
        ("E4.3-H(NR)(UR);2-3;1-2", 0),
        ("E4.3-H;2-H;1-2", 1),
        ("E4.3-H;2-H(RBI);1-2", 2),
        ("S7.3-H;2-H(E7/TH);1-3", 1),
        ("S7.3-H;2-H(NR);1-2", 1),
        ("64(1)3/GDP.3-H", 0),
        ("FC4.3-H;1X2(46)", 1),
        ("K+WP.3-H", 0),
        ("HR.3-H;2-H;1-H", 4),
        ("HR", 4),
    ],
)
def test_what_counts_as_batted_in(tmp_path: Path, event: str, batted_in: int) -> None:
    _, box = replayed(tmp_path, half(1, 0, "S8", "S8.1-2", "S8.2-3;1-2", event))
    assert box.line("v004").rbi == batted_in


def test_runners_are_charged_to_the_pitcher_who_put_them_on_base(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "W", "W.1-2", "3:NP"),
        'sub,h011,"Hal Relief",1,0,1',
        *half(1, 0, "54(1)/FO.2-3", "S8.3-H;1-2", "S9.2-H;1-2", "HR.2-H;1-H", first=3),
    ]
    _, box = replayed(tmp_path, plays)
    assert box.line("h010").p_r == 2, "the batter who forced a runner takes his place"
    assert box.line("h011").p_r == 3


def test_a_double_play_does_not_relieve_the_pitcher_who_left(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "D7", "2:NP"),
        'sub,h011,"Hal Relief",1,0,1',
        *half(1, 0, "W", "5(2)3/GDP.1-2", "S8.2-H", first=2),
    ]
    _, box = replayed(tmp_path, plays)
    assert [box.line(pitcher).p_r for pitcher in ("h010", "h011")] == [1, 0]


def test_the_file_can_name_the_pitcher_who_is_charged(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "S8", "2:NP"),
        'sub,h011,"Hal Relief",1,0,1',
        *half(1, 0, "S/G/BR.1X2(4)", first=2),
        "presadj,h010,1",
        *half(1, 0, "HR.1-H", first=3),
    ]
    _, box = replayed(tmp_path, plays)
    assert [box.line(pitcher).p_r for pitcher in ("h010", "h011")] == [1, 1]


def test_a_walk_is_charged_to_the_pitcher_who_left_with_the_batter_ahead(tmp_path: Path) -> None:
    plays = [
        play(1, 0, 1, "NP", "30", "BBB"),
        'sub,h011,"Hal Relief",1,0,1',
        play(1, 0, 1, "W", "30", "BBB.B"),
    ]
    _, box = replayed(tmp_path, plays)
    assert counts(box.line("h010"), "p_bb", "p_np") == [1, 3]
    assert counts(box.line("h011"), "p_bb", "p_np") == [0, 1]


def test_a_strikeout_is_charged_to_the_batter_who_left_with_two_strikes(tmp_path: Path) -> None:
    plays = [
        play(1, 0, 1, "NP", "02", "CS"),
        'sub,v012,"Vic Pinch",0,1,11',
        play(1, 0, 12, "K", "02", "CS.S"),
    ]
    _, box = replayed(tmp_path, plays)
    assert counts(box.line("v001"), "ab", "so") == [1, 1]
    assert counts(box.line("v012"), "ab", "so") == [0, 0]
    assert counts(box.line("h010"), "p_so", "p_np", "p_s") == [1, 3, 3]


def test_pitches_are_counted_once(tmp_path: Path) -> None:
    plays = [
        play(1, 0, 1, "S8", "12", "BFFX"),
        play(1, 0, 2, "SB2", "10", "B1>B"),
        play(1, 0, 2, "WP.2-3", "20", "B1>B.*B"),
        play(1, 0, 2, "HP", "30", "B1>B.*B.+NVH"),
    ]
    _, box = replayed(tmp_path, plays)
    assert counts(box.line("h010"), "p_np", "p_s") == [8, 3], "throws, no-pitches and automatic balls are none"


def test_pinch_runners_and_the_runner_of_extra_innings_score(tmp_path: Path) -> None:
    plays = [
        *half(1, 0, "S8", "2:NP"),
        'sub,v012,"Vic Pinch",0,1,12',
        *half(1, 0, "HR.1-H", *OUTS, first=2),
        "radj,h009,2",
        *half(10, 1, "S8.2-H"),
    ]
    replay, box = replayed(tmp_path, plays)
    assert [box.line(player).r for player in ("v001", "v012", "h009")] == [0, 1, 1]
    assert replay.runs == (2, 1)


def test_steals_and_fielding(tmp_path: Path) -> None:
    plays = half(1, 0, "S8", "2:SB2", "CS3(25)", "W", "4:PO1(E1/TH).1-2", "64/G", first=1)
    _, box = replayed(tmp_path, [*plays[:3], plays[3]])
    assert counts(box.line("v001"), "sb", "cs") == [1, 1]
    assert [counts(box.line(f"h00{n}"), "po", "a") for n in (1, 4)] == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        (["S8", "S8"], "two runners are on base 1"),
        (["W.1-2"], "no runner is on base 1"),
        (["S8", "Z9"], "'Z9' is no play of the published grammar"),
    ],
)
def test_a_game_that_cannot_have_happened(tmp_path: Path, events: list[str], sentence: str) -> None:
    with pytest.raises(Exception, match=rf"2019BBB\.EVA, line \d+: game BBB201904010: .*{sentence}"):
        replayed(tmp_path, half(1, 0, *events))
