"""Results of a competitor in some of its games: "are now 18 - 6 at home", "2 - 9 in their last 11 games", "only six
road wins in 17 tries"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.grammar import COPULAS
from boxscribe.checking.history import game_sources, game_verdict
from boxscribe.checking.pairs import Pair, find_pairs
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.scores import DASH
from boxscribe.checking.verdict import Verdict
from boxscribe.checking.windows import GameWindow, GameWindows
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells
from boxscribe.text.numbers import to_number

AROUND = 5  # tokens around a record in which its games are named
_LEADING = frozenset([*COPULAS, "now", "to", "a", "an", "just", "of", "only"])


class ResultCounts(NamedTuple):
    """How often each result occurred, in the order of the record: wins and losses."""

    numbers: tuple[int, ...]
    games: tuple[str, ...]

    @property
    def total(self) -> int:
        return sum(self.numbers)


class SideRecords:
    """The reader of records of home games, of road games, and of the last games."""

    family = "record"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues
        self._type, self._side = cues.result, domain.side
        self._results = {word: name for name, words in cues.streaks.results.items() for word in words}
        self._names = list(cues.streaks.results)
        self._phrases = PhraseIndex({w: side for side, words in cues.record_sides.items() for w in words})
        self._adjectives = {word: side for side, words in cues.record_adjectives.items() for word in words}
        self._tries = frozenset((*cues.windows.games, *cues.record_tries))
        self._before = PhraseIndex.of((*cues.streaks.before, *cues.record_before))
        self._windows = GameWindows(domain)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if not self._names or not self._type:
            return
        text = reading.text
        for sentence in text.sentences:
            for pair in find_pairs(text.lower, *sentence):
                if pair.joint == DASH and reading.clause(pair.first).time is not Time.AHEAD:
                    yield from self._record(reading, pair, sentence.end)
            for at in range(sentence.start, sentence.end - 2):
                if text.lower[at + 1] in self._adjectives and text.lower[at + 2] in self._results:
                    yield from self._number(reading, at, sentence.end)

    def _record(self, reading: Reading, pair: Pair, end: int) -> Iterator[Verdict]:
        lower = reading.text.lower
        before = lower[max(0, pair.first - 2) : pair.first]
        if not before or not (before[-1] in _LEADING or before[0] in ("a", "an")):
            return
        after = pair.second + 1
        near = self._phrases.at(lower, after, end) or self._named_before(lower, pair.first)
        window = None if near else self._windows.last(lower, after, min(end, after + AROUND))
        if near is None and (window is None or window.first or lower[after] not in ("in", "over")):
            return
        entity = self._entity(reading, pair.first)
        choices = self._choices(reading, entity, near.value if near else "", window)
        if entity is None or not choices:
            return
        true = next((c for c in choices if c.numbers == pair.numbers), self._stated(reading, pair.first, choices))
        for at, number, real in zip((pair.first, pair.second), pair.numbers, true.numbers, strict=True):
            yield game_verdict(
                reading, at, at + 1, self.family, number == real, entity, str(real), str(real), true.games
            )

    def _named_before(self, lower: Sequence[str], start: int) -> Found | None:
        """The phrase of "improved their home record to 14 - 7"."""
        found = list(self._phrases.find(lower, max(0, start - AROUND), start - 1))[-1:]
        return next((f for f in found if f.end == start - 1 and lower[f.end] in ("to", "of", "at")), None)

    def _number(self, reading: Reading, at: int, end: int) -> Iterator[Verdict]:
        """ "six road wins in 17 tries"."""
        lower = reading.text.lower
        number = to_number([lower[at]])
        entity = self._entity(reading, at)
        if number is None or entity is None or (at and lower[at - 1] == "-"):
            return
        choices = self._choices(reading, entity, self._adjectives[lower[at + 1]], None)
        if not choices or not choices[0].games:
            return
        name = self._results[lower[at + 2]]
        position = self._names.index(name)
        fits = [c for c in choices if c.numbers[position] == number]
        true = fits[0] if fits else self._stated(reading, at, choices)
        real = true.numbers[position]
        yield game_verdict(reading, at, at + 1, self.family, bool(fits), entity, str(real), str(real), true.games)
        tries = to_number([lower[at + 4]]) if at + 5 < end and lower[at + 3] in ("in", "over") else None
        if tries is not None and lower[at + 5] in self._tries:
            right = any(c.total == tries for c in choices)
            total = str(true.total)
            yield game_verdict(reading, at + 4, at + 5, self.family, right, entity, total, total, true.games)

    def _entity(self, reading: Reading, at: int) -> int | None:
        teams = {*reading.world.competitors.values()}
        subject = reading.text.subject(at, {reading.world.entity(team).kind for team in teams})
        return subject.entity if subject is not None and subject.entity in teams else None

    def _stated(self, reading: Reading, at: int, choices: Sequence[ResultCounts]) -> ResultCounts:
        """With this game, or before it if the sentence says so."""
        before = self._before.first(reading.text.lower, *reading.text.sentence(at))
        return choices[-1] if before else choices[0]

    def _choices(
        self, reading: Reading, entity: int | None, side: str, window: GameWindow | None
    ) -> list[ResultCounts]:
        """The results with this game and before it."""
        games = reading.world.games(entity) if entity is not None else []
        if window is not None:
            return [self._counted(choice) for choice in window.choices(games)]
        return [self._counted([g for g in some if g.text(self._side) == side]) for some in (games, games[:-1]) if games]

    def _counted(self, games: Sequence[Cells]) -> ResultCounts:
        numbers = tuple(sum(game.text(self._type) == name for game in games) for name in self._names)
        return ResultCounts(numbers, game_sources(games, self._type))
