"""The MLB files: players, lines and scoring plays as entities, in the reference order."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from boxscribe.tables import Table, mlb
from boxscribe.tables.read import read_tables


@pytest.fixture(scope="module")
def sample(data_dir: Path) -> tuple[list[dict[str, Any]], list[Table]]:
    path = data_dir / "mlb" / "official_sample.json.gz"
    with gzip.open(path) as stream:
        return json.load(stream), list(read_tables(path))


def test_each_scoring_play_is_an_entity_of_its_own(sample: tuple[list[dict[str, Any]], list[Table]]) -> None:
    for raw, table in zip(*sample, strict=True):
        played = [
            (inning, half, play)
            for inning in sorted(raw["play_by_play"], key=int)
            for half in ("top", "bottom")
            for play in raw["play_by_play"][inning].get(half, [])
            if play["runs"] > 0
        ]
        plays = table.of_kind("play")
        assert len(plays) == len(played)
        for number, (entity, (inning, half, play)) in enumerate(zip(plays, played, strict=True)):
            side = "away" if half == "top" else "home"
            assert entity.features == {"side": side, "inning": inning, "play": str(number)}
            assert entity.value("batter") == play["batter"]
            assert entity.values("scorers") == play["scorers"]
            assert entity.value("runs") == str(play["runs"])
            assert entity.value("rbi") == play.get("rbi")


def test_the_lead_off_home_run_and_the_line_score(sample: tuple[list[dict[str, Any]], list[Table]]) -> None:
    raw, table = sample[0][0], sample[1][0]
    home, away = table.of_kind("team")
    assert (home.name, home.value("team_runs"), home.value("inn4")) == ("Atlanta Braves", "1", "1")
    assert home.value("inn9") is None, "the home team did not bat in the ninth (x)"
    assert (away.value("result"), away.value("inn9")) == ("loss", "0")
    assert [entity.kind for entity in table.entities] == sorted(
        (entity.kind for entity in table.entities), key=["player", "team", "play"].index
    )
    assert raw["day"] in table.id
    assert "Braves" in table.id


def test_what_says_nothing_is_left_out(sample: tuple[list[dict[str, Any]], list[Table]]) -> None:
    jones = next(entity for entity in sample[1][0].entities if entity.name == "Chipper Jones")
    assert jones.value("ab") == "4"
    assert jones.value("rbi") == "0", "no runs batted in is worth telling"
    assert jones.value("sb") is None, "no stolen bases is not"
    assert jones.value("p_ip1") is None, "he did not pitch"


def test_there_are_about_seventy_entities(data_dir: Path) -> None:
    counts = [len(table.entities) for table in read_tables(data_dir / "mlb" / "complete_text.json.gz")]
    assert 55 < sum(counts) / len(counts) < 75
    assert max(counts) <= 88


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("play_by_play",), [], "play_by_play: must be an object"),
        (("home_line", "innings"), None, "home_line.innings: must be inning → runs"),
        (("box_score", "h"), None, "box_score.h: this column is missing"),
        (("play_by_play", "1"), "rain", "play_by_play.1: must be a number → lists of plays"),
        (("play_by_play", "1"), {"top": ["rain"]}, "play_by_play.1.top[0]: a play must be an object"),
        (("play_by_play", "1"), {"top": [{"runs": "many"}]}, "top[0].runs: must be a whole number, not 'many'"),
        (("play_by_play", "1"), {"top": [{"runs": 1, "batter": {}}]}, "top[0].batter: must be a string, not {}"),
    ],
)
def test_bad_games_are_reported_by_field(
    sample: tuple[list[dict[str, Any]], list[Table]], path: tuple[str, ...], value: Any, sentence: str
) -> None:
    from helpers import spoiled

    problems: list[str] = []
    mlb.parse(spoiled(sample[0][0], *path, value=value), lambda problem: problems.append(str(problem)))
    assert any(sentence in problem for problem in problems), problems
