"""What templates are made of: words that know the cells they were copied from, and sentences with places for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from boxscribe.tables.domain import Domain
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Entity, Table
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word

MISSING = "N/A"  # how both benchmarks write a cell that has no value


class Told(NamedTuple):
    """A word of the text, and the cell that it was copied from, if it was."""

    word: str
    source: Source | None = None


Phrase = list[Told]


def plain(words: str | Sequence[str]) -> Phrase:
    """Words that come from no cell. A string is split at its spaces."""
    return [Told(word) for word in (words.split() if isinstance(words, str) else words)]


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity that sentences speak of."""

    number: int  # its place in `table.entities`
    entity: Entity
    domain: Domain

    def copy(self, type: str, value: str) -> Phrase:
        """The words of one of the entity's values."""
        return [Told(word, Source(self.number, type, 1.0)) for word in value.split()]

    def cell(self, type: str) -> Phrase:
        """The first value of a type, or N/A."""
        return self.copy(type, self.entity.value(type) or "") or plain(MISSING)

    def cells(self, type: str) -> Phrase:
        """All values of a type as a list, "A , B and C", or N/A."""
        return listed([self.copy(type, value) for value in self.entity.values(type)]) or plain(MISSING)

    def name(self) -> Phrase:
        """The entity's name, or else its id. Each word knows the cell it stands in; a "Jr." can stand in none."""
        types = name_types(self.entity, self.domain)
        cells = [told for type in types for value in self.entity.values(type) for told in self.copy(type, value)]
        name: Phrase = []
        for word in self.entity.name.split() or self.entity.id.split():
            told = next((told for told in cells if told.word == word), Told(word))
            if told.source:
                cells.remove(told)
            name.append(told)
        return name


def subjects(table: Table, domain: Domain, kind: str) -> list[Subject]:
    """The entities of a kind, in the order of the table."""
    return [Subject(number, entity, domain) for number, entity in enumerate(table.entities) if entity.kind == kind]


def fill(sentence: str, **about: Subject | Phrase) -> Phrase:
    """A sentence with its places filled: `{who}` is a phrase or an entity's name, `{who.TYPE}` one of its cells."""
    phrase: Phrase = []
    for word in sentence.split():
        if not word.startswith("{"):
            phrase.append(Told(word))
            continue
        who, _, type = word.strip("{}").partition(".")
        part = about[who]
        if isinstance(part, Subject):
            part = part.cell(type) if type else part.name()
        phrase += part
    return phrase


def listed(phrases: Sequence[Phrase]) -> Phrase:
    """ "A", "A and B", "A , B and C"."""
    made: Phrase = []
    for number, phrase in enumerate(phrases, start=1):
        if number > 1:
            made += plain("and" if number == len(phrases) else ",")
        made += phrase
    return made


def story_of(table: Table, domain: Domain, phrase: Phrase) -> Story:
    """The story whose text is `phrase`."""
    words = tuple(_copied(told.source) if told.source else _PLAIN for told in phrase)
    return Story(table, domain, tuple(told.word for told in phrase), Trace(words, NO_ATTENTION, NO_ATTENTION))


_PLAIN = Word(gate=0.0, copied=0.0, sources=())


def _copied(source: Source) -> Word:
    return Word(gate=1.0, copied=1.0, sources=(source,))
