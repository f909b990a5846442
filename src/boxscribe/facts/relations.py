"""Relations: the facts of a text in the form that the metrics compare."""

from __future__ import annotations

from typing import NamedTuple


class Relation(NamedTuple):
    """A fact that a text states: an entity has a value under a record type.

    entity: the name that the text uses ("Lowry"), in the table's spelling.
    value: the number in the text, tokens joined by blanks ("25", "twenty - five"); "-1" for a fact without a number.
    type: the record type.
    correct: whether the table has this value under this type.
    """

    entity: str
    value: str
    type: str
    correct: bool
