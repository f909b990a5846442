"""Feeding copied records (ours, not in the paper): beside y_{t−1} the decoder reads the records that hold it.

So it knows whose number or name it has just written, whatever the name is.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from boxscribe.config import ModelConfig
from boxscribe.models.batched import Batched, axes
from boxscribe.models.extras import DecoderInput, Extra, by_source
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded


@dataclass(frozen=True)
class MeanRecords(Batched):
    """The mean of e_j over the rows that hold each word of a table."""

    mean: Tensor = axes("bwn")


class CopiedRecords(Extra):
    """W_b ē, added to the embedding of y_{t−1}; ē is the mean of the records that hold y_{t−1}, or 0."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.W_b = Linear(config.hidden, config.embedding, bias=False)

    def context(self, encoded: Encoded) -> MeanRecords:
        inputs, e = encoded.inputs, encoded.e
        count = inputs.sums_by_word(torch.ones_like(e[:, :, :1]))  # (b, w, 1)
        return MeanRecords(inputs.sums_by_word(e) / count.clamp(min=1))

    def embedding(self, given: DecoderInput, state: Any, context: MeanRecords) -> Tensor:
        vectors: Tensor = self.W_b(by_source(context.mean, given.source))
        return vectors
