"""Roles: who led whom in what ("paced the bench with 12 points", "a team - high 11 rebounds"), and statements without a
number that a condition proves ("double - double", "off the bench")."""

from collections.abc import Iterator

from boxscribe.check.counts import units
from boxscribe.check.discourse import Reference, Role
from boxscribe.check.phrases import Found, PhraseIndex
from boxscribe.check.reading import Reading
from boxscribe.check.scope import Clause, Time
from boxscribe.check.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.cues import Leader
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, all_hold, parse_condition
from boxscribe.tables.table import Cell

THIS_GAME = (Time.GAME, Time.PART)


class Leaders:
    """Who is first, or second, among the entities of a side or of the table."""

    family = "leader"

    def __init__(self, domain: Domain) -> None:
        leaders, texts = domain.cues.leaders, text_types(domain)
        self._leaders = leaders
        self._phrases = PhraseIndex({word: name for name, leader in leaders.items() for word in leader.words})
        self._where = {name: [parse_condition(c, texts) for c in leader.where] for name, leader in leaders.items()}
        kinds = {leader.kind for leader in leaders.values()}
        self._units = {kind: PhraseIndex({" ".join(k): t for k, t in units(domain, kind).items()}) for kind in kinds}
        self._topics = PhraseIndex(domain.cues.topics)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for clause in reading.clauses:
            if clause.time not in THIS_GAME:
                continue
            for found in self._phrases.find(reading.text.lower, clause.start, clause.end):
                leader = self._leaders[found.value]
                subject = _subject(reading, found, leader.kind)
                if subject is not None and subject.entity is not None:
                    yield self._judge(reading, clause, found, leader, subject.entity)

    def _judge(self, reading: Reading, clause: Clause, found: Found, leader: Leader, entity: int) -> Verdict:
        world = reading.world
        type = self._type(reading, clause, found, leader)
        others = list(world.of_kind(leader.kind, world.side(entity) if leader.among == "side" else None))
        conditions = self._where[found.value]
        others = [other for other in others if all_hold(conditions, world.condition_cells(other))]
        own = world.number(entity, type) or 0
        better = [other for other in others if (world.number(other, type) or 0) > own and other != entity]
        right = len(better) == leader.rank - 1 if leader.exact else len(better) < leader.rank
        right = right and (not conditions or entity in others)
        best = max(others, key=lambda other: world.number(other, type) or 0, default=entity)
        label = world.domain.kinds[leader.kind].types[type].label
        return Verdict(
            found.start, found.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
            world.name(entity), " ".join(reading.text.tokens[found.start : found.end]),
            f"{world.name(best)} has the most {label}", (*world.cells(entity, type), *world.cells(best, type)),
        )  # fmt: skip

    def _type(self, reading: Reading, clause: Clause, found: Found, leader: Leader) -> str:
        """What is ranked: the topic or the first unit after the phrase."""
        sentence = reading.text.sentence(found.start)
        topic = self._topics.first(reading.text.lower, found.end, min(sentence.end, found.end + 4))
        if topic:
            return topic.value
        unit = self._units[leader.kind].first(reading.text.lower, found.end, min(sentence.end, found.end + 12))
        return unit.value if unit else leader.type


class Statements:
    """Statements about an entity that a condition proves."""

    family = "statement"

    def __init__(self, domain: Domain) -> None:
        self._statements, texts = dict(domain.cues.statements), text_types(domain)
        self._phrases = PhraseIndex({word: name for name, s in self._statements.items() for word in s.words})
        self._conditions: dict[str, list[Condition]] = {
            name: [parse_condition(condition, texts) for condition in statement.holds]
            for name, statement in self._statements.items()
        }

    def read(self, reading: Reading) -> Iterator[Verdict]:
        world = reading.world
        for clause in reading.clauses:
            if clause.time not in THIS_GAME:
                continue
            for found in self._phrases.find(reading.text.lower, clause.start, clause.end):
                statement = self._statements[found.value]
                subject = _subject(reading, found, statement.kind)
                if subject is None or subject.entity is None or not world.has_numbers(subject.entity):
                    continue
                used: list[Cell] = []
                right = bool(all_hold(self._conditions[found.value], world.condition_cells(subject.entity), used))
                yield Verdict(
                    found.start, found.end, self.family, ErrorType.WORD,
                    VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
                    world.name(subject.entity), " ".join(reading.text.tokens[found.start : found.end]),
                    "" if right else f"not: {', '.join(statement.holds)}", tuple(used),
                )  # fmt: skip


def text_types(domain: Domain) -> set[str]:
    """The types whose values are texts."""
    types = [*domain.derived.items(), *(item for kind in domain.kinds.values() for item in kind.types.items())]
    return {type for type, described in types if described.value == "text"}


def _subject(reading: Reading, found: Found, kind: str) -> Reference | None:
    """Whom a phrase speaks of: the agent after "by", or else the subject before it, or after it in the clause."""
    text = reading.text
    sentence = text.sentence(found.start)
    if text.lower[found.end : found.end + 1] == ("by",) or text.lower[found.end - 1] == "by":
        return next((r for r in text.within(found.end, sentence.end) if r.kind == kind), None)
    before = [r for r in text.within(sentence.start, found.start) if r.kind == kind and r.role is not Role.OBJECT]
    if before:
        return before[-1]
    clause = reading.clause(found.start)
    after = [r for r in text.within(found.end, sentence.end) if r.kind == kind and r.role is not Role.OBJECT]
    if clause.start == sentence.start and after:
        return after[0]
    return text.subject(found.start, {kind})
