"""Which games a mean, a sum or a count over several games is about: "over his last two games", "a stretch of four
games", "his second double - double in a row , a stretch where", "on the season"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import from_ordinal, to_number

LAST = ("last", "past", "previous", "prior")
_BEFORE = ("previous", "prior")
_STRAIGHT = ("straight", "consecutive")
_IN_A_ROW = ("in", "a", "row")
_THOSE = ("those", "these")
_ROW_REACH = 4  # tokens from an ordinal to "in a row"
_SPAN_REACH = 3  # tokens from "four - game" to what it names: "four - game winning streak"

G = TypeVar("G")


class GameWindow(NamedTuple):
    """Some games of an entity up to this one: the `number` last or first ones, or all for 0."""

    number: int
    at: int | None = None  # position of the number
    first: bool = False
    before: bool = False  # without this game

    def choices(self, games: Sequence[G]) -> list[Sequence[G]]:
        """The games, with this one and without it; none if there are fewer."""
        if len(games) < self.number or not games:
            return []
        if self.first:
            return [games[: self.number]]
        found = [games[-self.number :], games[:-1][-self.number :]]
        return [window for window in found[self.before :] if window]


SEASON = GameWindow(0)


class GameWindows:
    """Finds the games that statements of a domain's texts are about."""

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.windows
        self._games, self._spans = frozenset(cues.games), frozenset(cues.spans)
        self._season, self._unclear = PhraseIndex.of(cues.season), PhraseIndex.of(domain.cues.unclear_games)

    def find(self, reading: Reading, start: int, end: int) -> list[GameWindow]:
        """What the statement `tokens[start:end]` may be about, the likeliest first; nothing if that is unclear."""
        text, clause = reading.text, reading.clause(start)
        sentence = text.sentence(start)
        if any(text.lower[at] == "season" and _names_mean(text.lower, at) for at in range(clause.start, start)):
            return [SEASON]
        stated = self._nearest(text.lower, clause, start, end)
        if stated == [SEASON]:
            return self._whole(text.lower, *sentence)
        stated = stated or list(self._last(text.lower, *sentence))[:1] or list(self._spanned(text.lower, *sentence))[:1]
        if stated:
            return [w for w in stated if not w.first or not self._unclear.first(text.lower, *sentence)]
        refers = self._refers(text.lower, *sentence)
        row = list(self._rows(text.lower, *sentence))[:1]
        if row:
            return row if refers else [*row, *self._whole(text.lower, *sentence)]
        if not refers:
            return self._whole(text.lower, *sentence)
        if sentence.start == 0:
            return []
        before = text.sentence(sentence.start - 1)
        found = [
            *self._last(text.lower, *before),
            *self._spanned(text.lower, *before),
            *self._rows(text.lower, *before),
        ]
        return [window._replace(at=None) for window in found[:1]]

    def _nearest(self, lower: Sequence[str], clause: Clause, start: int, end: int) -> list[GameWindow]:
        """The games that a clause names next after a statement, or else last before it."""
        places = [(window.at or 0, window) for window in self._last(lower, clause.start, clause.end)]
        places += [(found.start, SEASON) for found in self._season.find(lower, clause.start, clause.end)]
        after = min((place for place in places if place[0] >= end), default=None)
        found = after or max((place for place in places if place[0] < start), default=None)
        return [found[1]] if found else []

    def last(self, lower: Sequence[str], start: int, end: int) -> GameWindow | None:
        """The window that `lower[start:end]` states by "last" and a number."""
        return next(self._last(lower, start, end), None)

    def are_named(self, lower: Sequence[str], start: int, end: int) -> bool:
        """Whether `lower[start:end]` speaks of several games."""
        found = self.last(lower, start, end) or next(self._spanned(lower, start, end), None)
        return found is not None or self._refers(lower, start, end)

    def _whole(self, lower: Sequence[str], start: int, end: int) -> list[GameWindow]:
        return [] if self._unclear.first(lower, start, end) else [SEASON]

    def _refers(self, lower: Sequence[str], start: int, end: int) -> bool:
        """Whether a sentence speaks of a span of games: "over that span", "in those games"."""
        spans = self._spans.intersection(lower[start:end])
        return bool(spans) or any(lower[at] in _THOSE and lower[at + 1] in self._games for at in range(start, end - 1))

    def _last(self, lower: Sequence[str], start: int, end: int) -> Iterator[GameWindow]:
        """ "his last two games", "his two previous games", "his first two games"."""
        for at in range(start, end - 1):
            first = lower[at] == "first"
            if not first and lower[at] not in LAST:
                continue
            number, before = to_number([lower[at + 1]]), lower[at] in _BEFORE
            if number and (not first or (at + 2 < end and lower[at + 2] in self._games)):
                yield GameWindow(number, at + 1, first, before)
            elif not first and lower[at + 1] in self._games and at > start:
                number = to_number([lower[at - 1]])
                yield from [GameWindow(number, at - 1, before=before)] if number else []

    def _spanned(self, lower: Sequence[str], start: int, end: int) -> Iterator[GameWindow]:
        """ "a four - game stretch", "a stretch of four games", "those four games", "four straight games"."""
        for at in range(start, end - 1):
            number = to_number([lower[at]])
            if not number or number < 2:
                continue
            straight = lower[at + 1] in _STRAIGHT
            following = lower[at + 1 + straight] if at + 1 + straight < end else ""
            before = lower[at - 1] if at > start else ""
            named = before in _THOSE or straight or (before == "of" and at > 1 and lower[at - 2] in self._spans)
            if following in self._games and named:
                yield GameWindow(number, at)
            elif following == "-" and at + 2 < end and f"{lower[at + 2]}s" in self._games:
                spans = self._spans.intersection(lower[at + 3 : min(end, at + 3 + _SPAN_REACH)])
                yield from [GameWindow(number, at)] * bool(spans)

    def _rows(self, lower: Sequence[str], start: int, end: int) -> Iterator[GameWindow]:
        """ "his second double - double in a row", "his second straight double - double"."""
        for at in range(start, end - 1):
            number = from_ordinal([lower[at]])
            if number is None or number < 2:
                continue
            words = lower[at + 1 : min(end, at + 1 + _ROW_REACH + len(_IN_A_ROW))]
            in_row = any(tuple(words[i : i + 3]) == _IN_A_ROW for i in range(len(words)))
            hyphen = words[:1] == ("-",)
            if in_row or (len(words) > hyphen and words[hyphen] in _STRAIGHT):
                yield GameWindow(number)


def _names_mean(lower: Sequence[str], at: int) -> bool:
    """ "his season averages", "his season scoring average"."""
    return any(word.startswith("average") for word in lower[at + 1 : at + 3])
