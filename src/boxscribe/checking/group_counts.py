"""How many entities of a group reach a mark: "six players in double figures", "the only other starter"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause
from boxscribe.checking.subjects import NamedSoFar, is_this_game, list_of_names, names_joined, subject_of
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import Condition, all_hold, parse_condition
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import find_numbers, to_number, to_words

BEFORE = 9  # tokens between the group and the mark: "players who scored at least in"
DENIED = 5  # tokens before a mark in which a word takes it back: "failed to score in"
NEAR = 3  # tokens from "only" to its group: "the only Hawks starter"
_MORE, _LEAST = (("more", "than"), ("over",)), (("at", "least"),)
_OR_MORE = (("or", "more"), ("or", "better"), ("-", "plus"))


class Mark(NamedTuple):
    """`tokens[start:end]` are what the entities of a group reach: "double figures", "more than 20 points"."""

    start: int
    end: int
    holds: Sequence[Condition]


class GroupCounts:
    """The reader of groups."""

    family = "group"

    def __init__(self, domain: Domain) -> None:
        self._cues, texts = domain.cues.reached, domain.text_types
        if self._cues is None:
            return
        self._marks = PhraseIndex.of(self._cues.words)
        self._only, self._alone = PhraseIndex.of(self._cues.only_other), PhraseIndex.of(self._cues.only)
        self._unit = domain.kinds[self._cues.kind].types[self._cues.type].unit
        groups = self._cues.groups
        self._groups = PhraseIndex({word: name for name, group in groups.items() for word in group.words})
        self._holds = [parse_condition(condition, texts) for condition in self._cues.holds]
        self._where = {name: [parse_condition(c, texts) for c in group.where] for name, group in groups.items()}
        self._topics = PhraseIndex(domain.cues.topics)
        self._denied = frozenset(domain.cues.denied)
        self._lineups = PhraseIndex.of(word for words in domain.cues.lineups.values() for word in words)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._cues is None:
            return
        named = NamedSoFar(reading, self._cues.kind)
        for clause in reading.clauses:
            if not is_this_game(clause):
                continue
            for mark in self._reached(reading, clause):
                if reading.text.lower[mark.end : mark.end + 1] == ("off",):  # "off the bench"
                    continue
                begin = max(reading.text.sentence(mark.start).start, mark.start - BEFORE)
                only = self._only_one(reading, begin, mark)
                yield from self._included(reading, mark)
                if only is not None:
                    yield from self._others(reading, only, mark, named)
                else:
                    yield from self._number(reading, clause, begin, mark, named)

    def _reached(self, reading: Reading, clause: Clause) -> Iterator[Mark]:
        """The marks of a clause."""
        assert self._cues is not None
        lower = reading.text.lower
        for found in self._marks.find(lower, clause.start, clause.end):
            topic = self._topics.first(lower, found.end, found.end + 2)
            if topic is None or topic.value == self._cues.type:  # not "double figures in rebounds"
                yield Mark(found.start, found.end, self._holds)
        for at in range(clause.start, clause.end - 1):
            number = to_number([lower[at]])
            if not number:
                continue
            more = any(lower[at - len(words) : at] == words for words in _MORE)
            least = any(lower[at - len(words) : at] == words for words in _LEAST)
            plus = any(lower[at + 1 : at + 1 + len(words)] == words for words in _OR_MORE)
            unit = at + 3 if plus else at + 1
            if (more or least or plus) and unit < clause.end and lower[unit] == self._unit:
                start = at if plus else at - 2 + (lower[at - 1] == "over")
                holds = parse_condition(f"{self._cues.type} >= {number + more}", frozenset())
                yield Mark(start, unit + 1, [holds])

    def _only_one(self, reading: Reading, begin: int, mark: Mark) -> Found | None:
        """ "the only other starter", "the only bench player": the value says whether those named before count."""
        lower = reading.text.lower
        if not self._denied.isdisjoint(lower[max(begin, mark.start - DENIED) : mark.start]):  # "who failed to score in"
            return None
        other = next((f for f in self._only.find(lower, begin, mark.start) if lower[f.end] != "hand"), None)
        if other is not None:
            return other._replace(value="other")
        for only in self._alone.find(lower, begin, mark.start):
            group = self._groups.first(lower, only.end, min(mark.start, only.end + NEAR))
            counted = group is None or any(to_number([word]) for word in lower[only.end : group.start])
            if group is not None and not counted and not lower[group.end - 1].endswith("s"):
                return only._replace(value="")
        return None

    def _members(
        self, reading: Reading, group: str, holds: Sequence[Condition], side: str, used: list[Cell]
    ) -> list[int]:
        """The entities of a side that belong to a group and reach the mark."""
        assert self._cues is not None
        conditions = [*holds, *self._where.get(group, [])]
        members = reading.world.of_kind(self._cues.kind, side)
        return [m for m in members if all_hold(conditions, reading.world.condition_cells(m), used)]

    def _others(self, reading: Reading, only: Found, mark: Mark, named: NamedSoFar) -> Iterator[Verdict]:
        """The subject reaches the mark, belongs to the group, and nobody else of it does who is not named before."""
        assert self._cues is not None
        world = reading.world
        subject = subject_of(reading, only.start, mark.end, self._cues.kind)
        if subject is None or subject.entity is None or not world.has_numbers(subject.entity):
            return
        group = self._groups.first(reading.text.lower, only.end, mark.start)
        name = group.value if group else ""
        listed = list_of_names(
            reading, subject.start, subject.end, self._cues.kind
        )  # "the only others were Ann and Bea"
        subjects = [r.entity for r in (listed if subject.start > mark.start else names_joined(reading, subject))]
        used: list[Cell] = []
        cells = [world.condition_cells(entity) for entity in subjects if entity is not None]
        if not all(all_hold(mark.holds, each, used) for each in cells):
            yield self._verdict(reading, Found(mark.start, mark.end, ""), False, subject, "", used)
        elif group and not all(all_hold(self._where[name], each, used) for each in cells):
            yield self._verdict(reading, group, False, subject, "", used)
        else:
            members = self._members(reading, name, mark.holds, world.side(subject.entity), used)
            counted = [m for m in members if not only.value or not named.is_before(m, subject.start)]
            others = [m for m in counted if m not in subjects]
            expected = f"{world.name(others[0])} as well" if others else ""
            yield self._verdict(reading, only, not others, subject, expected, used)

    def _included(self, reading: Reading, mark: Mark) -> Iterator[Verdict]:
        """ "six players in double figures , including Ann and Bea"."""
        assert self._cues is not None
        text = reading.text
        if "including" not in text.lower[mark.end : mark.end + 2]:
            return
        for member in list_of_names(reading, mark.end, mark.end + 4, self._cues.kind):
            used: list[Cell] = []
            assert member.entity is not None
            right = all_hold(mark.holds, reading.world.condition_cells(member.entity), used)
            if right is not None:
                found = Found(member.start, member.end, "")
                yield replace(self._verdict(reading, found, right, member, "", used), type=ErrorType.NAME)

    def _number(self, reading: Reading, clause: Clause, begin: int, mark: Mark, named: NamedSoFar) -> Iterator[Verdict]:
        """A number before the group, or before the name of its side: "six players", "six Hawks"."""
        text, world = reading.text, reading.world
        begin = max(begin, clause.start)
        sides = {*world.competitors.values()}
        nouns: list[tuple[int, str, int | None]] = [
            (group.start, group.value, None) for group in self._groups.find(text.lower, begin, mark.start)
        ]
        nouns += [(r.start, "", r.entity) for r in text.within(begin, mark.start) if r.entity in sides and r.is_name]
        numbers = find_numbers(text.tokens[begin : mark.start])
        for start, group, owner in sorted(nouns, key=lambda noun: noun[0], reverse=True):
            number = next((n for n in numbers if self._is_of_group(text.lower, begin + n.end, start)), None)
            if number is None:
                continue
            if owner is None:
                owner = self._owner(reading, start, mark, sides)
            if owner is None or self._is_share(reading, begin + number.start):
                return
            used: list[Cell] = []
            members = self._members(reading, group, mark.holds, world.side(owner), used)
            true = len(members)
            if "other" in text.lower[begin + number.start : mark.start]:
                before = sum(named.is_before(member, begin + number.start) for member in members)
                true = min(max(number.value, true - before), true - 1)
            found = Found(begin + number.start, begin + number.end, group)
            yield self._counted(reading, found, number.value, true, owner, used)
            return

    def _is_of_group(self, lower: Sequence[str], end: int, group: int) -> bool:
        """Whether the number that ends at a position counts the group: "six players", "six other Hawks players"."""
        return 0 <= group - end <= 1 or (group - end == 2 and lower[end] == "other")

    def _is_share(self, reading: Reading, at: int) -> bool:
        """Whether the number at a position is not how many reach the mark ("six of the nine players"), or is about a
        lineup that the sentence names before it: "54 points from their bench , with three players"."""
        text = reading.text
        sentence = text.sentence(at)
        before = text.lower[max(sentence.start, at - 2) : at]
        begin = sentence.start if "with" in before else max(sentence.start, at - NEAR)
        return "of" in before or self._lineups.first(text.lower, begin, at) is not None

    def _owner(self, reading: Reading, before: int, mark: Mark, sides: set[int]) -> int | None:
        """The side whose members are counted."""
        text = reading.text
        sentence = text.sentence(mark.start)
        near = [r for r in text.within(sentence.start, before) if r.entity in sides and r.role is not Role.OBJECT]
        after = [
            r
            for r in text.within(mark.end, min(sentence.end, mark.end + 4))
            if r.entity in sides and not {*text.lower[mark.end : r.start]} - {"for", "the", "on"}
        ]
        found = next(iter([*after, *reversed(near)]), None)
        if found is not None:
            return found.entity
        members = [r for r in text.within(mark.end, sentence.end) if r.kind == text.single and r.entity is not None]
        if members and members[0].entity is not None:  # "six players scored in double figures , led by Ann"
            return reading.world.competitors.get(reading.world.side(members[0].entity))
        return None

    def _counted(
        self, reading: Reading, found: Found, said: int, true: int, owner: int, used: Sequence[Cell]
    ) -> Verdict:
        right = said == true
        digits = reading.text.tokens[found.start][:1].isdigit()
        return Verdict(
            found.start, found.end, self.family, ErrorType.NUMBER,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, reading.world.name(owner),
            " ".join(reading.text.tokens[found.start : found.end]), str(true), tuple(dict.fromkeys(used)),
            repair="" if right else str(true) if digits else to_words(true),
        )  # fmt: skip

    def _verdict(
        self, reading: Reading, found: Found, right: bool, subject: Reference, expected: str, used: Sequence[Cell]
    ) -> Verdict:
        assert subject.entity is not None
        words = " ".join(reading.text.tokens[found.start : found.end])
        return Verdict(
            found.start, found.end, self.family, ErrorType.WORD,
            VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED, reading.world.name(subject.entity),
            words, expected or ("" if right else f"not: {words}"), tuple(dict.fromkeys(used)),
        )  # fmt: skip
