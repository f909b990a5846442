"""The paper's Table 1, and the overlap of splits."""

import pytest

from boxscribe.tables import Entity, Table
from boxscribe.tables.stats import statistics
from helpers import games


def game(id: str, player: str, text: str) -> Table:
    entity = Entity.of("0", player, "player", [("PTS", "7"), ("FIRST_NAME", player.split()[0])], {"side": "home"})
    return Table("rotowire", id, (entity,), tuple(text.split()))


def test_counts() -> None:
    train = [game("a", "Ann Lee", "Ann scored 7 ."), game("b", "Bo Ray", "Bo scored 7 points .")]
    valid = [game("b", "Bo Ray", "Bo had 7 ."), game("b", "Bo Ray", "Bo won ."), game("c", "Cy Fox", ". .")]
    result = statistics({"train": train, "valid": valid})
    assert result["splits"]["train"] == {
        "vocabulary": 6,
        "tokens": 9,
        "instances": 2,
        "average_length": 4.5,
        "record_types": 2,
        "average_records": 2.0,
        "records_in_fixed_layout": 602,
        "average_entities": 1.0,
        "copyable_tokens": 4 / 9,
        "distinct_games": 2,
        "names": 2,
    }
    assert result["all"]["instances"] == 5
    assert result["all"]["vocabulary"] == 8
    assert result["overlap"] == [
        {
            "split": "valid",
            "other": "train",
            "instances_of_shared_games": 2,
            "instances": 3,
            "shared_names": 1,
            "names": 2,
        }
    ]


def test_games_without_texts_have_no_length() -> None:
    result = statistics({"x": games(2, texts=False)})
    assert result["splits"]["x"]["average_length"] == 0
    assert "overlap" not in result


def test_the_development_split_has_the_figures_of_the_specification(development: list[Table]) -> None:
    result = statistics({"valid": development})["splits"]["valid"]
    assert (result["instances"], result["record_types"]) == (727, 37)
    assert result["average_length"] == pytest.approx(337.1, rel=0.02)
    assert 0.145 < result["copyable_tokens"] < 0.155
