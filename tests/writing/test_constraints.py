"""A decoding constraint of one's own is one object; search keeps to it, whatever else is in the batch."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from boxscribe.models.batched import Batched, axes
from boxscribe.text.numbers import is_number
from boxscribe.writing.constraints import Chosen, Constraint, Forbidden
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable
from boxscribe.writing.model_author import ModelAuthor
from helpers import games
from writing.authors import model

TABLES = games(5, seed=5, texts=False)


@dataclass(frozen=True)
class SinceNumber(Batched):
    """How many words a hypothesis has written since its last number."""

    words: Tensor = axes("r")


@dataclass(frozen=True)
class NumbersApart(Constraint):
    """At least so many words stand between two numbers."""

    distance: int

    def start(self, table: EncodedTable) -> SinceNumber:
        return SinceNumber(torch.tensor([self.distance]))

    def forbid(self, forbidden: Forbidden, state: SinceNumber, beams: Beams, batch: DecodingBatch) -> None:
        each = len(beams.ids) // len(batch.tables)
        numbers = batch.vocabulary.numbers.repeat_interleave(each, dim=0)  # (r, size)
        hypothesis, word = (numbers & (state.words < self.distance)[:, None]).nonzero(as_tuple=True)
        forbidden.word(hypothesis, word)

    def advance(self, state: SinceNumber, chosen: Chosen, batch: DecodingBatch) -> SinceNumber:
        return SinceNumber((state.words + 1).masked_fill(batch.vocabulary.are_numbers(chosen.ids), 0))


class NothingCopied(Constraint):
    """No row may be copied."""

    def forbid(self, forbidden: Forbidden, state: Any, beams: Beams, batch: DecodingBatch) -> None:
        forbidden.copy(torch.ones(len(beams.ids), max(len(table.rows) for table in batch.tables), dtype=torch.bool))


def gaps(tokens: tuple[str, ...]) -> list[int]:
    """The words between one number and the next."""
    at = [place for place, token in enumerate(tokens) if is_number(token)]
    return [after - before - 1 for before, after in pairwise(at)]


def test_a_constraint_with_a_state() -> None:
    decoding = Decoding(beam=3, min_length=40, max_length=40)
    free = [story.tokens for story in ModelAuthor(model(), "test", decoding).write_all(TABLES)]
    assert any(gap < 3 for tokens in free for gap in gaps(tuple(tokens)))
    author = ModelAuthor(model(), "test", decoding, constraints={"numbers_apart": NumbersApart(3)})
    together = [(tuple(story.tokens), story.score) for story in author.write_all(TABLES)]
    assert all(gap >= 3 for tokens, _ in together for gap in gaps(tokens))
    alone = [author.write(table) for table in TABLES]
    assert together == [(tuple(story.tokens), story.score) for story in alone]


def test_copies_can_be_forbidden() -> None:
    author = ModelAuthor(
        model(), "test", Decoding(beam=2, min_length=30, max_length=30), constraints={"no": NothingCopied()}
    )
    stories = list(author.write_all(TABLES))
    assert all(len(story.tokens) == 30 for story in stories)
    assert not any(word.copied for story in stories for word in story.trace.words)
