"""A trained model as an author: tables in, stories with their traces out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boxscribe.errors import InputError
from boxscribe.models.store import Model
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.decoding import Decoding, preset
from boxscribe.writing.decoding_batch import EncodedTable, Generator
from boxscribe.writing.search import Path, search
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word
from boxscribe.writing.workers import cores, in_parallel

LEAST = 0.005  # sources below this share of a word are not listed


class ModelAuthor:
    """A trained model. It writes `at_once` games together, on a CPU with a worker for each core unless told otherwise;
    none of that changes a story."""

    def __init__(
        self, model: Model, name: str, decoding: Decoding | None = None, at_once: int = 16, workers: int | None = None
    ) -> None:
        self.name, self.model, self.at_once = name, model, at_once
        self._generator = Generator(model)
        self.decoding = decoding or preset("paper", model.domain)
        self.workers = workers or (cores() if self._generator.device.type == "cpu" else 1)

    @property
    def decoding(self) -> Decoding:
        return self._decoding

    @decoding.setter
    def decoding(self, decoding: Decoding) -> None:
        if (decoding.words or decoding.numbers) and self.model.writer.decoder.length_control is None:
            raise InputError(
                "this model has no pace: leave out words and numbers, or train one with model.length_control = true"
            )
        self._decoding = decoding

    @property
    def settings(self) -> dict[str, Any]:
        return self.decoding.model_dump()

    def check(self, table: Table) -> None:
        self._generator.check(table)

    def describe(self, table: Table) -> Domain:
        return self.model.domain

    def write(self, table: Table) -> Story:
        ((best, *_),) = self._written([table], trace=True, at_once=1, stopped=lambda: False)
        return best

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return (stories[0] for stories in self.write_best(tables))

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        each = -(-self.at_once // self.workers)
        return in_parallel(lambda some, stopped: self._written(some, trace, each, stopped), tables, self.workers)

    def _written(
        self, tables: Iterable[Table], trace: bool, at_once: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        games = map(self._generator.game, tables)
        for game, paths in search(self._generator, games, self.decoding, at_once, trace, stopped):
            yield [self._story(game, path) for path in paths]

    def _story(self, game: EncodedTable, path: Path) -> Story:
        vocabulary = self.model.vocabularies.target
        tokens = tuple(game.words.text(id, vocabulary) for id in path.ids)
        return Story(game.table, self.model.domain, tokens, _trace(game, path), path.total)


def _trace(game: EncodedTable, path: Path) -> Trace:
    """What the model looked at, word by word, for the entities of the table as it was given."""
    if not path.looks:
        return Trace((), NO_ATTENTION, NO_ATTENTION)
    records = torch.stack([look.records[row, : len(game.rows)] for look, row in path.looks])  # (t, j)
    gates = torch.stack([look.copy[row] for look, row in path.looks])  # (t)
    row_ids = game.words.ids[game.words.word].to(records.device)  # (j)
    shares = gates[:, None] * records * (row_ids == torch.tensor(path.ids, device=records.device)[:, None])  # (t, j)
    shares /= torch.tensor(path.log_p, device=records.device).exp()[:, None]
    words = _words(game, gates.tolist(), shares.cpu().numpy())
    k = len(game.entities)
    entities = torch.stack([look.entities[row, :k] for look, row in path.looks])
    update_rate = torch.stack([look.update_rate[row, :k] for look, row in path.looks])
    return Trace(words, _placed(entities, game), _placed(update_rate, game))


def _words(game: EncodedTable, gates: list[float], shares: NDArray[np.float32]) -> tuple[Word, ...]:
    """From the share of each row in each word (t, j); the words of one cell are taken together."""
    cells: list[dict[tuple[int, str], float]] = [{} for _ in gates]
    at, rows = shares.nonzero()
    for t, row, share in zip(at.tolist(), rows.tolist(), shares[at, rows].tolist(), strict=True):
        cell = game.rows[row]
        cells[t][cell] = cells[t].get(cell, 0.0) + share
    copied = shares.sum(1).clip(max=1).tolist()
    return tuple(Word(gate, share, _sources(of)) for gate, share, of in zip(gates, copied, cells, strict=True))


def _sources(cells: dict[tuple[int, str], float]) -> tuple[Source, ...]:
    heavy = [Source(*cell, weight) for cell, weight in cells.items() if weight >= LEAST]
    return tuple(sorted(heavy, key=lambda source: -source.weight))


def _placed(by_entity: torch.Tensor, game: EncodedTable) -> NDArray[np.float32]:
    """(t, k) with a column for each entity of the table as it was given, whatever the model's layout is."""
    placed = np.zeros((len(by_entity), len(game.table.entities)), np.float32)
    real = [k for k, number in enumerate(game.entities) if number >= 0]
    placed[:, [game.entities[k] for k in real]] = by_entity[:, real].cpu().numpy()
    return placed
