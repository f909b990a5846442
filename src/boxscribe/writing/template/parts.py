"""What templates are made of: tokens with the cells they were copied from, and sentences with placeholders."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.writing.story import NO_ATTENTION, NOT_COPIED, Source, Story, Trace, Word


class Token(NamedTuple):
    """A token of the text, and the cell that it was copied from (None: part of the template)."""

    word: str
    source: Source | None = None


Phrase = list[Token]


def plain(words: str | Sequence[str]) -> Phrase:
    """Tokens that come from no cell. A string is split at its spaces."""
    return [Token(word) for word in (words.split() if isinstance(words, str) else words)]


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity that sentences are about."""

    number: int  # its place in `table.entities`
    entity: Entity
    domain: Domain
    short: bool = False  # whether readers know its whole name

    def copy(self, type: str, value: str) -> Phrase:
        """The tokens of one of the entity's values."""
        return [Token(word, Source(self.number, type, 1.0)) for word in value.split()]

    def cell(self, type: str) -> Phrase:
        """The first value of a type; nothing if it is missing."""
        return self._values(type)[0] if self._values(type) else []

    def cells(self, type: str) -> Phrase:
        """All values of a type as an enumeration, "A , B and C"; nothing if they are missing."""
        return enumeration(self._values(type))

    def _values(self, type: str) -> list[Phrase]:
        derived = (record.value for record in self.entity.derived if record.type == type)
        known = (v for v in (*self.entity.values(type), *derived) if v.strip() and v not in self.domain.missing)
        return [self.copy(type, value) for value in known]

    def name(self) -> Phrase:
        """The entity's name, or else its id. Each word has the cell that holds it; no cell holds a "Jr."."""
        types = name_types(self.entity, self.domain)
        if self.short and types and self.cell(types[-1]):
            return self.cell(types[-1])
        cells = [token for type in types for value in self.entity.values(type) for token in self.copy(type, value)]
        name: Phrase = []
        for word in self.entity.name.split() or self.entity.id.split():
            found = next((token for token in cells if token.word == word), Token(word))
            if found.source:
                cells.remove(found)
            name.append(found)
        return name


def subjects(table: Table, domain: Domain, kind: str) -> list[Subject]:
    """The entities of a kind, in the order of the table."""
    return [Subject(number, entity, domain) for number, entity in enumerate(table.entities) if entity.kind == kind]


def fill(sentence: str, **about: Subject | Phrase) -> Phrase:
    """A sentence with its placeholders filled: `{who}` by a phrase or an entity's name, `{who.TYPE}` by a cell.

    It is empty if one of them is, unless the placeholder ends with a question mark: `{who?}`.
    """
    phrase: Phrase = []
    for word in sentence.split():
        if not word.startswith("{"):
            phrase.append(Token(word))
            continue
        who, _, type = word.strip("{?}").partition(".")
        part = about[who]
        if isinstance(part, Subject):
            part = part.cell(type) if type else part.name()
        if not part and not word.endswith("?}"):
            return []
        phrase += part
    return phrase


def enumeration(phrases: Sequence[Phrase]) -> Phrase:
    """ "A", "A and B", "A , B and C"."""
    joined: Phrase = []
    for number, phrase in enumerate(phrases, start=1):
        if number > 1:
            joined += plain("and" if number == len(phrases) else ",")
        joined += phrase
    return joined


def story_of(table: Table, domain: Domain, phrase: Phrase) -> Story:
    """The story whose text is `phrase`."""
    words = tuple(_copied(token.source) if token.source else NOT_COPIED for token in phrase)
    return Story(table, domain, tuple(token.word for token in phrase), Trace(words, NO_ATTENTION, NO_ATTENTION))


def _copied(source: Source) -> Word:
    return Word(gate=1.0, copied=1.0, sources=(source,))
