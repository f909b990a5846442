"""Cells as spreadsheets write them."""

import pytest

from boxscribe.tables.csv.cells import Style, is_empty, percentage, style_of, value_of
from boxscribe.tables.csv.names import family_name_last, likeness, name_values, split_position
from boxscribe.tables.domain import load_domain
from boxscribe.tables.record_type import RecordType

COUNT = RecordType(label="points", unit="points")
PERCENT = RecordType(label="percentage", unit="percent")
MINUTES = RecordType(label="minutes", unit="minutes")
DECIMAL = RecordType(label="temperature", value="decimal")
TEXT = RecordType(label="place", value="text")


@pytest.mark.parametrize(
    ("cell", "type", "value"),
    [
        ("12", COUNT, "12"),
        ("+12", COUNT, "12"),
        ("\u22123", COUNT, "-3"),
        ("12.0", COUNT, "12"),
        ("1,234", COUNT, "1234"),
        ("1.234", COUNT, "1234"),
        ("12.5", COUNT, None),
        ("DNP", COUNT, None),
        ("9" * 16, COUNT, None),
        ("\u0663", COUNT, None),
        ("35:12", MINUTES, "35"),
        ("35:30", MINUTES, "36"),
        ("00:00", MINUTES, "0"),
        ("35:60", MINUTES, None),
        ("28.5", MINUTES, "29"),
        ("45.5%", PERCENT, "46"),
        ("45,4 %", PERCENT, "45"),
        ("100", PERCENT, "100"),
        ("31,5", DECIMAL, "31.5"),
        (".333", DECIMAL, ".333"),
        ("warm", DECIMAL, None),
        ("Rome", TEXT, "Rome"),
    ],
)
def test_a_cell_has_the_value(cell: str, type: RecordType, value: str | None) -> None:
    assert value_of(cell, type, Style()) == value


def test_a_comma_separates_thousands_where_it_separates_no_cells() -> None:
    assert value_of("1,234", DECIMAL, style_of(["1,234"], DECIMAL, ";")) == "1.234"
    assert value_of("1,234", DECIMAL, style_of(["1,234"], DECIMAL, ",")) == "1234"


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ([".438", "1.000", ""], ".438", "44"),
        (["0,438", "1"], "1", "100"),
        (["43.8", "1"], "1", "1"),
        (["0.5%", "1%"], "0.5%", "1"),
        (["0", "0"], "0", "0"),
    ],
)
def test_fractions_are_recognised_by_the_column(column: list[str], cell: str, value: str) -> None:
    assert value_of(cell, PERCENT, style_of(column, PERCENT, ",")) == value


@pytest.mark.parametrize(
    ("made", "attempted", "value"), [("1", "8", "13"), ("1", "3", "33"), ("0", "0", "0"), ("5", "5", "100")]
)
def test_percentages_round_half_up(made: str, attempted: str, value: str) -> None:
    assert percentage(made, attempted) == value


def test_dashes_are_no_values() -> None:
    assert all(is_empty(cell, ("x",)) for cell in ("", "-", "\u2013", "N/A", "x"))
    assert not is_empty("0", ())


@pytest.mark.parametrize(
    ("text", "name", "position"),
    [
        ("L. James SF", "L. James", "F"),
        ("LeBron James (PG)", "LeBron James", "G"),
        ("C Clint Capela", "Clint Capela", "C"),
        ("L. James, SF", "L. James", "F"),
        ("LeBron James*", "LeBron James", ""),
        ("Nene", "Nene", ""),
        ("C. Capela", "C. Capela", ""),
        ("James, LeBron", "LeBron James", ""),
        ("Derrick Jones, Jr.", "Derrick Jones, Jr.", ""),
    ],
)
def test_names_and_positions(text: str, name: str, position: str) -> None:
    found, where = split_position(text, load_domain("rotowire").csv.positions)
    assert (family_name_last(found), where) == (name, position)


@pytest.mark.parametrize(
    ("kind", "name", "values"),
    [
        ("player", "Otto Porter Jr.", ["Otto", "Porter"]),
        ("player", "Luc Mbah a Moute", ["Luc", "Mbah a Moute"]),
        ("player", "Nene", ["Nene"]),
        ("team", "Portland Trail Blazers", ["Portland", "Trail Blazers"]),
        ("team", "Golden State Warriors", ["Golden State", "Warriors"]),
        ("team", "Heat", ["Heat"]),
    ],
)
def test_names_are_split(kind: str, name: str, values: list[str]) -> None:
    domain = load_domain("rotowire")
    assert list(name_values(name, domain.kinds[kind], domain).values()) == values


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("atlanta hawks", "Atlanta Hawks", 3),
        ("Hawks", "Atlanta Hawks", 2),
        ("Golden State", "Golden State Warriors", 2),
        ("Box score: Atlanta Hawks", "Atlanta Hawks", 2),
        ("ATL", "Atlanta Hawks", 1),
        ("GSW", "Golden State Warriors", 1),
        ("PHX", "Phoenix Suns", 1),
        ("MIA", "Atlanta Hawks", 0),
        ("", "Atlanta Hawks", 0),
    ],
)
def test_what_names_a_team(text: str, name: str, expected: int) -> None:
    assert likeness(text, name) == expected
