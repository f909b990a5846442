"""What a text states, in the form that the scores compare."""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """A fact that a text states: an entity has a value in a type.

    entity: as the text names it, tokens joined by blanks.
    value: as the text says it, tokens joined by blanks ("25", "twenty - five"); "-1" for a fact without a number.
    type: the record type.
    correct: whether the table says so, too.
    """

    entity: str
    value: str
    type: str
    correct: bool
