"""A hypothesis of search as a `Story`: its words, and the trace that says where each came from."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from boxscribe.models.store import Model
from boxscribe.writing.copies import copies_of
from boxscribe.writing.decoding_batch import EncodedTable
from boxscribe.writing.hypotheses import Path
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word

LEAST = 0.005  # sources below this share of a word are not listed


def story_of(model: Model, encoded: EncodedTable, path: Path, origins: Sequence[str] = ()) -> Story:
    """The story of a hypothesis; `origins` are those of its planned sentences."""
    vocabulary = model.vocabularies.target
    tokens = tuple(encoded.words.text(id, vocabulary) for id in path.ids)
    planned = encoded.plan, encoded.outline, tuple(origins)
    return Story(encoded.table, model.domain, tokens, trace_of(encoded, path), path.total, *planned)


def trace_of(encoded: EncodedTable, path: Path) -> Trace:
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
