"""Decoding constraints: what search may not write next.

A constraint is one object with two methods: `forbid` says which words and which copies are out, `advance` takes note of
the words that were chosen. Its state, if it has one, belongs to the hypotheses and is picked and padded with them.
"""

from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from boxscribe.batches.vocab import EOS
from boxscribe.models.batched import Batched, Nothing, axes
from boxscribe.models.copying import Distribution
from boxscribe.models.writer import StepTrace
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable


@dataclass(slots=True)
class Forbidden:
    """What the constraints of a step forbid."""

    words: list[tuple[Tensor | int, Tensor | int]] = field(default_factory=list)  # hypotheses, and ids of words
    copies: list[Tensor] = field(default_factory=list)  # masks of rows, (r, j) each
    generated: list[tuple[Tensor, Tensor | None]] = field(default_factory=list)  # words that may only be copied, masks
    rest: list[tuple[Tensor, Tensor | int]] = field(default_factory=list)  # masks, and what those may write
    ends: list[Tensor] = field(default_factory=list)  # masks of hypotheses that are over

    def word(self, hypotheses: Tensor | int, ids: Tensor | int) -> None:
        """Forbid the words `ids` to hypotheses, which are given by their numbers or as a mask (r)."""
        self.words.append((hypotheses, ids))

    def copy(self, rows: Tensor) -> None:
        """Forbid the hypotheses to copy rows, given as a mask (r, j); its j may lack the padding of the batch."""
        self.copies.append(rows)

    def generation(self, ids: Tensor, hypotheses: Tensor | None = None) -> None:
        """Forbid hypotheses, all or those of a mask (r), to generate the words `ids`; they may still be copied."""
        self.generated.append((ids, hypotheses))

    def all_but(self, hypotheses: Tensor, ids: Tensor | int) -> None:
        """Forbid hypotheses, given as a mask (r), all words but these."""
        self.rest.append((hypotheses, ids))

    def end(self, hypotheses: Tensor) -> None:
        """Let hypotheses, given as a mask (r), do nothing but end, at no cost: that they are over is not their choice,
        and one that rambles on would end more readily."""
        self.all_but(hypotheses, EOS)
        self.ends.append(hypotheses)

    def apply(self, batch: DecodingBatch, distribution: Distribution) -> Tensor:
        """log p of every word (r, size), −∞ where it is forbidden."""
        for rows in self.copies:
            distribution.records[:, : rows.shape[1]].masked_fill_(rows, 0)
        for words, only in self.generated:
            distribution.log_generate[slice(None) if only is None else only.nonzero(), words] = -torch.inf
        log_p = batch.vocabulary.log_probabilities(distribution)
        for hypotheses, ids in self.words:
            log_p[hypotheses, ids] = -torch.inf
        for mask, ids in self.rest:
            allowed = log_p[:, ids].clone()
            log_p[mask] = -torch.inf
            log_p[:, ids] = allowed
        for mask in self.ends:
            log_p[mask, EOS] = 0.0
        return log_p


@dataclass(frozen=True, slots=True)
class Chosen:
    """The words of a step: hypothesis r of the next step continues hypothesis `parents[r]` with `ids[r]`."""

    parents: Tensor  # (r)
    ids: Tensor  # (r)
    log_p: Tensor  # (r) of the word
    trace: StepTrace  # of the step, (r, …) each: a parent's is in its own row

    def copied(self, batch: DecodingBatch) -> tuple[Tensor, Tensor]:
        """The row that each word came from most (r), and whether it was copied more than generated (r)."""
        records, forms, copy = (of[self.parents] for of in (self.trace.records, self.trace.forms, self.trace.copy))
        shares = batch.vocabulary.copies.rows(self.ids, records, forms) * copy[:, None]  # (r, j)
        return shares.argmax(1), shares.sum(1) > 0.5 * self.log_p.exp()

    def sources(self, batch: DecodingBatch) -> Tensor:
        """The number of each word among the words of its table: (r), −1 for none. A word that states a value in another
        form has the number of the value, if it was copied."""
        source = batch.vocabulary.sources(self.ids)
        if not batch.has_forms:
            return source
        row, copied = self.copied(batch)
        word = batch.encoded.inputs.word  # (b, j)
        table = torch.arange(len(row), device=row.device) // (len(row) // len(word))
        return source.where((source >= 0) | ~copied, word[table, row])


