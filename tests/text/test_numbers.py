"""Number words, ordinals, and the number mentions of a sentence."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.text import (
    detokenise,
    find_numbers,
    from_ordinal,
    to_number,
    to_ordinal,
    to_ordinal_digits,
    to_words,
    tokenise,
)

NUMBERS = [
    ("zero", 0),
    ("Six", 6),
    ("nineteen", 19),
    ("twenty - five", 25),
    ("twenty-five", 25),
    ("twenty five", 25),
    ("a hundred", 100),
    ("one hundred five", 105),
    ("one hundred and five", 105),
    ("one - hundred twenty - five", 125),
    ("twelve hundred", 1200),
    ("a thousand and one", 1001),
    ("three hundred twelve thousand four hundred", 312_400),
    ("two million", 2_000_000),
    ("25", 25),
    ("45,269", 45_269),
    # No numbers
    ("", None),
    ("a", None),
    ("hundred", None),
    ("one two", None),
    ("twenty -", None),
    ("twenty zero", None),
    ("twenty - eleven", None),
    ("five and six", None),
    ("three-pointers", None),
    ("25th", None),
    ("2.98", None),
    ("1,2", None),
    ("²", None),
    ("٣", None),
    ("9" * 5000, None),
]


@pytest.mark.parametrize(("text", "value"), NUMBERS)
def test_to_number(text: str, value: int | None) -> None:
    assert to_number(text.split()) == value


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (25, "twenty - five"),
        (105, "one hundred five"),
        (999_999, "nine hundred ninety - nine thousand nine hundred ninety - nine"),
    ],
)
def test_to_words(n: int, words: str) -> None:
    assert to_words(n) == words


@pytest.mark.parametrize("n", [-1, 1_000_000])
def test_to_words_refuses_what_it_cannot_say(n: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 999,999"):
        to_words(n)


@given(st.integers(0, 999_999))
def test_words_and_back(n: int) -> None:
    assert to_number(to_words(n)) == n
    assert to_number(tokenise(detokenise(to_words(n).split()))) == n


# A sentence, and its mentions as (words, value).
MENTIONS = [
    ("He had 25 points and six assists .", [("25", 25), ("six", 6)]),
    ("Twenty - five of the 76ers won 44 - 30 .", [("Twenty - five", 25), ("44", 44), ("30", 30)]),
    ("on 7 - of - 11 shooting", [("7", 7), ("11", 11)]),
    ("a twenty-five point , ten - rebound game", [("twenty-five", 25), ("ten", 10)]),
    ("three points on two three - pointers", [("three", 3), ("two", 2)]),
    ("one three - point shot , one three pointer", [("one", 1), ("one", 1)]),
    ("five three-pointers , one Three-point play", [("five", 5), ("one", 1)]),
    ("three point range , three - pt range , 3 - pointers", []),
    ("a three - game trip with twenty - three point efforts", [("three", 3), ("twenty - three", 23)]),
    ("one hundred and five fans , a few hundred dogs", [("one hundred and five", 105)]),
    ("one two punch in four - five starts", [("one", 1), ("two", 2), ("four", 4), ("five", 5)]),
    ("45,269 fans saw the 12th at 5:30 with a .304 average", [("45,269", 45_269)]),
    ("the first twenty", [("twenty", 20)]),
    ("", []),
]


@pytest.mark.parametrize(("sentence", "mentions"), MENTIONS)
def test_find_numbers(sentence: str, mentions: list[tuple[str, int]]) -> None:
    tokens = sentence.split()
    found = [(" ".join(tokens[number.start : number.end]), number.value) for number in find_numbers(tokens)]
    assert found == mentions


WORDS = st.sampled_from(["one", "twenty", "five", "-", "and", "a", "hundred", "thousand", "three", "point", "7", "the"])


@given(st.lists(WORDS | st.text(max_size=3)))
def test_mentions_are_ordered_disjoint_and_say_their_value(tokens: list[str]) -> None:
    end = 0
    for number in find_numbers(tokens):
        assert end <= number.start < number.end <= len(tokens)
        assert to_number(tokens[number.start : number.end]) == number.value
        end = number.end


def test_the_numbers_of_the_published_relations_are_found(data_dir: Path) -> None:
    summaries, relations = (data_dir / "rotowire" / f for f in ("valid.json.gz", "gold_tuples_valid.txt.gz"))
    if not (summaries.is_file() and relations.is_file()):
        pytest.skip(f"{summaries} or {relations} is absent")
    found = [
        {number.value for number in find_numbers(game["summary"])}
        for game in json.loads(gzip.decompress(summaries.read_bytes()))
    ]
    document, missed = -1, []
    for line in gzip.decompress(relations.read_bytes()).decode().splitlines():
        if not line.strip():  # a blank line opens each document
            document += 1
        elif to_number(line.split("|")[1]) not in found[document]:
            missed.append(line)
    assert not missed


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("first", 1),
        ("Second", 2),
        ("twelfth", 12),
        ("twentieth", 20),
        ("twenty - first", 21),
        ("twenty-first", 21),
        ("one hundred and third", 103),
        ("hundredth", 100),
        ("12th", 12),
        ("4,673rd", 4673),
        # No ordinals
        ("", None),
        ("th", None),
        ("with", None),
        ("fiveth", None),
        ("twelve", None),
        ("12", None),
        ("two third", None),
        ("first-round", None),
    ],
)
def test_from_ordinal(text: str, value: int | None) -> None:
    assert from_ordinal(text.split()) == value


@pytest.mark.parametrize(
    ("n", "words", "digits"),
    [
        (1, "first", "1st"),
        (2, "second", "2nd"),
        (3, "third", "3rd"),
        (11, "eleventh", "11th"),
        (12, "twelfth", "12th"),
        (30, "thirtieth", "30th"),
        (21, "twenty - first", "21st"),
        (113, "one hundred thirteenth", "113th"),
    ],
)
def test_to_ordinal(n: int, words: str, digits: str) -> None:
    assert (to_ordinal(n), to_ordinal_digits(n)) == (words, digits)


@given(st.integers(0, 999_999))
def test_ordinals_and_back(n: int) -> None:
    assert from_ordinal(to_ordinal(n)) == n
    assert from_ordinal(to_ordinal_digits(n)) == n
