"""RotoWire's files: every value is kept, players find their side, the reference layout can be had."""

import gzip
import json
from io import BufferedReader
from itertools import islice
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.tables import Table, load_domain, rotowire
from boxscribe.tables.fixed_layout import to_fixed_layout
from boxscribe.tables.json_stream import json_values
from helpers import games, raw_game, spoiled


@pytest.mark.parametrize("file", ["valid", "train", "later_seasons"])
def test_real_games_come_back_value_for_value(data_dir: Path, file: str) -> None:
    path = data_dir / "rotowire" / f"{file}.json.gz"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    with gzip.open(path) as stream:
        for game in islice(json_values(BufferedReader(stream)), 400):
            table = rotowire.parse(game)
            assert table is not None
            made = rotowire.dump(table)
            assert made == game
            assert list(made["box_score"]["PTS"]) == list(game["box_score"]["PTS"])  # which decides ties in templates


def test_a_simulated_game_comes_back_value_for_value() -> None:
    for table in games(20):
        again = rotowire.parse(json.loads(json.dumps(rotowire.dump(table))))
        assert again == table


def test_the_first_development_game(development: list[Table]) -> None:
    table = development[0]
    home, away = table.of_kind("team")
    assert (home.name, home.value("TEAM-PTS"), home.features["side"]) == ("Toronto Raptors", "122", "home")
    assert (away.name, away.value("TEAM-PTS"), away.features["side"]) == ("Philadelphia 76ers", "95", "away")
    lowry = next(entity for entity in table.entities if entity.name == "Kyle Lowry")
    assert (lowry.value("PTS"), lowry.value("REB"), lowry.value("AST")) == ("24", "4", "8")
    assert lowry.features["side"] == "home"
    assert [e.kind for e in table.entities] == ["player"] * 26 + ["team"] * 2
    assert " ".join(table.tokens).startswith("The host Toronto Raptors defeated the Philadelphia 76ers , 122 - 95")


def test_cells_without_a_value_make_no_record() -> None:
    table = rotowire.parse(raw_game())
    assert table is not None
    assert not any(record.value == "N/A" for record in table.records)
    idle = [entity for entity in table.of_kind("player") if entity.value("MIN") is None]
    assert idle, "the simulator lists players who did not play"
    assert {record.type for entity in idle for record in entity.records} == {"FIRST_NAME", "SECOND_NAME"}


def test_two_teams_of_one_city_are_distinguished_by_their_rows() -> None:
    game = raw_game()
    visitors = [row for row, city in game["box_score"]["TEAM_CITY"].items() if city == game["vis_city"]]
    for path in (("home_city",), ("vis_city",), ("home_line", "TEAM-CITY"), ("vis_line", "TEAM-CITY")):
        game = spoiled(game, *path, value="Los Angeles")
    for row in game["box_score"]["TEAM_CITY"]:
        game["box_score"]["TEAM_CITY"][row] = "Los Angeles"
    table = rotowire.parse(game)
    assert table is not None
    away = [entity.id for entity in table.of_kind("player") if entity.features["side"] == "away"]
    assert sorted(away, key=int) == sorted(visitors, key=int)
    assert rotowire.dump(table) == game


@pytest.mark.parametrize("seed", range(3))
def test_the_reference_layout_has_28_slots_and_602_records(seed: int) -> None:
    domain = load_domain("rotowire")
    slotted = to_fixed_layout(games(1, seed=seed)[0], domain)
    assert [e.kind for e in slotted.entities] == ["player"] * 26 + ["team"] * 2
    assert [e.features["side"] for e in slotted.entities] == ["home"] * 13 + ["away"] * 13 + ["home", "away"]
    assert len(list(slotted.records)) == 602
    assert sum(record.value == "N/A" for record in slotted.records) > 0


def test_more_players_than_slots_are_kept_by_default_and_cut_in_the_reference_layout() -> None:
    game = raw_game()
    for number in range(26, 32):
        for column in game["box_score"].values():
            column[str(number)] = "N/A"
        game["box_score"]["PLAYER_NAME"][str(number)] = f"Extra Player{number}"
        game["box_score"]["FIRST_NAME"][str(number)] = "Extra"
        game["box_score"]["TEAM_CITY"][str(number)] = game["home_city"]
    table = rotowire.parse(game)
    assert table is not None
    home = [entity for entity in table.of_kind("player") if entity.features["side"] == "home"]
    assert len(home) > 13
    assert rotowire.dump(table) == game
    assert len(to_fixed_layout(table, load_domain("rotowire")).entities) == 28


def test_a_domain_without_slots_says_so() -> None:
    with pytest.raises(InputError, match="no fixed layout"):
        to_fixed_layout(games(1, "mlb")[0], load_domain("mlb"))
