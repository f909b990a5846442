"""The records of plays that a text states: "Ann singled home a run in the third", "a two - run homer by Bea".

In: a sentence with the mentions of people, and the plays of its table; out: which token states which record. A play has
no name: it is found by its batter and a word for its event, one of the values that the description derives for plays.
Numbers, ordinals and the score after it, which the sentence gives near that word, choose among several plays of a
batter, and state its records.

Texts mention plays that brought no run, too, which are in no table. So a word for an event other than a home run states
one only where the sentence speaks of a run.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.tables.cues import PlayCues
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table
from boxscribe.text.numbers import from_ordinal, to_number

NEAR = 6  # tokens before the word for a play that may describe it: "RBI", "two - run"
PERIOD_NEAR = 14  # tokens between it and its period
SCORE_NEAR = 24  # tokens after it in which the score that it made may stand
BY_NEAR = 8  # tokens between it and a batter who is named after it
NOT_PERIODS = frozenset(  # after an ordinal that is no period: "the first time"
    """base base-line baseman time of pitch straight consecutive game career hit run home homer batter batters place
    half season save start win loss out player pitcher major inning-ending multihomer""".split()
)
BY = frozenset(["by", "to", "from", "off"])  # then one of these is between them: "a homer by Ann"


class PlayFact(NamedTuple):
    """`sentence[at]` states a word of a record's value."""

    at: int
    entity: int  # the play
    value: str
    type: str


class StatedPlays:
    """Finds the plays that the sentences of one text state, in order."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._domain = domain
        self._plays: dict[int, Entity] = {}
        self._batters: dict[int, int] = {}  # play → its batter
        self._words: dict[str, dict[int, str]] = {}  # words that a text says of plays → each play with the type
        self._stated: set[int] = set()
        cues = domain.cues.plays
        if cues is None:
            return
        names = {entity.name: number for number, entity in enumerate(table.entities)}
        for number, entity in enumerate(table.entities):
            batter = names.get(entity.value(cues.people[0]) or "")
            if entity.kind == cues.kind and batter is not None:
                self._plays[number], self._batters[number] = entity, batter
                for record in entity.records:
                    if record.type in domain.derived and not any(map(str.isdigit, record.value)):
                        self._words.setdefault(record.value, {})[number] = record.type
        named_by = {*cues.named_by}
        self._events = PhraseIndex.of(word for word, own in self._words.items() if named_by & {*own.values()})
        self._scoring = PhraseIndex.of(cues.scoring)

    def find(self, sentence: Sequence[str], people: Sequence[tuple[int, int]]) -> Iterator[PlayFact]:
        """What a sentence states; `people`: the certain mentions in it in order, each with its start and its entity."""
        cues = self._domain.cues.plays
        if not self._plays or cues is None:
            return
        lower = [token.lower() for token in sentence]
        scoring = self._scoring.first(lower, 0, len(lower)) is not None
        for found in self._events.find(lower, 0, len(lower)):
            candidates = self._words[found.value]
            own = [
                play
                for play in self._of_batter(found, lower, people, candidates)
                if scoring or self._plays[play].value(cues.event) in cues.always
            ]
            if own and lower[found.end : found.end + 1] != ["-"]:
                yield from self._stated_by(found, lower, own, cues)

    def _of_batter(
        self, found: Found, lower: Sequence[str], people: Sequence[tuple[int, int]], plays: Mapping[int, str]
    ) -> list[int]:
        """The plays of the one who is named last before the words, or next after them: "a homer by Ann"."""
        batters = {self._batters[play] for play in plays}
        before = [entity for start, entity in people if start < found.start][-1:]
        after = [
            entity
            for start, entity in people
            if found.end <= start < found.end + BY_NEAR and BY & {*lower[found.end : start]}
        ][:1]
        follows = lower[found.end : found.end + 1] == ["by"]
        named = next((one for one in (after + before if follows else before + after) if one in batters), None)
        return [play for play in plays if self._batters[play] == named]

    def _stated_by(
        self, found: Found, lower: Sequence[str], plays: Sequence[int], cues: PlayCues
    ) -> Iterator[PlayFact]:
        """The records of the play that fits the sentence best."""
        runs = self._runs(found, lower, cues)
        if runs is not None:
            plays = [play for play in plays if self._plays[play].value(cues.score) == str(runs[1])]
        if not plays:
            return
        facts = {play: [*self._before(play, found, lower), *self._after(play, found, lower, cues)] for play in plays}
        best = max(plays, key=lambda play: (len(facts[play]), play not in self._stated, -play))
        self._stated.add(best)
        if runs is not None:
            yield PlayFact(runs[0], best, str(runs[1]), cues.score)
        for at, word in enumerate(found.value.split(), start=found.start):
            yield PlayFact(at, best, word, self._words[found.value][best])
        yield from facts[best]

    def _runs(self, found: Found, lower: Sequence[str], cues: PlayCues) -> tuple[int, int] | None:
        """Where the words before the event give the runs, "two - run", and how many."""
        for at in range(found.start - 3, max(-1, found.start - NEAR), -1):
            number = to_number([lower[at]]) if tuple(lower[at + 1 : at + 3]) == ("-", cues.unit) else None
            if number is not None:
                return at, number
        return None

    def _before(self, play: int, found: Found, lower: Sequence[str]) -> Iterator[PlayFact]:
        """The words before the event that describe the play: "solo", "RBI", "go-ahead"."""
        for at in range(max(0, found.start - NEAR), found.start):
            for value in (lower[at], lower[at].upper()):
                if play in self._words.get(value, {}) and value not in self._own_names():
                    yield PlayFact(at, play, value, self._words[value][play])

    def _own_names(self) -> set[str]:
        """The words for events."""
        cues = self._domain.cues.plays
        named_by = {*cues.named_by} if cues else set()
        return {word for word, own in self._words.items() if named_by & {*own.values()}}

    def _after(self, play: int, found: Found, lower: Sequence[str], cues: PlayCues) -> Iterator[PlayFact]:
        """The period near the event, and the score that follows it: "in the third for a 3 - 2 lead"."""
        entity = self._plays[play]
        periods = [
            at
            for at in range(max(1, found.start - PERIOD_NEAR), min(len(lower), found.end + PERIOD_NEAR))
            if lower[at - 1] == "the" and from_ordinal([lower[at]]) and NOT_PERIODS.isdisjoint(lower[at + 1 : at + 2])
        ]
        if periods:
            at = min(periods, key=lambda at: abs(at - found.start))
            period = entity.value(cues.period)
            if str(from_ordinal([lower[at]])) == period:
                yield PlayFact(at, play, period, cues.period)
        running = self._domain.cues.running
        if running is None:
            return
        for at in range(found.end, min(len(lower) - 2, found.end + SCORE_NEAR)):
            pair = lower[at], lower[at + 2]
            if lower[at + 1] == "-" and pair[0].isdigit() and pair[1].isdigit():
                for order in (running.types, running.types[::-1]):
                    if pair == tuple(entity.value(type) for type in order):
                        yield PlayFact(at, play, pair[0], order[0])
                        yield PlayFact(at + 2, play, pair[1], order[1])
                        return
                return
