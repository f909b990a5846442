"""Number words and numbers, both ways.

In: tokens such as `twenty - five`, `twenty-five`, `one hundred and five`, `1,859`; out: 25, 25, 105, 1859. The inverse
gives 25 as "twenty - five", in the corpora's tokens. Ordinals have their own functions ("first", "12th", `twenty -
first`).

`find_numbers` finds the number mentions of a sentence: integers and maximal sequences of number words, except the
"three" of "three-point" and "three-pointers", which names a kind of shot.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_WORDS = """
zero one two three four five six seven eight nine
ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety
"""
_UNITS, _TENS = _WORDS.split()[:20], _WORDS.split()[20:]

# "zero" to "ninety-nine" as single tokens; `twenty - five` is put together by `_below_hundred`.
_SMALL = {word: n for n, word in enumerate(_UNITS)}
_SMALL |= {ten: 10 * n for n, ten in enumerate(_TENS, start=2)}
_SMALL |= {f"{ten}-{_UNITS[k]}": _SMALL[ten] + k for ten in _TENS for k in range(1, 10)}
_SCALES = {"million": 1_000_000, "thousand": 1_000, "hundred": 100}

_DIGITS = re.compile(r"[0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3}){1,5}")
_ORDINAL_DIGITS = re.compile(r"([0-9][0-9,]*)(?:st|nd|rd|th)")
_IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth"}
_IRREGULAR |= {"nine": "ninth", "twelve": "twelfth"} | {ten: f"{ten[:-1]}ieth" for ten in _TENS}
_CARDINALS = {word: cardinal for cardinal, word in _IRREGULAR.items()}

_KINDS_OF_SHOT = frozenset(["point", "pt", "pointer", "pointers"])


class Number(NamedTuple):
    """A number mention: `tokens[start:end]` has the value `value`."""

    start: int
    end: int
    value: int


def to_number(tokens: Sequence[str]) -> int | None:
    """The number that all `tokens` together express, or None. A string is split at its spaces."""
    return _of_token(tokens[0]) if len(tokens) == 1 else _of_words(_words(tokens))


@lru_cache(1 << 16)
def _of_token(token: str) -> int | None:
    return _of_words(_words(token))


def _of_words(words: Sequence[str]) -> int | None:
    end, value = _read(words, 0)
    return value if words and end == len(words) else None


def is_number(token: str) -> bool:
    """Whether one token is a number: "25", "five", "twenty-five"."""
    return _of_token(token) is not None


def find_numbers(tokens: Sequence[str]) -> list[Number]:
    """The number mentions of `tokens`, left to right, without overlap."""
    return list(_numbers(tokens) if isinstance(tokens, tuple) else _find(_words(tokens)))


@lru_cache(8)  # several readers of a text ask for its numbers
def _numbers(tokens: tuple[str, ...]) -> list[Number]:
    return _find(_words(tokens))


def _find(words: Sequence[str]) -> list[Number]:
    found: list[Number] = []
    i = 0
    while i < len(words):
        end, value = _read(words, i) if words[i] == "a" or is_number(words[i]) else (i, 0)
        if end == i:
            i += 1
            continue
        if not (value == 3 and _names_a_shot(words, end)):
            found.append(Number(i, end, value))
        i = end
    return found


def stated_numbers(tokens: Sequence[str]) -> list[Number]:
    """The number mentions that may count something: all but the "one" of "one of his best games"."""
    words = _words(tokens)
    return [number for number in find_numbers(tokens) if not (number.value == 1 and _at(words, number.end) == "of")]


def to_words(n: int) -> str:
    """`n` in words as the corpora write them: 25 is "twenty - five", 105 is "one hundred five"."""
    if not 0 <= n < 1_000_000:
        raise ValueError(f"{n} has no words here: give a number from 0 to 999,999")
    if n < 20:
        return _UNITS[n]
    if n < 100:
        return _TENS[n // 10 - 2] + (f" - {_UNITS[n % 10]}" if n % 10 else "")
    scale, word = (1_000, "thousand") if n >= 1_000 else (100, "hundred")
    return f"{to_words(n // scale)} {word}" + (f" {to_words(n % scale)}" if n % scale else "")


def from_ordinal(tokens: Sequence[str]) -> int | None:
    """The number of an ordinal ("first", "12th", `twenty - first`), or None. A string is split at its spaces."""
    words = _words(tokens)
    if not words:
        return None
    if len(words) == 1 and (digits := _ORDINAL_DIGITS.fullmatch(words[0])):
        return to_number([digits[1]])
    head, hyphen, last = words[-1].rpartition("-")
    if last in _CARDINALS:
        cardinal = _CARDINALS[last]
    elif last.endswith("th") and last[:-2] not in _IRREGULAR:
        cardinal = last[:-2]
    else:
        return None
    if cardinal in _SCALES and len(words) == 1:  # "the hundredth win"
        return _SCALES[cardinal]
    return None if cardinal.isdigit() else to_number([*words[:-1], head + hyphen + cardinal])


def to_ordinal(n: int) -> str:
    """`n` as an ordinal in words: 21 is "twenty - first"."""
    head, space, last = to_words(n).rpartition(" ")
    return head + space + _IRREGULAR.get(last, f"{last}th")


def to_ordinal_digits(n: int) -> str:
    """`n` as an ordinal in digits: 12 is "12th", 21 is "21st"."""
    teen = n % 100 in (11, 12, 13)
    return f"{n}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


# ------------------------------------------------------------------------------------------------------- reading
# Each reader takes the words and a position, and returns the position after the number and its value; an unchanged
# position means that there is no number.


def _read(words: Sequence[str], i: int) -> tuple[int, int]:
    word = _at(words, i)
    if _DIGITS.fullmatch(word):
        return i + 1, int(word.replace(",", ""))
    return _scaled(words, i, tuple(_SCALES)) if word in _SMALL or word == "a" else (i, 0)


def _scaled(words: Sequence[str], i: int, scales: Sequence[str]) -> tuple[int, int]:
    """`two million [and] [rest]`, `a million`, and the numbers of smaller scales. "hundred" alone is no number: "a few
    hundred fans"."""
    if not scales:
        return _below_hundred(words, i)
    scale, smaller = scales[0], scales[1:]
    end, count = _scaled(words, i, smaller)
    if end == i and _at(words, i) == "a" and _at(words, i + 1) == scale:
        end, count = i + 1, 1
    at = _skip(words, end, "-")
    if count == 0 or _at(words, at) != scale:
        return end, count
    value = count * _SCALES[scale]
    start = _skip(words, _skip(words, at + 1, "-"), "and")
    stop, rest = _scaled(words, start, smaller)
    # "a hundred and a thousand" are two numbers; "one hundred zero" is none.
    return (stop, value + rest) if rest and _at(words, start) != "a" else (at + 1, value)


def _below_hundred(words: Sequence[str], i: int) -> tuple[int, int]:
    """`five`, `twenty`, `twenty - five`, `twenty five`, `twenty-five`."""
    value = _SMALL.get(_at(words, i))
    if value is None:
        return i, 0
    at = _skip(words, i + 1, "-")
    unit = _SMALL.get(_at(words, at), 0)
    if value >= 20 and value % 10 == 0 and 0 < unit < 10:
        return at + 1, value + unit
    return i + 1, value


def _names_a_shot(words: Sequence[str], end: int) -> bool:
    return _at(words, _skip(words, end, "-")) in _KINDS_OF_SHOT


def _words(tokens: Sequence[str]) -> list[str]:
    return [token.lower() for token in (tokens.split() if isinstance(tokens, str) else tokens)]


def _at(words: Sequence[str], i: int) -> str:
    return words[i] if i < len(words) else ""


def _skip(words: Sequence[str], i: int, word: str) -> int:
    return i + 1 if _at(words, i) == word else i
