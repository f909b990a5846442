"""Rules of a domain's description that a table must satisfy: how two sums of its cells compare.

    PTS = 2 FGM + FG3M + FTM                 a cell against cells of the same entity
    TEAM-PTS = player.PTS                    a cell against the sum over the players of its side
    team_runs = inn#                         a cell against the sum of a numbered series, inn1 + inn2 + …
    FGM <= FGA

Sums are those of `tables.expressions`, except that a cell that the table does not have counts as 0; a rule does not
apply if the table has no cell of its left side.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from boxscribe.tables.expressions import COMPARE, Cells, NumberComparison, Term, parse_condition


@dataclass(frozen=True, slots=True)
class Rule:
    """Two sums and how they must compare."""

    comparison: NumberComparison
    text: str

    def __str__(self) -> str:
        return self.text

    def terms(self) -> Iterator[Term]:
        """The terms of both sums that name a type."""
        return (term for term in self.comparison.terms() if term.type)

    def broken_by(self, cells: Cells) -> str | None:
        """None if the rule holds or does not apply, else a message with the numbers of both sides."""
        if all(term.value(cells) is None for term in self.comparison.left.terms if term.type):
            return None
        left, right = self.comparison.left.value(cells, missing=0), self.comparison.right.value(cells, missing=0)
        if COMPARE[self.comparison.compare](left, right):
            return None
        return f"{self.text} does not hold ({left:g} against {right:g})"


@cache
def parse_rule(text: str) -> Rule:
    """The rule that `text` states; ValueError with one sentence if it states none."""
    if sum(word in COMPARE for word in text.split()) != 1:
        raise ValueError(f"'{text}': a rule has exactly one of {', '.join(COMPARE)}")
    comparison = parse_condition(text)
    assert isinstance(comparison, NumberComparison)  # there is a sign, and no type is known to hold text
    return Rule(comparison, text)
