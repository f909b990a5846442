"""How many entities of a group reach a mark: "six players in double figures", "the only other starter"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from boxscribe.checking.discourse import Reference, Role
from boxscribe.checking.phrases import Found, PhraseIndex
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Clause
from boxscribe.checking.subjects import NamedSoFar, is_this_game, list_of_names, names_joined, subject_of, text_types
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.expressions import all_hold, parse_condition
from boxscribe.tables.table import Cell
from boxscribe.text.numbers import find_numbers, to_words

BEFORE = 9  # tokens between the group and the mark: "players who scored at least in"


class GroupCounts:
    """The reader of groups."""

    family = "group"

    def __init__(self, domain: Domain) -> None:
        self._cues, texts = domain.cues.reached, text_types(domain)
        if self._cues is None:
            return
        self._marks = PhraseIndex.of(self._cues.words)
        self._only = PhraseIndex.of(self._cues.only_other)
        groups = self._cues.groups
        self._groups = PhraseIndex({word: name for name, group in groups.items() for word in group.words})
        self._holds = [parse_condition(condition, texts) for condition in self._cues.holds]
        self._where = {name: [parse_condition(c, texts) for c in group.where] for name, group in groups.items()}
        self._topics = PhraseIndex(domain.cues.topics)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        if self._cues is None:
            return
        named = NamedSoFar(reading, self._cues.kind)
        for clause in reading.clauses:
            if not is_this_game(clause):
                continue
            for mark in self._marks.find(reading.text.lower, clause.start, clause.end):
                topic = self._topics.first(reading.text.lower, mark.end, mark.end + 2)
                if topic is not None and topic.value != self._cues.type:  # "double figures in rebounds"
                    continue
                begin = max(reading.text.sentence(mark.start).start, mark.start - BEFORE)
                only = next(self._only.find(reading.text.lower, begin, mark.start), None)
                yield from self._included(reading, mark)
                if only is not None:
                    yield from self._others(reading, only, mark, named)
                else:
                    yield from self._number(reading, clause, begin, mark)

    def _members(self, reading: Reading, group: str, side: str, used: list[Cell]) -> list[int]:
        """The entities of a side that belong to a group and reach the mark."""
        assert self._cues is not None
        conditions = [*self._holds, *self._where.get(group, [])]
        members = reading.world.of_kind(self._cues.kind, side)
        return [m for m in members if all_hold(conditions, reading.world.condition_cells(m), used)]

    def _others(self, reading: Reading, only: Found, mark: Found, named: NamedSoFar) -> Iterator[Verdict]:
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
        if not all(all_hold(self._holds, each, used) for each in cells):
            yield self._verdict(reading, mark, False, subject, "", used)
        elif group and not all(all_hold(self._where[name], each, used) for each in cells):
            yield self._verdict(reading, group, False, subject, "", used)
        else:
            members = self._members(reading, name, world.side(subject.entity), used)
            others = [m for m in members if m not in subjects and not named.is_before(m, subject.start)]
            expected = f"{world.name(others[0])} as well" if others else ""
            yield self._verdict(reading, only, not others, subject, expected, used)

    def _included(self, reading: Reading, mark: Found) -> Iterator[Verdict]:
        """ "six players in double figures , including Ann and Bea"."""
        assert self._cues is not None
        text = reading.text
        if "including" not in text.lower[mark.end : mark.end + 2]:
            return
        for member in list_of_names(reading, mark.end, mark.end + 4, self._cues.kind):
            used: list[Cell] = []
            assert member.entity is not None
            right = all_hold(self._holds, reading.world.condition_cells(member.entity), used)
            if right is not None:
                found = Found(member.start, member.end, "")
                yield replace(self._verdict(reading, found, right, member, "", used), type=ErrorType.NAME)

    def _number(self, reading: Reading, clause: Clause, begin: int, mark: Found) -> Iterator[Verdict]:
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
            number = next((n for n in numbers if 0 <= start - begin - n.end <= 1), None)
            if number is None:
                continue
            if owner is None:
                owner = self._owner(reading, start, mark, sides)
            if owner is None or "other" in text.lower[begin + number.start : mark.start]:
                return
            used: list[Cell] = []
            true = len(self._members(reading, group, world.side(owner), used))
            found = Found(begin + number.start, begin + number.end, group)
            yield self._counted(reading, found, number.value, true, owner, used)
            return

    def _owner(self, reading: Reading, before: int, mark: Found, sides: set[int]) -> int | None:
        """The side whose members are counted."""
        text = reading.text
        sentence = text.sentence(mark.start)
        near = [r for r in text.within(sentence.start, before) if r.entity in sides and r.role is not Role.OBJECT]
        after = [r for r in text.within(mark.end, min(sentence.end, mark.end + 4)) if r.entity in sides]
        found = next(iter([*after, *reversed(near)]), None)
        return found.entity if found else None

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
