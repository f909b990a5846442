"""Sums of cells and conditions on cells: the language of rules and derived types in a domain's description.

A sum has terms that are joined by " + " and " - ". A term is a number, or a cell with an optional factor:

    PTS                    the cell of the entity itself
    2 FGM                  twice the cell
    inn#                   a numbered series: inn1 + inn2 + …
    player.PTS             the sum over the players of the entity's side; those without the cell are left out
    opponent.TEAM-PTS      the cell of the entity of the same kind on the other side, if it is alone there
    opponent.player.PTS    the sum over the players of the other side

A condition is one of

    PTS >= 10              two sums and one of =, !=, <, >, <=, >=
    RESULT = win           a cell that holds text, or a feature (side = home), = or !=, and a text or another such cell
    START_POSITION         whether the entity has the cell
    no START_POSITION      whether it does not

A sum that needs a cell that is not there has no value, and a condition on it is neither true nor false: missing is not
0. Whether an entity has a cell is unknown where no entity of its kind and side has one: a table without starting
positions does not say who started.
"""

import operator
import re
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from boxscribe.tables.table import Cell

C = TypeVar("C")
T = TypeVar("T")

OPPONENT = "opponent"
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
}  # fmt: skip
NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)


class Cells(Protocol):
    """The cells of one entity in one game."""

    @property
    def kind(self) -> str: ...

    def number(self, type: str) -> float | None:
        """The number in a cell, or the sum of a numbered series; None if there is none."""

    def text(self, type: str) -> str | None:
        """The text in a cell, or a feature of the entity."""

    def has(self, type: str) -> bool | None:
        """Whether there is such a cell; None if no entity of its kind and side has one."""

    def of_kind(self, kind: str, opponent: bool) -> "Sequence[Cells]":
        """The entities of a kind on the same side (itself included), or on the other side."""

    def sources(self, type: str) -> Sequence[Cell]:
        """Where the value of a type is."""


class Members(list[C]):
    """The entities of a kind on a side. Sums and counts over them are the same for whoever asks, and are remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.memo: dict[Hashable, Any] = {}


def remembered(members: Sequence[Cells], key: Hashable, compute: Callable[[], T]) -> T:
    """What `compute` gives for the members; computed once if they are `Members`."""
    if not isinstance(members, Members):
        return compute()
    if key not in members.memo:
        members.memo[key] = compute()
    found: T = members.memo[key]
    return found


Used = list[Cell] | None
"""Collects the cells that an evaluation reads, in order."""


@dataclass(frozen=True, slots=True)
class Term:
    """A summand."""

    factor: float
    opponent: bool
    kind: str  # "" for the entity itself
    type: str  # "" for a bare number

    def value(self, cells: Cells, used: Used = None, where: "tuple[Condition, ...]" = ()) -> float | None:
        """Its value without the factor. `where` selects the entities of a sum over a kind."""
        if not self.type:
            return 1.0
        if self.kind:
            return self._over_kind(cells, used, where)
        owner = _opponent(cells) if self.opponent else cells
        number = owner.number(self.type) if owner else None
        if used is not None and owner and number is not None:
            used += owner.sources(self.type)
        return number

    def _over_kind(self, cells: Cells, used: Used, where: "tuple[Condition, ...]") -> float | None:
        members = cells.of_kind(self.kind, self.opponent)
        total, read = remembered(members, (self.type, where), lambda: self._total(members, where))
        if used is not None:
            used += read
        return total

    def _total(self, members: Sequence[Cells], where: "tuple[Condition, ...]") -> tuple[float | None, tuple[Cell, ...]]:
        """The sum over some entities, and the cells that it consists of."""
        total, known, used = 0.0, False, list[Cell]()
        for member in members:
            number = member.number(self.type)
            if number is None:
                continue
            selected = all_hold(where, member) if where else True
            known = known or selected is not None
            if selected:
                total += number
                used += member.sources(self.type)
        return (total if known else None), tuple(used)

    def text(self, cells: Cells, used: Used = None) -> str | None:
        """The text in the cell."""
        owner = _opponent(cells) if self.opponent else cells
        text = owner.text(self.type) if owner else None
        if used is not None and owner and text is not None:
            used += owner.sources(self.type)
        return text


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum of cells."""

    terms: tuple[Term, ...]

    def value(
        self,
        cells: Cells,
        used: Used = None,
        where: "tuple[Condition, ...]" = (),
        missing: float | None = None,
    ) -> float | None:
        """The sum; None if a cell is not there, unless `missing` is the number that stands for it."""
        total = 0.0
        for term in self.terms:
            number = term.value(cells, used, where)
            if number is None:
                number = missing
            if number is None:
                return None
            total += term.factor * number
        return total


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """Two sums and how they compare."""

    left: Sum
    compare: str
    right: Sum

    def holds(self, cells: Cells, used: Used = None) -> bool | None:
        left = self.left.value(cells, used)
        right = None if left is None else self.right.value(cells, used)
        return None if right is None else COMPARE[self.compare](left, right)

    def terms(self) -> Iterator[Term]:
        yield from self.left.terms + self.right.terms


