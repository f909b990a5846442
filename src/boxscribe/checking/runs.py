"""How often an entity reached something over games: "his third double - double in a row", "reached double figures in
points one other time this season", and whether this game is its best: "a season - high in points"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.counting import units
from boxscribe.checking.history import game_sources, game_verdict
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.subjects import subject_of
from boxscribe.checking.verdict import ErrorType, Verdict
from boxscribe.checking.windows import GameWindows
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Cells, all_hold, parse_condition
from boxscribe.text.numbers import from_ordinal, to_number

_STRAIGHT = ("straight", "consecutive")
_IN_A_ROW = ("in", "a", "row")
_TIMES = {"once": 1, "twice": 2}
_BEFORE = 6  # tokens before a run in which a word takes it back
_AFTER = 6  # tokens after a run in which its games are named: "in his last four games"
_FOR = 5  # tokens after a high in which its owner is named: "in points for"
_MARK_REACH = 8  # tokens from a mark to how often it was reached: "double figures in points just two"


class Occasion(NamedTuple):
    """How often something is said to have happened: `tokens[start:end]`."""

    start: int
    end: int
    number: int
    other: bool  # without this game


class Runs:
    """Statements that are counted over games: "his third double - double in a row", "of the season"."""

    family = "run"

    def __init__(self, domain: Domain) -> None:
        self._runs, texts = domain.cues.runs, domain.text_types
        self._phrases = PhraseIndex({word: name for name, run in self._runs.items() for word in run.words})
        self._holds = {name: [parse_condition(c, texts) for c in run.holds] for name, run in self._runs.items()}
        self._windows = GameWindows(domain)
        self._season = PhraseIndex.of(domain.cues.windows.season)
        self._nearly = frozenset((*domain.cues.nearly, "within")) - {"just"}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for found in self._phrases.find(text.lower, 0, len(text.lower)):
            ordinal = next((i for i in (found.start - 1, found.start - 2) if from_ordinal([text.lower[i]])), None)
            if ordinal is None or reading.clause(found.start).time in (Time.AHEAD, Time.OTHER):
                continue
            owner = text.within(ordinal - 1, ordinal)  # "his second double - double"
            subject = owner[0] if owner else text.subject(found.start, {self._runs[found.value].kind})
            if subject is None or subject.entity is None or not world.has_numbers(subject.entity):
                continue
            if not self._nearly.isdisjoint(text.lower[max(0, ordinal - _BEFORE) : ordinal]):  # "one rebound shy of"
                continue
            if not all_hold(self._holds[found.value], world.condition_cells(subject.entity)):
                span, expected = (ordinal, found.end), f"no {' '.join(text.tokens[found.start : found.end])}"
                yield game_verdict(
                    reading, *span, self.family, False, subject.entity, expected, "", type=ErrorType.WORD
                )
                continue
            yield from self._judge(reading, found, ordinal, subject.entity)

    def _judge(self, reading: Reading, found: Found, ordinal: int, entity: int) -> Iterator[Verdict]:
        games = reading.world.games(entity)
        true = self._true(reading, found, ordinal, games)
        if true is not None:
            right = from_ordinal([reading.text.lower[ordinal]]) == true
            number, end = str(true), ordinal + 1
            sources = game_sources(games[-max(true, 1) :], "")
            yield game_verdict(reading, ordinal, end, self.family, right, entity, number, number, sources)

    def _true(self, reading: Reading, found: Found, ordinal: int, games: Sequence[Cells]) -> int | None:
        """How often it happened in the games that the text names."""
        lower, end = reading.text.lower, reading.text.sentence(found.start).end
        met = [bool(all_hold(self._holds[found.value], game)) for game in games]
        following = min(end, found.end + _AFTER)
        if not met:
            return None
        if lower[found.end : found.end + 3] == _IN_A_ROW or lower[ordinal + 1] in _STRAIGHT:
            return next((n for n, holds in enumerate(reversed(met)) if not holds), len(met))
        season = self._season.at(lower, found.end, end)
        if season is not None and lower[ordinal - 1] != "career":
            return sum(met)
        last = self._windows.last(lower, found.end, following)
        between = lower[found.end : last.at] if last is not None and last.at is not None else ()
        if last is None or last.first or "," in between or len(met) < last.number:
            return None
        return sum(met[-last.number :])


class Times:
    """How often an entity has reached a mark: "reached double figures in points twice this season"."""

    family = "times"

    def __init__(self, domain: Domain) -> None:
        self._reached, texts = domain.cues.reached, domain.text_types
        self._marks = PhraseIndex.of(self._reached.words if self._reached else ())
        self._holds = [parse_condition(c, texts) for c in self._reached.holds] if self._reached else []
        self._season = PhraseIndex.of(domain.cues.windows.season)
        self._topics = PhraseIndex(domain.cues.topics)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._reached is None:
            return
        lower = reading.text.lower
        for sentence in reading.text.sentences:
            for mark in self._marks.find(lower, *sentence):
                topic = self._topics.first(lower, mark.end, mark.end + 2)
                if topic is None or topic.value == self._reached.type:
                    yield from self._judge(reading, mark, sentence.end)

    def _judge(self, reading: Reading, mark: Found, end: int) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        assert self._reached is not None
        said = _occasion(text.lower, mark.end, min(end, mark.end + _MARK_REACH))
        if said is None or not self._season.first(text.lower, said.end, min(end, said.end + 4)):
            return
        negated = {"failed", "without", "not", "n't", "missed"} & {*text.lower[mark.start - 4 : mark.start]}
        subject = text.subject(mark.start, {self._reached.kind})
        if negated or subject is None or subject.entity is None or not world.games(subject.entity):
            return
        games = world.games(subject.entity)
        met = [bool(all_hold(self._holds, game)) for game in games]
        before, now = sum(met[:-1]), sum(met)
        right = said.number == before or (said.number == now and not said.other)
        sources = tuple(s for s, holds in zip(game_sources(games, self._reached.type), met, strict=False) if holds)
        true = before if said.other else now
        yield game_verdict(
            reading, said.start, said.end, self.family, right, subject.entity, str(true), str(true), sources
        )


def _occasion(lower: Sequence[str], start: int, end: int) -> Occasion | None:
    """ "twice", "two times", "two other times"."""
    for at in range(start, end):
        if lower[at] in _TIMES:
            return Occasion(at, at + 1, _TIMES[lower[at]], "other" in lower[at + 1 : at + 2])
        number = to_number([lower[at]])
        if number is not None and at + 2 < len(lower):
            other = lower[at + 1] == "other"
            if lower[at + 1 + other] in ("time", "times"):
                return Occasion(at, at + 1, number, other)
    return None


class SeasonHighs:
    """Whether a count is the most of the season: "a season - high 25 points", "a season - high in points"."""

    family = "season high"

    def __init__(self, domain: Domain) -> None:
        self._highs = PhraseIndex.of(domain.cues.season_highs)
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._other = frozenset(domain.cues.nearly) | {"matched", "tied", "previous", "fell", "followed", "playoff"}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for high in self._highs.find(text.lower, 0, len(text.lower)):
            sentence = text.sentence(high.start)
            named = next(iter(text.within(high.end, min(sentence.end, high.end + _FOR))), None)
            follows = named is not None and named.kind == text.single and text.lower[named.start - 1] == "for"
            subject = named if follows else subject_of(reading, high.start, high.end, text.single)
            type = None if subject is None else self._type(reading, high, sentence.end, subject.kind)
            if subject is None or subject.entity is None or type is None:
                continue
            if self._other & {*text.lower[max(sentence.start, high.start - 4) : high.start]}:
                continue
            if reading.clause(high.start).time in (Time.AHEAD, Time.OTHER):
                continue
            games = world.games(subject.entity)
            true = world.number(subject.entity, type)
            if len(games) < 2 or true is None:
                continue
            best = max(games[:-1], key=lambda game: game.number(type) or 0)
            most = best.number(type) or 0
            yield game_verdict(
                reading, high.start, high.end, self.family, most <= true, subject.entity,
                "" if most <= true else f"{most:g} before", "", game_sources([best], type), ErrorType.WORD,
            )  # fmt: skip

    def _type(self, reading: Reading, high: Found, end: int, kind: str) -> str | None:
        """The type that the words after a high name: "25 points", "of 25 points", "in points"."""
        lower = reading.text.lower
        if lower[max(0, high.start - 2) : high.start] == (",", "a"):  # "to score 24 points , a season - high"
            before = (lower[max(0, high.start - 2 - length) : high.start - 2] for length in (3, 2, 1))
            return next((self._units[kind][words] for words in before if words in self._units[kind]), None)
        for at in range(high.end, min(end, high.end + 4)):
            for length in (3, 2, 1):
                type = self._units[kind].get(tuple(lower[at : min(end, at + length)]))
                if type is not None:
                    return type
            if not (lower[at] in ("in", "of", "for", "-", "with") or to_number([lower[at]]) is not None):
                return None
        return None
