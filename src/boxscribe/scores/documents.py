"""From files to documents: each game's text and gold text, with the relations that both state.

The tables are read twice: first to find out whether everything fits together (a minute's work must not end in an error
that could be told at once), then, a few games at a time, to extract relations.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from boxscribe.errors import InputError
from boxscribe.facts.relations import Relation
from boxscribe.progress import Progress, no_progress
from boxscribe.scores.published import read_relations
from boxscribe.scores.relation_matching import Equality
from boxscribe.scores.subset import Subset
from boxscribe.scores.texts import Texts
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import Tables
from boxscribe.tables.table import Table
from boxscribe.tables.title import title as title_of

TOGETHER = 32  # games that are extracted from at a time


class RelationExtractor(Protocol):
    """What finds the relations that texts state."""

    @property
    def id(self) -> str: ...

    def extract(self, stories: Sequence[tuple[Sequence[str], Table]]) -> list[list[Relation]]: ...


class System(NamedTuple):
    """A system's texts, and the file of their relations where somebody has extracted them already."""

    texts: Texts
    relations: Path | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """What one system says about one game, and what the gold text says."""

    id: str
    text: str  # tokens joined by blanks
    gold_text: str
    said: Sequence[Relation] = ()
    gold: Sequence[Relation] = ()
    title: str = ""  # what the game is called on pages


class GameIndex:
    """What must be known of all tables before the work begins."""

    def __init__(self, tables: Tables, subset: Subset) -> None:
        self.tables = tables
        self.games: Iterable[Table] = tables if tables.repeatable else list(tables)
        self.equality = Equality()
        self.ids: list[str] = []
        self.untold: int | None = None  # the first chosen game without a gold text, counted from 1
        domains: dict[str, Domain] = {}
        for table in self.games:
            domain = domains.setdefault(table.domain, tables.domain(table.domain))
            self.ids.append(table.id)
            self.equality.learn(table, domain)
            if not table.tokens and table.id in subset and self.untold is None:
                self.untold = len(self.ids)
        if len(domains) > 1:
            raise InputError(
                f"{tables.name}: has games of several domains ({', '.join(domains)}); score each by itself"
            )
        (self.domain,) = domains.values()
        subset.check(self.ids, tables.name)
        self.chosen = [id in subset for id in self.ids]

    def check_gold_texts(self) -> None:
        if self.untold is not None:
            raise InputError(
                f"{self.tables.name}: game {self.untold}: has no gold text, so nothing can be compared with it; "
                "give tables with texts"
            )

    def relations(self, file: Path | None) -> list[list[Relation]] | None:
        """The relations of a file in the published form, which must be about all these games."""
        if file is None:
            return None
        types = {type for kind in self.domain.kinds.values() for type in kind.types}
        blocks = read_relations(file, types)
        if len(blocks) != len(self.ids):
            raise InputError(
                f"{file}: has relations of {len(blocks):,} documents, but {self.tables.name} has {len(self.ids):,} "
                "games; a blank line begins a document"
            )
        return blocks


def documents(
    systems: Sequence[System],
    survey: GameIndex,
    extractor: RelationExtractor | None,
    gold_relations: Path | None,
    progress: Progress = no_progress,
) -> list[list[Document]]:
    """The documents of each system, in the order of the tables. Without an extractor they have no other relations than
    those of files."""
    for texts, _ in systems:
        texts.check(survey.ids, survey.tables.name)
    gold = survey.relations(gold_relations)
    given = [survey.relations(relations) for _, relations in systems]
    made: list[list[Document]] = [[] for _ in systems]
    games = progress(survey.games, "scoring", len(survey.ids))
    numbered = ((number, table) for number, table in enumerate(games) if survey.chosen[number])
    for batch in _batches(numbered):
        golds = _extracted([table.tokens for _, table in batch], batch, extractor, gold)
        for (texts, _), relations, into in zip(systems, given, made, strict=True):
            words = [texts.tokens(number, table.id, survey.domain) for number, table in batch]
            saids = _extracted(words, batch, extractor, relations)
            for (_, table), tokens, said, told in zip(batch, words, saids, golds, strict=True):
                title = title_of(table, survey.domain, full=True)
                into.append(Document(table.id, " ".join(tokens), " ".join(table.tokens), said, told, title))
    return made


def _batches(games: Iterator[tuple[int, Table]]) -> Iterator[list[tuple[int, Table]]]:
    return iter(lambda: list(islice(games, TOGETHER)), [])


def _extracted(
    texts: Sequence[Sequence[str]],
    batch: Sequence[tuple[int, Table]],
    extractor: RelationExtractor | None,
    given: list[list[Relation]] | None,
) -> list[list[Relation]]:
    """The relations of texts: those given, or else those that the extractor finds."""
    if given is not None:
        return [given[number] for number, _ in batch]
    if extractor is None:
        return [[] for _ in batch]
    return extractor.extract([(tokens, table) for tokens, (_, table) in zip(texts, batch, strict=True)])
