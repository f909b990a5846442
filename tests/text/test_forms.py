"""The surface forms of values, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.text.forms import SurfaceForm, bit_mask, forms, value_of


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0", "0 zero"),
        ("1", "1 one first 1st a an"),
        ("2", "2 two second 2nd pair"),
        ("6", "6 six sixth 6th"),
        ("12", "12 twelve twelfth 12th"),
        ("20", "20 twenty twentieth 20th"),
        ("25", "25 25th"),  # `twenty - five` is three tokens
        ("113", "113 113th"),
        ("Boston", "Boston"),
        (".304", ".304"),
        ("007", "007"),
        ("-3", "-3"),
        ("٣", "٣"),
        ("", ""),
        ("9" * 5000, "9" * 5000),
    ],
)
def test_the_forms_of_a_value(value: str, expected: str) -> None:
    assert list(forms(value)) == expected.split(" ")


@pytest.mark.parametrize(
    ("value", "declared", "expected"),
    [
        ("3", ("number", "word"), "3 three"),
        ("3", ("ordinal",), "third 3rd"),
        ("1", ("word",), "one a an"),
        ("3", ("number",), "3"),
        ("Monday", ("weekday",), "Monday"),
        ("win", ("ordinal",), "win"),  # a value always has a form
    ],
)
def test_a_derived_type_declares_its_forms(value: str, declared: tuple[str, ...], expected: str) -> None:
    assert list(forms(value, declared)) == expected.split()


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("six", ("6", SurfaceForm.WORD)),
        ("third", ("3", SurfaceForm.ORDINAL)),
        ("21st", ("21", SurfaceForm.ORDINAL_DIGITS)),
        ("a", ("1", SurfaceForm.A)),
        ("an", ("1", SurfaceForm.AN)),
        ("pair", ("2", SurfaceForm.PAIR)),
        ("6", None),
        ("Boston", None),
        ("twenty-five", None),
        ("21th", None),
        ("", None),
    ],
)
def test_the_value_of_a_token(token: str, expected: tuple[str, SurfaceForm] | None) -> None:
    assert value_of(token) == expected


@given(st.one_of(st.integers(0, 10**7).map(str), st.text(max_size=5)))
def test_each_form_leads_back_to_its_value(value: str) -> None:
    assert forms(value)[value] == SurfaceForm.SAME
    for surface, form in forms(value).items():
        assert surface == value or value_of(surface) == (value, form)


def test_the_forms_of_a_value_as_one_number() -> None:
    assert bit_mask([SurfaceForm.SAME, SurfaceForm.ORDINAL, SurfaceForm.SAME]) == 0b101
