"""Finding counts: numbers with the unit of a record type."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.checking.discourse import DiscourseModel
from boxscribe.tables.domain import Domain
from boxscribe.tables.record_type import RecordType
from boxscribe.text.numbers import Number, find_numbers, to_words


class Count(NamedTuple):
    """A number and what is counted."""

    start: int  # of the number
    end: int
    number: int
    unit: int  # position after the unit
    words: tuple[str, ...]  # of the unit and what modifies it: ("offensive", "rebounds")


def units(domain: Domain, kind: str) -> dict[tuple[str, ...], str]:
    """The tokens of a unit, or of a label that ends with it → the record type."""
    found: dict[tuple[str, ...], str] = {}
    cells = domain.kinds[kind].types
    described: dict[str, RecordType] = {**cells}
    described |= {t: d for t, d in domain.derived.items() if d.kind == kind and not d.games}
    counted = {
        type: about
        for type, about in described.items()
        if about.unit and about.unit not in ("percent", "wins", "losses") and about.value == "integer"
    }
    for type, about in counted.items():
        phrases: tuple[str, ...] = ()
        if about.label in (about.unit, f"{about.unit} made"):
            phrases = (about.unit, *about.words)
        elif about.label.endswith(f" {about.unit}"):
            phrases = (about.label,)
        elif about.label == f"{about.unit} attempted":
            one = about.unit.removesuffix("s")
            phrases = (f"{one} attempts", f"{one.removesuffix('er')} attempts")
        for phrase in phrases:
            for tokens in unit_tokens(phrase):
                found.setdefault(tokens, type)
    for type, about in counted.items():  # "five fouls" are personal fouls
        if type in cells:
            for tokens in unit_tokens(about.unit):
                found.setdefault(tokens, type)
    return found


def unit_tokens(word: str) -> Iterator[tuple[str, ...]]:
    """A unit as tokens, in the plural and in the singular, with its hyphens alone or not."""
    for form in {word, word.removesuffix("s")}:
        yield tuple(form.split())
        yield tuple(form.replace("-", " - ").split())


def find_counts(text: DiscourseModel, words: dict[tuple[str, ...], str]) -> Iterator[Count]:
    """The counts of a text in some units."""
    longest, first = max(map(len, words), default=0), {unit[0] for unit in words}
    numbers = {number.end: number for number in find_numbers(text.tokens)}
    for at in (at for at, word in enumerate(text.lower) if word in first):
        for length in range(longest, 0, -1):
            unit = text.lower[at : at + length]
            if len(unit) == length and unit in words and text.lower[at + length : at + length + 1] != ("-",):
                count = _count(text.lower, at, at + length, unit, numbers)
                if count:
                    yield count
                break


def _count(
    lower: Sequence[str], start: int, end: int, unit: tuple[str, ...], numbers: Mapping[int, Number]
) -> Count | None:
    at = start - 1 if start and lower[start - 1] == "-" else start
    if at and FRACTION.fullmatch(lower[at - 1]):  # "6 1/3 innings"
        at -= 1
    elif at > 1 and tuple(lower[at - 2 : at]) == ("-", "plus"):  # "five - plus innings"
        at -= 2
    if at and lower[at - 1] in ("total", "more"):
        at -= 1
    if at in numbers:
        return Count(numbers[at].start, at, numbers[at].value, end, unit)
    before = lower[at - 1] if at else ""
    if before in ("a", "an") and not unit[-1].endswith("s") and at == start:
        return Count(at - 1, at, 1, end, unit)
    if before == "no" and at == start:
        return Count(at - 1, at, 0, end, unit)
    if at >= 2 and before == "of" and lower[at - 2] in _SETS:
        return Count(at - 2, at - 1, _SETS[lower[at - 2]], end, unit)
    return None


FRACTION = re.compile(r"[0-9]/[0-9]")
_SETS = {"pair": 2, "trio": 3, "couple": 2}


def like(token: str, value: str) -> str:
    """A number in the form of another: in words or digits."""
    return value if token[:1].isdigit() or not value.isdigit() else to_words(int(value))
