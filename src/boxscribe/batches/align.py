"""Which entity and which value a token of the text tells, wherever matching names and values can know it.

In: a table with its text; out: a `Fact` or None for each token. The facts guide attention and copy gate in training.
They are found as the extraction of relations finds its training examples: names by longest match, and a number
belongs to an entity that has it and that the same sentence names. What stays doubtful is None.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.names import Mention, Names, name_types
from boxscribe.tables.table import Table
from boxscribe.text import find_numbers, sentences


class Fact(NamedTuple):
    """What a token tells."""

    entity: int  # its number in `table.entities`
    value: str  # a word of one of its values, as the table has it: "6" where the token is "six"
    type: str = ""  # the record type, where the text names it: "six rebounds" are no field goals


def align(table: Table, domain: Domain) -> list[Fact | None]:
    """The fact that each token of the text tells, or None."""
    names, values = Names(table, domain), _Values(table, domain)
    facts: list[Fact | None] = []
    for sentence in sentences(table.tokens):
        mentions = names.find(sentence)
        named = {at: Fact(mention.entity, word) for mention in mentions for at, word in mention.words}
        # A word of a name tells nothing else, so names overrule the rest.
        told = values.find_numbers(sentence, mentions) | values.find_texts(sentence, mentions) | named
        facts += map(told.get, range(len(sentence)))
    return facts


class _Number(NamedTuple):
    at: int
    value: str
    unit: str  # the unit that follows, if it is one of the description's: "points"


class _Values:
    """The values of a table's entities that are no names: who has them, and in which unit."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._units: dict[str, dict[int, dict[str, str]]] = {}  # value → the entities that have it → type → unit
        unit_of: dict[str, dict[str, str]] = {}  # kind → type → unit
        self._called: set[str] = set()  # the types that are called as their unit: REB, but not OREB
        for number, entity in enumerate(table.entities):
            names = name_types(entity, domain)
            units = unit_of.setdefault(entity.kind, {})
            for value, _, type, _ in entity.records:
                if type in names:
                    continue
                if type not in units:
                    described = domain.kinds[entity.kind].type(type) if entity.kind in domain.kinds else None
                    units[type] = described.unit if described else ""
                    if described and described.unit == described.label:
                        self._called.add(type)
                self._units.setdefault(value, {}).setdefault(number, {})[type] = units[type]
        self._unit_words = {unit for units in unit_of.values() for unit in units.values() if unit}
        self._texts: dict[str, list[str]] = {}  # first word → the values that begin with it and are no numbers
        for value in self._units:
            if not _has_digit(value) and (words := value.split()):
                self._texts.setdefault(words[0], []).append(value)

    def find_numbers(self, sentence: Sequence[str], mentions: list[Mention]) -> dict[int, Fact]:
        """Numbers that an entity of the sentence has, by position."""
        facts: dict[int, Fact] = {}
        numbers = self._numbers(sentence) if mentions else []
        bounds = [0, *(mention.start for mention in mentions[1:]), len(sentence)]
        for k, (start, end) in enumerate(pairwise(bounds)):
            group = [number for number in numbers if start <= number.at < end]
            if not group:
                continue
            # What stands between two mentions is mostly about one entity, which need not be the nearest:
            # "Ann led the Bulls with 20 points and nine assists". `sorted` leaves equals in order of nearness.
            nearest = _unique(mentions[k::-1] + mentions[k + 1 :])
            share = {entity: sum(self._has(entity, number) for number in group) for entity in nearest}
            likely = sorted(nearest, key=lambda entity: -share[entity])
            for number in group:
                entity = next((entity for entity in likely if self._has(entity, number)), None)
                if entity is not None:
                    facts[number.at] = Fact(entity, number.value, self._type(entity, number))
        return facts

    def _numbers(self, sentence: Sequence[str]) -> list[_Number]:
        """What a sentence says in numbers: integers in digits or words, and values such as ".304" as they stand."""
        said = {at: (at + 1, token) for at, token in enumerate(sentence) if token in self._units and _has_digit(token)}
        said |= {start: (end, str(value)) for start, end, value in find_numbers(sentence)}
        found = []
        for at, (end, value) in said.items():
            following, behind = (*sentence[end : end + 2], "", "")[:2]
            if value == "1" and following == "of":  # "one of his best games"
                continue
            unit = f"{behind}s" if following == "-" else f"{following}s" if value == "1" else following
            found.append(_Number(at, value, unit if unit in self._unit_words else ""))
        return found

    def _has(self, entity: int, number: _Number) -> bool:
        """Whether an entity has a number; where the text gives a unit, in this unit or in a type without one."""
        types = self._units.get(number.value, {}).get(entity)
        return types is not None and (not number.unit or number.unit in types.values() or "" in types.values())

    def _type(self, entity: int, number: _Number) -> str:
        """The type that is called as the number's unit, where the entity has the number there."""
        types = self._units[number.value][entity]
        return next((type for type, unit in types.items() if unit == number.unit and type in self._called), "")

    def find_texts(self, sentence: Sequence[str], mentions: list[Mention]) -> dict[int, Fact]:
        """Values in words, by position: those that an entity of the sentence has, or only one of the table."""
        facts: dict[int, Fact] = {}
        for at, token in enumerate(sentence):
            for value in self._texts.get(token, ()):
                words = value.split()
                entity = self._owner(value, at, mentions) if list(sentence[at : at + len(words)]) == words else None
                if entity is not None:
                    facts |= {i: Fact(entity, word) for i, word in enumerate(words, start=at)}
        return facts

    def _owner(self, value: str, at: int, mentions: list[Mention]) -> int | None:
        owners = self._units[value]
        k = sum(mention.start < at for mention in mentions)
        named = [entity for entity in _unique(mentions[:k][::-1] + mentions[k:]) if entity in owners]
        if named:
            return named[0]
        return next(iter(owners)) if len(owners) == 1 and len(value) > 1 else None  # "C" is more often an initial


def _unique(mentions: list[Mention]) -> list[int]:
    return list(dict.fromkeys(mention.entity for mention in mentions))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
