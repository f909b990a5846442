"""Names of persons in different spellings."""

import pytest

from boxscribe.season.names import PersonNames, person_key
from boxscribe.tables.domain import load_domain

NAMES = PersonNames(load_domain("rotowire").league)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("P.J. Tucker", "PJ Tucker"),
        ("Nenê ", "Nene"),
        ("Otto Porter Jr.", "Otto Porter"),
        ("Perry Jones", "Perry Jones III"),
        ("Derrick Jones, Jr.", "Derrick Jones"),
        ("Enes Freedom", "Enes Kanter"),
        ("Sheldon Mac", "Sheldon McClellan"),
        ("D’Angelo Russell", "D'Angelo Russell"),
        ("Timothé Luwawu-Cabarrot", "Timothe Luwawu Cabarrot"),
    ],
)
def test_the_same_person(name: str, other: str) -> None:
    assert NAMES.same_person(name, other)


@pytest.mark.parametrize(("name", "other"), [("Marcus Morris", "Markieff Morris"), ("Jr Smith", "Josh Smith")])
def test_different_persons(name: str, other: str) -> None:
    assert not NAMES.same_person(name, other)


def test_a_name_of_suffixes_is_a_name() -> None:
    assert person_key("JR Smith") == "jr smith"
    assert person_key("Jr.") == "jr"
    assert person_key("") == ""
