"""A table is immutable, and goes to JSON and back unchanged."""

import json
import pickle

import pytest
from hypothesis import given, settings

from boxscribe.tables import Entity, Table, native_json
from helpers import games, tables


@settings(max_examples=50)
@given(tables())
def test_a_table_goes_to_json_and_back_unchanged(table: Table) -> None:
    assert native_json.parse(json.loads(json.dumps(native_json.to_json(table)))) == table


@settings(max_examples=50)
@given(tables())
def test_a_table_is_a_value(table: Table) -> None:
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert hash(again) == hash(table)


def test_a_table_refuses_changes() -> None:
    table = games(1)[0]
    player = table.entities[0]
    with pytest.raises(AttributeError):
        table.id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError, match="immutable"):
        player.features["side"] = "away"
    with pytest.raises(TypeError, match="immutable"):
        table.meta.update(day="other")  # type: ignore[attr-defined]


def test_cells_are_found_by_type() -> None:
    play = Entity.of("play-0", "play 0", "play", [("event", "Single"), ("scorers", "Ann Lee"), ("scorers", "Bo Ray")])
    assert play.value("event") == "Single"
    assert play.values("scorers") == ["Ann Lee", "Bo Ray"]
    assert play.value("rbi") is None
