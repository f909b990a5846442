"""Whoever writes stories: a model or a template. `load` finds one by its name or folder."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as Folder
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from boxscribe.errors import InputError
from boxscribe.models.store import Model, load_model
from boxscribe.shipped import MODEL, shipped, suggestion
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.decoding import Decoding, preset
from boxscribe.writing.export import own_decoding
from boxscribe.writing.flight import Game, Pilot
from boxscribe.writing.search import Path, search
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word
from boxscribe.writing.template import write_template
from boxscribe.writing.workers import cores, spread

TEMPLATE = "template"
LEAST = 0.005  # sources below this share of a word are not listed


class Author(Protocol):
    """Tables in, stories out."""

    @property
    def name(self) -> str: ...

    def check(self, table: Table) -> None:
        """Raises an InputError that says why a table cannot be told."""

    def describe(self, table: Table) -> Domain:
        """The description of the table's domain."""
        ...

    def write(self, table: Table) -> Story: ...

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        """A story for each table, in their order; memory does not grow with their number."""
        ...

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        """One or several stories of each table, best first; without a trace where nobody wants it."""
        ...


@dataclass(frozen=True, slots=True)
class TemplateAuthor:
    """Fixed sentences; needs no weights. `described` finds the description of a domain by its name."""

    described: Describe = load_domain
    name: str = TEMPLATE

    def check(self, table: Table) -> None:
        self.write(table)

    def describe(self, table: Table) -> Domain:
        return self.described(table.domain)

    def write(self, table: Table) -> Story:
        return write_template(table, self.describe(table))

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return map(self.write, tables)

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        return ([story] for story in self.write_all(tables))


class ModelAuthor:
    """A trained model. It writes `at_once` games together, on a CPU with a worker for each core unless told otherwise;
    none of that changes a story."""

    def __init__(
        self, model: Model, name: str, decoding: Decoding | None = None, at_once: int = 16, workers: int | None = None
    ) -> None:
        self.name, self.model, self.at_once = name, model, at_once
        self._pilot = Pilot(model)
        self.decoding = decoding or preset("paper", model.domain)
        self.workers = workers or (cores() if self._pilot.device.type == "cpu" else 1)

    @property
    def decoding(self) -> Decoding:
        return self._decoding

    @decoding.setter
    def decoding(self, decoding: Decoding) -> None:
        if (decoding.words or decoding.numbers) and self.model.writer.decoder.pace is None:
            raise InputError("this model has no pace: leave out words and numbers, or train one with model.pace = true")
        self._decoding = decoding

    def check(self, table: Table) -> None:
        self._pilot.check(table)

    def describe(self, table: Table) -> Domain:
        return self.model.domain

    def write(self, table: Table) -> Story:
        ((best, *_),) = self._written([table], trace=True, at_once=1, stopped=lambda: False)
        return best

    def write_all(self, tables: Iterable[Table]) -> Iterator[Story]:
        return (stories[0] for stories in self.write_best(tables))

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        each = -(-self.at_once // self.workers)
        return spread(lambda some, stopped: self._written(some, trace, each, stopped), tables, self.workers)

    def _written(
        self, tables: Iterable[Table], trace: bool, at_once: int, stopped: Callable[[], bool]
    ) -> Iterator[list[Story]]:
        games = map(self._pilot.game, tables)
        for game, paths in search(self._pilot, games, self.decoding, at_once, trace, stopped):
            yield [self._story(game, path) for path in paths]

    def _story(self, game: Game, path: Path) -> Story:
        vocabulary = self.model.vocabularies.target
        tokens = tuple(game.words.text(id, vocabulary) for id in path.ids)
        return Story(game.table, self.model.domain, tokens, _trace(game, path), path.total)


def load(name: str | Folder = MODEL, decoding: Decoding | None = None, device: str = "cpu") -> Author:
    """The author of this name: a shipped model, the folder of a model, or `template`, which knows every domain."""
    if str(name) == TEMPLATE:
        return TemplateAuthor()
    folder = Folder(name) if Folder(name).is_dir() else shipped("models", str(name))
    if folder is None:
        hint = suggestion("models", str(name))
        raise InputError(
            f"{name}: there is no such model; give the folder of a model, '{TEMPLATE}', or a shipped one: {hint}"
        )
    return ModelAuthor(load_model(folder, device), folder.resolve().name, decoding or own_decoding(folder))


def _trace(game: Game, path: Path) -> Trace:
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
    moved = torch.stack([look.moved[row, :k] for look, row in path.looks])
    return Trace(words, _placed(entities, game), _placed(moved, game))


def _words(game: Game, gates: list[float], shares: NDArray[np.float32]) -> tuple[Word, ...]:
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


def _placed(by_entity: torch.Tensor, game: Game) -> NDArray[np.float32]:
    """(t, k) with a column for each entity of the table as it was given, whatever the model's layout is."""
    placed = np.zeros((len(by_entity), len(game.table.entities)), np.float32)
    real = [k for k, number in enumerate(game.entities) if number >= 0]
    placed[:, [game.entities[k] for k in real]] = by_entity[:, real].cpu().numpy()
    return placed
