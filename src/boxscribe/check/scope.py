"""Which games or part of the game a claim is about, by the cue words of its clause."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from boxscribe.check.clauses import split_clauses
from boxscribe.check.discourse import DiscourseModel
from boxscribe.check.phrases import PhraseIndex
from boxscribe.tables.domain import Domain


class Time(Enum):
    """When what a clause says takes place."""

    GAME = auto()  # this game
    PART = auto()  # a part of this game: a quarter, a half
    SEVERAL = auto()  # several games: averages, streaks, totals
    AHEAD = auto()  # a game to come
    OTHER = auto()  # another game, or another measure: "by 12 points", "over 20 points"


class Clause(NamedTuple):
    """A clause: `tokens[start:end]`."""

    start: int
    end: int
    time: Time
    part: str  # the part of the game for `Time.PART`: a name of `cues.parts`


class Scopes:
    """Finds the clauses of texts of a domain, and what each is about."""

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues
        self._parts = PhraseIndex({phrase: name for name, phrases in cues.parts.items() for phrase in phrases})
        self._several = PhraseIndex.of((*cues.average, *cues.several_games))
        self._ahead = PhraseIndex.of(cues.ahead)
        self._other = PhraseIndex.of(cues.other_games)

    def clauses(self, text: DiscourseModel) -> list[Clause]:
        """The clauses of a text, in order."""
        found = []
        for sentence in text.sentences:
            for start, end in split_clauses(text.lower, *sentence):
                clause = self._clause(text.lower, start, end)
                outside = any(r.entity is None for r in text.within(start, end))
                if outside and clause.time in (Time.GAME, Time.PART):  # a side that does not play here
                    clause = clause._replace(time=Time.OTHER)
                found.append(clause)
        return found

    def _clause(self, lower: Sequence[str], start: int, end: int) -> Clause:
        for index, time in ((self._ahead, Time.AHEAD), (self._several, Time.SEVERAL), (self._other, Time.OTHER)):
            if index.first(lower, start, end):
                return Clause(start, end, time, "")
        part = self._parts.first(lower, start, end)
        return Clause(start, end, Time.PART, part.value) if part else Clause(start, end, Time.GAME, "")
