"""Which games or part of the game a claim is about, by the cue words of its clause."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from boxscribe.checking.clauses import split_clauses
from boxscribe.checking.discourse import DiscourseModel, Reference, Span
from boxscribe.checking.grammar import DETERMINERS, is_participle, is_verb
from boxscribe.checking.phrases import Found, PhraseIndex
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
        sums = (*cues.average, *cues.together)
        several = {phrase: phrase for phrase in (*sums, *cues.several_games)}
        self._several = PhraseIndex(several | dict.fromkeys(cues.this_game, ""))
        self._sums = PhraseIndex.of(sums)
        self._ahead = PhraseIndex.of(cues.ahead)
        self._other = PhraseIndex.of(cues.other_games)
        self._leads = frozenset(word for leader in cues.leaders.values() for word in leader.verbs)
        self._sides = frozenset(word for words in cues.sides.values() for word in words)

    def clauses(self, text: DiscourseModel) -> list[Clause]:
        """The clauses of a text, in order."""
        found: list[Clause] = []
        words = _without_names(text)
        for sentence in text.sentences:
            sums = False  # whether the clause before states a mean or a sum
            for start, end in split_clauses(text.lower, *sentence):
                clause = self._clause(words, start, end)
                sums = bool(self._sums.first(text.lower, start, end)) or (sums and _continues(text.lower, start, end))
                outside = self._is_outside(text, sentence, start, end)
                ahead = found and found[-1].end == start and found[-1].time is Time.AHEAD and start > sentence.start
                if ahead and clause.time is Time.GAME and not any(is_verb(word) for word in text.lower[start:end]):
                    clause = clause._replace(time=Time.AHEAD)  # "will visit Utah , also on Monday"
                if sums and clause.time in (Time.GAME, Time.PART):
                    clause = clause._replace(time=Time.SEVERAL)
                if outside and clause.time in (Time.GAME, Time.PART):  # a side that does not play here
                    clause = clause._replace(time=Time.OTHER)
                found.append(clause)
        return found

    def _is_outside(self, text: DiscourseModel, sentence: Span, start: int, end: int) -> bool:
        """Whether a clause names a side that does not play here, and is not about this game in spite of it: it opens
        the text, names both sides, or tells who led the side that is not there, which is then a wrong name."""
        sides = [r for r in text.within(start, end) if r.kind == text.group]
        others = [r for r in sides if r.entity is None]
        both = len({r.entity for r in sides if r.is_name} - {None}) > 1
        here = both and all(text.lower[max(0, r.start - 1)] == "in" for r in others)  # "in New Orleans"
        opening = sentence.start == 0 and any(r.entity is not None for r in sides)
        return bool(others) and not here and not opening and not all(self._is_led(text, r) for r in others)

    def _is_led(self, text: DiscourseModel, name: Reference) -> bool:
        """ "led the Hawks", "led the way for the Hawks", "the Hawks ( 8 - 31 ) were led by"."""
        lower, at = text.lower, name.start - 1
        while at > 0 and lower[at] in DETERMINERS:
            at -= 1
        before = lower[at] in self._leads or (lower[at] == "for" and not self._leads.isdisjoint(lower[at - 3 : at]))
        after = lower[name.end : name.end + 8]
        return before or ("by" in after and not self._leads.isdisjoint(after[: after.index("by")]))

    def _clause(self, lower: Sequence[str], start: int, end: int) -> Clause:
        for index, time in ((self._ahead, Time.AHEAD), (self._several, Time.SEVERAL), (self._other, Time.OTHER)):
            if any(found.value and not self._is_noun(lower, found) for found in index.find(lower, start, end)):
                return Clause(start, end, time, "")
        part = self._parts.first(lower, start, end)
        return Clause(start, end, Time.PART, part.value) if part else Clause(start, end, Time.GAME, "")

    def _is_noun(self, lower: Sequence[str], found: Found) -> bool:
        """Whether a word that can be a verb is a noun for a side: "outscored their hosts"."""
        return found.start > 0 and lower[found.start - 1] in ("the", "their") and lower[found.start] in self._sides


def _without_names(text: DiscourseModel) -> list[str]:
    """The words of a text in lower case, without those of the names of single entities: "Will Barton" is no "will"."""
    words = [*text.lower]
    for reference in text.references:
        if reference.is_name and reference.kind == text.single:
            words[reference.start : reference.end] = [""] * (reference.end - reference.start)
    return words


def _continues(lower: Sequence[str], start: int, end: int) -> bool:
    """Whether a clause has no subject of its own: "while shooting 54 percent"."""
    words = [word for word in lower[start : min(end, start + 4)] if word not in (",", "while", "and", "also")]
    return bool(words) and is_participle(words[0])
