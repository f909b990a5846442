"""The MLB dataset from recaps and event files."""

import json
from pathlib import Path

import pytest

import boxscribe
from event_files import short_game, write_season
from helpers import boxscribe as run

QUIET = " The crowd was small, but the evening was warm and quiet." * 10


def recap(score: str, wins: int, losses: int = 0) -> tuple[str, ...]:
    """The text of a game after which the winning pitcher has so many wins, and the losing one so many losses."""
    return (
        f"BATH -- Hal Bson homered and the Bath Badgers beat the Avon Archers {score} on Monday night.",
        f"Hal Pitcher ({wins}-{losses}) struck out two. Vic Pitcher ({losses}-{wins}) lost. Vic Ason sat.{QUIET}",
    )


def write_recaps(path: Path, *recaps: tuple[str, str, tuple[str, ...]]) -> Path:
    lines = [json.dumps({"retro_id": id, "split": split, "paragraphs": text}) for id, split, text in recaps]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def season(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    games = [short_game(id=f"BBB2019040{day}0") for day in range(1, 6)]
    write_season(folder, [*games, short_game(id="AAA201904060", visitors="BBB")])
    return folder


def test_recaps_are_joined_in_the_official_split_and_outliers_left_out(tmp_path: Path, season: Path) -> None:
    recaps = write_recaps(
        tmp_path / "recaps.jsonl",
        ("BBB201904010", "train", recap("2-0", 1)),
        ("BBB201904020", "none", recap("2-0", 2)),
        ("BBB201904030", "valid", recap("2-0", 3)),
        ("BBB201904040", "train", recap("9-3", 8, 2)),
        ("BBB201904050", "train", recap("2-0", 5)[:1]),
        ("XXX201904050", "valid", recap("2-0", 5)),
    )
    out = tmp_path / "mlb"
    done = run("data", "mlb", "build", str(recaps), str(season), "--out", str(out))
    assert done.returncode == 0, done.stderr
    train, valid = (list(boxscribe.read(out / f"{split}.jsonl.gz")) for split in ("train", "valid"))
    assert [table.meta["split"] for table in train] == ["train", "none"]
    assert [table.meta["retro_id"] for table in valid] == ["BBB201904030"]
    assert train[0].tokens[:4] == ("BATH", "--", "Hal", "Bson")
    assert "copyrighted by Retrosheet" in str(train[0].meta["credit"])
    report = json.loads((out / "report.json").read_text())
    assert {one["retro_id"]: one["reason"] for one in report["dropped"]} == {
        "BBB201904040": "the pitchers' records are others",
        "BBB201904050": "fewer than 100 words",
        "XXX201904050": "no table: the game is not among the files, or cannot be converted",
    }
    printed = done.stdout.decode()
    assert "3 of 6 recaps joined (2 train, 1 valid)" in printed
    assert "left out, fewer than 100 words: 1" in printed


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "line 1: is not JSON"),
        ("[]", "line 1: retro_id: must be a string"),
        ('{"retro_id": "A", "split": "train", "paragraphs": "x"}', "line 1: paragraphs: must be a list of strings"),
        ('{"retro_id": "A", "split": "test", "paragraphs": []}', "line 1: split: must be one of train, none, valid"),
        ("", "holds no recaps"),
    ],
)
def test_bad_recaps_are_one_sentence(tmp_path: Path, season: Path, line: str, sentence: str) -> None:
    recaps = tmp_path / "recaps.jsonl"
    recaps.write_text(line + "\n")
    done = run("data", "mlb", "build", str(recaps), str(season), "--out", str(tmp_path / "mlb"))
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert not (tmp_path / "mlb").exists()
