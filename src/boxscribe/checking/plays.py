"""Plays: "hit a two - run double in the third", "homered", against the plays of the table."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.counting import like
from boxscribe.checking.discourse import Reference, Span
from boxscribe.checking.grammar import Role
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.cues import PlayCues
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import from_ordinal, to_number

PERIOD_AFTER = 5  # tokens after a play in which its period is named


class PlayClaim(NamedTuple):
    """A play that a text states."""

    start: int  # of the number, or of the words of the event
    end: int
    number: int | None  # the score that it made, if it is stated
    event: Found


class Plays:
    """The reader of plays that the description declares as `cues.plays`."""

    family = "play"

    def __init__(self, domain: Domain) -> None:
        self._cues = domain.cues.plays
        cues = self._cues
        self._nouns = PhraseIndex({w: e for e, words in cues.events.items() for w in words} if cues else {})
        self._verbs = PhraseIndex({w: e for e, words in cues.verbs.items() for w in words} if cues else {})
        self._bearers = Bearers(domain.cues)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._cues is None:
            return
        for sentence in reading.text.sentences:
            for claim in self._claims(reading, self._cues, sentence):
                if reading.clause(claim.start).time not in (Time.GAME, Time.PART):
                    continue
                bearer = self._bearers.find(reading, claim.start, claim.event.end)
                if bearer is None or bearer.reference.kind != reading.text.single:
                    continue
                one = self._meant(reading, self._cues, claim, bearer.reference, sentence)
                if one.entity is not None and (bearer.is_plain or self._fitting(reading, self._cues, claim, one)):
                    yield from self._judge(reading, self._cues, claim, one, sentence)

    def _meant(
        self, reading: Reading, cues: PlayCues, claim: PlayClaim, bearer: Reference, sentence: Span
    ) -> Reference:
        """The bearer, or another subject of the sentence if the bearer has no play of the event and that one has it:
        "Ann followed a walk by Bea with her two - run homer"."""
        if self._plays(reading, cues, claim, bearer):
            return bearer
        others = [r for r in reading.text.within(sentence.start, claim.start) if r.role is not Role.OBJECT]
        return next((r for r in reversed(others) if self._fitting(reading, cues, claim, r)), bearer)

    def _plays(self, reading: Reading, cues: PlayCues, claim: PlayClaim, one: Reference) -> list[int]:
        """The plays of the event in which somebody takes part."""
        world = reading.world
        name = world.name(one.entity) if one.entity is not None else ""
        return [
            play
            for play in world.of_kind(cues.kind)
            if world.value(play, cues.event) == claim.event.value
            and name in [world.value(play, type) for type in cues.people]
        ]

    def _fitting(self, reading: Reading, cues: PlayCues, claim: PlayClaim, one: Reference) -> list[int]:
        """Those that made the score of the claim."""
        plays = self._plays(reading, cues, claim, one)
        return [play for play in plays if claim.number in (None, reading.world.number(play, cues.score))]

    def _claims(self, reading: Reading, cues: PlayCues, sentence: Span) -> Iterator[PlayClaim]:
        lower = reading.text.lower
        for event in self._nouns.find(lower, *sentence):
            at = event.start
            if at - 3 >= sentence.start and tuple(lower[at - 2 : at]) == ("-", cues.unit):
                number = to_number([lower[at - 3]])
                if number is not None:
                    yield PlayClaim(at - 3, at - 2, number, event)
            elif at - 1 >= sentence.start and lower[at - 1] in cues.numbers:
                yield PlayClaim(at - 1, at, cues.numbers[lower[at - 1]] or None, event)
        for event in self._verbs.find(lower, *sentence):
            yield PlayClaim(event.start, event.end, None, event)

    def _judge(
        self, reading: Reading, cues: PlayCues, claim: PlayClaim, bearer: Reference, sentence: Span
    ) -> Iterator[Verdict]:
        """A play is true if the table has one of this event and bearer that made this score, in this period."""
        world, text = reading.world, reading.text
        name = world.name(bearer.entity) if bearer.entity is not None else ""
        plays, fits = self._plays(reading, cues, claim, bearer), self._fitting(reading, cues, claim, bearer)
        said = " ".join(text.tokens[claim.start : claim.event.end])
        expected, repair = f"no {claim.event.value} of {name}", ""
        if plays and not fits:
            expected = f"{world.number(plays[0], cues.score):g}"
            repair = like(text.tokens[claim.start], expected)
        shown = fits or plays
        cells = self._cells(reading, cues, shown, cues.score) if shown else world.name_cells(bearer.entity)
        status = VerdictStatus.SUPPORTED if fits else VerdictStatus.CONTRADICTED
        type = ErrorType.WORD if claim.number is None else ErrorType.NUMBER
        if fits and claim.number is not None:
            expected = str(claim.number)
        yield Verdict(claim.start, claim.end, self.family, type, status, name, said, expected, cells, repair=repair)
        if fits:
            yield from self._period(reading, cues, claim, fits, sentence)

    def _period(
        self, reading: Reading, cues: PlayCues, claim: PlayClaim, plays: Sequence[int], sentence: Span
    ) -> Iterator[Verdict]:
        """ "in the third" after a play."""
        text, world = reading.text, reading.world
        for at in range(claim.event.end, min(sentence.end, claim.event.end + PERIOD_AFTER)):
            if text.lower[at] in (",", "and"):
                return
            period = from_ordinal([text.lower[at]]) if text.lower[at - 2 : at] == ("in", "the") else None
            if period is None:
                continue
            true = {int(world.number(play, cues.period) or 0): play for play in plays}
            right = period in true
            cells = self._cells(reading, cues, [true[period]] if right else plays, cues.period)
            yield Verdict(
                at, at + 1, self.family, ErrorType.NUMBER,
                VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
                "", text.tokens[at], ", ".join(map(str, [period] if right else sorted(true))), cells,
            )  # fmt: skip
            return

    def _cells(self, reading: Reading, cues: PlayCues, plays: Sequence[int], type: str) -> tuple[Cell, ...]:
        return tuple(cell for play in plays for t in (cues.event, type) for cell in reading.world.cells(play, t))
