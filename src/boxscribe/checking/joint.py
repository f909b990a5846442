"""Which word is wrong where several claims about one entity fail: the smallest repair decides.

In: the verdicts on a text; out: the same, except where another entity fits the numbers of a sentence better than the
one that the text names. There the name is wrong, and the numbers are judged against the other entity.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from boxscribe.checking.counting import like, units
from boxscribe.checking.discourse import Reference
from boxscribe.checking.reading import Reading
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number

FAMILY = "name"
DISTINCTIVE = 8  # a smaller number fits many entities by chance
FEW = 3  # claims: fewer fit others by chance
MOST_EXACT = 3  # so few claims must all fit
MISFITS = 0.25  # share of the claims that need not fit the one who is meant
UNFIT = 0.6  # share of the claims that must not fit the one who is named
UNITLESS = frozenset(["-", "of", "total"])


@dataclass(slots=True)
class Given:
    """What a text has stated before a sentence."""

    numbers: set[tuple[str, str]] = field(default_factory=set)  # entities, and the types of their numbers
    renamed: set[tuple[int, int]] = field(default_factory=set)  # entities that were named, and those that were meant


class NumberClaim(NamedTuple):
    """A verdict on a number, and the cell that the number should be."""

    verdict: Verdict
    type: str
    number: float

    def is_wrong(self) -> bool:
        return self.verdict.status is VerdictStatus.CONTRADICTED


class NameRepairs:
    """Finds names that are wrong rather than the numbers after them."""

    families = ("count", "pair", "percentage")
    roles = ("leader", "next in rank", "group", "statement", "list of a side", "implication")

    def __init__(self, domain: Domain) -> None:
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._sides = {name for name, kind in domain.kinds.items() if kind.score}

    def repaired(self, reading: Reading, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The verdicts on a text, in its order."""
        found: list[Verdict] = []
        given = Given()
        for start, group in groupby(verdicts, key=lambda verdict: reading.text.sentence(verdict.start).start):
            sentence = list(group)
            for subject in dict.fromkeys(verdict.subject for verdict in sentence):
                entity = reading.world.numbers.get(subject)
                if entity is not None:
                    sentence = self._of_subject(reading, start, sentence, entity, given)
            found += sentence
            given.numbers.update((v.subject, c.type) for v in sentence if v.family in self.families for c in v.cells)
        return sorted(found, key=lambda verdict: verdict.start)

    def _of_subject(
        self, reading: Reading, start: int, sentence: list[Verdict], entity: int, given: Given
    ) -> list[Verdict]:
        """The verdicts on a sentence, after each mention of an entity is compared with other entities."""
        names = [r for r in reading.text.within(start, sentence[-1].start) if r.entity == entity and r.is_name]
        mentions: list[Reference | None] = [*names] if names else [None]
        if names and names[0].start > sentence[0].start:
            mentions.insert(0, None)
        last = sentence[-1].end
        for number, name in enumerate(mentions):
            begin = name.start if name else start
            following = mentions[number + 1] if number + 1 < len(mentions) else None
            end = following.start if following else last
            inside = [v for v in sentence if begin <= v.start < end]
            judged = self._of_mention(reading, inside, entity, name, given)
            first = min((v.start for v in judged), default=end)  # a name can begin before what it replaces ends
            outside = [v for v in sentence if v.start >= end or (v.start < begin and v.end <= first)]
            sentence = [*outside, *judged]
        return sorted(sentence, key=lambda verdict: verdict.start)

    def _of_mention(
        self, reading: Reading, verdicts: list[Verdict], entity: int, name: Reference | None, given: Given
    ) -> list[Verdict]:
        text, world = reading.text, reading.world
        subject = world.name(entity)
        claims = list(self._claims(reading, verdicts, subject, entity))
        wrong = [claim for claim in claims if claim.is_wrong()]
        other = self._other(reading, entity, claims, wrong, self._false_roles(verdicts, subject)) if wrong else None
        if other is None:
            return verdicts
        before = text.within(text.sentence(claims[0].verdict.start).start, claims[0].verdict.start)
        is_other = any(r.entity == other for r in before) and world.entity(other).kind not in self._sides
        if is_other or (name and _can_mean(text.tokens, name, world.name(other))):
            return list(self._judged(reading, verdicts, subject, claims, other, None))  # the reader took another one
        inside = text.within(*text.sentence(claims[0].verdict.start))
        opposed = world.entity(other).kind in self._sides and any(r.entity == other and r.is_name for r in inside)
        if opposed:  # "the Hawks shot 49 percent , while the Bulls shot 49 percent"
            return verdicts
        repeated = any((world.name(other), claim.type) in given.numbers for claim in wrong)
        if name is None or (repeated and (entity, other) not in given.renamed):
            return verdicts
        given.renamed.add((entity, other))
        return list(self._judged(reading, verdicts, subject, claims, other, name))

    def _claims(self, reading: Reading, sentence: list[Verdict], subject: str, entity: int) -> Iterator[NumberClaim]:
        """The claims of numbers about a subject that are single cells."""
        kind = reading.world.entity(entity).kind
        for verdict in sentence:
            if verdict.subject != subject or verdict.family not in self.families:
                continue
            if verdict.status is VerdictStatus.UNKNOWN:
                continue
            number = to_number(reading.text.lower[verdict.start : verdict.end])
            if number is None and reading.text.lower[verdict.start] in ("a", "an"):
                number = 1
            words = verdict.said.lower().split()[verdict.end - verdict.start :]
            type = self._units[kind].get(tuple(word for word in words if word not in UNITLESS))
            if len(verdict.cells) == 1:
                type = verdict.cells[0].type
            if number is not None and type is not None:
                yield NumberClaim(verdict, type, number)

    def _false_roles(self, sentence: list[Verdict], subject: str) -> list[Verdict]:
        return [
            v
            for v in sentence
            if v.subject == subject and v.family == "leader" and v.status is VerdictStatus.CONTRADICTED and v.cells
        ]

    def _other(
        self, reading: Reading, entity: int, claims: list[NumberClaim], wrong: list[NumberClaim], roles: list[Verdict]
    ) -> int | None:
        """The entity that needs fewer repairs than the one that is named, its name included."""
        world = reading.world
        largest = max(wrong, key=lambda claim: claim.number)
        contrast = self._contrast(reading, entity, claims)
        if contrast:
            opponent = world.opponent(entity)
            if opponent is None:
                return None
            own, theirs = (sum(world.number(side, c.type) == c.number for c in claims) for side in (entity, opponent))
            second = claims[0].verdict.start > contrast[1].start
            fits = theirs == len(claims) or (second and theirs >= own)
            return opponent if fits and (second or len(claims) > 1) else None
        if len(wrong) + len(roles) < 2 or largest.number < DISTINCTIVE:
            return None
        leader = self._leader(reading, wrong, roles)
        if leader is not None:
            return leader
        fewest, best = len(wrong) + len(roles), None
        for other in world.of_kind(world.entity(entity).kind):
            if other == entity or world.number(other, largest.type) != largest.number:
                continue
            misfits = sum(world.number(other, claim.type) != claim.number for claim in claims)
            if world.side(other) == world.side(entity):  # a leader of the other side is not known here
                misfits += sum(role.cells[-1].entity != world.entity(other).id for role in roles)
            near = world.side(other) == world.side(entity) or world.entity(entity).kind in self._sides
            exact = misfits == 0 and (len(claims) >= FEW or near)
            alike = len(claims) > MOST_EXACT and misfits <= MISFITS * len(claims)
            if 1 + misfits < fewest and (exact or (alike and len(wrong) >= UNFIT * len(claims))):
                fewest, best = 1 + misfits, other
        return best

    def _contrast(self, reading: Reading, entity: int, claims: Sequence[NumberClaim]) -> list[Reference]:
        """The two names in a sentence that contrasts a side with itself, of which one is wrong, the second if both fit
        as well: "the Hawks shot 48 percent , while the Hawks went 42"."""
        if reading.world.entity(entity).kind not in self._sides:
            return []
        sentence = reading.text.sentence(claims[0].verdict.start)
        names = [r for r in reading.text.within(*sentence) if r.is_name and r.kind in self._sides]
        same = len(names) == 2 and all(r.entity == entity for r in names)
        return names if same and "while" in reading.text.lower[names[0].end : names[1].start] else []

    def _leader(self, reading: Reading, wrong: list[NumberClaim], roles: list[Verdict]) -> int | None:
        """The best of a side, if the text calls another one the leader and gives it the number of the best."""
        world = reading.world
        for role in roles:
            cell = role.cells[-1]
            number = next(n for n, entity in enumerate(world.entities) if entity.id == cell.entity)
            value = world.number(number, cell.type)
            side = world.of_kind(world.entity(number).kind, world.side(number))
            if any(c.type == cell.type and c.number == value for c in wrong) and not any(
                (world.number(other, cell.type) or 0) > (value or 0) for other in side
            ):
                return number
        return None

    def _judged(
        self,
        reading: Reading,
        sentence: Iterable[Verdict],
        subject: str,
        claims: Sequence[NumberClaim],
        other: int,
        name: Reference | None,
    ) -> Iterator[Verdict]:
        """The verdicts if another entity is meant: on the name, if it is wrong, and on the numbers after it."""
        world = reading.world
        judged = {claim.verdict.start: claim for claim in claims}
        if name is not None:
            said = " ".join(reading.text.tokens[name.start : name.end])
            yield Verdict(
                name.start, name.end, FAMILY, ErrorType.NAME, VerdictStatus.CONTRADICTED, subject, said,
                world.name(other), tuple(c for claim in claims for c in world.cells(other, claim.type)),
                repair=world.name(other),
            )  # fmt: skip
        for verdict in sentence:
            claim = judged.get(verdict.start)
            if claim is not None:
                true = world.value(other, claim.type) or ""
                right = world.number(other, claim.type) == claim.number
                yield replace(
                    verdict, status=VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
                    subject=world.name(other), expected=true, cells=world.cells(other, claim.type),
                    repair="" if right else like(reading.text.tokens[verdict.start], true),
                )  # fmt: skip
            elif name is not None and verdict.start < name.end and verdict.end > name.start:
                continue
            elif verdict.subject != subject or verdict.family not in self.roles:
                yield verdict


def _can_mean(tokens: Sequence[str], name: Reference, other: str) -> bool:
    """Whether a short form of a name is part of another name: "Williams" of "Carter-Williams"."""
    return " ".join(tokens[name.start : name.end]).lower() in other.lower()
