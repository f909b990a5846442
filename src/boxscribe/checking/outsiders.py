"""Names that nothing known has: people with numbers of this game who are not in the table, and places that the
description does not list. They should be there if they were right, so such a name is unsupported."""

from collections.abc import Iterator

from boxscribe.checking.discourse import Role
from boxscribe.checking.reading import Reading
from boxscribe.checking.roles import RankedCounts
from boxscribe.checking.schedule import venue_names
from boxscribe.checking.subjects import is_this_game
from boxscribe.checking.unlisted import TITLES
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

REACH = 5  # tokens from a name to its first count: "Ann Lee finished with 20 points"
LONGEST = 4  # words of the name of a place


class Outsiders:
    """The reader of names that are in no table."""

    family = "unlisted name"

    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._venues, self._type = venue_names(domain), domain.cues.venue
        self._nouns = frozenset(domain.cues.venue_nouns)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        yield from self._people(reading)
        yield from self._places(reading)

    def _people(self, reading: Reading) -> Iterator[Verdict]:
        text, counts = reading.text, RankedCounts(reading, self._domain)
        for reference in text.references:
            if reference.entity is not None or not reference.is_name or reference.kind != text.single:
                continue
            if not TITLES.isdisjoint(reference.name.lower().split()):  # "the former Sixth Man"
                continue
            clause = reading.clause(reference.start)
            count = counts.first(text.single, reference.end, min(reference.end + REACH, clause.end))
            following = text.within(reference.end, count.start) if count else []
            if count and not following and is_this_game(clause) and reference.role is Role.SUBJECT:
                yield self._verdict(reading, reference.start, reference.end, "not in the table")

    def _places(self, reading: Reading) -> Iterator[Verdict]:
        """ "at the Hawks Nest Arena"."""
        text, world = reading.text, reading.world
        if not any(world.value(side, self._type) for side in world.competitors.values()):
            return
        for at, word in enumerate(text.lower):
            if word not in self._nouns or not text.tokens[at][:1].isupper():
                continue
            start = at
            while start > max(0, at - LONGEST) and text.tokens[start - 1][:1].isupper():
                start -= 1
            preposition = text.lower[start - 1 - (text.lower[start - 1] == "the")] if start > 1 else ""
            known = self._venues.first(text.lower, max(0, start - 1), at + 2)
            if start < at and preposition in ("at", "in") and known is None and is_this_game(reading.clause(at)):
                yield self._verdict(reading, start, at + 1, "not in the league")

    def _verdict(self, reading: Reading, start: int, end: int, expected: str) -> Verdict:
        name = " ".join(reading.text.tokens[start:end])
        return Verdict(start, end, self.family, ErrorType.NAME, VerdictStatus.UNSUPPORTED, name, name, expected)
