"""Pairs of numbers: "9 - of - 15 from the field", "( 4 - 7 FG , 1 - 2 FT )", against the two cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from boxscribe.checking.bearers import Bearer, Bearers
from boxscribe.checking.counting import Count, like
from boxscribe.checking.counts import PLAUSIBLE
from boxscribe.checking.discourse import Reference
from boxscribe.checking.ellipses import respective
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number

OWN = ("his", "their", "its")  # "made 13 of their 26 threes"
JOINTS = (("-", "for", "-"), ("-", "of", "-"), *(("of", own) for own in OWN), ("of",), ("for",), ("-",))
_AFTER_FIRST = frozenset(joint[0] for joint in JOINTS)  # words that may follow the first number of a pair
ATTEMPTS = (("shots",), ("attempts",))  # after "13 of their 26"
BEFORE = 20  # tokens before a pair in which an area may be named
FAR = 40  # tokens before a pair of a side in which its area may be named
POSSIBLE = 0.35  # of the attempts of a side: fewer are those of a single entity, whatever the grammar says
REACH = 7  # tokens after a pair in which its words are looked for


class Pair(NamedTuple):
    """Two numbers, each one token."""

    first: int  # positions
    second: int
    numbers: tuple[int, int]
    joint: tuple[str, ...]


def find_pairs(lower: Sequence[str], start: int, end: int) -> Iterator[Pair]:
    """The pairs of `tokens[start:end]`, left to right, without overlap."""
    at = start
    while at < end:
        pair = _pair(lower, at, end) if at + 1 < end and lower[at + 1] in _AFTER_FIRST else None
        if pair:
            yield pair
        at = pair.second + 1 if pair else at + 1


@lru_cache(1 << 14)
def _number(token: str) -> int | None:
    return to_number([token])


def _pair(lower: Sequence[str], at: int, end: int) -> Pair | None:
    one = _number(lower[at])
    if one is None:
        return None
    for joint in JOINTS:
        second = at + 1 + len(joint)
        if second < end and tuple(lower[at + 1 : second]) == joint:
            other = _number(lower[second])
            if other is not None:
                return Pair(at, second, (one, other), joint)
    return None


def _as_count(pair: Pair) -> Count:
    return Count(pair.first, pair.first + 1, pair.numbers[0], pair.second + 1, ())


class Pairs:
    """The reader of pairs that the description declares as `cues.pairs`: made and attempted."""

    family = "pair"

    def __init__(self, domain: Domain) -> None:
        self._pairs = {name: pair.types for name, pair in domain.cues.pairs.items()}
        self._bearers, self._shoot = Bearers(domain.cues), frozenset(domain.cues.shoot)
        self._has_records = bool(domain.cues.single_record)
        self._words = PhraseIndex({word: name for name, pair in domain.cues.pairs.items() for word in pair.words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for sentence in text.sentences:
            pairs = list(find_pairs(text.lower, *sentence))
            assigned = respective(text, [_as_count(pair) for pair in pairs], *sentence)
            for number, pair in enumerate(pairs):
                time = reading.clause(pair.first).time
                if time is Time.AHEAD:
                    continue
                limit = pairs[number + 1].first if number + 1 < len(pairs) else sentence.end
                end = min(limit, pair.second + 1 + REACH)
                if len(pair.joint) > 1 and text.lower[pair.second + 1 : pair.second + 2] == (
                    ")",
                ):  # "from the field ( 50 - of - 79 )"
                    areas = self._words.areas(text.lower, max(sentence.start, pair.first - REACH), pair.first)[-1:]
                else:
                    areas = self._words.areas(text.lower, pair.second + 1, end)
                named = assigned.get(pair.first)
                bearer = Bearer(named, True) if named else self._bearers.find(reading, pair.first, pair.second + 1)
                if bearer is None or bearer.reference.entity is None:
                    continue
                name = areas[0] if areas else self._open_area(reading, pair, bearer.reference)
                if name and (time in (Time.GAME, Time.PART) or self._fits(reading, pair, name, bearer.reference)):
                    yield from self._judge(reading, pair, self._pairs[name], bearer)

    def _open_area(self, reading: Reading, pair: Pair, bearer: Reference) -> str:
        """The area of a pair that names none ("went 5 - of - 17"): the one that it fits; or else for a side the last
        that was named, and for a single entity the first that is declared, if the sentence has named no other."""
        text = reading.text
        other = pair.joint[-1] in OWN and text.lower[pair.second + 1 : pair.second + 2] not in ATTEMPTS
        shot = len(pair.joint) > 1 or not self._shoot.isdisjoint(text.lower[max(0, pair.first - 3) : pair.first])
        if self._has_records and pair.joint == ("-",):  # "went 4 - 0 with two saves"
            return ""
        if not shot or other or not text.lower[pair.first].isdecimal():
            return ""
        for name in self._pairs:
            if self._fits(reading, pair, name, bearer):
                return name
        sentence = text.sentence(pair.first)
        if bearer.kind != text.single:
            start = text.sentence(sentence.start - 1).start if sentence.start else 0
            return "".join(self._words.areas(text.lower, max(start, pair.first - FAR), pair.first)[-1:])
        named = self._words.first(text.lower, max(sentence.start, pair.first - BEFORE), pair.first)
        return next(iter(self._pairs), "") if named is None else ""

    def _fits(self, reading: Reading, pair: Pair, area: str, bearer: Reference) -> bool:
        types = self._pairs[area].get(bearer.kind, ())
        return [reading.world.number(bearer.entity or 0, type) for type in types] == [*pair.numbers]

    def _is_part(self, reading: Reading, pair: Pair, true: Sequence[float | None]) -> bool:
        """Whether a pair may be about a part of the game: "one of two free throws", "5 - of - 6 in the third"."""
        words = not reading.text.lower[pair.first].isdecimal()
        fewer = all(value is not None and number <= value for number, value in zip(pair.numbers, true, strict=False))
        return words or (reading.clause(pair.first).time is Time.PART and fewer)

    def _judge(
        self, reading: Reading, pair: Pair, types: Mapping[str, Sequence[str]], bearer: Bearer
    ) -> Iterator[Verdict]:
        text, world = reading.text, reading.world

        def true(reference: Reference) -> list[float | None]:
            return [world.number(reference.entity or 0, type) for type in types.get(reference.kind, ())]

        attempts = true(bearer.reference)[1:]
        least = POSSIBLE if bearer.is_plain else PLAUSIBLE
        implausible = bearer.reference.kind == text.group and any(pair.numbers[1] < least * (n or 0) for n in attempts)
        meant = self._bearers.meant(
            reading, pair.first, bearer, lambda other: true(other) == [*pair.numbers], not implausible
        )
        if meant is None or meant.entity is None:
            return
        words = " ".join(text.tokens[pair.first : pair.second + 1])
        if true(meant) != [*pair.numbers] and self._is_part(reading, pair, true(meant)):
            for at in (pair.first, pair.second):
                unknown = VerdictStatus.UNKNOWN
                yield Verdict(at, at + 1, self.family, ErrorType.NUMBER, unknown, world.name(meant.entity), words)
            return
        places = zip((pair.first, pair.second), pair.numbers, types.get(meant.kind, ()), strict=False)
        for (at, said, type), value in zip(places, true(meant), strict=False):
            if value is None:
                continue
            status = VerdictStatus.SUPPORTED if value == said else VerdictStatus.CONTRADICTED
            yield Verdict(
                at, at + 1, self.family, ErrorType.NUMBER, status, world.name(meant.entity),
                words, f"{value:g}", world.cells(meant.entity, type),
                repair="" if value == said else like(text.tokens[at], f"{value:g}"),
            )  # fmt: skip
