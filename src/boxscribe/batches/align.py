"""Which entity and which value each token of a text states, where names and values match.

In: a table with its text; out: a `Fact` or None for each token. In training, the facts supervise attention and copy
gate. They are found as the extraction of relations finds its training examples: mentions come from the entity linker,
and a number belongs to an entity that has it and is mentioned in the same sentence. Ambiguous tokens have no fact.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import EntityLinker
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.text import find_numbers, sentences


class Fact(NamedTuple):
    """What a token states."""

    entity: int  # its position in `table.entities`
    value: str  # a word of one of its values, as the table has it: "6" where the token is "six"
    type: str = ""  # the record type, where the text names its unit: "six rebounds" are no field goals


class _EntityAt(NamedTuple):
    """A mention that is certain."""

    start: int
    entity: int


class _Number(NamedTuple):
    at: int
    value: str
    unit: str  # the unit that follows, if it is one of the description's: "points"


def align(table: Table, domain: Domain) -> list[Fact | None]:
    """The fact that each token of the text states, or None."""
    values = _TableValues(table, domain)
    facts: list[Fact | None] = []
    text = sentences(table.tokens)
    for sentence, found in zip(text, EntityLinker(table, domain).link(text), strict=True):
        mentions = [_EntityAt(mention.start, mention.entity) for mention in found if mention.entity is not None]
        names = {at: Fact(mention.entities[0], word) for mention in found for at, word in mention.words}
        # A word of a name is no other value, so names take precedence.
        stated = values.find_numbers(sentence, mentions) | values.find_texts(sentence, mentions) | names
        facts += map(stated.get, range(len(sentence)))
    return facts


class _TableValues:
    """The values of a table that are no names: which entities have them, under which types and in which units."""

    def __init__(self, table: Table, domain: Domain) -> None:
        self._units: dict[str, dict[int, dict[str, str]]] = {}  # value → entity → type → unit
        self._unit_words: set[str] = set()
        self._named_by_unit: set[str] = set()  # the types whose label is their unit: REB, but not OREB
        self._texts: dict[str, list[str]] = {}  # first word → the values in words that begin with it
        of_kind: dict[str, dict[str, str | None]] = {}
        for number, entity in enumerate(table.entities):
            units = of_kind.setdefault(entity.kind, {})
            for value, _, type, *_ in entity.records:
                if type not in units:
                    units[type] = self._unit(type, entity, domain)
                if (unit := units[type]) is not None:
                    self._units.setdefault(value, {}).setdefault(number, {})[type] = unit
        for value in self._units:
            if not _has_digit(value) and (words := value.split()):
                self._texts.setdefault(words[0], []).append(value)

    def _unit(self, type: str, entity: Entity, domain: Domain) -> str | None:
        """The unit of a type, empty if it has none; None for the types of names."""
        if type in name_types(entity, domain):
            return None
        described = domain.kinds[entity.kind].type(type) if entity.kind in domain.kinds else None
        if described is None or not described.unit:
            return ""
        self._unit_words.add(described.unit)
        if described.unit == described.label:
            self._named_by_unit.add(type)
        return described.unit

    def find_numbers(self, sentence: Sequence[str], mentions: Sequence[_EntityAt]) -> dict[int, Fact]:
        """The numbers that a mentioned entity has, by position."""
        facts: dict[int, Fact] = {}
        numbers = self._numbers(sentence) if mentions else []
        bounds = [0, *(mention.start for mention in mentions[1:]), len(sentence)]
        for k, (start, end) in enumerate(pairwise(bounds)):
            group = [number for number in numbers if start <= number.at < end]
            if not group:
                continue
            # The numbers between two mentions mostly belong to one entity, which need not be the nearest:
            # "Ann led the Bulls with 20 points and nine assists". `sorted` is stable, so the nearer one wins a tie.
            nearest = _distinct([*mentions[k::-1], *mentions[k + 1 :]])
            matches = {entity: sum(self._has(entity, number) for number in group) for entity in nearest}
            likeliest = sorted(nearest, key=lambda entity: -matches[entity])
            for number in group:
                entity = next((entity for entity in likeliest if self._has(entity, number)), None)
                if entity is not None:
                    facts[number.at] = Fact(entity, number.value, self._type(entity, number))
        return facts

    def _numbers(self, sentence: Sequence[str]) -> list[_Number]:
        """The numbers of a sentence: integers in digits or words, and values such as ".304" as the table has them."""
        spans = {at: (at + 1, token) for at, token in enumerate(sentence) if token in self._units and _has_digit(token)}
        spans |= {start: (end, str(value)) for start, end, value in find_numbers(sentence)}
        found = []
        for at, (end, value) in spans.items():
            following, second = (*sentence[end : end + 2], "", "")[:2]
            if value == "1" and following == "of":  # "one of his best games"
                continue
            unit = f"{second}s" if following == "-" else f"{following}s" if value == "1" else following
            found.append(_Number(at, value, unit if unit in self._unit_words else ""))
        return found

    def _has(self, entity: int, number: _Number) -> bool:
        """Whether an entity has a number; if the text gives a unit, in this unit or under a type without one."""
        types = self._units.get(number.value, {}).get(entity)
        return types is not None and (not number.unit or number.unit in types.values() or "" in types.values())

    def _type(self, entity: int, number: _Number) -> str:
        """The type of the entity's number that is named by the number's unit."""
        types = self._units[number.value][entity]
        return next((type for type, unit in types.items() if unit == number.unit and type in self._named_by_unit), "")

    def find_texts(self, sentence: Sequence[str], mentions: Sequence[_EntityAt]) -> dict[int, Fact]:
        """The values in words, by position: those of a mentioned entity, or of only one entity of the table."""
        facts: dict[int, Fact] = {}
        for at, token in enumerate(sentence):
            for value in self._texts.get(token, ()):
                words = value.split()
                entity = self._owner(value, at, mentions) if list(sentence[at : at + len(words)]) == words else None
                if entity is not None:
                    facts |= {i: Fact(entity, word) for i, word in enumerate(words, start=at)}
        return facts

    def _owner(self, value: str, at: int, mentions: Sequence[_EntityAt]) -> int | None:
        owners = self._units[value]
        k = sum(mention.start < at for mention in mentions)
        mentioned = [entity for entity in _distinct([*mentions[:k][::-1], *mentions[k:]]) if entity in owners]
        if mentioned:
            return mentioned[0]
        return next(iter(owners)) if len(owners) == 1 and len(value) > 1 else None  # "C" is more often an initial


def _distinct(mentions: Sequence[_EntityAt]) -> list[int]:
    return list(dict.fromkeys(mention.entity for mention in mentions))


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
