"""From games and texts to documents: the text and the gold text of each game, with the relations that both state.

`game_texts` finds what belongs to each game, `documents` extracts the relations, on this machine or on another one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

from boxscribe.facts.relations import Relation
from boxscribe.scores.family import Document
from boxscribe.scores.games import GameIndex, RelationSource
from boxscribe.scores.relation_matching import RelationMatcher
from boxscribe.tables.domain import Domain
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


class Extractors(NamedTuple):
    """What finds the relations that are not given; None: they are not needed."""

    texts: RelationExtractor | None
    gold: RelationExtractor | None


class RelationInputs(NamedTuple):
    """Where relations come from: they are given, extracted, or empty if they are neither."""

    given: Sequence[Given]  # for each system
    given_gold: Given
    extractors: Extractors


class GameTexts(NamedTuple):
    """What is scored of a game, in tokens, and the relations that need not be extracted."""

    texts: Sequence[Sequence[str]]  # of each system
    gold: Sequence[str]
    relations: Sequence[Sequence[Relation] | None]  # of each system
    gold_relations: Sequence[Relation] | None


def game_texts(index: GameIndex, inputs: RelationInputs) -> Iterator[tuple[Table, GameTexts]]:
    """Each chosen game with its texts, in the order of the games."""

    def own(given: Given, game: int) -> Sequence[Relation] | None:
        return None if given is None else given[game]

    for game, table in enumerate(index.games.tables):
        if index.chosen[game]:
            yield (
                table,
                GameTexts(
                    [texts.tokens(game, index.domain) for texts in index.texts],
                    index.gold_tokens(game, table),
                    [own(given, game) for given in inputs.given],
                    own(inputs.given_gold, game),
                ),
            )


def documents(
    games: Iterable[tuple[Table, GameTexts]], domain: Domain, matcher: RelationMatcher, extractors: Extractors
) -> Iterator[tuple[Table, list[Document]]]:
    """Each game with a document for each system."""
    stream = iter(games)
    for batch in iter(lambda: list(islice(stream, BATCH)), []):
        tables = [table for table, _ in batch]
        gold_texts = [of_game.gold for _, of_game in batch]
        gold = _relations(gold_texts, tables, [of_game.gold_relations for _, of_game in batch], extractors.gold)
        made: list[list[Document]] = [[] for _ in batch]
        for system in range(len(batch[0][1].texts)):
            texts = [of_game.texts[system] for _, of_game in batch]
            given = [of_game.relations[system] for _, of_game in batch]
            relations = _relations(texts, tables, given, extractors.texts)
            for at, table in enumerate(tables):
                game = table.id, title(table, domain, full=True)
                text, gold_text = " ".join(texts[at]), " ".join(gold_texts[at])
                made[at].append(Document(*game, text, gold_text, relations[at], gold[at], matcher))
        yield from zip(tables, made, strict=True)


def _relations(
    texts: Sequence[Sequence[str]],
    tables: Sequence[Table],
    given: Sequence[Sequence[Relation] | None],
    extractor: RelationExtractor | None,
) -> Sequence[Sequence[Relation]]:
    """The relations of texts: those given, which are those of all texts, or else those that the extractor finds."""
    if given[0] is not None or extractor is None:
        return [relations or () for relations in given]
    return extractor.extract(list(zip(texts, tables, strict=True)))
