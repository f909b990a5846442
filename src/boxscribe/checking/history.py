"""What entities did in several games: "won four of their last five", "averaging 21 points", "combined for 40 points
over his last two games", "his third double - double in a row"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.counting import Count, find_counts, units
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells
from boxscribe.text.numbers import from_ordinal, to_number

LAST = ("last", "past", "previous")
SLACK = 1.0  # that a mean may differ from the stated whole number
FINE_SLACK = 0.15  # and from one with a decimal


class LastGames:
    """Results of the last games of a side: "won four of their last five"."""

    family = "last games"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.streaks
        self._results = {word: name for name, words in cues.results.items() for word in words}
        self._before = PhraseIndex.of(cues.before)
        self._type = domain.cues.result
        self._sides = frozenset(word for words in domain.cues.next_sides.values() for word in words)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        kinds = {world.entity(team).kind for team in teams}
        for at in range(len(text.lower) - 5):  # N of their last M
            count, games = to_number([text.lower[at]]), to_number([text.lower[at + 4]])
            if count is None or games is None or text.lower[at + 1] != "of" or text.lower[at + 3] not in LAST:
                continue
            clause = reading.clause(at)
            results = [self._results[w] for w in text.lower[clause.start : at] if w in self._results]
            subject = text.subject(at, kinds)
            if not results or subject is None or subject.entity not in teams or subject.entity is None:
                continue
            if self._sides & {*text.lower[at + 5 : at + 7]} or clause.time is Time.AHEAD:  # of its games on one side
                continue
            yield from self._judge(reading, clause, at, count, games, subject.entity, results[-1])

    def _judge(
        self, reading: Reading, clause: Clause, at: int, count: int, games: int, entity: int, result: str
    ) -> Iterator[Verdict]:
        world = reading.world
        played = world.games(entity)
        if not played:
            return
        now = _met(played[-games:], self._type, result)
        before = _met(played[:-1][-games:], self._type, result)
        enters = self._before.first(reading.text.lower, clause.start, at)
        enough = len(played) >= games
        right = enough and (count == now or (bool(enters) and count == before))
        sources = _sources(played[-games:], self._type)
        expected = f"{now} of the last {games}"
        yield _verdict(reading, at, at + 1, self.family, right, entity, expected, str(now), sources)
        counted = str(len(played))
        yield _verdict(reading, at + 4, at + 5, self.family, enough, entity, f"{counted} games", counted, sources)


def _met(games: Sequence[Cells], type: str, result: str) -> int:
    return sum(game.text(type) == result for game in games)


class Averages:
    """Means and sums of counts over the season or over the last games."""

    family = "average"

    def __init__(self, domain: Domain) -> None:
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words
        self._unclear = PhraseIndex.of(domain.cues.unclear_games)
        self._mean, self._sum = PhraseIndex.of(domain.cues.average), PhraseIndex.of(domain.cues.total)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        counts = list(find_counts(text, self._words))
        for count in counts:
            clause = reading.clause(count.start)
            if clause.time is not Time.SEVERAL:
                continue
            mean = self._mean.first(text.lower, clause.start, clause.end)
            total = self._sum.first(text.lower, clause.start, clause.end)
            subject = text.subject(count.start)
            if (mean is None and total is None) or subject is None or subject.entity is None:
                continue
            type = self._units.get(subject.kind, {}).get(count.words)
            window = _window(text.lower, *text.sentence(count.start))
            last = window.number if window else 0
            if type is None or (total is not None and mean is None and not last):
                continue
            if not last and self._unclear.first(text.lower, *text.sentence(count.start)):
                continue
            verdict = self._judge(reading, count, subject.entity, type, last, mean is not None)
            if verdict is not None:
                yield verdict
                if window:  # there are so many games
                    at, games = window.at, f"{window.number} games"
                    yield _verdict(reading, at, at + 1, self.family, True, subject.entity, games, "", verdict.games)

    def _judge(self, reading: Reading, count: Count, entity: int, type: str, last: int, mean: bool) -> Verdict | None:
        games = reading.world.games(entity)
        if not games or (last and len(games) < last):
            return None
        stated = count.number
        windows = [games[-last:], games[:-1][-last:]] if last else [games, games[:-1]]
        values = [_measured(window, type, mean) for window in windows if window]
        slack = SLACK if mean else 0.5
        right = any(abs(value - stated) < slack for value in values)
        expected, repair = f"{values[0]:.1f}", f"{values[0]:.0f}"
        sources = _sources(windows[0], type)
        return _verdict(reading, count.start, count.end, self.family, right, entity, expected, repair, sources)


def _measured(games: Sequence[Cells], type: str, mean: bool) -> float:
    total = sum(game.number(type) or 0 for game in games)
    return total / len(games) if mean else total


class GameWindow(NamedTuple):
    """The number of the last games that a sentence speaks of, and its position."""

    at: int
    number: int


def _window(lower: Sequence[str], start: int, end: int) -> GameWindow | None:
    """The games of "over his last two games" in a sentence."""
    at = next((at for at in range(start, end - 1) if lower[at] in LAST), None)
    number = None if at is None else to_number([lower[at + 1]])
    return None if at is None or not number else GameWindow(at + 1, number)


def _sources(games: Sequence[Cells], type: str) -> tuple[str, ...]:
    """Earlier games with what an entity did in each: "2016-11-05 against Rockets: 21"."""
    found = []
    for game in games:
        day, opponent, number = game.text("date"), game.text("opponent"), game.number(type)
        value = f"{number:g}" if number is not None else game.text(type) or "0"
        if day and opponent:
            found.append(f"{day} against {opponent}: {value}")
    return tuple(found)


class Runs:
    """Statements that are repeated: "his third double - double in a row", "of the season"."""

    family = "run"

    def __init__(self, domain: Domain) -> None:
        self._runs = domain.cues.runs
        self._phrases = PhraseIndex({word: name for name, run in self._runs.items() for word in run.words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for found in self._phrases.find(text.lower, 0, len(text.lower)):
            run = self._runs[found.value]
            subject = text.subject(found.start, {run.kind})
            if reading.clause(found.start).time is not Time.SEVERAL or subject is None or subject.entity is None:
                continue
            ordinal = next((i for i in (found.start - 1, found.start - 2) if from_ordinal([text.lower[i]])), None)
            if ordinal is None or not world.has_numbers(subject.entity):
                continue
            if world.number(subject.entity, run.type) is None:
                span, expected = (ordinal, found.end), f"no {' '.join(text.tokens[found.start : found.end])}"
                yield _verdict(reading, *span, self.family, False, subject.entity, expected, "", type=ErrorType.WORD)
                continue
            ending = text.lower[found.end : found.end + 4]
            type = next((t for words, t in run.counts.items() if words in " ".join(ending)), "")
            true = world.number(subject.entity, type) if type and world.has_season else None
            if true is not None:
                stated = from_ordinal([text.lower[ordinal]])
                yield _verdict(
                    reading, ordinal, ordinal + 1, self.family, stated == true, subject.entity, f"{true:g}", f"{true:g}"
                )


def _verdict(
    reading: Reading, start: int, end: int, family: str, right: bool, entity: int, expected: str, repair: str,
    games: tuple[str, ...] = (), type: ErrorType = ErrorType.NUMBER,
) -> Verdict:  # fmt: skip
    status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
    words = " ".join(reading.text.tokens[start:end])
    name = reading.world.name(entity)
    return Verdict(start, end, family, type, status, name, words, expected, games=games, repair="" if right else repair)
