"""Scores of parts of the game: "outscored the Bulls 29 - 18 in the first quarter", "by 11 in the fourth"."""

from collections.abc import Iterator

from boxscribe.check.pairs import find_pairs
from boxscribe.check.phrases import PhraseIndex
from boxscribe.check.reading import Reading
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import parse_sum
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import to_number


class Periods:
    """The reader of scores of parts of the game."""

    family = "period"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.periods
        self._outscore = PhraseIndex.of(cues.outscore)
        self._scores = {part: parse_sum(cells) for part, cells in cues.scores.items()}
        self._parts = PhraseIndex({w: part for part, words in domain.cues.parts.items() for w in words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text = reading.text
        for sentence in text.sentences:
            for verb in self._outscore.find(text.lower, *sentence):
                yield from self._outscored(reading, verb.end, sentence.end)

    def _outscored(self, reading: Reading, start: int, end: int) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        stop = next((at for at in range(start, end) if text.lower[at] in ("while", ";", "but")), end)
        parts = [found.value for found in self._parts.find(text.lower, start, stop) if found.value in self._scores]
        sentence = text.sentence(start)
        if not parts:
            earlier = self._parts.find(text.lower, sentence.start, start)
            parts = [found.value for found in earlier if found.value in self._scores][-1:]
        teams = list(world.competitors.values())
        subject = next((r for r in reversed(text.within(sentence.start, start)) if r.entity in teams), None)
        if len(parts) != 1 or len(teams) != 2 or subject is None or subject.entity is None:
            return
        other = next(team for team in teams if team != subject.entity)
        used: list[Cell] = []
        own = self._scores[parts[0]].value(world.condition_cells(subject.entity), used)
        theirs = self._scores[parts[0]].value(world.condition_cells(other), used)
        if own is None or theirs is None:
            return
        for pair in find_pairs(text.lower, start, stop):
            if pair.joint == ("-",):
                expected = (own, theirs) if (pair.numbers[0] >= pair.numbers[1]) == (own >= theirs) else (theirs, own)
                for at, stated, true in zip((pair.first, pair.second), pair.numbers, expected, strict=True):
                    yield self._verdict(reading, at, stated == true, subject.entity, f"{true:g}", tuple(used))
                return
        for at in range(start, stop - 1):
            margin = to_number([text.lower[at + 1]]) if text.lower[at] == "by" else None
            if margin is not None:
                true = own - theirs
                yield self._verdict(reading, at + 1, margin == true, subject.entity, f"{true:g}", tuple(used))
                return

    def _verdict(
        self, reading: Reading, at: int, right: bool, entity: int, true: str, cells: tuple[Cell, ...]
    ) -> Verdict:
        status = VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED
        return Verdict(
            at, at + 1, self.family, ErrorType.NUMBER, status, reading.world.name(entity), reading.text.tokens[at],
            true, cells, repair="" if right else true,
        )  # fmt: skip
