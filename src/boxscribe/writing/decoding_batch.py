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
from boxscribe.models.decoder import DecoderInput, DecoderState
from boxscribe.models.inputs import inputs_of
from boxscribe.models.records import Encoded, owned
from boxscribe.models.store import Model
from boxscribe.models.writer import StepTrace
from boxscribe.tables.table import Table
from boxscribe.writing.extended_vocabulary import ExtendedVocabulary, Words, words_in


@dataclass(frozen=True, slots=True)
class EncodedTable:
    """A table, ready to be written: what its encoder gave."""

    table: Table
    entities: tuple[int, ...]  # (k) the number in `table.entities` of each entity of the model's layout, or −1
    rows: tuple[tuple[int, str], ...]  # (j) the entity's number in `table.entities` and the record type of each row
    example: Example
    words: Words
    e: Tensor  # (j, n)
    read: Tensor  # (w, n) the mean of the rows that hold each word of the table
    named: Tensor  # (w, k) 1 for the entities whose name has the word
    start: DecoderState  # of one hypothesis


class Generator:
    """A model that writes: turns tables into games, and games into batches that can make a step."""

    def __init__(self, model: Model) -> None:
        self.model, self.writer = model, model.writer.eval()
        self.device = next(self.writer.parameters()).device
        self.quick = quick.QuickWriter(self.writer) if quick.applies(self.writer) else None

    def check(self, table: Table) -> None:
        domain = self.model.domain.name
        if table.domain != domain:
            raise InputError(
                f"game {table.id}: is of the domain '{table.domain}', and the model writes '{domain}'; choose a model "
                "of that domain, or 'template', which writes every domain"
            )
        if not any(record.value for record in table.records):
            raise InputError(f"game {table.id}: the table has no record, so there is nothing to tell")

    def game(self, table: Table) -> EncodedTable:
        """The table through the encoder, alone, so that no other table changes what comes out."""
        self.check(table)
        model = self.model
        arranged = model.layout.arranged(replace(table, tokens=()), model.domain)
        split = model.layout.split_values
        example = encode(arranged, model.domain, model.vocabularies, split)
        # Rows of the arranged table tell entities of the table as it was given: both have them under the same ids.
        number = {entity.id: k for k, entity in enumerate(table.entities)}
        entities = tuple(number.get(entity.id, -1) for entity in arranged.entities)
        rows = tuple(
            (number.get(entity.id, -1), record.type)
            for entity in arranged.entities
            for record in entity.records
            for _ in words_of(record.value, split)
        )
        encoded = self.writer.encode(inputs_of(collate([example]), self.device))
        e, start = encoded.e[0], self.writer.start(encoded)
        if self.quick:
            e, start = self.quick.widened(e, start)
        words = words_in(arranged, model.domain, model.vocabularies.target, split)
        naming = owned(encoded.inputs, encoded.inputs.naming)[0].T.to(e)  # (j, k)
        named = _by_word(naming, words).clamp(max=1)  # (w, k)
        count = torch.bincount(words.word, minlength=len(words.ids)).to(e)
        return EncodedTable(table, entities, rows, example, words, e, _by_word(e, words) / count[:, None], named, start)

    def batch(self, games: Sequence[EncodedTable]) -> "DecodingBatch":
        return DecodingBatch(self, games)


