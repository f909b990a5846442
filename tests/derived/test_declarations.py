"""Declarations that are wrong: one sentence with the file, the key, and what to do."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.errors import InputError
from boxscribe.tables import load_domain
from boxscribe.tables.expressions import COMPARE, TextComparison, parse_condition, parse_sum
from helpers import WEATHER

ANY = 'kind = "station", label = "x"'
SUM = f'{ANY}, compute = "sum"'


@pytest.mark.parametrize(
    ("declaration", "sentence"),
    [
        (f'{SUM}, of = ["high - lwo"]', "derived.X.of: 'high - lwo' names the type 'lwo', which is neither one of "),
        (f'{SUM}, of = ["high - lwo"]', "did you mean 'low'?"),
        (f'{SUM}, of = ["high low 3"]', "derived.X.of: 'high low 3': 'high low 3' is not a term such as 'PTS'"),
        (f'{SUM}, of = ["high -"]', "derived.X.of: 'high -': '' is not a term"),
        (
            f'{SUM}, of = ["town.high"]',
            "derived.X.of: 'town.high' names an unknown kind 'town'; ",
        ),
        (f'{SUM}, of = ["X"]', "derived.X.of: 'X' names the type 'X'"),
        (f"{SUM}", "derived.X: compute = 'sum' needs one entry in of, and there are 0"),
        (f'{SUM}, of = ["high", "low"]', "derived.X: compute = 'sum' needs one entry in of, and there are 2"),
        (f'{SUM}, of = ["high"], were = ["low"]', "derived.X.were: unknown key; did you mean 'where'?"),
        (f'{SUM}, of = ["high"], where = ["low =< 3"]', "derived.X.where: 'low =< 3' is not a condition such as"),
        (f'{SUM}, of = ["high"], where = ["place > Rome"]', "'place' holds text, which compares with = or != only"),
        (f'{SUM}, of = ["high"], where = ["rian"]', "derived.X.where: 'rian' names the type 'rian'"),
        (f'{ANY}, compute = "add"', "derived.X.compute: input should be 'sum'"),
        ('kind = "town", label = "x", compute = "sum", of = ["high"]', "derived.X.kind: no kind 'town'"),
        ('kind = "station", compute = "sum", of = ["high"]', "derived.X.label: field required"),
        (f'{ANY}, compute = "rank", of = ["high"], among = "team"', "derived.X: among = 'team'"),
        (f'{ANY}, compute = "count", of = ["town"]', "derived.X.of: no kind 'town'"),
        (
            'kind = "station", label = "x", compute = "choose", value = "text"',
            "derived.X: compute = 'choose' and values",
        ),
        (
            f'{ANY}, compute = "choose", values = {{ hot = ["high > 30"] }}',
            "derived.X: compute = 'choose' makes texts; set value = 'text'",
        ),
        (
            f'{ANY}, compute = "choose", value = "text", values = {{ hot = ["hihg > 30"] }}',
            "derived.X.values.hot: 'hihg > 30' names the type 'hihg'",
        ),
        (f'{ANY}, compute = "streak"', "derived.X: compute = 'streak' needs games"),
        (
            'kind = "station", label = "x", compute = "reach", reach = 3',
            "derived.X: compute = 'reach' needs sums in of",
        ),
    ],
)
def test_a_wrong_declaration_is_one_sentence(tmp_path: Path, declaration: str, sentence: str) -> None:
    path = tmp_path / "weather.toml"
    path.write_text(f"{WEATHER}\n[derived]\nX = {{ {declaration} }}\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_domain(str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    "text", ["", "+", "A +", "A + + B", "A B", "- A", "A - - B", "player.", ".A", "opponent..A", "3 4", "A = B"]
)
def test_what_is_no_sum_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a term"):
        parse_sum(text)


@pytest.mark.parametrize("text", ["", "A B", "no A B", "player.A", "no player.A", "= A", "A =", "A = B = C", "A < > B"])
def test_what_is_no_condition_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a condition"):
        parse_condition(text)


def test_a_text_of_a_condition_may_have_blanks_and_dots() -> None:
    condition = parse_condition("CITY = St. Louis", ["CITY"])
    assert isinstance(condition, TextComparison) and condition.right == "St. Louis"


@given(st.lists(st.sampled_from([*COMPARE, "+", "-", "no", "A", "opponent.A", "player.A", ".", "a.", "2", "1.5", "#"])))
def test_any_text_is_an_expression_or_refused_in_a_sentence(words: list[str]) -> None:
    text = " ".join(words)
    for parse in (parse_sum, parse_condition):
        try:
            parse(text)
        except ValueError as error:
            assert str(error).startswith(f"'{text}'")
