"""Where the model looks (paper, section 3.2).

There may be several hypotheses for each of b tables: r = b · hypotheses rows of d and u, those of a table one after
the other. They share the table's e.
"""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from boxscribe.models.inputs import Inputs
from boxscribe.models.mention_features import MARKS
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class AttentionWeights:
    """One step's attention."""

    context: Tensor  # (r, n) q_t
    records: Tensor  # (r, j) probability of each row: Ψ_{t,k} α_{t,k,z}; 0 for padding
    entities: Tensor  # (r, k) Ψ_{t,k}


class FlatAttention(nn.Module):
    """ED+CC: α_{t,j} ∝ exp(d_tᵀ W_a e_j), q_t = Σ_j α_{t,j} e_j; Ψ_{t,k} is the share of entity k's rows."""

    def __init__(self, n: int, p: int, mentions: bool = False) -> None:
        super().__init__()
        self.W_a = nn.Parameter(torch.empty(n, n))

    def forward(self, d: Tensor, u: Tensor, m: Tensor, encoded: Encoded) -> AttentionWeights:
        inputs, r = encoded.inputs, len(d)
        alpha = masked_softmax(record_scores(d, self.W_a, encoded), shared(inputs.row_mask, r))  # (r, j)
        entities = alpha.new_zeros(r, inputs.name.shape[1]).scatter_add(1, shared(inputs.entity, r), alpha)  # (r, k)
        return AttentionWeights(weighted_sum(alpha, encoded.e), alpha, entities)


class HierarchicalAttention(nn.Module):
    """α_{t,k,z} ∝ exp(d_tᵀ W_a g_{k,z}), Σ_z α = 1   (10)
    s_{t,k} = Σ_z α_{t,k,z} g_{k,z}   (11)
    Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k}), Σ_k Ψ = 1   (12)
    q_t = Σ_k Ψ_{t,k} s_{t,k}   (13)

    Eq. 11 and 13 are one weighted sum over the rows, with the weights Ψ_{t,k} α_{t,k,z}. With `mentions` the entities'
    marks m_{t,k} stand beside their memory: Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k} + d_tᵀ W_m m_{t,k}).
    """

    def __init__(self, n: int, p: int, mentions: bool = False) -> None:
        super().__init__()
        self.W_a = nn.Parameter(torch.empty(n, n))
        self.W_h = nn.Parameter(torch.empty(n, p))
        self.W_m = nn.Parameter(torch.empty(n, MARKS)) if mentions else None

    def forward(self, d: Tensor, u: Tensor, m: Tensor, encoded: Encoded) -> AttentionWeights:
        inputs = encoded.inputs
        alpha = within_entities(record_scores(d, self.W_a, encoded), inputs)  # (r, k, z)  Eq. 10
        scores = torch.bmm(u, (d @ self.W_h)[:, :, None])[:, :, 0]  # (r, k)
        if self.W_m is not None:
            scores = scores + torch.bmm(m, (d @ self.W_m)[:, :, None])[:, :, 0]
        psi = masked_softmax(scores, shared(inputs.entity_mask, len(d)))  # (r, k)  Eq. 12
        records = by_row(psi[:, :, None] * alpha, inputs)  # (r, j)
        return AttentionWeights(weighted_sum(records, encoded.e), records, psi)  # Eq. 11, 13


AttentionName = Literal["flat", "hierarchical"]
ATTENTIONS: dict[AttentionName, type[FlatAttention] | type[HierarchicalAttention]] = {
    "flat": FlatAttention,
    "hierarchical": HierarchicalAttention,
}


def shared(of_tables: Tensor, r: int) -> Tensor:
    """What belongs to the b tables, for each of r rows."""
    return of_tables if len(of_tables) == r else of_tables.repeat_interleave(r // len(of_tables), dim=0)


def each(of_rows: Tensor, of_tables: Tensor) -> int:
    """How many hypotheses every table has."""
    return len(of_rows) // len(of_tables) if len(of_tables) else 1


def record_scores(d: Tensor, W_a: Tensor, encoded: Encoded) -> Tensor:
    """d_tᵀ W_a e_j for all rows: (r, j)."""
    by_table = (d @ W_a).view(len(encoded.e), each(d, encoded.e), d.shape[1])  # (b, each, n)
    return torch.bmm(encoded.e, by_table.transpose(1, 2)).transpose(1, 2).reshape(len(d), encoded.e.shape[1])


def weighted_sum(weights: Tensor, e: Tensor) -> Tensor:
    by_table = weights.view(len(e), each(weights, e), e.shape[1])  # (b, each, j)
    return torch.bmm(by_table, e).view(len(weights), e.shape[2])  # (r, n)


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the last axis where the mask is True, exactly 0 elsewhere; all 0 where nothing is left."""
    filled = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return torch.softmax(filled, dim=-1) * mask


def within_entities(scores: Tensor, inputs: Inputs) -> Tensor:
    """Scores of the rows (r, j) → softmax within each entity (r, k, z)."""
    r, (k, z) = len(scores), inputs.rows.shape[1:]
    grouped = scores.gather(1, shared(inputs.rows, r).reshape(r, k * z)).view(r, k, z)
    return masked_softmax(grouped, shared(inputs.rows_mask, r))


def by_row(grouped: Tensor, inputs: Inputs) -> Tensor:
    """(r, k, z) → (r, j), the same numbers in the order of the rows."""
    r = len(grouped)
    return grouped.flatten(1).gather(1, shared(inputs.place, r)) * shared(inputs.row_mask, r)
