"""Where the model looks (paper, section 3.2)."""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn

from boxscribe.models.inputs import Inputs
from boxscribe.models.records import Encoded


@dataclass(frozen=True, slots=True)
class Look:
    """One step's attention."""

    context: Tensor  # (b, n) q_t
    records: Tensor  # (b, j) probability of each row: Ψ_{t,k} α_{t,k,z}; 0 for padding
    entities: Tensor  # (b, k) Ψ_{t,k}


class FlatAttention(nn.Module):
    """ED+CC: α_{t,j} ∝ exp(d_tᵀ W_a e_j), q_t = Σ_j α_{t,j} e_j; Ψ_{t,k} is the share of entity k's rows."""

    def __init__(self, n: int, p: int) -> None:
        super().__init__()
        self.W_a = nn.Parameter(torch.empty(n, n))

    def forward(self, d: Tensor, u: Tensor, encoded: Encoded) -> Look:
        inputs = encoded.inputs
        alpha = masked_softmax(record_scores(d, self.W_a, encoded), inputs.row_mask)  # (b, j)
        entities = alpha.new_zeros(inputs.name.shape).scatter_add(1, inputs.entity, alpha)  # (b, k)
        return Look(weighted_sum(alpha, encoded.e), alpha, entities)


class HierarchicalAttention(nn.Module):
    """α_{t,k,z} ∝ exp(d_tᵀ W_a g_{k,z}), Σ_z α = 1   (10)
    s_{t,k} = Σ_z α_{t,k,z} g_{k,z}   (11)
    Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k}), Σ_k Ψ = 1   (12)
    q_t = Σ_k Ψ_{t,k} s_{t,k}   (13)

    Eq. 11 and 13 are one weighted sum over the rows, with the weights Ψ_{t,k} α_{t,k,z}.
    """

    def __init__(self, n: int, p: int) -> None:
        super().__init__()
        self.W_a = nn.Parameter(torch.empty(n, n))
        self.W_h = nn.Parameter(torch.empty(n, p))

    def forward(self, d: Tensor, u: Tensor, encoded: Encoded) -> Look:
        inputs = encoded.inputs
        alpha = within_entities(record_scores(d, self.W_a, encoded), inputs)  # (b, k, z)  Eq. 10
        scores = torch.bmm(u, (d @ self.W_h)[:, :, None])[:, :, 0]  # (b, k)
        psi = masked_softmax(scores, inputs.entity_mask)  # (b, k)  Eq. 12
        records = by_row(psi[:, :, None] * alpha, inputs)  # (b, j)
        return Look(weighted_sum(records, encoded.e), records, psi)  # Eq. 11, 13


AttentionName = Literal["flat", "hierarchical"]
ATTENTIONS: dict[AttentionName, type[FlatAttention] | type[HierarchicalAttention]] = {
    "flat": FlatAttention,
    "hierarchical": HierarchicalAttention,
}


def record_scores(d: Tensor, W_a: Tensor, encoded: Encoded) -> Tensor:
    """d_tᵀ W_a e_j for all rows: (b, j)."""
    return torch.bmm(encoded.e, (d @ W_a)[:, :, None])[:, :, 0]


def weighted_sum(weights: Tensor, e: Tensor) -> Tensor:
    return torch.bmm(weights[:, None], e)[:, 0]  # (b, n)


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the last axis where the mask is True, exactly 0 elsewhere; all 0 where nothing is left."""
    filled = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return torch.softmax(filled, dim=-1) * mask


def within_entities(scores: Tensor, inputs: Inputs) -> Tensor:
    """Scores of the rows (b, j) → softmax within each entity (b, k, z)."""
    b, k, z = inputs.rows.shape
    grouped = scores.gather(1, inputs.rows.reshape(b, k * z)).view(b, k, z)
    return masked_softmax(grouped, inputs.rows_mask)


def by_row(grouped: Tensor, inputs: Inputs) -> Tensor:
    """(b, k, z) → (b, j), the same numbers in the order of the rows."""
    return grouped.flatten(1).gather(1, inputs.place) * inputs.row_mask
