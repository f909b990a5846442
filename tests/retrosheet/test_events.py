"""The grammar of a play: event text → kind, moves, outs and fielding."""

import pytest

from boxscribe.errors import InputError
from boxscribe.retrosheet.events import PlayKind, parse_event

B, H = 0, 4


def outcome(text: str) -> dict[int, str]:
    """Start → base reached, or the base with an x where he is put out."""
    return {move.start: f"{move.end}{'x' if move.out else ''}" for move in parse_event(text).moves.values()}


@pytest.mark.parametrize(
    ("text", "kind", "moves"),
    [
        ("63/G", "out", {B: "1x"}),
        ("8/F78", "out", {B: "1x"}),
        ("64(1)3/GDP/G6", "out", {1: "2x", B: "1x"}),
        ("54(1)/FO/G5.3-H;B-1", "out", {1: "2x", 3: "4", B: "1"}),
        ("54(1)/FO", "out", {1: "2x", B: "1"}),
        ("8(B)84(2)/LDP/L8", "out", {B: "1x", 2: "3x"}),
        ("3(B)36(1)/GDP", "out", {B: "1x", 1: "2x"}),
        ("1(B)16(2)63(1)/LTP/L1", "out", {B: "1x", 2: "3x", 1: "2x"}),
        ("7/F7D/SF.3-H;1X2(764)", "out", {B: "1x", 3: "4", 1: "2x"}),
        ("23/SH/BG.1-2", "out", {B: "1x", 1: "2"}),
        ("S8/L+.2-H;1XH(825)", "S", {B: "1", 2: "4", 1: "4x"}),
        ("DGR/F9.1-3", "D", {B: "2", 1: "3"}),
        ("D7.B-3(TH)", "D", {B: "3"}),
        ("T9/F", "T", {B: "3"}),
        ("HR/F78.2-H", "HR", {B: "4", 2: "4"}),
        ("H9/L.1-H", "HR", {B: "4", 1: "4"}),
        ("E6/TH/G.1-3", "E", {B: "1", 1: "3"}),
        ("6E3/G", "E", {B: "1"}),
        ("FC6/G.1X2(64)", "FC", {B: "1", 1: "2x"}),
        ("FC3.1X2(3E6);B-1", "FC", {B: "1", 1: "2"}),
        ("C/E2.1-2", "C", {B: "1", 1: "2"}),
        ("W.1-2", "W", {B: "1", 1: "2"}),
        ("IW", "IW", {B: "1"}),
        ("W+WP.2-3", "W", {B: "1", 2: "3"}),
        ("HP.1-2", "HP", {B: "1", 1: "2"}),
        ("K", "K", {B: "1x"}),
        ("K23", "K", {B: "1x"}),
        ("K+WP.B-1", "K", {B: "1"}),
        ("K+SB2", "K", {B: "1x", 1: "2"}),
        ("K+CS2(26)/DP", "K", {B: "1x", 1: "2x"}),
        ("K+PB.B-1;3-H", "K", {B: "1", 3: "4"}),
        ("SB3;SB2", "SB", {2: "3", 1: "2"}),
        ("SBH;SB2", "SB", {3: "4", 1: "2"}),
        ("SB2.1-3(E2/TH)", "SB", {1: "3"}),
        ("CS2(26)", "CS", {1: "2x"}),
        ("CS2(2E4).1-3", "CS", {1: "3"}),
        ("CSH(12)", "CS", {3: "4x"}),
        ("PO1(13)", "PO", {1: "1x"}),
        ("PO1(E1/TH).1-2", "PO", {1: "2"}),
        ("PO1(E3)", "PO", {}),
        ("POCS2(1361)", "POCS", {1: "2x"}),
        ("POCS2(13E6)", "POCS", {1: "2"}),
        ("WP.3-H(NR);1-2", "WP", {3: "4", 1: "2"}),
        ("PB.2-3", "PB", {2: "3"}),
        ("BK.1-2", "BK", {1: "2"}),
        ("DI.1-2", "DI", {1: "2"}),
        ("OA.2X3(25)", "OA", {2: "3x"}),
        ("FLE5/P5F", "FLE", {}),
        ("NP", "NP", {}),
        ("S8.1X3(8E5)", "S", {B: "1", 1: "3"}),
        ("S9.2XH(9E2)(UR)(NR);1-3", "S", {B: "1", 2: "4", 1: "3"}),
        ("S7.1X3(E7/TH)(754)", "S", {B: "1", 1: "3x"}),
        ("53!/G!#", "out", {B: "1x"}),
    ],
)
def test_kind_and_moves(text: str, kind: str, moves: dict[int, str]) -> None:
    assert parse_event(text).kind is PlayKind(kind)
    assert outcome(text) == moves


@pytest.mark.parametrize(
    ("text", "putouts", "assists", "errors"),
    [
        ("63/G", [3], [6], []),
        ("8/F78", [8], [], []),
        ("64(1)3/GDP", [4, 3], [6, 4], []),
        ("3(B)36(1)/GDP", [3, 6], [3], []),
        ("8(B)84(2)/LDP", [8, 4], [8], []),
        ("143/G", [3], [1, 4], []),
        ("K", [2], [], []),
        ("K23", [3], [2], []),
        ("K+WP.B-1", [], [], []),
        ("K+CS2(26)/DP", [6, 2], [2], []),
        ("K.BX1(23)", [3], [2], []),
        ("E6", [], [], [6]),
        ("6E3/G", [], [6], [3]),
        ("C/E2", [], [], [2]),
        ("FLE5", [], [], [5]),
        ("K+E2/TH.B-1", [], [], [2]),
        ("S8.1X3(8E5)", [], [8], [5]),
        ("S7.1-3(E7/TH);B-2", [], [], [7]),
        ("CS2(1361)", [1], [1, 3, 6], []),
        ("PO1(E1/TH).1-2", [], [], [1]),
    ],
)
def test_fielding(text: str, putouts: list[int], assists: list[int], errors: list[int]) -> None:
    event = parse_event(text)
    assert (event.putouts, event.assists, event.errors) == (putouts, assists, errors)


@pytest.mark.parametrize(
    ("text", "trajectory", "at_bat"),
    [
        ("63/G6-", "G", True),
        ("7/L7S+", "L", True),
        ("4/P", "P", True),
        ("23/SH/BG", "BG", False),
        ("9/SF/F9", "F", False),
        ("E3/SH/BG1", "BG", False),
        ("W", "", False),
        ("HP", "", False),
        ("C/E2", "", False),
        ("WP.1-2", "", False),
        ("K", "", True),
    ],
)
def test_modifiers(text: str, trajectory: str, at_bat: bool) -> None:
    assert (parse_event(text).trajectory, parse_event(text).at_bat) == (trajectory, at_bat)


def test_runs_that_the_file_calls_batted_in_or_not() -> None:
    moves = parse_event("E5.3-H(RBI);2-H(NR)(UR);1-3").moves
    assert [moves[start].rbi for start in (3, 2, 1)] == [True, False, None]


def test_attempted_and_stolen_bases() -> None:
    assert parse_event("SB3;SB2").stolen == (3, 2)
    assert parse_event("POCS2(136)").caught == (2,)
    assert parse_event("CS2(2E4)").caught == (2,), "an error does not undo the attempt"


@pytest.mark.parametrize("text", ["", "X", "S8.2~3", "63/G.B+1", "CS5(26)", "SB", "K+Q", "64(4)3", "10"])
def test_what_the_grammar_does_not_have_is_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match="published grammar"):
        parse_event(text)
