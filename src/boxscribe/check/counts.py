"""Counts: "20 points", "an assist", "a pair of steals", against the cell of whom the sentence speaks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.check.discourse import DETERMINERS, DiscourseModel, Reference
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.check.world import World
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import Number, find_numbers, to_words

FAMILY = "count"
BREAKS = frozenset(["while", "who", "as", "but", ";", "(", "he", "they"])


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
    described = domain.kinds[kind].types | {t: d for t, d in domain.derived.items() if d.kind == kind and not d.games}
    for type, about in described.items():
        if not about.unit or about.unit in ("percent", "wins", "losses") or about.value != "integer":
            continue
        if about.label == about.unit or about.label == f"{about.unit} made":
            for word in (about.unit, *about.words):
                for tokens in _tokens(word):
                    found.setdefault(tokens, type)
        elif about.label.endswith(f" {about.unit}"):
            for tokens in _tokens(about.label):
                found.setdefault(tokens, type)
    return found


def _tokens(word: str) -> Iterator[tuple[str, ...]]:
    """A unit as tokens, in the plural and in the singular, with its hyphens alone or not."""
    for form in {word, word.removesuffix("s")}:
        yield tuple(form.split())
        yield tuple(form.replace("-", " - ").split())


def find_counts(text: DiscourseModel, words: dict[tuple[str, ...], str]) -> Iterator[Count]:
    """The counts of a text in some units."""
    longest = max(map(len, words), default=0)
    numbers = {number.end: number for number in find_numbers(text.tokens)}
    for at in range(len(text.tokens)):
        for length in range(longest, 0, -1):
            unit = text.lower[at : at + length]
            if unit in words and text.lower[at + length : at + length + 2] != ("-", "double"):
                count = _count(text.lower, at, at + length, unit, numbers)
                if count:
                    yield count
                break


def _count(
    lower: Sequence[str], start: int, end: int, unit: tuple[str, ...], numbers: Mapping[int, Number]
) -> Count | None:
    at = start - 1 if start and lower[start - 1] == "-" else start
    if at and lower[at - 1] == "total":
        at -= 1
    if at in numbers:
        return Count(numbers[at].start, at, numbers[at].value, end, unit)
    before = lower[at - 1] if at else ""
    if before in ("a", "an") and not unit[-1].endswith("s") and at == start:
        return Count(at - 1, at, 1, end, unit)
    if before == "no" and at == start:
        return Count(at - 1, at, 0, end, unit)
    if at >= 2 and before == "of" and lower[at - 2] == "pair":
        return Count(at - 2, at - 1, 2, end, unit)
    return None


class Counts:
    """The reader of counts."""

    family = FAMILY

    def __init__(self, domain: Domain) -> None:
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for count in find_counts(text, self._words):
            if reading.clause(count.start).time is Time.GAME:
                subject = _following(text, count) or text.subject(count.start)
                verdict = self._judge(text, world, count, subject) if subject else None
                if verdict is not None:
                    yield verdict

    def _judge(self, text: DiscourseModel, world: World, count: Count, subject: Reference) -> Verdict | None:
        entity, type = subject.entity, self._units.get(subject.kind, {}).get(count.words)
        if entity is None or type is None:
            return None
        value = world.value(entity, type)
        if value is None and world.has_numbers(entity):
            return None
        said = " ".join(text.tokens[count.start : count.unit])
        right = value is not None and float(value) == count.number
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        expected = value if value is not None else f"{world.name(entity)} has no {' '.join(count.words)}"
        repair = "" if right or value is None else _like(text.tokens[count.start], value)
        return Verdict(
            count.start,
            count.end,
            FAMILY,
            ErrorType.NUMBER,
            status,
            world.name(entity),
            said,
            expected,
            world.cells(entity, type),
            repair=repair,
        )


def _following(text: DiscourseModel, count: Count) -> Reference | None:
    """The entity that follows a list of counts: "20 points and five rebounds from Ann"."""
    sentence = text.sentence(count.start)
    for reference in text.within(count.unit, sentence.end):
        at = reference.start - 1
        while at > count.unit and text.lower[at] in DETERMINERS:
            at -= 1
        between = text.lower[count.unit : at]
        if text.lower[at] in ("from", "by") and not any(word in BREAKS for word in between):
            return reference
        return None
    return None


def _like(token: str, value: str) -> str:
    """A number in the form of another: in words or digits."""
    return value if token[:1].isdigit() or not value.isdigit() else to_words(int(value))
