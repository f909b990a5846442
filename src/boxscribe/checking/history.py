"""What entities did in several games: "averaging 21 points", "combined for 40 points over his last two games"."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.counting import Count, find_counts, units
from boxscribe.checking.grammar import POSSESSIVES, is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.windows import GameWindow, GameWindows
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells

_MARGIN = 5  # tokens before a mean in which a word says that it is one of margins
_ROUGHLY = (("over",), ("nearly",), ("almost",), ("than",), ("least",), ("under",), ("about",), ("around",))
SLACK = 0.6  # that a mean may differ from the stated whole number


class Mean(NamedTuple):
    """A mean or a sum over several games that a text states."""

    stated: Count
    clause: Clause
    entity: int
    type: str
    windows: tuple[GameWindow, ...]
    is_mean: bool


class Averages:
    """Means and sums of counts over the season or over some of its games."""

    family = "average"

    def __init__(self, domain: Domain) -> None:
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words
        self._windows, self._bearers = GameWindows(domain), Bearers(domain.cues)
        self._margins, self._allow = frozenset(domain.cues.margins), frozenset(domain.cues.allow)
        self._together = PhraseIndex.of(domain.cues.together)
        self._mean, self._sum = PhraseIndex.of(domain.cues.average), PhraseIndex.of(domain.cues.total)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for _, group in groupby(self._means(reading), key=lambda mean: (mean.clause.start, mean.entity, mean.windows)):
            means = list(group)
            fitting = self._common_window(reading, means)
            for mean in means:
                verdict = self._judge(reading, mean, fitting)
                if verdict is None:
                    continue
                yield verdict
                window = mean.windows[0]
                if window.at is not None:  # there are so many games
                    at, games = window.at, f"{window.number} games"
                    yield game_verdict(reading, at, at + 1, self.family, True, mean.entity, games, "", verdict.games)

    def _means(self, reading: Reading) -> Iterator[Mean]:
        text = reading.text
        for count in find_counts(text, self._words):
            clause = reading.clause(count.start)
            if clause.time is not Time.SEVERAL:
                continue
            mean = self._is_mean(text.lower, clause, count)
            total = not mean and self._sum.first(text.lower, clause.start, count.start) is not None
            bearer = self._bearers.find(reading, count.start, count.unit) if mean or total else None
            if bearer is None or bearer.reference.entity is None or self._is_other(text.lower, clause, count):
                continue
            type = self._units.get(bearer.reference.kind, {}).get(count.words)
            windows = self._windows.find(reading, count.start, count.unit)
            if total:  # of all games of a season, or of this one: "his second double - double in a row , totaling 20"
                together = self._together.first(text.lower, clause.start, count.start)
                windows = [w for w in windows if w.number and (w.at is not None or together)]
            if type is not None and windows:
                yield Mean(count, clause, bearer.reference.entity, type, tuple(windows), mean)

    def _common_window(self, reading: Reading, means: Sequence[Mean]) -> int | None:
        """The first of the choices of games that fits all means of a clause; None if none does."""
        choices = [self._choices(reading, mean) for mean in means]
        for number in range(min(map(len, choices))):
            if all(_fits(mean, games[number]) for mean, games in zip(means, choices, strict=True)):
                return number
        return None

    def _choices(self, reading: Reading, mean: Mean) -> list[Sequence[Cells]]:
        games = reading.world.games(mean.entity)
        return [choice for window in mean.windows for choice in window.choices(games)]

    def _is_mean(self, lower: Sequence[str], clause: Clause, count: Count) -> bool:
        """Whether a word says that a count is a mean: "averaging" before it, "per game" after it."""
        for found in self._mean.find(lower, clause.start, clause.end):
            if found.end - found.start > 1:
                between = lower[count.unit : found.start] if found.start >= count.unit else ("and", "is")
                if not any(is_verb(word) for word in between):
                    return True
            elif found.end <= count.start and POSSESSIVES.isdisjoint(lower[found.end : count.start]):
                return True
        return False

    def _is_other(self, lower: Sequence[str], clause: Clause, count: Count) -> bool:
        """Whether a mean is of the opponents ("allowed an average of"), of a margin, or not stated exactly."""
        before = lower[clause.start : count.start]
        margin = not self._margins.isdisjoint(before[-_MARGIN:])
        return margin or not self._allow.isdisjoint(before) or before[-1:] in _ROUGHLY

    def _judge(self, reading: Reading, mean: Mean, fitting: int | None) -> Verdict | None:
        choices = self._choices(reading, mean)
        if not choices:
            return None
        right = fitting is not None or _fits(mean, choices[0])
        value = _measured(choices[0], mean.type, mean.is_mean)
        sources = game_sources(choices[0], mean.type)
        span, expected, repair = (mean.stated.start, mean.stated.end), f"{value:.1f}", f"{value:.0f}"
        return game_verdict(reading, *span, self.family, right, mean.entity, expected, repair, sources)


def _fits(mean: Mean, games: Sequence[Cells]) -> bool:
    slack = SLACK if mean.is_mean else 0.5
    return abs(_measured(games, mean.type, mean.is_mean) - mean.stated.number) < slack


def _measured(games: Sequence[Cells], type: str, mean: bool) -> float:
    total = sum(game.number(type) or 0 for game in games)
    return total / len(games) if mean else total


def game_sources(games: Sequence[Cells], type: str) -> tuple[str, ...]:
    """Earlier games with what an entity did in each: "2016-11-05 against Rockets: 21"."""
    found = []
    for game in games:
        day, opponent, number = game.text("date"), game.text("opponent"), game.number(type)
        value = f"{number:g}" if number is not None else game.text(type) or "0"
        if day and opponent:
            found.append(f"{day} against {opponent}: {value}")
    return tuple(found)


def game_verdict(
    reading: Reading, start: int, end: int, family: str, right: bool, entity: int, expected: str, repair: str,
    games: tuple[str, ...] = (), type: ErrorType = ErrorType.NUMBER,
) -> Verdict:  # fmt: skip
    """The verdict on words that other games prove or refute."""
    status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
    words = " ".join(reading.text.tokens[start:end])
    name = reading.world.name(entity)
    return Verdict(start, end, family, type, status, name, words, expected, games=games, repair="" if right else repair)
