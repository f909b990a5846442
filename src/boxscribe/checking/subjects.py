"""Whom a phrase about a member of a side speaks of: shared by the families of roles."""

from bisect import bisect_left
from collections.abc import Container
from typing import NamedTuple

from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.phrases import Found
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.world import World

BETWEEN = frozenset(["the", "his", "host", "hosting", "visiting", "a", "an"])  # between a verb and its object
JOINED = frozenset([",", "and", "&", "as", "well", "both"])  # between the names of a list
AGENT_REACH = 9  # tokens after "by" in which its first name stands: "led by the strong duo of"
_REACH = 40  # names before a position among which the last one is looked for
WHOLE = "part"  # clauses about no particular part of the game


class Link(NamedTuple):
    """Members and the side that a verb says they belong to."""

    members: list[Reference]
    side: Reference | None

    def is_wrong(self, world: World) -> bool:
        """Whether a member belongs to another side."""
        return any(self.is_other(world, member) for member in self.members)

    def is_other(self, world: World, member: Reference) -> bool:
        if self.side is None or self.side.entity is None or member.entity is None:
            return False
        return world.side(member.entity) != world.side(self.side.entity)


def is_this_game(clause: Clause) -> bool:
    """Whether a clause is about the whole of this game."""
    return clause.time is Time.GAME or (clause.time is Time.PART and clause.part == WHOLE)


def subject_of(reading: Reading, start: int, end: int, kind: str) -> Reference | None:
    """Whom the phrase `tokens[start:end]` speaks of: the agent after "by", or else the subject of its clause, or of its
    sentence, before it or (at the beginning of a sentence) after it."""
    text = reading.text
    sentence, clause = text.sentence(start), reading.clause(start)
    if text.lower[end : end + 1] == ("by",) or text.lower[end - 1] == "by":
        return next((r for r in text.within(end, sentence.end) if r.kind == kind), None)
    following = next(iter(text.within(end, min(sentence.end, end + 2))), None)
    if following is not None and following.kind == kind and text.lower[following.start - 1] == "from":
        return following
    for begin in dict.fromkeys((clause.start, sentence.start)):
        before = [r for r in text.within(begin, start) if r.kind == kind]
        subjects = [r for r in before if r.role in (Role.SUBJECT, Role.AGENT)]
        if subjects or any(r.role is Role.OWNER for r in before):
            return (subjects or [r for r in before if r.role is Role.OWNER])[-1]
    after = [r for r in text.within(end, sentence.end) if r.kind == kind and r.role is not Role.OBJECT]
    if clause.start == sentence.start and after:
        return after[0]
    return text.subject(start, {kind})


def find_link(reading: Reading, verb: Found, kind: str) -> Link | None:
    """The members that a verb links with a side: "Ann led the Hawks", "the Hawks were led by Ann and Bea"."""
    text = reading.text
    sentence = text.sentence(verb.start)
    sides = {reading.world.entity(number).kind for number in reading.world.competitors.values()}
    if text.lower[verb.end : verb.end + 1] == ("by",):
        members = list_of_names(reading, verb.end, min(sentence.end, verb.end + AGENT_REACH), kind)
        before = [r for r in text.within(sentence.start, verb.start) if r.kind in sides]
        return Link(members, before[-1] if before else None) if members else None
    following = next(iter(text.within(verb.end, min(sentence.end, verb.end + 5))), None)
    if following is None or following.kind not in sides or not following.is_name:
        return None
    between = text.lower[verb.end : following.start]
    if not BETWEEN.issuperset(word for word in between if word not in ("way", "charge", "for")):
        return None
    before = [r for r in text.within(reading.clause(verb.start).start, verb.start) if r.role is not Role.OBJECT]
    subject = before[-1] if before else subject_of(reading, verb.start, verb.end, kind)
    if subject is None or subject.entity is None or subject.kind != kind or len(names_joined(reading, subject)) > 1:
        return None
    return Link([subject], following)


def list_of_names(reading: Reading, start: int, end: int, kind: str) -> list[Reference]:
    """The first name of a kind, and those that continue its list."""
    text = reading.text
    found: list[Reference] = []
    for reference in text.within(start, text.sentence(start).end):
        if reference.kind != kind or not reference.is_name or reference.entity is None:
            break
        if not found and reference.start >= end:
            break
        if found and not JOINED.issuperset(text.lower[found[-1].end : reference.start]):
            break
        found.append(reference)
    return found


def names_joined(reading: Reading, last: Reference) -> list[Reference]:
    """The names of the list that ends with a reference."""
    text = reading.text
    found = [last]
    for reference in reversed(text.within(text.sentence(last.start).start, last.start)):
        between = text.lower[reference.end : found[0].start]
        if reference.kind != last.kind or not between or not JOINED.issuperset(between):
            break
        found.insert(0, reference)
    return found


class NamedSoFar:
    """Which entities of a kind a text has named before a position."""

    def __init__(self, reading: Reading, kind: str) -> None:
        references = [r for r in reading.text.references if r.is_name and r.kind == kind and r.entity is not None]
        self._starts = [r.start for r in references]
        self._entities = [r.entity for r in references]
        self._first: dict[int | None, int] = {}
        for reference in references:
            self._first.setdefault(reference.entity, reference.start)

    def is_before(self, entity: int | None, at: int) -> bool:
        return self._first.get(entity, at) < at

    def first_of(self, entity: int) -> int | None:
        """Where an entity is named first."""
        return self._first.get(entity)

    def last_before(self, at: int, but: Container[int] = ()) -> int | None:
        """The entity that was named last before a position, except for some."""
        last = bisect_left(self._starts, at) - 1
        for number in range(last, max(-1, last - _REACH), -1):
            if self._entities[number] not in but:
                return self._entities[number]
        return None
