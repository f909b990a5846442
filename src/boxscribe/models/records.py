"""Records in, vectors out: the record encoder (paper, section 2, and Eq. 4 of section 3.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import dropout, embedding_bag
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from boxscribe.batches.vocab import Columns
from boxscribe.models.batched import Batched, axes
from boxscribe.models.grouped_attention import Groups
from boxscribe.models.inputs import Inputs


@dataclass(frozen=True)
class Encoded(Batched):
    """A batch's tables after the encoder."""

    inputs: Inputs
    e: Tensor = axes("bjn")  # e_j
    x: Tensor = axes("bkn")  # x_k
    h: Tensor = axes("bn")  # what every layer of the decoder starts from
    c: Tensor = axes("bn")
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


class MeanEncoder(nn.Module):
    """e_j = r_j; the decoder starts from the average of all e_j (RotoWire)."""

    def __init__(self, sizes: Columns[int], embedding: int, n: int, dropout: float) -> None:
        super().__init__()
        self.vectors = RecordVectors(sizes, embedding, n)
        self.dropout = dropout

    def forward(self, inputs: Inputs) -> Encoded:
        r = dropout(self.vectors(inputs), self.dropout, self.training)  # (b, j, n)
        real = inputs.row_mask.to(r.dtype)  # (b, j)
        mean = torch.bmm((real / real.sum(1, keepdim=True).clamp(min=1))[:, None], r)[:, 0]  # (b, n)
        return Encoded(inputs, r, entity_average(r, inputs), mean, mean)


class BiLSTMEncoder(nn.Module):
    """e_j are the outputs of a bidirectional LSTM over the records in their order; the decoder starts from its final
    states. x_k averages the vectors before it (MLB)."""

    def __init__(self, sizes: Columns[int], embedding: int, n: int, dropout: float) -> None:
        super().__init__()
        if n % 2:
            raise ValueError("the bilstm encoder gives each direction half of the hidden size: it must be even")
        self.vectors = RecordVectors(sizes, embedding, n)
        self.lstm = nn.LSTM(n, n // 2, bidirectional=True, batch_first=True)

    def forward(self, inputs: Inputs) -> Encoded:
        r = self.vectors(inputs)  # (b, j, n)
        lengths = inputs.row_mask.sum(1)  # (b)
        games = lengths.nonzero()[:, 0]  # a table without records has no order to read: zeros
        e, h, c = torch.zeros_like(r), r.new_zeros(len(r), r.shape[2]), r.new_zeros(len(r), r.shape[2])
        if len(games):
            packed = pack_padded_sequence(r[games], lengths[games].cpu(), batch_first=True, enforce_sorted=False)
            packed, states = self.lstm(packed)
            found, _ = pad_packed_sequence(packed, batch_first=True, total_length=r.shape[1])
            e = e.index_copy(0, games, found)  # (b, j, n)
            h, c = (  # (b, n): forward and backward side by side
                empty.index_copy(0, games, state.transpose(0, 1).flatten(1))
                for empty, state in zip((h, c), states, strict=True)
            )
        return Encoded(inputs, e, entity_average(r, inputs), h, c)


ENCODERS: dict[Literal["mean", "bilstm"], type[MeanEncoder] | type[BiLSTMEncoder]] = {
    "mean": MeanEncoder,
    "bilstm": BiLSTMEncoder,
}


def entity_average(r: Tensor, inputs: Inputs) -> Tensor:
    """x_k = average of r_j over the records of entity k   (4); zero for an entity without records."""
    own = inputs.owned(inputs.row_mask)  # (b, k, j)
    count = own.sum(2, keepdim=True).clamp(min=1)  # (b, k, 1)
    return torch.bmm(own.to(r.dtype) / count, r)  # Eq. 4
