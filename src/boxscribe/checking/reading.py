"""What a family of claims sees of a text."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from boxscribe.checking.discourse import DiscourseModel, Reference
from boxscribe.checking.scope import Clause
from boxscribe.checking.world import World


class Mistaken(NamedTuple):
    """A name of one side where another one is meant."""

    name: Reference
    side: int  # that is meant


@dataclass(frozen=True, slots=True)
class Reading:
    """A text, its clauses, and what is known about the game."""

    text: DiscourseModel
    world: World
    clauses: Sequence[Clause]
    mistaken: Sequence[Mistaken] = ()

    def clause(self, at: int) -> Clause:
        """The clause of a position."""
        return self.clauses[bisect_right(self.clauses, at, key=lambda clause: clause.start) - 1]