class DecodingBatch:
    """The tables of some games side by side, and the step over them."""

    def __init__(self, generator: Generator, games: Sequence[EncodedTable]) -> None:
        self.games = list(games)
        inputs = inputs_of(collate([game.example for game in games]), generator.device)
        e = pad_sequence([game.e for game in games], batch_first=True)  # (b, j, n)
        nothing = e.new_zeros(0)
        self.encoded = Encoded(inputs, e, nothing, (nothing, nothing))
        self.vocabulary = ExtendedVocabulary(
            [game.words for game in games], generator.model.vocabularies.target, generator.device
        )
        self.free = inputs.naming | ~inputs.row_mask  # (b, j) rows that may be told again and again: words of names
        k, decoder = inputs.name.shape[1], generator.writer.decoder
        read = pad_sequence([game.read for game in games], batch_first=True)
        named = pad_sequence([pad(game.named, (0, k - game.named.shape[1])) for game in games], batch_first=True)
        self._read = None if decoder.W_b is None else read  # (b, w, n)
        self._named = named if decoder.mention_features else None  # (b, w, k)
        self._step = generator.quick.stepper(self.encoded) if generator.quick else None
        self._writer = generator.writer

    def step(self, state: DecoderState, ids: Tensor, left: Tensor) -> tuple[DecoderState, Distribution, StepTrace]:
        before = self._before(ids, left)
        return self._step(state, before) if self._step else self._writer.step(self.encoded, state, before)

    def _before(self, ids: Tensor, left: Tensor) -> DecoderInput:
        table = torch.arange(len(ids), device=ids.device) // (len(ids) // len(self.games))  # (r)
        held, number = self.vocabulary.numbers_of(ids)

        def of_words(values: Tensor | None) -> Tensor | None:
            """(b, w, …) → (r, …); 0 for a word that its table does not have."""
            return None if values is None else values[table, number] * held[:, None]

        return DecoderInput(self.vocabulary.fed(ids), of_words(self._read), of_words(self._named), left)


def _by_word(rows: Tensor, words: Words) -> Tensor:
    """The sum of the rows (j, …) that hold each word: (w, …)."""
    return rows.new_zeros(len(words.ids), rows.shape[1]).index_add_(0, words.word.to(rows.device), rows)


@dataclass(frozen=True, slots=True)
class Beams:
    """The hypotheses of a batch: r = b · beam rows."""

    state: DecoderState
    ids: Tensor  # (r) the words chosen last
    scores: Tensor  # (r) log p so far; −∞ for a hypothesis that has ended
    tokens: Tensor  # (r, t) all words, the latest in the last column; −1 before a game's first
    told: Tensor  # (r, j) rows whose record has been told
    numbers: Tensor  # (r) how many words were numbers

    @classmethod
    def of(cls, game: EncodedTable, beam: int) -> "Beams":
        """A game's hypotheses before the first word: all alike, so only one of them counts."""
        start = game.start
        device = start.feed.device
        scores = start.feed.new_full((beam,), -torch.inf)
        scores[0] = 0
        state = start.picked(torch.zeros(beam, dtype=torch.long, device=device))
        ids = torch.full((beam,), BOS, device=device)
        none = torch.zeros(beam, len(game.rows), dtype=torch.bool, device=device)
        tokens = torch.empty(beam, 0, dtype=torch.long, device=device)
        return cls(state, ids, scores, tokens, none, torch.zeros(beam, dtype=torch.long, device=device))

    def picked(self, rows: Tensor) -> "Beams":
        return Beams(
            self.state.picked(rows),
            self.ids[rows],
            self.scores[rows],
            self.tokens[rows],
            self.told[rows],
            self.numbers[rows],
        )


def joined(parts: Sequence[Beams]) -> Beams:
    """Hypotheses of several games as one batch; entities, words and rows padded to the most."""
    k = max(part.state.u.shape[1] for part in parts)
    t = max(part.tokens.shape[1] for part in parts)
    j = max(part.told.shape[1] for part in parts)
    state = DecoderState(
        torch.cat([part.state.h for part in parts], dim=1),
        torch.cat([part.state.c for part in parts], dim=1),
        torch.cat([part.state.feed for part in parts]),
        torch.cat([pad(part.state.u, (0, 0, 0, k - part.state.u.shape[1])) for part in parts]),
        torch.cat([pad(part.state.m, (0, 0, 0, k - part.state.m.shape[1])) for part in parts]),
    )
    return Beams(
        state,
        torch.cat([part.ids for part in parts]),
        torch.cat([part.scores for part in parts]),
        torch.cat([pad(part.tokens, (t - part.tokens.shape[1], 0), value=-1) for part in parts]),
        torch.cat([pad(part.told, (0, j - part.told.shape[1])) for part in parts]),
        torch.cat([part.numbers for part in parts]),
    )
