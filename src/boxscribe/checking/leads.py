"""Leads in points: "led by 11 after the first quarter", "neither team led by more than ten points", "trailed by as many
as 14"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.discourse import Role
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.scores import number_verdict
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import to_number

AFTER = 8  # tokens after a lead in which its point of time is named
BEFORE = 6  # tokens before a verb in which "never" stands
_MOST = (("as", "many", "as"), ("as", "much", "as"))
_FINAL = (("final",), ("last",))
_MORE = ("more", "than")
_SKIPPED = frozenset(["just", "only", "a", "the", "margin", "of", "total", "mere"])
_NEVER = frozenset(["never", "n't", "not", "without"])


class LeadAt(NamedTuple):
    """By how much a side is ahead at a point of time."""

    margin: float
    cells: tuple[Cell, ...]


class Leads:
    """The reader of leads; where the parts of a game end, the table knows them."""

    family = "lead"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.periods
        self._signs = dict.fromkeys(cues.ahead, 1) | dict.fromkeys(cues.behind, -1)
        self._until = PhraseIndex({word: part for part, words in cues.until.items() for word in words})
        self._scores = {part: parse_sum(cues.scores[part]) for part in cues.until}
        self._final = {name: kind.score for name, kind in domain.kinds.items() if kind.score}
        self._neither = PhraseIndex.of(cues.neither)
        self._spans, self._left, self._minutes = PhraseIndex.of(cues.most_of), cues.left, cues.minutes

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if not self._scores or len(reading.world.competitors) != 2:
            return
        lower = reading.text.lower
        for at, word in enumerate(lower):
            if word == "by" and at > 0 and lower[at - 1] in self._signs:
                if reading.clause(at).time in (Time.GAME, Time.PART):
                    yield from self._judge(reading, at - 1, at + 1)
            elif word == "for" and lower[at + 1 : at + 2] == ("the",):
                yield from self._held(reading, at)

    def _judge(self, reading: Reading, verb: int, at: int) -> Iterator[Verdict]:
        text, lower = reading.text, reading.text.lower
        sentence = text.sentence(verb)
        most = lower[at : at + 3] in _MOST
        more = lower[at : at + 2] == _MORE
        at += 3 * most or 2 * more
        while at < sentence.end and lower[at] in _SKIPPED:
            at += 1
        number = to_number([lower[at]]) if at < sentence.end else None
        if number is None or lower[at + 1 : at + 2] == ("-",):
            return
        neither = self._neither.first(lower, max(sentence.start, verb - BEFORE), verb)
        teams = {*reading.world.competitors.values()}
        named = [r for r in text.within(sentence.start, verb) if r.entity in teams and r.role is not Role.OBJECT]
        side = next(iter(teams)) if neither else named[-1].entity if named else None
        if side is None:
            return
        said = " ".join(text.tokens[verb : at + 1])
        if most or more:
            never = neither or not _NEVER.isdisjoint(lower[max(sentence.start, verb - BEFORE) : verb])
            if most or never:
                yield from self._largest(reading, side, at, number, self._signs[lower[verb]] * (not neither), said)
            return
        found = self._until.first(lower, at + 1, min(sentence.end, at + 1 + AFTER))
        standing = self._standing(reading, side, found.value) if found else None
        if standing is not None:
            true = abs(standing.margin)
            yield number_verdict(reading, at, at + 1, self.family, number, true, side, said, standing.cells)

    def _held(self, reading: Reading, at: int) -> Iterator[Verdict]:
        """ "led for the final 44 minutes", "held a double - digit lead for the majority of the game"."""
        text, lower = reading.text, reading.text.lower
        sentence = text.sentence(at)
        cue = at - 1 if at > sentence.start and self._signs.get(lower[at - 1]) == 1 else None
        span = self._spans.at(lower, at + 2, sentence.end)
        final = lower[at + 2 : at + 3] in _FINAL and at + 4 < sentence.end
        minutes = to_number([lower[at + 3]]) if final else None
        end = next((i + 1 for i in range(at + 4, min(at + 7, sentence.end)) if lower[i] == self._minutes), None)
        if cue is None or (span is None and (minutes is None or end is None)):
            return
        teams = {*reading.world.competitors.values()}
        named = [r for r in text.within(sentence.start, cue) if r.entity in teams and r.role is not Role.OBJECT]
        side = named[-1].entity if named else None
        denied = not _NEVER.isdisjoint(lower[max(sentence.start, cue - BEFORE) : cue])
        if side is None or denied or self._neither.first(lower, sentence.start, cue):
            return
        least, start = self._size(lower, sentence.start, cue)
        parts = (
            [part for part, left in self._left.items() if minutes and left <= minutes] if span is None else self._left
        )
        ends = [self._standing(reading, side, part) for part in (*parts, *([""] if span is None else []))]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends) or not known:
            return
        margins = [end.margin for end in known]
        right = min(margins) >= least if span is None else max(margins) >= least
        stop = end if span is None or end else span.end
        words, status = (
            " ".join(text.tokens[start:stop]),
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
        )
        yield Verdict(
            start, stop or at, self.family, ErrorType.WORD, status, reading.world.name(side), words,
            "" if right else ", ".join(f"{margin:+g}" for margin in margins) + " at the ends of quarters",
            tuple(cell for end in known for cell in end.cells),
        )  # fmt: skip

    def _size(self, lower: Sequence[str], start: int, cue: int) -> tuple[int, int]:
        """The least size of a lead that is named at a position, and where its words begin: "a double - digit lead"."""
        if lower[max(start, cue - 3) : cue] == ("double", "-", "digit"):
            return 10, cue - 3
        return 1, cue

    def _largest(self, reading: Reading, side: int, at: int, number: int, sign: int, said: str) -> Iterator[Verdict]:
        """A largest lead is false if a lead at the end of a part is larger; otherwise it is not known."""
        ends = [self._standing(reading, side, part) for part in (*self._scores, "")]
        leads = [(end.margin * sign if sign else abs(end.margin), end) for end in ends if end is not None]
        if leads:
            most, end = max(leads, key=lambda lead: lead[0])
            if most > number:
                yield number_verdict(reading, at, at + 1, self.family, number, most, side, said, end.cells)

    def _standing(self, reading: Reading, side: int, part: str) -> LeadAt | None:
        """At the end of a part, or of the game."""
        world, other = reading.world, reading.world.opponent(side)
        if other is None:
            return None
        used: list[Cell] = []
        sums = []
        for team in (side, other):
            if part:
                sums.append(self._scores[part].value(world.condition_cells(team), used))
            else:
                type = self._final[world.entity(team).kind]
                sums.append(world.number(team, type))
                used += world.cells(team, type)
        own, theirs = sums
        return None if own is None or theirs is None else LeadAt(own - theirs, tuple(used))
