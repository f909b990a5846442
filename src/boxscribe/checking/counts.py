"""Counts: "20 points", "an assist", "a pair of steals", against the cell of whom the sentence speaks."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from boxscribe.checking.bearers import Bearer, Bearers, in_bracket, joined_names
from boxscribe.checking.counting import Count, find_counts, like, unit_tokens, units
from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.ellipses import Ellipses, respective
from boxscribe.checking.grammar import is_particle
from boxscribe.checking.parts import Lineups, PartScores
from boxscribe.checking.phrases import PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause, Time
from boxscribe.checking.senses import Senses
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Cell

FAMILY = "count"
PLAUSIBLE = 0.6  # of the number of a side: fewer are rather those of a single entity, or of a part
_MARGIN_BEFORE = frozenset("by up down within trailing closer next first last final all another".split())
_MARGIN_AFTER = frozenset("ahead behind up down shy short clear away apart better more less fewer".split())
_ADVERBS = frozenset("just only a an as many nearly almost at least more than".split())
_MORE, _LESS = frozenset(["over", "above", "than", "least"]), frozenset(["under", "below", "most"])
_ABOUT = frozenset(["nearly", "almost", "about", "around", "roughly"])
_NOBODY = frozenset(["none", "nobody", "no"])  # as subjects: "no player had more than 15 points"
_NOT = frozenset(["not", "n't", "without", "never"])
_NEGATED = 3  # tokens before a count in which a verb is negated: "did not record a block"
_LEAD = 4  # tokens before "to" in which a margin is named
_NEAR = 10  # tokens before a count in which its subject is looked for
_EVENTS = 3  # so few shots may be told one by one
_MOST = 0.6  # of the counts of a list
_SINGLE_EVENTS = frozenset(["a", "an", "pair", "couple"])


class Claimed(NamedTuple):
    """A count and whom it is about."""

    said: Count
    clause: Clause
    bearer: Bearer


class Counts:
    """The reader of counts."""

    family = FAMILY

    def __init__(self, domain: Domain) -> None:
        cues = domain.cues
        self._units = {kind: units(domain, kind) for kind in domain.kinds}
        self._words: dict[tuple[str, ...], str] = {}
        for words in self._units.values():
            self._words = words | self._words
        self._senses = Senses(domain)
        self._words = self._senses.words | self._words
        for kind, words in self._senses.units.items():
            self._units[kind] |= words
        self._limits, self._durations = cues.limits, frozenset(cues.durations)
        self._compounds = {words for unit in cues.compounds for words in unit_tokens(unit)}
        self._events = {words for unit in cues.events for form in (unit, f"{unit}s") for words in unit_tokens(form)}
        made = [t for kind in domain.kinds.values() for t, d in kind.types.items() if d.label.endswith(" made")]
        self._made = frozenset((*made, *(t for t, d in domain.derived.items() if d.label.endswith(" made"))))
        self._attempted = _attempted(domain)
        self._bearers = Bearers(cues)
        self._margins, self._rounded = frozenset(cues.margins), frozenset(cues.rounded)
        self._partial = PhraseIndex.of(cues.partial)
        self._sums = PhraseIndex.of((*cues.average, *cues.together))
        self._part_scores = PartScores(domain)
        self._lineups = Lineups(domain)
        score = next((kind.types[kind.score].unit for kind in domain.kinds.values() if kind.score), "")
        self._ellipses = Ellipses(tuple(score.split()), self._words.keys(), cues)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        for _, group in groupby(self._claims(reading), key=_of_one):
            yield from self._judge_all(reading, list(group))

    def _claims(self, reading: Reading) -> Iterator[Claimed]:
        text = reading.text
        counts = list(find_counts(text, self._words))
        counts = sorted((*counts, *self._ellipses.find(text, counts)))
        assigned = respective(text, counts)
        for count in counts:
            clause = reading.clause(count.start)
            if clause.time is Time.AHEAD or self._is_other(text, count):
                continue
            if clause.time is Time.SEVERAL and in_bracket(text, count.start):  # "Ann ( 12 points ) and Bea combined"
                clause = clause._replace(time=Time.GAME)
            elif self._sums.first(text.lower, clause.start, count.start):  # of several entities or games
                continue
            named = assigned.get(count.start)
            bearer = Bearer(named, True) if named else self._bearers.find(reading, count.start, count.unit)
            if bearer is not None and bearer.reference.entity is not None:
                count = self._senses.of(reading, count, bearer)
                whole = clause.time is Time.PART and self._part_scores.is_whole(text, count)
                yield Claimed(count, clause._replace(time=Time.GAME) if whole else clause, bearer)

    def _is_other(self, text: DiscourseModel, count: Count) -> bool:
        """Whether a number with a unit is no count of an entity: a margin ("by 12 points", "a 12 - point lead"), a
        restricted count ("12 points in the paint"), or a single event ("hit a three - pointer")."""
        sentence = text.sentence(count.start)
        before = text.lower[max(sentence.start, count.start - 2) : count.start]
        after = text.lower[count.unit : min(sentence.end, count.unit + 3)]
        hyphen = text.lower[count.end : count.end + 1] == ("-",)
        adjective = (count.number != 1 or hyphen) and not count.words[-1].endswith("s")  # "a 12 - point lead"
        if adjective and any(word in self._margins for word in after):
            return True
        if hyphen and count.words in self._compounds:
            return True
        words = range(count.start - 1, sentence.start - 1, -1)
        at = next((at for at in words if text.lower[at] not in _ADVERBS), sentence.start)
        margin = text.lower[at] in _MARGIN_BEFORE and not is_particle(text.lower, at)
        if margin or any(word in _MARGIN_AFTER for word in after[:1]):
            return True
        if before[-1:] == ("off",) or before[-2:] == ("off", "of") or before[-1:] == ("missed",):
            return True
        lead = text.lower[max(sentence.start, at - _LEAD) : at] if text.lower[at] == "to" else ()
        if any(word in self._margins for word in lead):  # "extended the lead to ten points"
            return True
        if not _NOBODY.isdisjoint(text.lower[max(sentence.start, count.start - _NEAR) : count.start]):
            return True
        if not _NOT.isdisjoint(text.lower[max(sentence.start, count.start - _NEGATED) : count.start]):
            return True
        if count.unit < sentence.end and self._partial.at(text.lower, count.unit, sentence.end):
            return True
        if "more" in text.lower[count.end : count.unit]:  # "eight more minutes than"
            return True
        event = text.lower[count.start] in _SINGLE_EVENTS
        return event and any(self._units[kind].get(count.words) in self._made for kind in self._units)

    def _judge_all(self, reading: Reading, claims: Sequence[Claimed]) -> Iterator[Verdict]:
        """The verdicts on counts of one bearer: or of whom they fit, if the grammar leaves another."""
        first = claims[0]
        bearer: Reference | None = first.bearer.reference
        assert bearer is not None
        special = [self._special(reading, claim, bearer) for claim in claims]
        rest = [claim for claim, verdict in zip(claims, special, strict=True) if verdict is None]
        yield from (verdict for verdict in special if verdict is not None)
        rest = [c for c in rest if c.clause.time is Time.GAME or self._shows_game(reading, c.clause, claims, bearer)]
        shared = rest and first.bearer.is_subject and not self._fits(reading, rest, bearer)
        partners = joined_names(reading.text, bearer) if shared else []
        if partners:  # of several, numbers are each one's or their sum
            if all(self._is_shared(reading, claim.said, partners) for claim in rest):
                yield from (self._shared(reading, claim.said, partners) for claim in rest)
            return
        if rest:
            is_plain = first.bearer.is_plain or len(rest) == 1
            plausible = not self._is_implausible(reading, rest, bearer)
            bearer = self._bearers.meant(
                reading, first.said.start, Bearer(bearer, is_plain), lambda r: self._fits(reading, rest, r), plausible
            )
        for claim in rest if bearer is not None else ():
            assert bearer is not None
            verdict = self._judge(reading, claim, bearer, is_listed=len(rest) > 1)
            if verdict is not None:
                yield verdict

    def _shows_game(self, reading: Reading, clause: Clause, claims: Sequence[Claimed], bearer: Reference) -> bool:
        """Whether counts in a clause with words for other games are about this one: all fit, or most of several."""
        listed = [claim for claim in claims if claim.clause.start == clause.start]
        fits = sum(self._fits(reading, [claim], bearer) for claim in listed if claim.said.number > 1)
        return fits == len(listed) or fits >= max(2, _MOST * len(listed))

    def _special(self, reading: Reading, claim: Claimed, bearer: Reference) -> Verdict | None:
        """The verdict on a count of a lineup, or of a part of the game."""
        count = claim.said
        if claim.clause.time not in (Time.GAME, Time.PART):
            return None
        found = self._lineups.type(reading, count, bearer)
        if found is not None:
            entity, type = found
            true = reading.world.number(entity, type)
            return (
                None if true is None else self._verdict(reading, count, entity, true, reading.world.cells(entity, type))
            )
        if claim.clause.time is Time.PART:
            return self._part(reading, claim, bearer)
        return None

    def _part(self, reading: Reading, claim: Claimed, bearer: Reference) -> Verdict | None:
        world, count = reading.world, claim.said
        type = self._type(bearer, count)
        whole = None if type is None or bearer.entity is None else world.number(bearer.entity, type)
        if type is None or bearer.entity is None or whole is None:
            return None
        used: list[Cell] = []
        direct = self._part_scores.direct(reading.text, count)
        true = self._part_scores.score(world, bearer.entity, type, direct or claim.clause.part, used)
        if true is not None and (direct or true == count.number):
            return self._verdict(reading, count, bearer.entity, true, tuple(used))
        if count.number > whole or (count.number == whole and not direct):
            return self._verdict(reading, count, bearer.entity, whole, world.cells(bearer.entity, type))
        said = " ".join(reading.text.tokens[count.start : count.unit])
        return Verdict(
            count.start, count.end, FAMILY, ErrorType.NUMBER, VerdictStatus.UNKNOWN, world.name(bearer.entity), said
        )

    def _is_shared(self, reading: Reading, count: Count, bearers: Sequence[Reference]) -> bool:
        true = [self._true(reading, count, bearer) or 0 for bearer in bearers]
        return sum(true) == count.number or {*true} == {count.number}

    def _shared(self, reading: Reading, count: Count, bearers: Sequence[Reference]) -> Verdict:
        cells = [
            cell
            for r in bearers
            for cell in reading.world.cells(r.entity or 0, self._type(r, count) or "")
        ]  # fmt: skip
        return self._verdict(reading, count, bearers[0].entity or 0, count.number, tuple(cells))

    def _type(self, bearer: Reference, count: Count) -> str | None:
        return self._units.get(bearer.kind, {}).get(count.words)

    def _fits(self, reading: Reading, claims: Iterable[Claimed], bearer: Reference) -> bool:
        return all(self._true(reading, c.said, bearer) == c.said.number for c in claims)

    def _true(self, reading: Reading, count: Count, bearer: Reference) -> float | None:
        type = self._type(bearer, count)
        return None if type is None or bearer.entity is None else reading.world.number(bearer.entity, type)

    def _is_implausible(self, reading: Reading, claims: Iterable[Claimed], bearer: Reference) -> bool:
        """Whether numbers are too small for a side: they are rather those of one of its players."""
        if bearer.kind != reading.text.group:
            return False
        true = [(c.said.number, self._true(reading, c.said, bearer)) for c in claims]
        return all(value is not None and number < PLAUSIBLE * value for number, value in true)

    def _judge(self, reading: Reading, claim: Claimed, bearer: Reference, is_listed: bool) -> Verdict | None:
        text, world, count = reading.text, reading.world, claim.said
        entity, type = bearer.entity, self._type(bearer, count)
        if entity is None or type is None:
            return None
        value = world.number(entity, type)
        if value is None and world.has_numbers(entity):
            return None
        if count.number > self._limits.get(type, count.number):
            return None
        other = self._attempted.get(type)
        if other and value != count.number and world.number(entity, other) == count.number:  # "shot 13 free throws"
            return self._verdict(reading, count, entity, count.number, world.cells(entity, other))
        few = bearer.kind == text.single and count.number <= _EVENTS
        if type in self._made and few and (value or 0) > count.number:
            return None  # "hit two free throws" is rarely about the whole game
        if not is_listed and self._is_event(count) and _EVENTS >= count.number < (value or 0):
            return None  # "allowed two hits" may go on: "to start the seventh"
        compared = None if count.words[-1] in self._durations else _compared(text, count, value)
        if compared is not None and not compared:
            return None  # "over 20 points" is rarely about the game alone
        return self._verdict(reading, count, entity, value, world.cells(entity, type), compared)

    def _is_event(self, count: Count) -> bool:
        return count.words in self._events or count.words[1:] in self._events

    def _verdict(
        self, reading: Reading, count: Count, entity: int, true: float | None, cells: tuple[Cell, ...],
        right: bool | None = None,
    ) -> Verdict:  # fmt: skip
        text, name = reading.text, reading.world.name(entity)
        if right is None:
            slack = 1 if count.words[-1] in self._rounded else 0
            right = true is not None and abs(true - count.number) <= slack
        expected = f"{name} has no {' '.join(count.words)}" if true is None else f"{true:g}"
        repair = "" if right or true is None else like(text.tokens[count.start], expected)
        return Verdict(
            count.start, count.end, FAMILY, ErrorType.NUMBER,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
            name, " ".join(text.tokens[count.start : count.unit]), expected, cells, repair=repair,
        )  # fmt: skip


def _attempted(domain: Domain) -> dict[str, str]:
    """The type of what is made → that of what is attempted."""
    types = [(name, t, d.label) for name, kind in domain.kinds.items() for t, d in kind.types.items()]
    types += [(d.kind, t, d.label) for t, d in domain.derived.items()]
    tried = {(kind, label.removesuffix(" attempted")): t for kind, t, label in types if label.endswith(" attempted")}
    made = {t: (kind, label.removesuffix(" made")) for kind, t, label in types if label.endswith(" made")}
    return {t: tried[what] for t, what in made.items() if what in tried}


def _of_one(claim: Claimed) -> tuple[int, int | None]:
    return claim.bearer.reference.start, claim.bearer.reference.entity


def _compared(text: DiscourseModel, count: Count, true: float | None) -> bool | None:
    """Whether a comparison holds ("over 20 points", "at least 10"); None if the text states the number itself."""
    before = text.lower[max(0, count.start - 1) : count.start]
    if true is None or not before:
        return None
    if before[0] in _MORE:
        return true >= count.number
    if before[0] in _LESS:
        return true <= count.number
    return abs(true - count.number) <= 2 if before[0] in _ABOUT else None
