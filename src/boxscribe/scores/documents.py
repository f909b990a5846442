"""From games and texts to documents: the text and the gold text of each game, with the relations that both state."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from boxscribe.facts.relations import Relation
from boxscribe.progress import Progress, no_progress
from boxscribe.scores.family import Document
from boxscribe.scores.games import GameIndex, RelationSource
from boxscribe.tables.table import Table
from boxscribe.tables.title import title
from boxscribe.writing.outputs import Outputs

BATCH = 32  # games whose relations are extracted together


class RelationExtractor(Protocol):
    """Finds the relations that texts state."""

    @property
    def id(self) -> str: ...

    def extract(self, stories: Sequence[tuple[Sequence[str], Table]]) -> list[list[Relation]]: ...


class System(NamedTuple):
    """The texts of a system, and their relations where they are given."""

    texts: Outputs
    relations: RelationSource | None = None


Given = Sequence[Sequence[Relation]] | None
"""The relations of the texts of all games, where they need not be extracted."""


class RelationInputs(NamedTuple):
    """Where relations come from: they are given, extracted, or empty if they are neither."""

    given: Sequence[Given]  # for each system
    given_gold: Given
    extractor: RelationExtractor | None  # of the relations of texts
    gold_extractor: RelationExtractor | None


def documents(
    index: GameIndex, inputs: RelationInputs, progress: Progress = no_progress
) -> Iterator[tuple[Table, list[Document]]]:
    """Each chosen game with a document for each system, in the order of the games."""
    games = enumerate(progress(index.games.tables, "scoring", len(index.ids)))
    chosen = ((number, table) for number, table in games if index.chosen[number])
    for batch in iter(lambda: list(islice(chosen, BATCH)), []):
        gold_tokens = [index.gold_tokens(number, table) for number, table in batch]
        gold_relations = _relations(gold_tokens, batch, inputs.gold_extractor, inputs.given_gold)
        made: list[list[Document]] = [[] for _ in batch]
        for texts, own in zip(index.texts, inputs.given, strict=True):
            tokens = [texts.tokens(number, index.domain) for number, _ in batch]
            relations = _relations(tokens, batch, inputs.extractor, own)
            for at, (_, table) in enumerate(batch):
                game = table.id, title(table, index.domain, full=True)
                text, gold_text = " ".join(tokens[at]), " ".join(gold_tokens[at])
                made[at].append(Document(*game, text, gold_text, relations[at], gold_relations[at], index.matcher))
        yield from zip((table for _, table in batch), made, strict=True)


def _relations(
    texts: Sequence[Sequence[str]],
    batch: Sequence[tuple[int, Table]],
    extractor: RelationExtractor | None,
    given: Given,
) -> Sequence[Sequence[Relation]]:
    """The relations of texts: those given, or else those that the extractor finds."""
    if given is not None:
        return [given[number] for number, _ in batch]
    if extractor is None:
        return [() for _ in batch]
    return extractor.extract([(tokens, table) for tokens, (_, table) in zip(texts, batch, strict=True)])
