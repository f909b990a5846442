"""Records in, vectors out: the record encoder (paper, section 2, and Eq. 4 of section 3.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout, embedding_bag
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from boxscribe.batches.loader import Batch
from boxscribe.batches.vocab import Columns
from boxscribe.models.batched import Batched, axes
from boxscribe.models.grouped_attention import Groups
from boxscribe.models.inputs import Inputs, inputs_of


@dataclass(frozen=True)
class Encoded(Batched):
    """A batch's tables after the encoder."""

    inputs: Inputs
    e: Tensor = axes("bjn")  # e_j
    x: Tensor = axes("bkn")  # x_k
    h: Tensor = axes("bn")  # what every layer of the decoder starts from
    c: Tensor = axes("bn")
    log_plan: Tensor = axes("b")  # log p of the plan that chose the rows; 0 where the rows are those of the table
    contexts: Mapping[str, Batched] = field(default_factory=dict)  # what each extra of the decoder knows of the tables

    @cached_property
    def by_entity(self) -> Groups:
        """The rows in one group for each entity."""
        return Groups.by_entity(self.inputs, self.e)

    @cached_property
    def by_table(self) -> Groups:
        """The rows in one group for each table."""
        return Groups.by_table(self.inputs, self.e)


ENTITY = 1  # the place of r_{j,2} among the features of a record


class RecordVectors(nn.Module):
    """r_j = ReLU(W_r [r_{j,1}; …; r_{j,L}] + b_r)   (1)

    W_r is kept as one matrix per feature. A product with an embedding is computed once for each value that occurs in
    the batch, and a row is the sum of its products: the same as over the concatenation, at a fraction of the cost.
    """

    def __init__(self, sizes: Columns[int], embedding: int, n: int) -> None:
        super().__init__()
        vocabularies = (sizes.value, sizes.entity, sizes.type, *sizes.features)
        self.embeddings = nn.ModuleList(nn.Embedding(size, embedding) for size in vocabularies)
        self.W_r = nn.ParameterList(nn.Parameter(torch.empty(n, embedding)) for _ in vocabularies)
        self.b_r = nn.Parameter(torch.empty(n))

    def forward(self, inputs: Inputs) -> Tensor:
        columns = (inputs.value, inputs.name, inputs.type, *inputs.features.unbind(1))
        products, indices, count = [self.b_r[None]], [torch.zeros_like(inputs.value)], 1
        for number, (ids, embedded, W) in enumerate(zip(columns, self.embeddings, self.W_r, strict=True)):
            present, index = ids.unique(return_inverse=True)
            if number == ENTITY:
                index = index.gather(1, inputs.entity)  # (b, k) → (b, j)
            products.append(embedded(present) @ W.T)
            indices.append(index + count)
            count += len(present)
        rows = torch.stack(indices, dim=2)  # (b, j, L + 1)
        total = embedding_bag(rows.flatten(0, 1), torch.cat(products), mode="sum")
        return torch.relu(total).view(*inputs.value.shape, len(self.b_r))  # (b, j, n)  Eq. 1


class RecordEncoder(nn.Module):
    """The base of the encoders. By default the decoder reads all rows of a table, in the order of the table."""

    def training_inputs(self, batch: Batch, device: torch.device | str = "cpu") -> tuple[Batch, Any]:
        """The batch with the rows that the decoder reads, and what the encoder is called with."""
        return batch, inputs_of(batch, device)

    def search_inputs(self, batch: Batch, device: torch.device | str, beam: int) -> tuple[list[int] | None, Any]:
        """For one table: the rows that the decoder reads, None for all; and what the encoder is called with."""
        return None, inputs_of(batch, device)


class MeanEncoder(RecordEncoder):
    """e_j = r_j; the decoder starts from the average of all e_j (RotoWire)."""

    def __init__(self, sizes: Columns[int], embedding: int, n: int, dropout: float) -> None:
        super().__init__()
        self.vectors = RecordVectors(sizes, embedding, n)
        self.dropout = dropout

    def forward(self, inputs: Inputs) -> Encoded:
        r = dropout(self.vectors(inputs), self.dropout, self.training)  # (b, j, n)
        mean = mean_of(r, inputs.row_mask)  # (b, n)
        return Encoded(inputs, r, entity_average(r, inputs), mean, mean, mean.new_zeros(len(mean)))


class BiLSTMEncoder(RecordEncoder):
    """e_j are the outputs of a bidirectional LSTM over the records in their order; the decoder starts from its final
    states. x_k averages the vectors before it (MLB)."""

    def __init__(self, sizes: Columns[int], embedding: int, n: int, dropout: float) -> None:
        super().__init__()
        self.vectors = RecordVectors(sizes, embedding, n)
        self.lstm = bilstm(n)

    def forward(self, inputs: Inputs) -> Encoded:
        r = self.vectors(inputs)  # (b, j, n)
        e, h, c = run_bilstm(self.lstm, r, inputs.row_mask)
        return Encoded(inputs, e, entity_average(r, inputs), h, c, h.new_zeros(len(h)))


ENCODERS: dict[Literal["mean", "bilstm"], type[MeanEncoder] | type[BiLSTMEncoder]] = {
    "mean": MeanEncoder,
    "bilstm": BiLSTMEncoder,
}


def entity_average(r: Tensor, inputs: Inputs) -> Tensor:
    """x_k = average of r_j over the records of entity k   (4); zero for an entity without records."""
    own = inputs.owned(inputs.row_mask)  # (b, k, j)
    count = own.sum(2, keepdim=True).clamp(min=1)  # (b, k, 1)
    return torch.bmm(own.to(r.dtype) / count, r).to(r.dtype)  # Eq. 4


def mean_of(rows: Tensor, mask: Tensor) -> Tensor:
    """The mean (b, n) of the real rows of each table, 0 where there is none."""
    real = mask.to(rows.dtype)  # (b, j)
    return torch.bmm((real / real.sum(1, keepdim=True).clamp(min=1))[:, None], rows)[:, 0].to(rows.dtype)


def bilstm(n: int) -> nn.LSTM:
    """A bidirectional LSTM from n to n."""
    if n % 2:
        raise ValueError("a bidirectional LSTM gives each direction half of the hidden size: it must be even")
    return nn.LSTM(n, n // 2, bidirectional=True, batch_first=True)


def run_bilstm(lstm: nn.LSTM, r: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The outputs (b, j, n) over the rows r (b, j, n) that are real, and the final states and cells (b, n), both
    directions side by side; zeros for a table without rows, which has no order to read."""
    lengths = mask.sum(1)  # (b)
    games = lengths.nonzero()[:, 0]
    e, h, c = torch.zeros_like(r), r.new_zeros(len(r), r.shape[2]), r.new_zeros(len(r), r.shape[2])
    if len(games):
        packed = pack_padded_sequence(r[games], lengths[games].cpu(), batch_first=True, enforce_sorted=False)
        with torch.autocast(r.device.type, enabled=False):  # which would keep the states in low precision, too
            packed, states = lstm(packed)
        found, _ = pad_packed_sequence(packed, batch_first=True, total_length=r.shape[1])
        e = e.index_copy(0, games, found)
        h, c = (
            empty.index_copy(0, games, state.transpose(0, 1).flatten(1))
            for empty, state in zip((h, c), states, strict=True)
        )
    return e, h, c
