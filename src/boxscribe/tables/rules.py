"""Rules of a domain's description that a table must satisfy: equalities and bounds between sums of its cells.

    PTS = 2 FGM + FG3M + FTM                 a cell against cells of the same entity
    TEAM-PTS = player.PTS                    a cell against the sum over the players of its side
    team_runs = inn#                         a cell against the sum of a numbered series, inn1 + inn2 + …
    FGM <= FGA

Each side of a rule is a sum of terms; a term is a record type with an optional whole-number factor, or a number. A cell
that the table does not have counts as 0; a rule does not apply if the table has no cell of its left side.
"""

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

Lookup = Callable[[str, str], float | None]
"""(kind or "", type) → the number in the cell, or the sum over the kind; None if there is no such cell."""

COMPARE: dict[str, Callable[[float, float], bool]] = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}


@dataclass(frozen=True, slots=True)
class Term:
    """A summand."""

    factor: int
    kind: str  # "" for the entity itself
    type: str  # "" for a bare number


@dataclass(frozen=True, slots=True)
class Rule:
    """Two sums and how they must compare."""

    left: tuple[Term, ...]
    compare: str
    right: tuple[Term, ...]
    text: str

    def __str__(self) -> str:
        return self.text

    def names(self) -> Iterator[tuple[str, str]]:
        """The (kind, type) pairs of all terms."""
        return ((term.kind, term.type) for term in self.left + self.right if term.type)

    def broken_by(self, lookup: Lookup) -> str | None:
        """None if the rule holds or does not apply, else a message with the numbers of both sides."""
        if all(lookup(term.kind, term.type) is None for term in self.left if term.type):
            return None
        left, right = _sum(self.left, lookup), _sum(self.right, lookup)
        if COMPARE[self.compare](left, right):
            return None
        return f"{self.text} does not hold ({left:g} against {right:g})"


@cache
def parse_rule(text: str) -> Rule:
    """The rule that `text` states; ValueError with one sentence if it states none."""
    words = text.split()
    signs = [word for word in words if word in COMPARE]
    if len(signs) != 1:
        raise ValueError(f"'{text}': a rule has exactly one of {', '.join(COMPARE)}")
    at = words.index(signs[0])
    return Rule(_terms(words[:at], text), signs[0], _terms(words[at + 1 :], text), text)


def _terms(words: list[str], text: str) -> tuple[Term, ...]:
    terms = []
    for part in " ".join(words).split(" + "):
        match part.split():
            case [number] if number.isdigit():
                terms.append(Term(int(number), "", ""))
            case [name]:
                terms.append(_term(1, name))
            case [factor, name] if factor.isdigit():
                terms.append(_term(int(factor), name))
            case _:
                raise ValueError(f"'{text}': '{part}' is not a term such as 'PTS', '2 FGM' or 'player.PTS'")
    return tuple(terms)


def _term(factor: int, name: str) -> Term:
    kind, dot, type = name.partition(".")
    return Term(factor, kind, type) if dot else Term(factor, "", name)


def _sum(terms: tuple[Term, ...], lookup: Lookup) -> float:
    return sum(term.factor * (1 if not term.type else lookup(term.kind, term.type) or 0) for term in terms)
