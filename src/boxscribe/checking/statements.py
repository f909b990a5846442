"""Statements about an entity that conditions prove: "a double - double", "off the bench"."""

from collections.abc import Iterator, Sequence

from boxscribe.checking.discourse import Reference
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.subjects import names_joined, subject_of
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.cues import Statement
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, TextComparison, all_hold, parse_condition
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import from_ordinal

AFTER = 3  # tokens after a phrase in which its bearer can stand: "off the bench for Bea"
NEXT = frozenset([",", "while", "and", "but", ";"])  # what follows these is about another one
PLURALS = frozenset(["players", "men", "guys", "two", "three", "four"])
BEFORE = 5  # tokens before a phrase in which a word can take the statement back: "just short of a"


class Statements:
    """The reader of statements."""

    family = "statement"

    def __init__(self, domain: Domain) -> None:
        self._statements, texts = dict(domain.cues.statements), domain.text_types
        self._phrases = PhraseIndex({word: name for name, s in self._statements.items() for word in s.words})
        sides = domain.cues.side_words
        self._sides = PhraseIndex({word: side for side, words in sides.items() for word in words})
        self._nearly = frozenset(domain.cues.nearly)
        self._of_each = {name for name, statement in self._statements.items() if statement.of_each}
        self._conditions: dict[str, list[Condition]] = {
            name: [parse_condition(condition, texts) for condition in statement.holds]
            for name, statement in self._statements.items()
        }

    def read(self, reading: Reading) -> Iterator[Verdict]:
        lower = reading.text.lower
        for clause in reading.clauses:
            for found in self._phrases.find(lower, clause.start, clause.end):
                ordinal = found.start > 0 and from_ordinal([lower[found.start - 1]]) is not None
                this_game = clause.time in (Time.GAME, Time.PART) or (ordinal and clause.time is Time.SEVERAL)
                begin = max(reading.text.sentence(found.start).start, found.start - BEFORE)
                if this_game and self._nearly.isdisjoint(lower[begin : found.start]):
                    yield from self._judge(reading, found, self._statements[found.value], ordinal)
            for found in self._sides.find(lower, clause.start, clause.end):
                if clause.time in (Time.GAME, Time.PART):
                    yield from self._of_side(reading, found)

    def _of_side(self, reading: Reading, found: Found) -> Iterator[Verdict]:
        """A word before a name that tells its side: "the host Bulls"."""
        world = reading.world
        named = next(iter(reading.text.within(found.end, found.end + 1)), None)
        if named is None or not named.is_name or named.entity not in world.competitors.values():
            return
        assert named.entity is not None
        right = world.side(named.entity) == found.value
        yield Verdict(
            found.start, found.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, world.name(named.entity),
            " ".join(reading.text.tokens[found.start : named.end]), world.side(named.entity),
            world.name_cells(named.entity),
        )  # fmt: skip

    def _is_of_others(
        self, reading: Reading, found: Found, subject: Reference, conditions: Sequence[Condition]
    ) -> bool:
        """Whether a statement is about somebody nearer than the subject ("aided by Bea 's 25 points off the bench"), or
        about several: "four players off the bench"."""
        text = reading.text
        sentence = text.sentence(found.start)
        if subject.end <= sentence.start:
            before = text.within(sentence.start, found.start)
            return any(r.kind != subject.kind for r in before) or text.lower[found.start - 1] in PLURALS
        nearer = [r for r in text.within(subject.end, found.end + AFTER) if r.kind == subject.kind and r.is_name]
        nearer = [r for r in nearer if r.start < found.start or NEXT.isdisjoint(text.lower[found.end : r.start])]
        others = [r.entity for r in nearer if r.start < sentence.end and r.entity is not None]
        fitting = any(all_hold(conditions, reading.world.condition_cells(entity)) for entity in others)
        return fitting or text.lower[found.start - 1] in PLURALS

    def _judge(self, reading: Reading, found: Found, statement: Statement, ordinal: bool) -> Iterator[Verdict]:
        """An ordinal before the phrase ("his third double - double") falls with it, and is proved elsewhere."""
        world = reading.world
        subject = subject_of(reading, found.start, found.end, statement.kind)
        if subject is None or subject.entity is None or not world.has_numbers(subject.entity):
            return
        used: list[Cell] = []
        conditions = self._conditions[found.value]
        cells = world.condition_cells(subject.entity)
        right = all_hold(conditions, cells, used)
        joined = names_joined(reading, subject) if subject.is_name and found.value in self._of_each else []
        others = [
            world.condition_cells(r.entity) for r in joined if r.entity is not None and r.entity != subject.entity
        ]
        if right and any(all_hold(conditions, other, used) is False for other in others):
            right = False  # "Ann and Bea were productive as reserves"
        elif not right and self._is_of_others(reading, found, subject, conditions):
            return
        if right is None and any(isinstance(c, TextComparison) and c.holds(cells) is None for c in conditions):
            return  # a count that is not there is 0; a text that is not there is unknown
        start = found.start - (ordinal and not right)
        yield Verdict(
            start, found.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
            world.name(subject.entity), " ".join(reading.text.tokens[start : found.end]),
            "" if right else f"not: {', '.join(statement.holds)}", tuple(used),
        )  # fmt: skip
