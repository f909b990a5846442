"""Pairs of numbers: "9 - of - 15 from the field", "( 4 - 7 FG , 1 - 2 FT )", against the two cells."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.check.discourse import DiscourseModel, Reference
from boxscribe.check.phrases import PhraseIndex
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number

JOINTS = (("-", "for", "-"), ("-", "of", "-"), ("of",), ("for",), ("-",))
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


def _pair(lower: Sequence[str], at: int, end: int) -> Pair | None:
    one = to_number([lower[at]])
    if one is None:
        return None
    for joint in JOINTS:
        second = at + 1 + len(joint)
        if second < end and tuple(lower[at + 1 : second]) == joint:
            other = to_number([lower[second]])
            if other is not None:
                return Pair(at, second, (one, other), joint)
    return None


class Pairs:
    """The reader of pairs that the description declares as `cues.pairs`: made and attempted."""

    family = "pair"

    def __init__(self, domain: Domain) -> None:
        self._pairs = {name: pair.types for name, pair in domain.cues.pairs.items()}
        self._words = PhraseIndex({word: name for name, pair in domain.cues.pairs.items() for word in pair.words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for sentence in text.sentences:
            pairs = list(find_pairs(text.lower, *sentence))
            for number, pair in enumerate(pairs):
                if reading.clause(pair.first).time in (Time.SEVERAL, Time.AHEAD):
                    continue
                limit = pairs[number + 1].first if number + 1 < len(pairs) else sentence.end
                name = self._name(text, pair, min(limit, pair.second + 1 + REACH))
                subject = text.subject(pair.first)
                if name and subject is not None and subject.entity is not None:
                    yield from self._judge(reading, pair, self._pairs[name].get(subject.kind), subject)

    def _name(self, text: DiscourseModel, pair: Pair, end: int) -> str | None:
        found = self._words.first(text.lower, pair.second + 1, end)
        if found is None and len(pair.joint) == 3:
            return None
        return found.value if found else None

    def _judge(
        self, reading: Reading, pair: Pair, types: tuple[str, ...] | None, subject: Reference
    ) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        assert subject.entity is not None
        for at, said, type in zip((pair.first, pair.second), pair.numbers, types or (), strict=False):
            true = world.number(subject.entity, type)
            if true is None:
                continue
            status = VerdictStatus.SUPPORTED if true == said else VerdictStatus.CONTRADICTED
            words = " ".join(text.tokens[pair.first : pair.second + 1])
            yield Verdict(
                at,
                at + 1,
                self.family,
                ErrorType.NUMBER,
                status,
                world.name(subject.entity),
                words,
                f"{true:g}",
                world.cells(subject.entity, type),
                repair="" if true == said else f"{true:g}",
            )
