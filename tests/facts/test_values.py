"""Numbers and actions in sentences."""

import pytest

from boxscribe.facts.values import find_values, number_key
from boxscribe.tables import load_domain


@pytest.mark.parametrize(
    ("domain", "sentence", "texts", "keys"),
    [
        ("rotowire", "scored 25 points and twenty - five", "25|twenty - five", "25|25"),
        ("rotowire", "hit six three - pointers from three - point range", "six", "6"),
        ("rotowire", "averages 24.5 points at .500", "", ""),
        ("mlb", "went 2 1/3 innings with a 3.50 ERA", "2|1/3|3.50", "2|1/3|3.5"),
        ("mlb", "( 7 - 5 ) hit .304", "7|5|.304", "7|5|0.304"),
        ("mlb", "O'Hearn homered off Keller in the third", "-1", "-1"),
        ("mlb", "gave up a home run and two singles", "two|-1|-1", "2|-1|-1"),
    ],
)
def test_values(domain: str, sentence: str, texts: str, keys: str) -> None:
    words = sentence.split()
    values = find_values(words, load_domain(domain))
    assert "|".join(value.text(words) for value in values) == texts
    assert "|".join(value.key for value in values) == keys


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [("05", "5", True), (".304", "0.304", True), ("3.50", "3.5", True), ("1/3", "2/3", False), ("30", "3", False)],
)
def test_equal_numbers_have_equal_keys(one: str, other: str, equal: bool) -> None:
    assert (number_key(one) == number_key(other)) is equal


def test_what_is_no_number_has_no_key() -> None:
    assert [number_key(word) for word in ("N/A", "C", "", "-.--", "1/2-game", "five")] == [None] * 6