class Constraint:
    """Forbids nothing; the base of all constraints."""

    def start(self, table: EncodedTable) -> Batched:
        """The state of a hypothesis before the first word: a `Batched` of one row."""
        return Nothing()

    def resume(self, state: Any) -> Any:
        """The state of a hypothesis from which another search goes on."""
        return state

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        """Add to `forbidden` what the hypotheses may not do next."""

    def advance(self, state: Any, chosen: Chosen, batch: DecodingBatch) -> Any:
        """The state after a step; `state` is already that of the parents."""
        return state


@dataclass(frozen=True)
class MinimumLength(Constraint):
    """No text ends before so many words."""

    words: int

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        forbidden.word(beams.length < self.words, EOS)


class WholeSentences(Constraint):
    """No text ends within a sentence."""

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        forbidden.word(~batch.vocabulary.end_sentences(beams.ids), EOS)


@dataclass(frozen=True)
class NoRepeatedNgrams(Constraint):
    """No n-gram of this size occurs twice in a text."""

    size: int

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        if beams.tokens.shape[1] < self.size:
            return
        latest = beams.tokens[:, : self.size - 1]  # (r, size − 1)
        windows = beams.tokens.unfold(1, self.size, 1)  # (r, t − size + 1, size), the latest word of each first
        seen = (windows[:, :, 1:] == latest[:, None]).all(2) & (windows >= 0).all(2)
        hypothesis, at = seen.nonzero(as_tuple=True)
        forbidden.word(hypothesis, windows[hypothesis, at, 0])


class WholeNames(Constraint):
    """No name begins as one entity's and continues as another's."""

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        each = len(beams.ids) // len(batch.tables)
        for hypothesis, id in enumerate(beams.ids.tolist()):
            mixed = batch.tables[hypothesis // each].words.mixed.get(id)
            if mixed is not None:
                forbidden.word(hypothesis, mixed)


@dataclass(frozen=True)
class CopiedRows(Batched):
    """The rows whose record a hypothesis has copied."""

    copied: Tensor = axes("rj")


class NoRepeatedRecords(Constraint):
    """No record is copied twice; names may be."""

    def start(self, table: EncodedTable) -> CopiedRows:
        return CopiedRows(torch.zeros(1, len(table.rows), dtype=torch.bool, device=table.start.feed.device))

    def forbid(self, forbidden: Forbidden, state: CopiedRows, beams: Beams, batch: DecodingBatch) -> None:
        forbidden.copy(state.copied)

    def advance(self, state: CopiedRows, chosen: Chosen, batch: DecodingBatch) -> CopiedRows:
        row, copied = chosen.copied(batch)
        new = torch.zeros_like(state.copied).scatter_(1, row[:, None], copied[:, None])
        names = batch.encoded.inputs.naming[:, : new.shape[1]]  # (b, j)
        free = names.repeat_interleave(len(new) // len(names), dim=0)
        return CopiedRows(state.copied | (new & ~free))


def constraints_of(decoding: Decoding) -> dict[str, Constraint]:
    """The constraints that the settings ask for, by the setting."""
    asked: dict[str, tuple[bool, Constraint]] = {
        "min_length": (decoding.shortest > 0, MinimumLength(decoding.shortest)),
        "whole_sentences": (decoding.whole_sentences, WholeSentences()),
        "block_ngrams": (decoding.block_ngrams > 0, NoRepeatedNgrams(decoding.block_ngrams)),
        "whole_names": (decoding.whole_names, WholeNames()),
        "block_records": (decoding.block_records, NoRepeatedRecords()),
    }
    return {name: constraint for name, (wanted, constraint) in asked.items() if wanted}
