"""Sides whose name is mistaken: "the Hawks ( 8 - 36 )" with the record of the Bulls, in a sentence without the Bulls.

In: the references of a text; out: the same, but what the sentence says is about the side that the record belongs to.
"""

from collections.abc import Iterator, Sequence

from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.pairs import find_pairs
from boxscribe.checking.reading import Mistaken, Reading
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.checking.world import World
from boxscribe.tables.domain import Domain


class MistakenSides:
    """The reader of names that the record after them belies."""

    family = "name"

    def __init__(self, domain: Domain) -> None:
        self._types = domain.cues.record

    def read(self, reading: Reading) -> Iterator[Verdict]:
        world = reading.world
        for name, side in reading.mistaken:
            true = world.name(side)
            cells = tuple(cell for type in self._types for cell in world.cells(side, type))
            yield Verdict(
                name.start, name.end, self.family, ErrorType.NAME, VerdictStatus.CONTRADICTED, true,
                " ".join(reading.text.tokens[name.start : name.end]), true, cells, repair=true,
            )  # fmt: skip


def correct_sides(text: DiscourseModel, world: World, types: Sequence[str]) -> list[Mistaken]:
    """The names that are mistaken; the references of their sentences are changed to the sides that are meant."""
    found: list[Mistaken] = []
    if not types:
        return found
    sides = {*world.competitors.values()}
    for sentence in text.sentences:
        for pair in find_pairs(text.lower, *sentence):
            inside = text.within(*sentence)
            name = next((r for r in inside if r.end == pair.first - 1 and r.is_name and r.entity in sides), None)
            if name is None or text.lower[pair.first - 1] != "(" or name.entity is None:
                continue
            other = world.opponent(name.entity)
            twice = any(r.is_name and r.entity == name.entity and r != name for r in inside)
            if other is None or twice or any(r.entity == other for r in inside):
                continue
            own, theirs = ([world.number(side, type) for type in types] for side in (name.entity, other))
            if [*pair.numbers] == theirs != own:
                found.append(Mistaken(name, other))
                _replace(text, inside, name.entity, other)
    return found


def _replace(text: DiscourseModel, references: Sequence[Reference], side: int, other: int) -> None:
    first = text.references.index(references[0])
    for number, reference in enumerate(references, first):
        if reference.entity == side:
            text.references[number] = reference._replace(entity=other, name=text.table.entities[other].name)
