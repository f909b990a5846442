"""Whom a number is about: the entity that a count, a pair or a percentage belongs to, by the grammar around it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from boxscribe.checking.discourse import DiscourseModel, Reference, Span
from boxscribe.checking.grammar import POSSESSIVES, PREPOSITIONS, Phrase, Role, is_participle, is_verb
from boxscribe.checking.reading import Reading
from boxscribe.tables.cues import Cues

_FOLLOWING = 24  # tokens after a number in which "from Ann" is looked for
_OPENING = 20  # tokens of an opening phrase before a number
_SENTENCE = 100  # tokens before a number that count as its sentence, so that time is linear in the length of the text
_BREAKS = frozenset(["while", "who", "as", "but", ";", "(", ")", "he", "they", "though", "although", "after", "before"])
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_BOTH = frozenset(["both", "neither", "either", "respective"])  # a statement about several
_COMPARED = frozenset(["to", "than", "versus"])
_NAME = 5  # tokens of the longest name before a number
_TARGETS = frozenset(["to", "into", "under", "below", "at"])
_ENDS = frozenset([";", "while", "with", "by", "behind", "as", "who", "thanks"])  # of what a verb such as "held" causes


class Bearer(NamedTuple):
    """Whom a number is about."""

    reference: Reference
    is_plain: bool  # the grammar leaves no other
    is_subject: bool = False  # of the clause


class Bearers:
    """Finds whom the numbers of texts of a domain are about."""

    def __init__(self, cues: Cues) -> None:
        self._hold, self._force = frozenset(cues.hold), frozenset((*cues.force, *cues.allow))
        self._causative = self._hold | self._force | frozenset(cues.objects)
        self._nouns = frozenset(cues.nouns)
        self._weekday = cues.weekday

    def find(self, reading: Reading, start: int, end: int) -> Bearer | None:
        """Whom the number `tokens[start:end]`, its unit included, is about."""
        text = reading.text
        if self._is_other_day(reading, start):
            return None
        opening = _opening(text, start)
        if opening is not None:
            return self._before_bracket(reading, opening)
        found = (
            self._beside(text, start)
            or self._relative(text, end)
            or self._after(text, end)
            or self._caused(reading, start)
            or _owner(text, start)
            or _next_subject(text, start)
        )
        if found is not None:
            return Bearer(found, True)
        subject = text.subject(start)
        if subject is None or _BOTH.intersection(text.lower[max(subject.end, start - 8) : start]):
            return None
        if subject.entity is not None and self._is_forced(text, start):
            other = reading.world.opponent(subject.entity)
            return None if other is None else Bearer(_replaced(reading, subject, other), True)
        return Bearer(subject, subject.is_name, True)

    def _is_other_day(self, reading: Reading, start: int) -> bool:
        """Whether the clause of a position names another day than that of the game: "in Sunday 's loss"."""
        clause = reading.clause(start)
        days = _DAYS.intersection(reading.text.lower[clause.start : min(clause.end, clause.start + _SENTENCE)])
        side = next(iter(reading.world.competitors.values()), None)
        day = None if side is None else reading.world.value(side, self._weekday)
        return bool(days) and day is not None and day.lower() not in days

    def meant(
        self, reading: Reading, start: int, bearer: Bearer, fits: Callable[[Reference], bool], plausible: bool
    ) -> Reference | None:
        """Whom a number is about after all: where the grammar leaves others, or the number is not plausible for the
        bearer, one whom it fits; None if it is not plausible and fits nobody."""
        reference = bearer.reference
        if fits(reference) or (bearer.is_plain and plausible):
            return reference
        other = next((r for r in self._others(reading, start, reference) if fits(r)), None)
        return other or (reference if plausible else None)

    def _others(self, reading: Reading, start: int, bearer: Reference) -> Iterator[Reference]:
        """Other entities that the number at a position may be about: singles of the sentence and of the one before."""
        text = reading.text
        sentence = _before(text, start)
        before = _before(text, sentence.start - 1).start if sentence.start else 0
        seen = {bearer.entity}
        for reference in reversed(text.within(before, start)):
            if reference.kind == text.single and reference.entity is not None and reference.entity not in seen:
                seen.add(reference.entity)
                yield reference

    def _before_bracket(self, reading: Reading, opening: int) -> Bearer | None:
        """Of "Ann Lee ( 20 points )": the name; of "20 points ( 8 - 15 FG )": whom the points are about."""
        text = reading.text
        sentence = text.sentence(opening)
        for reference in text.within(max(sentence.start, opening - 5), opening):
            if reference.end == opening:
                return Bearer(reference, True)
        return self.find(reading, opening, opening) if opening > sentence.start else None

    def _beside(self, text: DiscourseModel, start: int) -> Reference | None:
        """The entity right before a number that is compared with another: "53 rebounds to the Bulls 40"."""
        sentence = text.sentence(start)
        for reference in text.within(max(sentence.start, start - _NAME), start):
            at = Phrase(text.lower, reference.start, reference.end, *sentence).governor(self._nouns)
            if reference.is_name and reference.end == start and at >= sentence.start and text.lower[at] in _COMPARED:
                return reference
        return None

    def _relative(self, text: DiscourseModel, end: int) -> Reference | None:
        """The subject of a clause that follows a number: "the 41 percent the Bulls shot"."""
        sentence = text.sentence(end - 1)
        for reference in text.within(end, min(sentence.end, end + 2)):
            between = text.lower[end : reference.start]
            follows = reference.end < sentence.end and is_verb(text.lower[reference.end])
            if reference.is_name and between in ((), ("the",)) and follows:
                return reference
        return None

    def _after(self, text: DiscourseModel, end: int) -> Reference | None:
        """The entity that follows a list of numbers: "20 points and five rebounds from Ann"."""
        sentence = text.sentence(end - 1)
        for reference in text.within(end, min(sentence.end, end + _FOLLOWING)):
            at = Phrase(text.lower, reference.start, reference.end, *sentence).governor(self._nouns)
            between = text.lower[end:at]
            if (
                between and between[-1].endswith("ed") and between[-1] not in self._causative
            ):  # "33 assists recorded by"
                between = between[:-1]
            if at >= end and text.lower[at] in ("from", "by") and not any(w in _BREAKS or is_verb(w) for w in between):
                return reference
            return None
        return None

    def _caused(self, reading: Reading, start: int) -> Reference | None:
        """The object of a verb such as "held" or "forced" before a number: "held the Bulls to 40 percent"."""
        text = reading.text
        sentence = _before(text, start)
        references = text.within(sentence.start, start)
        for number in range(len(references) - 1, -1, -1):
            reference = references[number]
            if reference.role is not Role.OBJECT:
                return None
            at = Phrase(text.lower, reference.start, reference.end, *sentence).governor(self._nouns)
            if at < sentence.start or text.lower[at] not in self._causative or text.lower[reference.start] == "his":
                continue  # "forced his way"
            between = text.lower[reference.end : start]
            if not any(word in _TARGETS for word in between) or any(word in _ENDS for word in between):
                return None
            if reference.is_name or reference.entity is None:
                return reference
            subject = next((r for r in reversed(references[:number]) if r.role is not Role.OBJECT), None)
            other = reading.world.opponent(reference.entity)
            if subject is not None and subject.entity == reference.entity and other is not None:
                return _replaced(reading, reference, other)
            return reference
        return None

    def _is_forced(self, text: DiscourseModel, start: int) -> bool:
        """Whether a subject causes a number of its opponent: "forced 17 turnovers"."""
        at = start - 1
        while at > 0 and (text.lower[at].endswith("ly") or text.lower[at] in ("just", "a", "up", "total", "of")):
            at -= 1
        return text.lower[at] in self._force


def joined_names(text: DiscourseModel, last: Reference) -> list[Reference]:
    """The names that are joined with a name before a verb: "Ann Lee and Bea Moss were strong"; none if it is alone."""
    sentence = _before(text, last.start)
    if text.lower[last.start] == "who":  # "Ann Lee and Bea Moss , who totaled"
        last = next((r for r in text.within(sentence.start, last.start)[-1:] if last.start - r.end <= 1), last)
    found = [last] if last.is_name and last.kind == text.single else []
    for reference in reversed(text.within(sentence.start, last.start)) if found else ():
        between = text.lower[reference.end : found[0].start]
        if between[:1] == ("(",) and ")" in between:
            between = between[between.index(")") + 1 :]
        if reference.kind != text.single or reference.entity is None or not {*between} <= {",", "and", "both"}:
            break
        found.insert(0, reference)
    return found if len(found) > 1 else []


def in_bracket(text: DiscourseModel, at: int) -> bool:
    """Whether a number is the first word of a bracket after a name: "Ann Lee ( 12 points )"."""
    before = text.within(max(0, at - 1 - _NAME), at)[-1:]
    return text.lower[max(0, at - 1)] == "(" and any(r.end == at - 1 and r.is_name for r in before)


def _replaced(reading: Reading, reference: Reference, entity: int) -> Reference:
    return reference._replace(entity=entity, name=reading.world.name(entity), kind=reading.world.entity(entity).kind)


def _before(text: DiscourseModel, at: int) -> Span:
    """The sentence of a position, as far as it is near."""
    sentence = text.sentence(at)
    return Span(max(sentence.start, at - _SENTENCE), sentence.end)


def _opening(text: DiscourseModel, at: int) -> int | None:
    """The opening bracket around a position."""
    sentence = _before(text, at)
    depth = 0
    for position in range(at - 1, sentence.start - 1, -1):
        if text.lower[position] == ")":
            depth += 1
        elif text.lower[position] == "(":
            if depth == 0:
                return position
            depth -= 1
    return None


def _next_subject(text: DiscourseModel, at: int) -> Reference | None:
    """The subject after an opening phrase: "In 35 minutes , Ann Lee scored"."""
    sentence = text.sentence(at)
    first = text.lower[sentence.start]
    if not (first in PREPOSITIONS or first in ("with", "after") or is_participle(first)):
        return None
    if at - sentence.start > _OPENING:
        return None
    if any(r.role is not Role.OBJECT or r.kind == text.single for r in text.within(sentence.start, at)):
        return None
    end = min(sentence.end, at + _FOLLOWING)
    comma = next((i for i in range(at, end) if text.lower[i] == ","), end)
    following = text.within(at, end)[:1]
    return next((r for r in following if r.start > comma and r.role in (Role.SUBJECT, Role.OWNER)), None)


def _owner(text: DiscourseModel, at: int) -> Reference | None:
    """The owner of a number: "Ann 's 20 points", "her team - high 20 points"."""
    sentence = _before(text, at)
    nearest = text.within(sentence.start, at)[-1:]
    for reference in nearest:
        own = reference.end < at and text.lower[reference.end] in POSSESSIVES
        own = own or text.lower[reference.end - 1].endswith(("’s", "'s", "s’"))
        own = own or text.lower[reference.start] in ("his", "their", "whose")
        between = text.lower[reference.end + 1 : at]
        if own and not any(w in PREPOSITIONS or w in ("with", "as") or is_verb(w) for w in between):
            return reference
    return None
