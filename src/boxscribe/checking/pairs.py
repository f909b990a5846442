"""Pairs of numbers: "9 - of - 15 from the field", "( 4 - 7 FG , 1 - 2 FT )", against the two cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from boxscribe.checking.bearers import Bearer, Bearers
from boxscribe.checking.counting import like
from boxscribe.checking.counts import PLAUSIBLE
from boxscribe.checking.discourse import Reference
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number

JOINTS = (("-", "for", "-"), ("-", "of", "-"), ("of",), ("for",), ("-",))
BEFORE = 20  # tokens before a pair in which an area may be named
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
        pair = _pair(lower, at, end)
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


class Pairs:
    """The reader of pairs that the description declares as `cues.pairs`: made and attempted."""

    family = "pair"

    def __init__(self, domain: Domain) -> None:
        self._pairs = {name: pair.types for name, pair in domain.cues.pairs.items()}
        self._bearers = Bearers(domain.cues)
        self._words = PhraseIndex({word: name for name, pair in domain.cues.pairs.items() for word in pair.words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for sentence in text.sentences:
            pairs = list(find_pairs(text.lower, *sentence))
            for number, pair in enumerate(pairs):
                if reading.clause(pair.first).time in (Time.SEVERAL, Time.AHEAD):
                    continue
                limit = pairs[number + 1].first if number + 1 < len(pairs) else sentence.end
                end = min(limit, pair.second + 1 + REACH)
                if len(pair.joint) > 1 and text.lower[pair.second + 1 : pair.second + 2] == (
                    ")",
                ):  # "from the field ( 50 - of - 79 )"
                    areas = self._words.areas(text.lower, max(sentence.start, pair.first - REACH), pair.first)[-1:]
                else:
                    areas = self._words.areas(text.lower, pair.second + 1, end)
                bearer = self._bearers.find(reading, pair.first, pair.second + 1)
                if bearer is None or bearer.reference.entity is None:
                    continue
                name = areas[0] if areas else self._open_area(reading, pair, bearer.reference)
                if name:
                    yield from self._judge(reading, pair, self._pairs[name], bearer)

    def _open_area(self, reading: Reading, pair: Pair, bearer: Reference) -> str:
        """The area of a pair that names none ("went 5 - of - 17"): the one that it fits, or else the first that is
        declared, if no other was named before."""
        digits = reading.text.lower[pair.first].isdecimal()
        if len(pair.joint) == 1 or bearer.kind != reading.text.single or not digits:
            return ""
        for name, types in self._pairs.items():
            true = [reading.world.number(bearer.entity or 0, type) for type in types.get(bearer.kind, ())]
            if true == [*pair.numbers]:
                return name
        start = reading.text.sentence(pair.first).start
        named = self._words.first(reading.text.lower, max(start, pair.first - BEFORE), pair.first)
        return next(iter(self._pairs), "") if named is None else ""

    def _judge(
        self, reading: Reading, pair: Pair, types: Mapping[str, Sequence[str]], bearer: Bearer
    ) -> Iterator[Verdict]:
        text, world = reading.text, reading.world

        def true(reference: Reference) -> list[float | None]:
            return [world.number(reference.entity or 0, type) for type in types.get(reference.kind, ())]

        attempts = true(bearer.reference)[1:]
        implausible = (
            bearer.reference.kind == text.group
            and not bearer.is_plain
            and any(pair.numbers[1] < PLAUSIBLE * (n or 0) for n in attempts)
        )
        meant = self._bearers.meant(
            reading, pair.first, bearer, lambda other: true(other) == [*pair.numbers], not implausible
        )
        if meant is None or meant.entity is None:
            return
        places = zip((pair.first, pair.second), pair.numbers, types.get(meant.kind, ()), strict=False)
        for (at, said, type), value in zip(places, true(meant), strict=False):
            if value is None:
                continue
            status = VerdictStatus.SUPPORTED if value == said else VerdictStatus.CONTRADICTED
            yield Verdict(
                at, at + 1, self.family, ErrorType.NUMBER, status, world.name(meant.entity),
                " ".join(text.tokens[pair.first : pair.second + 1]), f"{value:g}", world.cells(meant.entity, type),
                repair="" if value == said else like(text.tokens[at], f"{value:g}"),
            )  # fmt: skip
