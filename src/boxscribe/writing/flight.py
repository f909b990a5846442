"""Games that are being written together: their tables, states and words as one batch, from which games may leave and
into which others may enter at any step."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn.functional import pad
from torch.nn.utils.rnn import pad_sequence

from boxscribe.batches.encode import Example, encode, words_of
from boxscribe.batches.loader import collate
from boxscribe.batches.vocab import BOS
from boxscribe.errors import InputError
from boxscribe.models import quick
from boxscribe.models.copying import Distribution
from boxscribe.models.decoder import State
from boxscribe.models.inputs import inputs_of
from boxscribe.models.records import Encoded
from boxscribe.models.store import Model
from boxscribe.models.writer import Trace
from boxscribe.tables.names import name_types
from boxscribe.tables.table import Table
from boxscribe.writing.words import Lexicon, Words, words_in


@dataclass(frozen=True, slots=True)
class Game:
    """A table, ready to be written: what its encoder gave."""

    table: Table
    entities: tuple[int, ...]  # (k) the number in `table.entities` of each entity of the model's layout, or −1
    rows: tuple[tuple[int, str], ...]  # (j) the entity's number in `table.entities` and the record type of each row
    example: Example
    words: Words
    free: Tensor  # (j) whether a row may be told again and again: the words of names
    e: Tensor  # (j, n)
    read: Tensor  # (w, n) the mean of the rows that hold each word of the table
    start: State  # of one hypothesis


class Pilot:
    """A model that writes: turns tables into games, and games into batches that can make a step."""

    def __init__(self, model: Model) -> None:
        self.model, self.writer = model, model.writer.eval()
        self.device = next(self.writer.parameters()).device
        self.quick = quick.QuickWriter(self.writer) if quick.applies(self.writer) else None

    def check(self, table: Table) -> None:
        domain = self.model.domain.name
        if table.domain != domain:
            raise InputError(f"game {table.id}: is of the domain '{table.domain}', and the model writes '{domain}'")
        if not any(record.value for record in table.records):
            raise InputError(f"game {table.id}: the table has no record, so there is nothing to tell")

    def game(self, table: Table) -> Game:
        """The table through the encoder, alone, so that no other table changes what comes out."""
        self.check(table)
        model = self.model
        arranged = model.layout.arranged(replace(table, tokens=()), model.domain)
        split = model.layout.split_values
        example = encode(arranged, model.domain, model.vocabularies, split)
        # Rows of the arranged table tell entities of the table as it was given: both have them under the same ids.
        number = {entity.id: k for k, entity in enumerate(table.entities)}
        entities = tuple(number.get(entity.id, -1) for entity in arranged.entities)
        rows, free = [], []
        for entity in arranged.entities:
            names = name_types(entity, model.domain)
            for record in entity.records:
                for _ in words_of(record.value, split):
                    rows.append((number.get(entity.id, -1), record.type))
                    free.append(record.type in names)
        encoded = self.writer.encode(inputs_of(collate([example]), self.device))
        e, start = encoded.e[0], self.writer.start(encoded)
        if self.quick:
            e, start = self.quick.widened(e, start)
        words = words_in(arranged, model.domain, model.vocabularies.target, split)
        free_rows = torch.tensor(free, device=self.device)
        return Game(table, entities, tuple(rows), example, words, free_rows, e, _by_word(e, words), start)

    def batch(self, games: Sequence[Game]) -> "Batch":
        return Batch(self, games)


class Batch:
    """The tables of some games side by side, and the step over them."""

    def __init__(self, pilot: Pilot, games: Sequence[Game]) -> None:
        self.games = list(games)
        inputs = inputs_of(collate([game.example for game in games]), pilot.device)
        e = pad_sequence([game.e for game in games], batch_first=True)  # (b, j, n)
        nothing = e.new_zeros(0)
        self.encoded = Encoded(inputs, e, nothing, (nothing, nothing))
        self.lexicon = Lexicon([game.words for game in games], pilot.model.vocabularies.target, pilot.device)
        self.free = pad_sequence([game.free for game in games], batch_first=True, padding_value=True)  # (b, j)
        self._read = pad_sequence([game.read for game in games], batch_first=True)  # (b, w, n)
        self._reads = pilot.writer.decoder.W_b is not None
        self._step = pilot.quick.stepper(self.encoded) if pilot.quick else None
        self._writer = pilot.writer

    def step(self, state: State, ids: Tensor) -> tuple[State, Distribution, Trace]:
        words = self.lexicon.fed(ids)
        read = self._read_of(ids) if self._reads else None
        return self._step(state, words, read) if self._step else self._writer.step(self.encoded, state, words, read)

    def _read_of(self, ids: Tensor) -> Tensor:
        """The mean of the records that hold each word (r, n); 0 for a word that its table does not have."""
        table = torch.arange(len(ids), device=ids.device) // (len(ids) // len(self.games))  # (r)
        held, number = self.lexicon.numbers_of(ids)
        return self._read[table, number] * held[:, None]


def _by_word(e: Tensor, words: Words) -> Tensor:
    """The mean of the rows (j, n) that hold each word: (w, n)."""
    word = words.word.to(e.device)
    count = torch.bincount(word, minlength=len(words.ids)).to(e.dtype)
    return e.new_zeros(len(words.ids), e.shape[1]).index_add_(0, word, e) / count[:, None]


@dataclass(frozen=True, slots=True)
class Live:
    """The hypotheses of a batch: r = b · beam rows."""

    state: State
    ids: Tensor  # (r) the words chosen last
    scores: Tensor  # (r) log p so far; −∞ for a hypothesis that has ended
    tokens: Tensor  # (r, t) all words, the latest in the last column; −1 before a game's first
    told: Tensor  # (r, j) rows whose record has been told

    @classmethod
    def of(cls, game: Game, beam: int) -> "Live":
        """A game's hypotheses before the first word: all alike, so only one of them counts."""
        start = game.start
        device = start.feed.device
        scores = start.feed.new_full((beam,), -torch.inf)
        scores[0] = 0
        state = State(
            start.h.repeat_interleave(beam, dim=1),
            start.c.repeat_interleave(beam, dim=1),
            start.feed.repeat_interleave(beam, dim=0),
            start.u.repeat_interleave(beam, dim=0),
        )
        ids = torch.full((beam,), BOS, device=device)
        none = torch.zeros(beam, len(game.rows), dtype=torch.bool, device=device)
        return cls(state, ids, scores, torch.empty(beam, 0, dtype=torch.long, device=device), none)

    def picked(self, rows: Tensor) -> "Live":
        state = self.state
        picked = State(state.h[:, rows], state.c[:, rows], state.feed[rows], state.u[rows])
        return Live(picked, self.ids[rows], self.scores[rows], self.tokens[rows], self.told[rows])


def joined(parts: Sequence[Live]) -> Live:
    """Hypotheses of several games as one batch; entities, words and rows padded to the most."""
    k = max(part.state.u.shape[1] for part in parts)
    t = max(part.tokens.shape[1] for part in parts)
    j = max(part.told.shape[1] for part in parts)
    state = State(
        torch.cat([part.state.h for part in parts], dim=1),
        torch.cat([part.state.c for part in parts], dim=1),
        torch.cat([part.state.feed for part in parts]),
        torch.cat([pad(part.state.u, (0, 0, 0, k - part.state.u.shape[1])) for part in parts]),
    )
    return Live(
        state,
        torch.cat([part.ids for part in parts]),
        torch.cat([part.scores for part in parts]),
        torch.cat([pad(part.tokens, (t - part.tokens.shape[1], 0), value=-1) for part in parts]),
        torch.cat([pad(part.told, (0, j - part.told.shape[1])) for part in parts]),
    )
