"""The phrases that every story needs, as tables of what comes in and what should go out."""

import pytest

from boxscribe.tables.simulate.phrases import (
    Inflected,
    capitalised,
    counted,
    listed,
    number,
    ordinal,
    possessive,
    score,
    some,
)


@pytest.mark.parametrize(
    ("n", "cardinal", "nth"), [(1, "one", "first"), (9, "nine", "ninth"), (10, "10", "10th"), (21, "21", "21st")]
)
def test_numbers_are_words_below_ten(n: int, cardinal: str, nth: str) -> None:
    assert (number(n), ordinal(n)) == (cardinal, nth)


def test_nothing_has_many_words() -> None:
    assert (number(0), number(0, "nobody"), counted(0, "hit")) == ("no", "nobody", "no hits")


@pytest.mark.parametrize(
    ("n", "noun", "exact", "loose"),
    [
        (1, "run", "one run", "a run"),
        (1, "error", "one error", "an error"),
        (2, "run", "two runs", "two runs"),
        (12, "hit", "12 hits", "12 hits"),
    ],
)
def test_counted_nouns(n: int, noun: str, exact: str, loose: str) -> None:
    assert (counted(n, noun), some(n, noun)) == (exact, loose)


@pytest.mark.parametrize(
    ("phrase", "article"),
    [
        *((score(8, 7), "an"), (score(11, 3), "an"), (score(18, 2), "an"), (score(88, 80), "an")),
        *((score(1, 0), "a"), (score(10, 8), "a"), (score(118, 110), "a"), (score(180, 18), "a")),
        *((Inflected("RBI"), "an"), (Inflected("two - run"), "a"), (Inflected("solo"), "a")),
    ],
)
def test_articles_follow_the_sound(phrase: Inflected, article: str) -> None:
    assert phrase.a == f"{article} {phrase}"


@pytest.mark.parametrize(
    ("parts", "text"), [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A , B and C")]
)
def test_lists(parts: list[str], text: str) -> None:
    assert listed(parts) == text


@pytest.mark.parametrize(
    ("team", "were", "are", "own"),
    [("the Foxes", "were", "are", "the Foxes '"), ("Reno", "was", "is", "Reno 's"), ("Paris", "was", "is", "Paris '")],
)
def test_words_agree_with_a_team(team: str, were: str, are: str, own: str) -> None:
    phrase = Inflected(team)
    assert (phrase.were, phrase.are, phrase.own) == (were, are, own)
    assert f"{team} {possessive(team)}" == own


def test_only_the_first_letter_becomes_a_capital() -> None:
    assert capitalised("the Foxes and McBride") == "The Foxes and McBride"
