"""A trained model as an author: tables in, stories with their traces out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boxscribe.errors import InputError
from boxscribe.models.store import Model, digest
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.constraints import Constraint
from boxscribe.writing.copies import copies_of
from boxscribe.writing.decoding import Decoding, preset
from boxscribe.writing.decoding_batch import EncodedTable, Generator
from boxscribe.writing.hypotheses import Path
from boxscribe.writing.search import search
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word
from boxscribe.writing.workers import cores, in_parallel

LEAST = 0.005  # sources below this share of a word are not listed


class ModelAuthor:
    """A trained model. It writes about `batch_size` tables together, on a CPU by default with a worker for each core;
    neither changes a story. `constraints` are decoding constraints beside those of the settings, by name."""

    def __init__(
        self,
        model: Model,
        name: str,
        decoding: Decoding | None = None,
        batch_size: int = 16,
        workers: int | None = None,
        constraints: Mapping[str, Constraint] | None = None,
    ) -> None:
        self.name, self.model, self.batch_size, self.constraints = name, model, batch_size, constraints
        self._generator = Generator(model)
        self.decoding = decoding or preset("paper", model.domain)
        self.workers = workers or (cores() if self._generator.device.type == "cpu" else 1)

    @property
    def decoding(self) -> Decoding:
        return self._decoding

    @decoding.setter
    def decoding(self, decoding: Decoding) -> None:
        if (decoding.words or decoding.numbers) and "length_control" not in self.model.writer.decoder.extras:
            raise InputError(
                "this model has no length control: leave out words and numbers, or train a model with "
                "model.length_control = true"
            )
        self._decoding = decoding

    @property
    def settings(self) -> dict[str, Any]:
        return {
            **self.decoding.model_dump(),
            "constraints": sorted(self.constraints or ()),
            "model": digest(self.model),
        }

    def check(self, table: Table) -> None:
        self._generator.check(table)

    def describe(self, table: Table) -> Domain:
        return self.model.domain

    def write(self, table: Table) -> Story:
        ((best, *_),) = self._written([table], trace=True, batch_size=1, stopped=lambda: False)
        return best

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return (stories[0] for stories in self.write_best(tables))

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        each = -(-self.batch_size // self.workers)
        return in_parallel(lambda some, stopped: self._written(some, trace, each, stopped), tables, self.workers)

    def _written(
        self, tables: Iterable[Table], trace: bool, batch_size: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        encoded = (self._generator.encode(table, self.decoding.beam) for table in tables)
        for table, paths in search(
            self._generator, encoded, self.decoding, batch_size, trace, stopped, self.constraints
        ):
            yield [self._story(table, path) for path in paths]

    def _story(self, encoded: EncodedTable, path: Path, origins: Sequence[str] = ()) -> Story:
        vocabulary = self.model.vocabularies.target
        tokens = tuple(encoded.words.text(id, vocabulary) for id in path.ids)
        trace = _trace(encoded, path)
        planned = encoded.plan, encoded.outline, tuple(origins)
        return Story(encoded.table, self.model.domain, tokens, trace, path.total, *planned)


def _trace(encoded: EncodedTable, path: Path) -> Trace:
    """The trace of a hypothesis, for the entities of the table as it was given."""
    if not path.traces:
        return Trace((), NO_ATTENTION, NO_ATTENTION)
    records = torch.stack([step.records[row, : len(encoded.rows)] for step, row in path.traces])  # (t, j)
    gates = torch.stack([step.copy[row] for step, row in path.traces])  # (t)
    forms = torch.stack([step.forms[row] for step, row in path.traces])  # (t, s)
    copies = copies_of([encoded.words.forms], 0, records.device)
    shares = gates[:, None] * copies.rows(torch.tensor(path.ids, device=records.device), records, forms)  # (t, j)
    shares /= torch.tensor(path.log_p, device=records.device).exp()[:, None]
    words = _words(encoded, gates.tolist(), shares.cpu().numpy())
    k = len(encoded.entities)
    entities = torch.stack([step.entities[row, :k] for step, row in path.traces])
    update_rate = torch.stack([step.update_rate[row, :k] for step, row in path.traces])
    return Trace(words, _placed(entities, encoded), _placed(update_rate, encoded))


def _words(encoded: EncodedTable, gates: list[float], shares: NDArray[np.float32]) -> tuple[Word, ...]:
    """From the share of each row in each word (t, j); the words of one cell are taken together."""
    cells: list[dict[tuple[int, str], float]] = [{} for _ in gates]
    at, rows = shares.nonzero()
    for t, row, share in zip(at.tolist(), rows.tolist(), shares[at, rows].tolist(), strict=True):
        cell = encoded.rows[row]
        cells[t][cell] = cells[t].get(cell, 0.0) + share
    copied = shares.sum(1).clip(max=1).tolist()
    return tuple(Word(gate, share, _sources(of)) for gate, share, of in zip(gates, copied, cells, strict=True))


def _sources(cells: dict[tuple[int, str], float]) -> tuple[Source, ...]:
    heavy = [Source(*cell, weight) for cell, weight in cells.items() if weight >= LEAST]
    return tuple(sorted(heavy, key=lambda source: -source.weight))


def _placed(by_entity: torch.Tensor, encoded: EncodedTable) -> NDArray[np.float32]:
    """(t, k) with a column for each entity of the table as it was given, whatever the model's layout is."""
    placed = np.zeros((len(by_entity), len(encoded.table.entities)), np.float32)
    real = [k for k, number in enumerate(encoded.entities) if number >= 0]
    placed[:, [encoded.entities[k] for k in real]] = by_entity[:, real].cpu().numpy()
    return placed
