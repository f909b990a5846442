"""Who and what a sentence speaks of: the spans of its tokens that name somebody, say a number or tell an action.

In: the tokens of a sentence; out: spans. Names are found by longest match against a lexicon. The published extraction
knows only the names of its training games; ours also knows those of the game at hand.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import product
from typing import NamedTuple

from boxscribe.tables.domain import Action, Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.text import CONVENTIONS, find_numbers, tokenise

# Parts of a name that name nobody without the rest.
_SUFFIXES = frozenset("Jr Jr. Sr Sr. II III IV".split())
_DECIMAL = re.compile(r"[0-9]*\.[0-9]+")
_FRACTION = re.compile(r"[0-9]+/[0-9]+")


class Span(NamedTuple):
    """`sentence[start:end]`."""

    start: int
    end: int

    def said(self, sentence: Sequence[str]) -> str:
        return " ".join(sentence[self.start : self.end])


class Value(NamedTuple):
    """A number or an action that `sentence[start:end]` tells."""

    start: int
    end: int
    key: str  # numbers with the same key are equal: "25" for "25" and for `twenty - five`
    action: Action | None = None

    def said(self, sentence: Sequence[str]) -> str:
        """As a relation has it: the words of a number; a fact without a number has the value −1."""
        return NO_NUMBER if self.action else " ".join(sentence[self.start : self.end])


NO_NUMBER = "-1"


class Gazetteer:
    """Names that can be mentioned, as tokens joined by blanks."""

    def __init__(self, names: Iterable[str], extended: bool = False) -> None:
        """`extended`: as published, a match grows word by word, so a name is found only if all that it begins with
        are names, too: "Portland Trail Blazers" gives "Portland" and "Trail Blazers"."""
        self.extended = extended
        known = frozenset(names)
        self.names = frozenset(name for name in known if _grows(name, known)) if extended else known
        self._longest: dict[str, int] = {}  # the first word of a name → words of the longest such name
        for name in self.names:
            words = name.split()
            self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def find(self, sentence: Sequence[str], own: "Gazetteer | None" = None) -> list[Span]:
        """The mentions of a sentence, left to right, of names of this lexicon or of `own`."""
        found: list[Span] = []
        end = 0
        for start, word in enumerate(sentence):
            if start < end:
                continue
            longest = max(self._longest.get(word, 0), own._longest.get(word, 0) if own else 0)
            for length in range(min(longest, len(sentence) - start), 0, -1):
                name = " ".join(sentence[start : start + length])
                if name in self.names or (own and name in own.names):
                    end = start + length
                    found.append(Span(start, end))
                    break
        return found


def _grows(name: str, known: frozenset[str]) -> bool:
    words = name.split()
    return all(" ".join(words[:length]) in known for length in range(1, len(words)))


class Naming(NamedTuple):
    """A way to name an entity."""

    name: str  # as tokens
    rank: int  # 0: in full, 1: by the last part of the name ("James", "Lakers"), 2: by another one


def namings(entity: Entity, domain: Domain) -> list[Naming]:
    """All ways to name an entity: its full name, the parts of the name, and their single words."""
    parts = [value for type in name_types(entity, domain) for value in entity.values(type)]
    if not parts:
        return []
    written = [(part, *domain.aliases.get(part, ())) for part in parts]
    ranked = [(entity.name, 0), *((" ".join(full), 0) for full in product(*written))]
    for rank, forms in [(1, written[-1]), *((2, forms) for forms in written[:-1]), (2, (entity.name,))]:
        ranked += [(name, rank) for form in forms for name in (form, *filter(_stands_alone, form.split()))]
    found: dict[str, int] = {}
    for name, rank in ranked:
        if any(map(str.isalnum, name)):
            found.setdefault(_written(name, domain), rank)
    return [Naming(name, rank) for name, rank in found.items() if name]


def _stands_alone(word: str) -> bool:
    """Whether a word of a longer name can mean somebody: not the "a" of "Luc Mbah a Moute", nor "Jr."."""
    return len(word) > 1 and not word.islower() and word not in _SUFFIXES


def plain(name: str) -> str:
    """What "T.J. Warren" and "TJ Warren" have in common, "Otto Porter Jr." and "Otto Porter": texts and tables do not
    agree about such names."""
    words = name.split()
    while len(words) > 1 and words[-1] in _SUFFIXES:
        words.pop()
    return " ".join(words).replace(".", "")


def _written(name: str, domain: Domain) -> str:
    """A name as the corpus writes it: "J.D. Drew" is `J. D. Drew` in one of them."""
    if name.replace(" ", "").isalnum():
        return name
    *tokens, _ = tokenise(f"{name} x", CONVENTIONS[domain.convention])  # or its full stop would end a sentence
    return " ".join(tokens)


def names_of(table: Table, domain: Domain) -> set[str]:
    return {naming.name for entity in table.entities for naming in namings(entity, domain)}


def find_values(sentence: Sequence[str], domain: Domain) -> list[Value]:
    """The numbers and actions of a sentence; decimals and fractions only where a domain has such values."""
    found = {start: Value(start, end, str(value)) for start, end, value in find_numbers(sentence)}
    if domain.has_decimals:
        for at, token in enumerate(sentence):
            key = number_key(token)
            if key is not None:
                found[at] = Value(at, at + 1, key)
    actions = [value for action in domain.actions for value in _find_action(sentence, action)]
    return [found[at] for at in sorted(found)] + sorted(actions)


def _find_action(sentence: Sequence[str], action: Action) -> list[Value]:
    return [
        Value(at, at + len(words), NO_NUMBER, action)
        for words in map(str.split, action.words)
        for at in range(len(sentence) - len(words) + 1)
        if list(sentence[at : at + len(words)]) == words
    ]


def number_key(value: str) -> str | None:
    """What equal numbers have in common: "0.304" for ".304" and "0.304"; None for what is no number."""
    if value.isdecimal():
        return str(int(value))
    if _FRACTION.fullmatch(value):
        return value
    return f"{Decimal(value).normalize():f}" if _DECIMAL.fullmatch(value) else None
