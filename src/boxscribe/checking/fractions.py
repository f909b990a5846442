"""Fractions after a whole number: the "1/3" of "6 1/3 innings"."""

from collections.abc import Iterator

from boxscribe.checking.bearers import Bearers
from boxscribe.checking.counting import FRACTION
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Time
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.text.numbers import to_number


class Fractions:
    """The reader of fractions that the description declares as `cues.fractions`; the family of counts judges the whole
    numbers before them."""

    family = "count"

    def __init__(self, domain: Domain) -> None:
        self._types, self._bearers = domain.cues.fractions, Bearers(domain.cues)

    def read(self, reading: Reading) -> Iterator[Verdict]:
        text, world = reading.text, reading.world
        for at in range(1, len(text.lower) - 1) if self._types else ():
            types = self._types.get(text.lower[at + 1])
            number = to_number([text.lower[at - 1]]) if types and FRACTION.fullmatch(text.lower[at]) else None
            if types is None or number is None or reading.clause(at).time is not Time.GAME:
                continue
            bearer = self._bearers.find(reading, at - 1, at + 2)
            entity = None if bearer is None else bearer.reference.entity
            if entity is None or world.number(entity, types[0]) != number:
                continue
            true = world.value(entity, types[1])
            right = true == text.lower[at]
            yield Verdict(
                at, at + 1, self.family, ErrorType.NUMBER,
                VerdictStatus.SUPPORTED if right else VerdictStatus.CONTRADICTED,
                world.name(entity), " ".join(text.tokens[at - 1 : at + 2]), true or "no fraction",
                world.cells(entity, types[1] if true else types[0]), repair="" if right else true or "",
            )  # fmt: skip
