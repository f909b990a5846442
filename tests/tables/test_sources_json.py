"""Derived records travel through boxscribe's own JSON with what they were computed from."""

import json
from dataclasses import replace

import pytest

from boxscribe.errors import InputError, Problem
from boxscribe.tables import native_json
from boxscribe.tables.table import Cell, Record, Sources, Table
from helpers import games


def _derived() -> Table:
    (table,) = games(1)
    home = next(entity for entity in table.entities if entity.kind == "team")
    weekday = Record("Monday", home.name, "WEEKDAY", home.features, Sources((Cell("home", "TEAM-PTS"),), (0, 1, 2, 5)))
    return replace(table, entities=tuple(replace(e, derived=(weekday,)) if e is home else e for e in table.entities))


def test_a_derived_record_is_read_as_it_was_written() -> None:
    table = _derived()
    written = json.loads(json.dumps(native_json.to_json(table)))
    (entity,) = (entity for entity in written["entities"] if "derived" in entity)
    assert entity["derived"] == [
        {"type": "WEEKDAY", "value": "Monday", "cells": [["home", "TEAM-PTS"]], "games": "0-2,5"}
    ]
    assert native_json.parse(written) == table


@pytest.mark.parametrize(
    "record",
    [
        3,
        {"type": "WEEKDAY"},
        {"type": "WEEKDAY", "value": 3},
        {"type": "WEEKDAY", "value": "Monday", "cells": [["home"]]},
        {"type": "WEEKDAY", "value": "Monday", "games": [1]},
        {"type": "WEEKDAY", "value": "Monday", "games": "1-"},
        {"type": "WEEKDAY", "value": "Monday", "games": "0-99999"},
        {"type": "WEEKDAY", "value": "Monday", "from": "x"},
    ],
)
def test_a_malformed_derived_record_is_one_problem(record: object) -> None:
    written = json.loads(json.dumps(native_json.to_json(_derived())))
    number, entity = next((i, entity) for i, entity in enumerate(written["entities"]) if "derived" in entity)
    entity["derived"] = [record]
    problems: list[Problem] = []
    native_json.parse(written, problems.append)
    assert [problem.field for problem in problems] == [f"entities[{number}].derived[0]"]
    with pytest.raises(InputError):
        native_json.parse(written)