@dataclass(frozen=True, slots=True)
class TextComparison:
    """A cell that holds text, and the text or the cell that it compares with."""

    left: Term
    compare: str
    right: Term | str

    def holds(self, cells: Cells, used: Used = None) -> bool | None:
        left = self.left.text(cells, used)
        right = self.right if isinstance(self.right, str) else self.right.text(cells, used)
        return None if left is None or right is None else COMPARE[self.compare](left, right)

    def terms(self) -> Iterator[Term]:
        yield self.left
        if isinstance(self.right, Term):
            yield self.right


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the entity has a cell."""

    term: Term
    present: bool

    def holds(self, cells: Cells, used: Used = None) -> bool | None:
        owner = _opponent(cells) if self.term.opponent else cells
        has = owner.has(self.term.type) if owner else None
        if used is not None and owner and has:
            used += owner.sources(self.term.type)
        return None if has is None else has == self.present

    def terms(self) -> Iterator[Term]:
        yield self.term


Condition = NumberComparison | TextComparison | Presence


def all_hold(conditions: Sequence[Condition], cells: Cells, used: Used = None) -> bool | None:
    """Whether all conditions hold; None if none is false and at least one is unknown."""
    result: bool | None = True
    for condition in conditions:
        holds = condition.holds(cells, used)
        if holds is False:
            return False
        result = result and holds
    return result


def _opponent(cells: Cells) -> Cells | None:
    others = cells.of_kind(cells.kind, opponent=True)
    return others[0] if len(others) == 1 else None


def parse_sum(text: str) -> Sum:
    """The sum that `text` states; ValueError with one sentence if it states none."""
    return _sum(text, text)


def parse_condition(text: str, texts: Collection[str] = ()) -> Condition:
    """The condition that `text` states; `texts` are the types of cells that hold text."""
    words = text.split()
    signs = [at for at, word in enumerate(words) if word in COMPARE]
    if not signs and 1 <= len(words) <= 2 and words[:-1] in ([], ["no"]):
        cell = _reference(words[-1], text)
        if not cell.kind:
            return Presence(cell, len(words) == 1)
    if len(signs) != 1 or not 0 < signs[0] < len(words) - 1:
        raise ValueError(
            f"'{text}' is not a condition such as 'PTS >= 10', 'RESULT = win', 'START_POSITION' or 'no START_POSITION'"
        )
    left, sign, right = " ".join(words[: signs[0]]), words[signs[0]], " ".join(words[signs[0] + 1 :])
    if left.removeprefix(f"{OPPONENT}.") not in texts:
        return NumberComparison(_sum(left, text), sign, _sum(right, text))
    if sign not in ("=", "!="):
        raise ValueError(f"'{text}': '{left}' holds text, which compares with = or != only")
    is_cell = right.removeprefix(f"{OPPONENT}.") in texts
    return TextComparison(_reference(left, text), sign, _reference(right, text) if is_cell else right)


def _sum(part: str, text: str) -> Sum:
    """The sum that a part of `text` states."""
    parts = re.split(r" ([+-]) ", f" {' '.join(part.split())} ")
    signs = [1, *(-1 if sign == "-" else 1 for sign in parts[1::2])]
    return Sum(tuple(_term(term, sign, text) for term, sign in zip(parts[::2], signs, strict=True)))


def _term(part: str, sign: int, text: str) -> Term:
    match part.split():
        case [number] if NUMBER.fullmatch(number):
            return Term(sign * float(number), False, "", "")
        case [name] if name not in COMPARE:
            return _reference(name, text, sign)
        case [factor, name] if NUMBER.fullmatch(factor) and not NUMBER.fullmatch(name):
            return _reference(name, text, sign * float(factor))
    raise _no_term(part, text)


def _reference(name: str, text: str, factor: float = 1) -> Term:
    """`opponent.player.PTS` → a term."""
    if not all(name.split(".")):
        raise _no_term(name, text)
    opponent = name.startswith(f"{OPPONENT}.")
    kind, dot, type = name.removeprefix(f"{OPPONENT}.").partition(".")
    return Term(factor, opponent, kind, type) if dot else Term(factor, opponent, "", kind)


def _no_term(part: str, text: str) -> ValueError:
    return ValueError(
        f"'{text}': '{part.strip()}' is not a term such as 'PTS', '2 FGM', 'player.PTS' or 'opponent.PTS'"
    )
