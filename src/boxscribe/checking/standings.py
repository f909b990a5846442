"""Standings: "remain in second place in the Eastern Conference 's Atlantic Division", "the fourth seed in the West"."""

from collections.abc import Iterator

from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.schedule import record_verdict
from boxscribe.checking.verdict import ErrorType, Verdict
from boxscribe.tables.cues import StandingsGroup
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import from_ordinal

VERB_REACH = 6  # tokens from the verb to the place: "are currently slotted in the"
GROUP_REACH = 8  # tokens from the place to its group: "in the Eastern Conference 's Atlantic"


class Standings:
    """The place of a side in a group of the league."""

    family = "standing"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.standings
        self._groups: tuple[StandingsGroup, ...] = cues.groups if cues else ()
        self._verbs = frozenset(cues.verbs if cues else ())
        self._places = frozenset(cues.places if cues else ())
        self._top, self._last = PhraseIndex.of(cues.top if cues else ()), cues.last if cues else ""
        self._except = frozenset(cues.exceptions if cues else ())

    def read(self, reading: Reading) -> Iterator[Verdict]:
        lower = reading.text.lower
        for start, end in reading.text.sentences:
            for at in range(start, end - 1):
                following = lower[at + 1 : at + 3][lower[at + 1] == "-" :][:1]
                place = None if self._places.isdisjoint(following) else self._place(lower[at])
                top = self._top.at(lower, at, end)
                if top is not None:
                    yield from self._judge(reading, at, top.end, end, 1)
                elif place is not None:
                    yield from self._judge(reading, at, at + 2, end, place)

    def _place(self, word: str) -> int | None:
        """The number of a place; 0 for the last one."""
        return 0 if word == self._last else from_ordinal([word])

    def _judge(self, reading: Reading, start: int, end: int, stop: int, place: int) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        before = text.lower[max(text.sentence(start).start, start - VERB_REACH) : start]
        subject = text.subject(start, {world.entity(team).kind for team in teams})
        group = self._group(text.lower, end, min(stop, end + GROUP_REACH))
        if subject is None or subject.entity not in teams or group is None or not self._verbs.intersection(before):
            return
        assert subject.entity is not None
        true = world.number(subject.entity, group[1].place)
        if true is None or self._except.intersection(text.lower[max(0, start - VERB_REACH) : group[0]]):
            return
        named = [word for word in text.tokens[end : group[0]] if word in group[1].names]
        inside = not named or world.value(subject.entity, group[1].type) in named
        right = inside and (true == place if place else true >= group[1].size)
        yield record_verdict(
            reading, start, group[0], self.family, ErrorType.WORD, right, subject.entity, group[1].place
        )

    def _group(self, lower: tuple[str, ...], start: int, end: int) -> tuple[int, StandingsGroup] | None:
        """The position after the words of the narrowest group, and the group."""
        for group in self._groups:
            for at in range(start, end):
                if lower[at] in group.words and lower[at + 1 : at + 2] != ("'s",):  # of which a smaller group is named
                    return at + 1, group
        return None
