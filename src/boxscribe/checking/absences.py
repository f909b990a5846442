"""Who did not take part: "the Hawks played this game without Ann"."""

from collections.abc import Iterator

from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.subjects import list_of_names
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain

BEFORE = 5  # tokens before a phrase in which its verb stands: "had to play this game without"
REACH = 4  # tokens after a phrase in which the first name begins: "without star guard"


class Absences:
    """Entities that are said to be absent; those that have numbers in the table took part."""

    family = "absence"

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues.absences
        self._kind, self._type = (cues.kind, cues.type) if cues else ("", "")
        self._phrases = PhraseIndex.of(cues.words if cues else ())
        self._verbs = frozenset(cues.verbs if cues else ())
        self._parts = PhraseIndex.of(cues.parts if cues else ())

    def read(self, reading: Reading) -> Iterator[Verdict]:
        lower = reading.text.lower
        for clause in reading.clauses:
            if clause.time not in (Time.GAME, Time.OTHER):
                continue
            for found in self._phrases.find(lower, clause.start, clause.end):
                before = lower[max(clause.start, found.start - BEFORE) : found.start]
                if self._verbs.intersection(before) and not self._parts.first(lower, found.end, clause.end):
                    yield from self._judge(reading, found)

    def _judge(self, reading: Reading, found: Found) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        end = min(found.end + REACH, text.sentence(found.start).end)
        for name in list_of_names(reading, found.end, end, self._kind):
            assert name.entity is not None
            played = world.number(name.entity, self._type) or 0
            yield Verdict(
                name.start, name.end, self.family, ErrorType.NAME,
                VerdictStatus.CONTRADICTED if played else VerdictStatus.SUPPORTED, world.name(name.entity),
                " ".join(text.tokens[found.start : name.end]), f"{played:g} {self._type}" if played else "",
                world.cells(name.entity, self._type) or world.name_cells(name.entity),
            )  # fmt: skip
