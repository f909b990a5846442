"""Results of the last games of a side ("won four of their last five", "their eighth win in nine games"), and of the one
before this: "coming off a win over the Bulls"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.discourse import Reference
from boxscribe.checking.grammar import Role
from boxscribe.checking.history import game_sources, game_verdict
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.schedule import record_verdict
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict
from boxscribe.checking.windows import LAST
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells
from boxscribe.text.numbers import from_ordinal, to_number

_OWN = frozenset(["their", "its", "the", "his"])
_PERFECT = frozenset(["have", "has", "'ve", "'s", "now"])
_OTHER = frozenset(["streak", "straight", "consecutive", "season", "back", "two", "three", "four", "five", "first"])
_TO_RESULT = 6  # tokens from "coming off" to the result
_TO_NAME = 7  # tokens from the result to the opponent: "over the defending champion Bulls"
_NEAR = 3  # tokens from a verb to "four of five"


class Stated(NamedTuple):
    """So many of the last games had a result: positions, and what stands there."""

    count_at: int
    number: int
    games_at: int
    games: int
    result_at: int
    result: str


class LastGames:
    """The reader of results of the last games."""

    family = "last games"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.streaks
        self._results = {word: name for name, words in cues.results.items() for word in words}
        self._before = PhraseIndex.of(cues.before)
        self._type = domain.cues.result
        self._games = frozenset(domain.cues.windows.games)
        self._sides = frozenset(word for words in domain.cues.next_sides.values() for word in words)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        kinds = {world.entity(team).kind for team in teams}
        for at in range(len(text.lower) - 3):
            stated = self._of_last(reading, at) or self._ordinal(reading, at)
            if stated is None or reading.clause(at).time is Time.AHEAD:
                continue
            subject = self._owner(reading, at, teams) or text.subject(at, kinds)
            after = text.lower[stated.games_at + 1 : stated.games_at + 3]
            if subject is None or subject.entity not in teams or self._sides & {*after}:  # of its games on one side
                continue
            assert subject.entity is not None
            yield from self._judge(reading, stated, subject.entity)

    def _owner(self, reading: Reading, at: int, teams: set[int]) -> Reference | None:
        """Of "handed the Bulls their eighth loss in nine games": the side before "their"."""
        text = reading.text
        if at == 0 or text.lower[at - 1] not in ("their", "its"):
            return None
        named = [r for r in text.within(text.sentence(at).start, at - 1) if r.entity in teams and r.is_name]
        return named[-1] if named else None

    def _of_last(self, reading: Reading, at: int) -> Stated | None:
        """ "four of their last five", "four out of the last five", "winners of four of five"."""
        lower = reading.text.lower
        of = at + 1 + (lower[at + 1 : at + 2] == ("out",))
        count = to_number([lower[at]]) if of + 1 < len(lower) and lower[of] == "of" else None
        if count is None:
            return None
        last = of + 1 + (lower[of + 1] in _OWN)
        named = last < len(lower) and lower[last] in LAST
        games_at = last + 1 if named else of + 1
        games = to_number([lower[games_at]]) if games_at < len(lower) else None
        start = reading.clause(at).start if named else max(reading.clause(at).start, at - _NEAR)
        results = [i for i in range(start, at) if lower[i] in self._results]
        if games is None or not results or not (named or self._is_current(lower, results[-1])):
            return None
        return Stated(at, count, games_at, games, results[-1], self._results[lower[results[-1]]])

    def _is_current(self, lower: Sequence[str], result: int) -> bool:
        """Whether a result is up to this game: "have won four of five", "winners of four of five"."""
        return lower[result].endswith("ers") or not _PERFECT.isdisjoint(lower[max(0, result - 2) : result])

    def _ordinal(self, reading: Reading, at: int) -> Stated | None:
        """ "their eighth win in nine games", "the fourth loss in their last five"."""
        lower = reading.text.lower
        if lower[at + 2] != "in" or lower[at + 1] not in self._results:
            return None
        count = from_ordinal([lower[at]])
        if count is None:
            return None
        own = at + 3 + (lower[at + 3] in _OWN)
        last = own < len(lower) and lower[own] in LAST
        games_at = own + last
        games = to_number([lower[games_at]]) if games_at < len(lower) else None
        counted = last or (games_at + 1 < len(lower) and lower[games_at + 1] in self._games)
        if games is None or games < 2 or not counted:
            return None
        return Stated(at, count, games_at, games, at + 1, self._results[lower[at + 1]])

    def _judge(self, reading: Reading, stated: Stated, entity: int) -> Iterator[Verdict]:
        played = reading.world.games(entity)
        if not played:
            return
        lower, clause, games = reading.text.lower, reading.clause(stated.count_at), stated.games
        now = _met(played[-games:], self._type, stated.result)
        before = _met(played[:-1][-games:], self._type, stated.result)
        enters = self._before.first(lower, clause.start, clause.end) or lower[stated.games_at - 1] in (
            "previous",
            "prior",
        )
        enough = len(played) >= games
        right = enough and (stated.number == now or (bool(enters) and stated.number == before))
        sources = game_sources(played[-games:], self._type)
        expected = f"{now} of the last {games}"
        if not right and enough and stated.number == games - now and stated.number != now:
            start, end = sorted((stated.result_at, stated.count_at))  # "won four", and not "lost four"
            if end - start > _NEAR:
                start = end = stated.result_at
            type = ErrorType.WORD
            yield game_verdict(reading, start, end + 1, self.family, False, entity, expected, "", sources, type)
            return
        at = stated.count_at
        yield game_verdict(reading, at, at + 1, self.family, right, entity, expected, str(now), sources)
        counted, at = str(len(played)), stated.games_at
        yield game_verdict(reading, at, at + 1, self.family, enough, entity, f"{counted} games", counted, sources)


def _met(games: Sequence[Cells], type: str, result: str) -> int:
    return sum(game.text(type) == result for game in games)


class GameBefore:
    """The game of a side before this one: "coming off a win over the Bulls"."""

    family = "game before"

    def __init__(self, domain: Domain) -> None:
        self._cues, self._league = domain.cues.game_before, domain.league
        self._phrases = PhraseIndex.of(self._cues.words if self._cues else ())
        self._results = {word: name for name, words in domain.cues.streaks.results.items() for word in words}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        for found in self._phrases.find(text.lower, 0, len(text.lower)):
            sentence = text.sentence(found.start)
            result = next(
                (
                    i
                    for i in range(found.end, min(sentence.end, found.end + _TO_RESULT))
                    if self._is_result(text.lower, i)
                ),
                None,
            )
            subject = self._subject(reading, found.start, sentence.start)
            if result is None or subject is None or subject.entity not in teams or subject.entity is None:
                continue
            if not _OTHER.isdisjoint(text.lower[found.end : result]) or reading.clause(found.start).time is Time.AHEAD:
                continue
            named = next(iter(text.within(result + 1, min(sentence.end, result + _TO_NAME))), None)
            if text.lower[found.start] == "after" and (named is None or named.entity is not None):
                continue  # "after a win" may be this one
            yield from self._judge(reading, result, sentence.end, subject.entity)

    def _is_result(self, lower: Sequence[str], at: int) -> bool:
        return lower[at] in self._results and lower[at + 1 : at + 2] != ("streak",) and lower[at - 1] != "-"

    def _subject(self, reading: Reading, at: int, start: int) -> Reference | None:
        text = reading.text
        before = [r for r in text.within(start, at) if r.role is not Role.OBJECT]
        if before:
            return before[-1]
        after = [r for r in text.within(at, text.sentence(at).end) if r.role is Role.SUBJECT]
        return after[0] if at == start and after else None

    def _judge(self, reading: Reading, result: int, end: int, entity: int) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        assert self._cues is not None
        true = world.value(entity, self._cues.result)
        if true is None or self._league is None:
            return
        right = self._results[text.lower[result]] == true
        yield record_verdict(
            reading, result, result + 1, self.family, ErrorType.WORD, right, entity, self._cues.result
        )  # fmt: skip
        named = next(iter(text.within(result + 1, min(end, result + _TO_NAME))), None)
        follows = named is not None and text.lower[result + 1] in ("over", "against", "to", "at")
        if named is None or not follows or not named.is_name or named.kind != text.group:
            return
        meant = {*self._league.called(named.name)} or {named.name}
        opponent = {*self._league.called(world.value(entity, self._cues.opponent) or "")}
        right = bool(meant & opponent)
        span = named.start, named.end
        yield record_verdict(reading, *span, self.family, ErrorType.NAME, right, entity, self._cues.opponent)
