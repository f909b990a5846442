"""The values of derived types that one table decides, from the cells of an entity; see `tables.derived_type`."""

import math
from collections.abc import Callable, Iterator, Sequence

from boxscribe.derived.ranking import ranks
from boxscribe.foreign import MAX_TABLE_DIGITS
from boxscribe.tables.cells import EntityCells
from boxscribe.tables.declarations import Declaration
from boxscribe.tables.derived_type import Compute, DerivedType
from boxscribe.tables.expressions import Cells, Used, all_hold, remembered
from boxscribe.tables.table import Cell

TOO_LARGE = 10**MAX_TABLE_DIGITS
HALF = 0.5 + 5e-7  # a half that the arithmetic of floats has made a little smaller is rounded up, too


def evaluate(declaration: Declaration, cells: Cells, used: Used = None) -> float | str | None:
    """The value of a type for one entity, None if it has none; `used` collects the cells that it is computed from.

    The value may be out of the range that makes a record: see `in_range`.

    For every `compute` that needs no other entities than an expression can name: sum, highest, reach, count, choose.
    """
    if declaration.where and not declaration.over:
        read = used if declaration.choices else None  # only a choice consists of conditions
        if all_hold(declaration.where, cells, read) is not True:
            return None
    return EVALUATE[declaration.declared.compute](declaration, cells, used)


def in_range(number: float, declared: DerivedType) -> bool:
    """Whether a number makes a record: neither below `at_least` nor above `at_most`, nor longer than a cell may be."""
    if declared.at_least is not None and number < declared.at_least:
        return False
    return abs(number) < TOO_LARGE and (declared.at_most is None or number <= declared.at_most)


def as_value(value: float | str, declared: DerivedType) -> str:
    """The value as the text of a record: whole, or with the declared number of decimals, rounded half up."""
    if isinstance(value, str):
        return value
    if value.is_integer():
        return str(int(value))
    decimals = declared.decimals if declared.value == "decimal" else 0
    scale = 10**decimals
    scaled = math.floor(value * scale + HALF)
    return str(scaled) if not decimals else f"{scaled / scale:.{decimals}f}".rstrip("0").rstrip(".")


def _sum(declaration: Declaration, cells: Cells, used: Used) -> float | None:
    where = declaration.where if declaration.over else ()
    return declaration.sums[0].value(cells, used, where)


def _highest(declaration: Declaration, cells: Cells, used: Used) -> float | None:
    where = declaration.where if declaration.over else ()
    numbers = {summed: summed.value(cells, None, where) for summed in declaration.sums}
    known = {summed: number for summed, number in numbers.items() if number is not None}
    if not known:
        return None
    highest = max(known, key=lambda summed: known[summed])
    return highest.value(cells, used, where)


def _reach(declaration: Declaration, cells: Cells, used: Used) -> float | None:
    count, known = 0, False
    for summed in declaration.sums:
        number = summed.value(cells)
        known = known or number is not None
        if number is not None and number >= declaration.declared.reach:
            count += 1
            if used is not None:
                summed.value(cells, used)
    return float(count) if known else None


def _count(declaration: Declaration, cells: Cells, used: Used) -> float | None:
    assert declaration.counted is not None
    members = cells.of_kind(*declaration.counted)
    count, read = remembered(members, ("count", declaration.where), lambda: _counted(declaration, members))
    if used is not None:
        used += read
    return count


def _counted(declaration: Declaration, members: Sequence[Cells]) -> tuple[float | None, tuple[Cell, ...]]:
    """How many satisfy `where`, and the cells that say so; if none does, the cells of all."""
    count, known, used, others = 0, False, list[Cell](), list[Cell]()
    for member in members:
        read: list[Cell] = []
        selected = all_hold(declaration.where, member, read)
        known = known or selected is not None
        count += bool(selected)
        (used if selected else others).extend(read)
    return (float(count) if known else None), tuple(used if count else others)


def _choose(declaration: Declaration, cells: Cells, used: Used) -> str | None:
    for value, conditions in declaration.choices:
        read: list[Cell] = []
        holds = all_hold(conditions, cells, read)
        if holds is None:
            return None
        if holds:
            if used is not None:
                used += read
            return value
    return None


EVALUATE: dict[Compute, Callable[[Declaration, Cells, Used], float | str | None]] = {
    "sum": _sum, "highest": _highest, "reach": _reach, "count": _count, "choose": _choose,
}  # fmt: skip


def ranked(
    declaration: Declaration, members: Sequence[EntityCells]
) -> Iterator[tuple[EntityCells, float, tuple[Cell, ...]]]:
    """The ranks of the entities of a kind, each with the cells that were compared."""
    groups: dict[str | None, list[EntityCells]] = {}
    for member in members:
        groups.setdefault(member.side if declaration.declared.among == "side" else None, []).append(member)
    for group in groups.values():
        used: list[Cell] = []
        numbers: dict[EntityCells, float] = {}
        for member in group:
            if declaration.over or all_hold(declaration.where, member):
                read: list[Cell] = []
                number = _sum(declaration, member, read)
                if number is not None:
                    numbers[member] = number
                    used += read
        cells = tuple(dict.fromkeys(used))
        compared = ranks([*numbers.values()], declaration.declared.lowest)
        yield from ((member, float(rank), cells) for member, rank in zip(numbers, compared, strict=True))
