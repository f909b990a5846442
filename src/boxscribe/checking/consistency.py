"""A text against itself: names of two entities in one, the same name twice in a list, repeated sentences, and streaks
of wins and of losses of one side, and parts of the game out of their order."""

from collections.abc import Iterator

from boxscribe.checking.discourse import Reference
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

_IN = ("in", "the")
_AFTER = frozenset(["after", "following", "regrouped", "recovered", "rallied"])
REACH = 10  # tokens after a break in which a part of the game is named
LONG = 6  # words: a shorter sentence can be repeated


class MixedNames:
    """The first name of one entity before the last name of another: "Ann Moss" for Ann Lee or Bea Moss."""

    family = "mixed name"

    def __init__(self, domain: Domain) -> None:
        self._side_kinds = {name for name, kind in domain.kinds.items() if kind.score}

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        firsts: dict[str, set[str]] = {}  # kind → first words of names
        for entity in world.entities:
            firsts.setdefault(entity.kind, set()).add(entity.name.split()[0] if entity.name else "")
        for reference in text.references:
            if not reference.is_name or reference.entity is None or reference.kind in self._side_kinds:
                continue
            start = reference.start - 1
            if start < text.sentence(reference.start).start:
                continue
            first, name = text.tokens[start], world.name(reference.entity)
            if first in firsts[reference.kind] and first not in name.split() and len(first) > 1:
                said = " ".join(text.tokens[start : reference.end])
                yield Verdict(
                    start, reference.end, self.family, ErrorType.NAME, VerdictStatus.CONTRADICTED, name, said, name,
                    world.name_cells(reference.entity), repair=name,
                )  # fmt: skip


class Consistency:
    """Statements of a text that cannot both be true, or that it makes twice."""

    family = "consistency"

    def __init__(self, domain: Domain) -> None:
        streaks = domain.cues.streaks
        self._cues = PhraseIndex.of(streaks.words)
        self._except = PhraseIndex.of((*streaks.exceptions, *streaks.ended, *streaks.before))
        self._results = PhraseIndex({word: name for name, words in streaks.results.items() for word in words})
        periods, parts = domain.cues.periods, domain.cues.parts
        self._scores = {part: {*score.split(" + ")} for part, score in periods.scores.items()}
        self._until = PhraseIndex({word: part for part, words in periods.until.items() for word in words})
        self._parts = PhraseIndex({word: part for part, words in parts.items() for word in words})

    def read(self, reading: Reading) -> Iterator[Verdict]:
        yield from self._streaks(reading)
        yield from self._names(reading)
        yield from self._order(reading)
        yield from self._sentences(reading)

    def _streaks(self, reading: Reading) -> Iterator[Verdict]:
        """A side cannot be on a streak of wins and on one of losses."""
        text, world = reading.text, reading.world
        teams = {*world.competitors.values()}
        kinds = {world.entity(team).kind for team in teams}
        stated: dict[int, str] = {}
        for clause in reading.clauses:
            cue = self._cues.first(text.lower, clause.start, clause.end)
            if cue is None or clause.time in (Time.AHEAD, Time.OTHER):
                continue
            if self._except.first(text.lower, clause.start, clause.end):
                continue
            results = [*self._results.find(text.lower, max(clause.start, cue.start - 4), min(clause.end, cue.end + 3))]
            subject = text.subject(cue.start, kinds)
            if len({result.value for result in results}) != 1 or subject is None or subject.entity not in teams:
                continue
            before = stated.setdefault(subject.entity, results[0].value)
            if before != results[0].value:
                found = results[0]
                yield self._verdict(reading, found.start, found.end, VerdictStatus.CONTRADICTED, subject.name, before)

    def _names(self, reading: Reading) -> Iterator[Verdict]:
        """ "Ann and Ann"."""
        last: Reference | None = None
        for reference in reading.text.references:
            if last is not None and reference.entity is not None and reference.entity == last.entity:
                between = without_bracket(reading.text.lower[last.end : reference.start])
                same = reference.is_name and last.is_name and not self._is_mixed(reading, last)
                if same and between in (("and",), (",", "and")):
                    near = last.end + len(between) == reference.start  # no bracket between
                    start, end = last.start if near else reference.start, reference.end
                    status = VerdictStatus.CONTRADICTED
                    yield self._verdict(reading, start, end, status, reference.name, "named twice", ErrorType.NAME)
            last = reference

    def _is_mixed(self, reading: Reading, name: Reference) -> bool:
        """Whether a name stands after another first name: "Ann Moss and Bea Moss"."""
        before = reading.text.tokens[name.start - 1] if name.start else ""
        return name.end - name.start == 1 and before[:1].isupper() and before != "Both"

    def _order(self, reading: Reading) -> Iterator[Verdict]:
        """ "regrouped at halftime and came out strong in the second quarter": what is over does not follow."""
        lower = reading.text.lower
        for start, end in reading.text.sentences:
            for over in self._until.find(lower, start, end):
                if over.start == start or lower[over.start - 1] not in _AFTER:
                    continue
                part = self._parts.first(lower, over.end, min(end, over.end + REACH))
                scores = self._scores.get(part.value) if part else None
                if part and scores and scores <= self._scores[over.value] and lower[part.start - 2 : part.start] == _IN:
                    status, words = VerdictStatus.CONTRADICTED, " ".join(reading.text.tokens[over.start : over.end])
                    yield self._verdict(reading, part.start, part.end, status, "", f"after: {words}", ErrorType.WORD)

    def _sentences(self, reading: Reading) -> Iterator[Verdict]:
        """The end of a sentence that the text has had before."""
        text = reading.text
        seen: set[tuple[str, ...]] = set()
        for start, end in text.sentences:
            words = text.lower[start:end]
            if len(words) > LONG and words in seen:
                yield self._verdict(reading, end - 1, end, VerdictStatus.UNSUPPORTED, "", "stated before")
            seen.add(words)

    def _verdict(
        self, reading: Reading, start: int, end: int, status: VerdictStatus, subject: str, expected: str,
        type: ErrorType = ErrorType.CONTEXT,
    ) -> Verdict:  # fmt: skip
        said = " ".join(reading.text.tokens[start:end])
        return Verdict(start, end, self.family, type, status, subject, said, expected)


def without_bracket(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after a bracket that they begin with: "( eight points ) and"."""
    if words[:1] == ("(",) and ")" in words:
        return words[words.index(")") + 1 :]
    return words
