"""Streaks of a side: "won three straight", "their fifth consecutive loss", "snapped a four - game losing streak"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.discourse import Reference
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.schedule import record_verdict
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.verdict import ErrorType, Verdict
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import find_numbers, from_ordinal

OWN = ("their", "its")
REACH = 4  # tokens from the number to the cue: "four games in a row"


class _Length(NamedTuple):
    start: int
    end: int
    value: int


class Streaks:
    """Results in a row."""

    family = "streak"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.streaks
        self._types, self._result = cues.types, domain.cues.result
        self._cues, self._except = PhraseIndex.of(cues.words), PhraseIndex.of(cues.exceptions)
        self._ended, self._before = PhraseIndex.of(cues.ended), PhraseIndex.of(cues.before)
        self._results = PhraseIndex({word: name for name, words in cues.results.items() for word in words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        lower = reading.text.lower
        for clause in reading.clauses:
            found = self._cues.first(lower, clause.start, clause.end)
            if (
                found is None
                or self._except.first(lower, clause.start, clause.end)
                or clause.time in (Time.OTHER, Time.AHEAD)
            ):
                continue
            number = _nearest(reading, clause, found.start)
            results = list(
                self._results.find(lower, max(clause.start, found.start - 8), min(clause.end, found.end + 6))
            )
            if number is None or not results:
                continue
            result = min(results, key=lambda r: abs(r.start - found.start))
            verdict = self._judge(reading, clause, number, result)
            if verdict:
                yield verdict

    def _judge(self, reading: Reading, clause: Clause, number: _Length, result: Found) -> Verdict | None:
        text, world, types = reading.text, reading.world, self._types[result.value]
        teams = list(world.competitors.values())
        subject = self._subject(reading, number, teams)
        if subject is None or subject.entity not in teams or not world.has_season:
            return None
        ended = (
            self._ended.first(text.lower, clause.start, clause.end)
            if "n't" not in text.lower[clause.start : clause.end]
            else None
        )
        before = self._before.first(text.lower, clause.start, clause.end)
        if ended:
            owner, type = self._ended_of(reading, number, result, subject.entity), types.before
        else:
            owner, type = subject.entity, types.before if before else types.now
        true = world.number(owner, type) or 0
        with_this_game = ended or "now" in text.lower[clause.start : clause.end]  # else it may be meant without it
        right = true == number.value or (not with_this_game and number.value == world.number(owner, types.before))
        others = [other for name, other in self._types.items() if name != result.value]
        reverse = [other.before if before else other.now for other in others]
        if not right and any(world.number(owner, other) == number.value for other in reverse):  # won, and not lost
            return record_verdict(reading, result.start, result.end, self.family, ErrorType.WORD, right, owner, type)
        return record_verdict(reading, number.start, number.end, self.family, ErrorType.NUMBER, right, owner, type)

    def _ended_of(self, reading: Reading, number: _Length, result: Found, subject: int) -> int:
        """Whose streak has ended: that of the side whose result of this game is the other one; if the text gives it to
        a side whose streak goes on, its own."""
        world = reading.world
        results = {team: world.value(team, self._result) for team in world.competitors.values()}
        over = [team for team, value in results.items() if value not in (None, result.value)]
        own = result.value == results.get(subject) and any(
            w in OWN for w in reading.text.lower[result.start - 6 : result.start]
        )
        return over[0] if len(over) == 1 and not own else subject

    def _subject(self, reading: Reading, number: _Length, teams: Sequence[int]) -> Reference | None:
        """The side whose streak it is."""
        text = reading.text
        sentence = text.sentence(number.start)
        subject = text.subject(number.start, {reading.world.entity(team).kind for team in teams})
        inside = [r for r in text.within(*sentence) if r.entity in teams and r.is_name]
        before = [r for r in inside if r.start < number.start]
        if before and text.lower[number.start - 1] in OWN:
            gap = text.lower[before[-1].end : number.start - 1]
            bracket = gap[:1] == ("(",) and gap.index(")") == len(gap) - 1 if ")" in gap else False
            if len(before) == 1 or not gap or bracket:  # "handed the Heat ( 1 - 3 ) their second straight loss"
                return before[-1]
        opening = text.lower[sentence.start : sentence.start + 2]
        if inside and "for" in opening:  # "As for the Bulls , they have lost four straight"
            return inside[0]
        if inside and subject is not None and subject.start < inside[0].start:  # "After six straight wins , the Hawks"
            return inside[0]
        return subject


def _nearest(reading: Reading, clause: Clause, start: int) -> _Length | None:
    """The number or ordinal before a cue."""
    tokens = reading.text.tokens[clause.start : clause.end]
    numbers = [_Length(clause.start + n.start, clause.start + n.end, n.value) for n in find_numbers(tokens)]
    for at, token in enumerate(tokens):
        value = from_ordinal([token])
        if value is not None:
            numbers.append(_Length(clause.start + at, clause.start + at + 1, value))
    lower = reading.text.lower
    near = [n for n in numbers if start - REACH <= n.start < start and lower[n.end : n.end + 1] != (")",)]
    after = [n for n in numbers if start < n.start <= start + REACH and lower[n.start - 1] == "to"]
    return max(near, default=min(after, default=None))  # "extended their winning streak to four games"
