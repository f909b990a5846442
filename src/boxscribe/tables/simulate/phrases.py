"""Phrases of the stories of every sport: in: numbers and names; out: words as the corpora write them.

Tokens are separated by blanks: "12 hits", "Reno 's", "the Foxes '", "an 88 - 80".
"""

from collections.abc import Sequence

from boxscribe.text.numbers import to_ordinal, to_ordinal_digits, to_words


class Inflected(str):
    """A phrase with the words that agree with it: verb ("the Foxes were", "Reno was"), possessive, article."""

    __slots__ = ()

    @property
    def were(self) -> str:
        return "were" if self.startswith("the ") else "was"

    @property
    def are(self) -> str:
        return "are" if self.startswith("the ") else "is"

    @property
    def own(self) -> str:
        return f"{self} {possessive(self)}"

    @property
    def a(self) -> str:
        """With its indefinite article: an error, an RBI single, an 8 - 2 lead, a 118 - 110 win."""
        first = self.split()[0]
        return f"an {self}" if first[0] in "aeiou8" or first in ("11", "18", "RBI") else f"a {self}"


def number(n: int, zero: str = "no") -> str:
    """Below ten in words: "no", "one" … "nine", "10"."""
    if n >= 10:
        return str(n)
    return to_words(n) if n else zero


def counted(n: int, noun: str) -> str:
    """ "no hits", "one hit", "12 hits"."""
    return f"{number(n)} {noun}" if n == 1 else f"{number(n)} {noun}s"


def some(n: int, noun: str) -> str:
    """ "a run", "two runs"."""
    return Inflected(noun).a if n == 1 else counted(n, noun)


def ordinal(n: int) -> str:
    """Below ten in words: "ninth", "10th"."""
    return to_ordinal(n) if n < 10 else to_ordinal_digits(n)


def score(one: int, other: int) -> Inflected:
    """ "88 - 80"."""
    return Inflected(f"{one} - {other}")


def listed(parts: Sequence[str]) -> str:
    """ "A", "A and B", "A , B and C"."""
    return " and ".join(filter(None, (" , ".join(parts[:-1]), *parts[-1:])))


def possessive(owner: str) -> str:
    """What follows an owner: "Reno 's", "the Foxes '"."""
    return "'" if owner.endswith("s") else "'s"


def capitalised(text: str) -> str:
    """Only the first letter changes: "the Foxes" is "The Foxes"."""
    return text[0].upper() + text[1:]
