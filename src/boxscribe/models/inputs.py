"""The tables of a batch as tensors, which every part of the model may read."""

from dataclasses import dataclass, fields
from functools import cached_property

import torch
from torch import Tensor

from boxscribe.batches.loader import Batch
from boxscribe.models.batched import Batched, axes


@dataclass(frozen=True)
class Inputs(Batched):
    """The tables of a batch. Where a mask is False the numbers mean nothing and never change a result."""

    value: Tensor = axes("bj")  # r_{j,1}
    type: Tensor = axes("bj")  # r_{j,3}
    features: Tensor = axes("bfj")  # r_{j,4} … r_{j,L}
    name: Tensor = axes("bk")  # r_{j,2} of entity k
    kind: Tensor = axes("bk")  # what the entity is
    side: Tensor = axes("bk", fill=-1)  # which of the two teams it belongs to; −1: none
    entity: Tensor = axes("bj")  # the entity k of row j
    word: Tensor = axes("bj", fill=-1)  # the number of row j's value among the words of its table; −1: padding
    naming: Tensor = axes("bj")  # whether row j is a word of its entity's name
    forms: Tensor = axes("bj")  # the surface forms in which row j can be copied, as a bit mask
    plan: Tensor = axes("bi", fill=-1)  # the rows that the text is to state, in order; −1 behind the last
    plan_sentence: Tensor = axes("bi")  # the sentence, counted from 0, that each of them belongs to
    row_mask: Tensor = axes("bj")
    rows: Tensor = axes("bkz")  # the rows j of entity k, which follow one another
    rows_mask: Tensor = axes("bkz")

    @cached_property
    def entity_mask(self) -> Tensor:
        """(b, k) whether the entity is real and has a row."""
        return self.rows_mask.any(dim=2)

    @cached_property
    def place(self) -> Tensor:
        """(b, j) the position of row j in the flattened (k, z): the inverse of `rows`."""
        z = self.rows.shape[2]
        first = self.rows[:, :, 0].gather(1, self.entity) if z else self.entity  # (b, j) the first row of its entity
        row = torch.arange(self.entity.shape[1], device=self.entity.device)
        return (self.entity * z + row - first).masked_fill(~self.row_mask, 0)

    @cached_property
    def counts(self) -> list[int]:
        """(b) how many rows each table has, up to its last real one: rows that are hidden stand between others."""
        number = torch.arange(1, self.row_mask.shape[1] + 1, device=self.row_mask.device)
        counts: list[int] = (self.row_mask * number).amax(1).tolist() if len(number) else [0] * len(self.row_mask)
        return counts

    def owned(self, rows: Tensor) -> Tensor:
        """Which of the given rows (b, j) belong to which entity: (b, k, j)."""
        k = torch.arange(self.name.shape[1], device=rows.device)
        return (self.entity[:, None] == k[:, None]) & rows[:, None]

    def sums_by_word(self, rows: Tensor) -> Tensor:
        """The sum of the rows (b, j, …) that hold each word of a table: (b, w, …)."""
        b, j, size = rows.shape
        w = int(self.word.max()) + 1 if self.word.numel() else 0
        table = torch.arange(b, device=rows.device)[:, None] * (w + 1)
        place = (table + self.word.where(self.row_mask, w)).flatten()  # padding is added to a word behind the last
        sums = rows.new_zeros(b * (w + 1), size).index_add(0, place, rows.reshape(b * j, size))
        return sums.view(b, w + 1, size)[:, :w]


def inputs_of(batch: Batch, device: torch.device | str = "cpu") -> Inputs:
    """The tables of a batch, on the device of the model."""
    given = (torch.from_numpy(getattr(batch, part.name)).to(device) for part in fields(Inputs))
    return Inputs(*(value if value.dtype == torch.bool else value.long() for value in given))
