"""Repairs in the form of the words that they replace."""

import pytest

from boxscribe.checking.wording import in_form_of

FORMS = [
    ("22", "20", "20"),
    ("five", "4", "four"),
    ("five", "25", "twenty - five"),
    ("four", "1,200", "1,200"),
    ("twenty - five", "20", "twenty"),
    ("4th", "3", "3rd"),
    ("fourth", "3", "third"),
    ("a", "0", "no"),
    ("an", "zero", "no"),
    ("pair", "0", "0"),
    ("Tuesday", "Monday", "Monday"),
    ("defeated", "", ""),
]


@pytest.mark.parametrize(("words", "repair", "form"), FORMS)
def test_a_repair_looks_like_what_it_replaces(words: str, repair: str, form: str) -> None:
    assert in_form_of(words.split(), repair) == form
