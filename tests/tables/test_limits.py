"""Tables that are too large, too deep or not what they seem: one sentence, never a traceback."""

import json
import resource
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import boxscribe
from boxscribe.errors import InputError, Problem
from boxscribe.tables import native_json, rotowire
from boxscribe.tables.names import name_forms
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity
from boxscribe.tables.write import write_tables

Change = Callable[[dict[str, Any]], object]


def game(domain: str = "rotowire") -> dict[str, Any]:
    table = next(boxscribe.simulate(domain, seed=1))
    data: dict[str, Any] = {"tokens": "A b c d e .".split()} | json.loads(json.dumps(native_json.to_json(table)))
    return data


def problems(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    found: list[Problem] = []
    list(read_tables(path, report=found.append))
    return [str(problem).removeprefix(f"{path}: ") for problem in found]


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NATIVE: list[tuple[Change, str]] = [
    (lambda g: g["tokens"].__setitem__(3, " a"), "text: word 3 is empty or holds a space: ' a'"),
    (lambda g: g["tokens"].__setitem__(3, "a\n"), "text: word 3 is empty or holds a space"),
    (lambda g: g["entities"][0]["records"].update(PTS="1" * 5_000), "has 5,000 characters, and 2,000 are allowed"),
    (lambda g: g["entities"][0]["records"].update(PTS="1" * 500), "a whole number of at most 15 digits"),
    (
        lambda g: g["entities"][0].update(name="A" * 3_000),
        "entities[0].name: has 3,000 characters",
    ),
    (lambda g: g.update(tokens=["word"] * 60_000), "text: has 60,000 words, and a table may have 50,000"),
    (lambda g: g.update(entities=g["entities"] * 100), "entities: has 2,600 entities, and a table may have 2,000"),
    (
        lambda g: g["entities"][0].update(records={"PTS": ["1"] * 120_000}),
        "records, and a table may have 100,000; split it or drop some",
    ),
    (lambda g: g.update(meta={"a": nested(60)}), "is nested more than 50 levels deep"),
    (lambda g: g.update(meta={"a": float("nan")}), "holds NaN or Infinity"),
    (lambda g: g["entities"][0].update(name="Ann \ud800"), "holds half of a surrogate pair"),
    (lambda g: g.update(domain="a" * 5_000), "domain: must name the domain"),
    (lambda g: g.update(domain="../secret.toml"), "domain: must name the domain"),
    (lambda g: g.update(id=["a"]), "id: must be a string or a whole number"),
]


@pytest.mark.parametrize(("change", "sentence"), NATIVE)
def test_a_table_beyond_the_limits_is_one_problem(tmp_path: Path, change: Change, sentence: str) -> None:
    data = game()
    change(data)
    for text in (json.dumps(data), f"[{json.dumps(data)}]", json.dumps(data, indent=1)):
        found = problems(tmp_path / "games.json", text)
        assert sentence in found[0]
        assert len(found[0]) < 400
        assert len(found) == 1


def test_only_the_first_problems_of_a_game_are_reported(tmp_path: Path) -> None:
    data = game()
    data["entities"][0]["records"] = [{}] * 50_000
    found = problems(tmp_path / "games.json", json.dumps(data))
    assert len(found) == 1_001
    assert "has more than 1,000 problems" in found[-1]


def test_a_box_score_of_many_rows_is_one_problem(tmp_path: Path) -> None:
    raw = rotowire.dump(next(boxscribe.simulate("rotowire", seed=1)))
    raw["box_score"]["PLAYER_NAME"] = {str(row): "Ann Lee" for row in range(3_000)}
    found = problems(tmp_path / "games.json", json.dumps(raw))
    assert found == ["game 1: box_score.PLAYER_NAME: has 3,000 rows, and a table may have 2,000; split it or drop some"]


@pytest.mark.parametrize("text", ['{"entities": %s}', '[{"entities": %s}]'])
def test_an_integer_that_python_cannot_print(tmp_path: Path, text: str) -> None:
    found = problems(tmp_path / "games.json", text % ("9" * 5_000))
    assert found == ["game 1: holds a number of more than 100 digits; write it as a string or correct it"]


@pytest.mark.parametrize("text", ['{"meta": %s', '{"meta":\n%s', '[{"meta": %s'])
def test_json_too_deep_for_python(tmp_path: Path, text: str) -> None:
    found = problems(tmp_path / "games.json", text % ("[" * 100_000 + "]" * 100_000))
    assert found == ["game 1: is nested more than 50 levels deep; make it flatter"]


def test_a_value_longer_than_any_table_ends_the_file(tmp_path: Path) -> None:
    assert "is longer than 24 MB" in problems(tmp_path / "games.json", '[{"a": "' + "x" * (40 << 20))[0]


@pytest.mark.parametrize("runs", [1e300, "1" * 5_000, float("inf"), [1], None])
def test_runs_of_a_play_that_are_no_whole_number(tmp_path: Path, runs: Any) -> None:
    play = {"runs": runs}
    raw: dict[str, Any] = {f"{side}_{key}": "X" for side in ("home", "vis") for key in ("name", "city")}
    raw |= {"home_line": {}, "vis_line": {}, "box_score": {"full_name": {"0": "Ann Lee", "1" * 5_000: "Bo Ray"}}}
    raw |= {"play_by_play": {"1": {"top": [play]}, "2" * 5_000: {}}}
    assert problems(tmp_path / "games.json", json.dumps([raw]))


def test_a_name_of_many_words_takes_memory_linear_in_its_length() -> None:
    domain = boxscribe.load_domain("rotowire")
    words = " ".join(f"W{number}" for number in range(20_000))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    forms = name_forms(Entity.of("0", words, "player", [("FIRST_NAME", words), ("SECOND_NAME", words)]), domain)
    assert len(forms) < 500
    assert max(len(form.keys) for form in forms) <= 12, "longer ones make linking quadratic"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 << 10


def test_aliases_of_many_parts_are_not_multiplied() -> None:
    spellings = {"LA": ("Los Angeles", "L.A.", "City of Angels")}
    domain = boxscribe.load_domain("rotowire").model_copy(update={"aliases": spellings})
    entity = Entity.of("0", "LA", "team", [("TEAM-CITY", "LA")] * 40)
    assert len(name_forms(entity, domain)) < 1_000


def test_a_name_of_many_parts_has_few_forms() -> None:
    parts = [("TEAM-CITY", f"New City{number} North") for number in range(2_000)]
    assert len(name_forms(Entity.of("0", "New City0", "team", parts), boxscribe.load_domain("rotowire"))) < 500


LACKING: list[tuple[Change, str]] = [
    (lambda g: g.update(entities=g["entities"][:5]), "the home team has no TEAM-CITY"),
    (lambda g: g["entities"][-1]["records"].pop("TEAM-NAME"), "the away team has no TEAM-NAME"),
    (lambda g: g["entities"][0].pop("features"), "has no side home or away"),
]


@pytest.mark.parametrize(("change", "sentence"), LACKING)
def test_tables_without_the_cells_of_rotowire_are_not_converted(change: Change, sentence: str) -> None:
    data = game()
    change(data)
    table = native_json.parse(data)
    assert table is not None
    with pytest.raises(InputError, match=f"{sentence}.*which RotoWire's format needs"):
        write_tables([table], StringIO(), "rotowire")


@pytest.mark.parametrize("rows", [["0"], "0", 7, [["0"]], {"0": 1}])
def test_meta_that_only_looks_like_rotowires_does_no_harm(rows: Any) -> None:
    data = game()
    data["meta"] |= {"rows": rows, "box_score": "none"}
    table = native_json.parse(data)
    assert table is not None
    again = rotowire.parse(rotowire.dump(table))
    assert again is not None
    assert again.entities == table.entities
