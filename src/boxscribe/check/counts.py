"""Counts: "20 points", "an assist", "a pair of steals", against the cell of whom the sentence speaks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from boxscribe.check.bearers import Bearer, Bearers
from boxscribe.check.discourse import DiscourseModel, Reference
from boxscribe.check.phrases import PhraseIndex
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Clause, Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.record_type import RecordType
from boxscribe.text.numbers import Number, find_numbers, to_words

FAMILY = "count"
PLAUSIBLE = 0.6  # of the number of a side: fewer are rather those of a single entity, or of a part
_DIRECTLY = 5  # tokens between a unit and the part of the game that it is about
_MARGIN_BEFORE = frozenset(["by", "up", "down", "within", "trailing", "next", "first", "last", "final", "another"])
_MARGIN_AFTER = frozenset(["ahead", "behind", "up", "down", "shy", "short", "clear", "away", "apart", "better", "more"])
_ABOUT = frozenset(
    ["over", "nearly", "almost", "about", "around", "roughly", "under", "below", "above", "than", "least"]
)


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
            for tokens in _tokens(phrase):
                found.setdefault(tokens, type)
    for type, about in counted.items():  # "five fouls" are personal fouls
        if type in cells:
            for tokens in _tokens(about.unit):
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
            if len(unit) == length and unit in words and text.lower[at + length : at + length + 1] != ("-",):
                count = _count(text.lower, at, at + length, unit, numbers)
                if count:
                    yield count
                break


def _count(
    lower: Sequence[str], start: int, end: int, unit: tuple[str, ...], numbers: Mapping[int, Number]
) -> Count | None:
    at = start - 1 if start and lower[start - 1] == "-" else start
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


_SETS = {"pair": 2, "trio": 3, "couple": 2}


class Claimed(NamedTuple):
    """A count and whom it is about."""

    said: Count
    clause: Clause
    bearer: Bearer


class Counts:
    """The reader of counts."""

    family = FAMILY

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words
        self._bearers = Bearers(cues)
        self._margins, self._rounded = frozenset(cues.margins), frozenset(cues.rounded)
        self._partial = PhraseIndex.of(cues.partial)
        self._parts = PhraseIndex({phrase: name for name, phrases in cues.parts.items() for phrase in phrases})
        self._scores = {part: parse_sum(cells) for part, cells in cues.periods.scores.items()}
        self._lineup_words = PhraseIndex({word: name for name, words in cues.lineups.items() for word in words})
        self._lineups = {
            (about.kind, about.unit, lineup): type
            for type, about in domain.derived.items()
            for lineup in cues.lineups
            if about.label == f"{about.unit} of the {lineup}"
        }

    def read(self, reading: Reading) -> Iterator[Verdict]:
        claims = self._claims(reading)
        for _, group in groupby(claims, key=_of_one):
            yield from self._judge_all(reading, list(group))

    def _claims(self, reading: Reading) -> Iterator[Claimed]:
        for count in find_counts(reading.text, self._words):
            clause = reading.clause(count.start)
            if clause.time not in (Time.GAME, Time.PART) or self._is_other(reading.text, count):
                continue
            bearer = self._bearers.find(reading, count.start, count.unit)
            if bearer is not None and bearer.reference.entity is not None:
                yield Claimed(count, clause, bearer)

    def _is_other(self, text: DiscourseModel, count: Count) -> bool:
        """Whether a number with a unit is no count of an entity: a margin ("by 12 points", "a 12 - point lead"), a
        restricted count ("12 points in the paint"), or a single event ("hit a three - pointer")."""
        sentence = text.sentence(count.start)
        before = text.lower[max(sentence.start, count.start - 2) : count.start]
        after = text.lower[count.unit : min(sentence.end, count.unit + 3)]
        adjective = count.number != 1 and not count.words[-1].endswith("s")  # "a 12 - point lead"
        if adjective and any(word in self._margins for word in after):
            return True
        if any(word in _MARGIN_BEFORE for word in before) or any(word in _MARGIN_AFTER for word in after[:1]):
            return True
        if before[-1:] and (before[-1] in _ABOUT or before[-1] == "off" or before == ("off", "of")):
            return True
        if count.unit < sentence.end and self._partial.at(text.lower, count.unit, sentence.end):
            return True
        if count.words[-1].rstrip("s") == "minute":
            return False
        event = text.lower[count.start] in ("a", "an", "pair", "couple")
        return event and any(self._units[kind].get(count.words, "").endswith("M") for kind in self._units)

    def _judge_all(self, reading: Reading, claims: Sequence[Claimed]) -> Iterator[Verdict]:
        """The verdicts on counts of one bearer: or of whom they fit, if the grammar leaves another."""
        first = claims[0]
        bearer: Reference | None = first.bearer.reference
        if first.clause.time is not Time.PART:
            is_plain = first.bearer.is_plain or len(claims) == 1
            plausible = not self._is_implausible(reading, claims, first.bearer.reference)
            bearer = self._bearers.meant(
                reading, first.said.start, Bearer(first.bearer.reference, is_plain),
                lambda other: self._fits(reading, claims, other), plausible,
            )  # fmt: skip
        if bearer is None:
            return
        for claim in claims:
            verdict = self._judge(reading, claim, bearer)
            if verdict is not None:
                yield verdict

    def _fits(self, reading: Reading, claims: Iterable[Claimed], bearer: Reference) -> bool:
        return all(self._true(reading, c.said, bearer) == c.said.number for c in claims)

    def _true(self, reading: Reading, count: Count, bearer: Reference) -> float | None:
        type = self._units.get(bearer.kind, {}).get(count.words)
        return None if type is None or bearer.entity is None else reading.world.number(bearer.entity, type)

    def _is_implausible(self, reading: Reading, claims: Iterable[Claimed], bearer: Reference) -> bool:
        """Whether numbers are too small for a side: they are rather those of one of its players."""
        if bearer.kind != reading.text.group:
            return False
        true = [(c.said.number, self._true(reading, c.said, bearer)) for c in claims]
        return all(value is not None and number < PLAUSIBLE * value for number, value in true)

    def _judge(self, reading: Reading, claim: Claimed, bearer: Reference) -> Verdict | None:
        text, world, count = reading.text, reading.world, claim.said
        entity, type = bearer.entity, self._units.get(bearer.kind, {}).get(count.words)
        if entity is None or type is None:
            return None
        if claim.clause.time is Time.PART:
            return None
        value = world.value(entity, type)
        if value is None and world.has_numbers(entity):
            return None
        said = " ".join(text.tokens[count.start : count.unit])
        slack = 1 if count.words[-1] in self._rounded else 0
        right = value is not None and abs(float(value) - count.number) <= slack
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        expected = value if value is not None else f"{world.name(entity)} has no {' '.join(count.words)}"
        repair = "" if right or value is None else like(text.tokens[count.start], value)
        return Verdict(
            count.start, count.end, FAMILY, ErrorType.NUMBER, status, world.name(entity), said, expected,
            world.cells(entity, type), repair=repair,
        )  # fmt: skip


def _of_one(claim: Claimed) -> tuple[int, int | None, bool]:
    return claim.bearer.reference.start, claim.bearer.reference.entity, claim.clause.time is Time.PART


def like(token: str, value: str) -> str:
    """A number in the form of another: in words or digits."""
    return value if token[:1].isdigit() or not value.isdigit() else to_words(int(value))
