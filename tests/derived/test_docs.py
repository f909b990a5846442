"""The example of the documentation."""

import re
from pathlib import Path

from boxscribe.tables.derived_type import FROM_GAMES, FROM_TABLE, GAME_FIELDS, DerivedType
from boxscribe.tables.expressions import COMPARE
from boxscribe.tables.record_type import RecordType
from helpers import ROOT, boxscribe

PAGE = (ROOT / "docs" / "descriptions.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found, *_ = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_example_shows_what_the_page_says_and_can_be_prepared(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(block("toml"), encoding="utf-8")
    (tmp_path / "days.jsonl").write_text(block("json"), encoding="utf-8")
    shown = boxscribe("data", "show", tmp_path / "days.jsonl", "--html", tmp_path / "day.html")
    assert shown.returncode == 0, shown.stderr
    lines = [line.rstrip() for line in shown.stdout.decode().splitlines()]
    expected = block("text").splitlines()
    at = lines.index(expected[0])
    assert lines[at : at + len(expected)] == expected
    assert "Stations, derived" in (tmp_path / "day.html").read_text(encoding="utf-8")
    text = block("json").replace("}]}", '}], "text": "Rome was first ."}')
    (tmp_path / "days.jsonl").write_text(text, encoding="utf-8")
    names = [part for name in ("range", "warmth", "share", "sky") for part in ("--derive", name)]
    made = boxscribe("data", "prepare", tmp_path / "days.jsonl", "--out", tmp_path / "prepared", *names)
    assert made.returncode == 0, made.stderr
    wrong = boxscribe("data", "prepare", tmp_path / "days.jsonl", "--out", tmp_path / "x", "--derive", "warmht")
    assert wrong.returncode == 2 and b"did you mean 'warmth'" in wrong.stderr


def test_every_operation_comparison_and_key_is_explained() -> None:
    rows = [row.split("|")[1] for row in PAGE.splitlines() if row.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} >= FROM_TABLE | FROM_GAMES
    for name in (*COMPARE, *GAME_FIELDS, *(DerivedType.model_fields.keys() - RecordType.model_fields.keys())):
        assert re.search(rf"`{name}\b|`{name}`", PAGE), name
