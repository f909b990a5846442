"""What entities did in several games: "won four of their last five", "averaging 21 points", "combined for 40 points
over his last two games"."""

from collections.abc import Iterator, Sequence

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.counting import Count, find_counts, units
from boxscribe.checking.grammar import POSSESSIVES, is_verb
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.windows import LAST, GameWindow, GameWindows
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells
from boxscribe.text.numbers import to_number

_MARGIN = 5  # tokens before a mean in which a word says that it is one of margins
_ROUGHLY = (("over",), ("nearly",), ("almost",), ("than",), ("least",), ("under",), ("about",), ("around",))
SLACK = 1.0  # that a mean may differ from the stated whole number


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
        lower = reading.text.lower
        enters = self._before.first(lower, clause.start, clause.end) or lower[at + 3] in ("previous", "prior")
        enough = len(played) >= games
        right = enough and (count == now or (bool(enters) and count == before))
        sources = game_sources(played[-games:], self._type)
        expected = f"{now} of the last {games}"
        yield game_verdict(reading, at, at + 1, self.family, right, entity, expected, str(now), sources)
        counted = str(len(played))
        yield game_verdict(reading, at + 4, at + 5, self.family, enough, entity, f"{counted} games", counted, sources)


def _met(games: Sequence[Cells], type: str, result: str) -> int:
    return sum(game.text(type) == result for game in games)


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
            entity = bearer.reference.entity
            type = self._units.get(bearer.reference.kind, {}).get(count.words)
            windows = self._windows.find(reading, count.start, count.unit)
            if total:  # of all games of a season, or of this one: "his second double - double in a row , totaling 20"
                together = self._together.first(text.lower, clause.start, count.start)
                windows = [w for w in windows if w.number and (w.at is not None or together)]
            if type is None or not windows:
                continue
            verdict = self._judge(reading, count, entity, type, windows, mean)
            if verdict is not None:
                yield verdict
                if windows[0].at is not None:  # there are so many games
                    at, games = windows[0].at, f"{windows[0].number} games"
                    yield game_verdict(reading, at, at + 1, self.family, True, entity, games, "", verdict.games)

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

    def _judge(
        self, reading: Reading, count: Count, entity: int, type: str, windows: Sequence[GameWindow], mean: bool
    ) -> Verdict | None:
        games = reading.world.games(entity)
        choices = [choice for window in windows for choice in window.choices(games)]
        if not choices:
            return None
        values = [_measured(choice, type, mean) for choice in choices]
        slack = SLACK if mean else 0.5
        right = any(abs(value - count.number) < slack for value in values)
        expected, repair = f"{values[0]:.1f}", f"{values[0]:.0f}"
        sources = game_sources(choices[0], type)
        return game_verdict(reading, count.start, count.end, self.family, right, entity, expected, repair, sources)


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
