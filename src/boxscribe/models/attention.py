"""Attention over records and entities (paper, section 3.2), and its share of a fused chunk.

There may be several hypotheses for each of b tables: r = b · h rows of d and u, those of a table one after the other.
They share the table's e.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn

from boxscribe.models.grouped_attention import Groups, masked_softmax
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded

Scored = tuple[Tensor, Tensor]  # features (r, i, f) of entities or records, and their weights (r, f)


class Features(NamedTuple):
    """What extras add to the scores of a step."""

    entities: Sequence[Scored]
    records: Sequence[Scored]


@dataclass(frozen=True, slots=True)
class AttentionWeights:
    """One step's attention."""

    context: Tensor  # (r, n) q_t
    records: Tensor  # (r, j) the probability of each row: Ψ_{t,k} α_{t,k,z}; 0 for padding
    entities: Tensor  # (r, k) Ψ_{t,k}


class FlatAttention(nn.Module):
    """ED+CC: α_{t,j} ∝ exp(d_tᵀ W_a e_j), q_t = Σ_j α_{t,j} e_j; Ψ_{t,k} is the share of entity k's rows."""

    fusible = True

    def __init__(self, n: int, p: int) -> None:
        super().__init__()
        self.W_a = Linear(n, n, bias=False)
        self.context_sizes: tuple[int, ...] = (n,)

    def forward(self, d: Tensor, u: Tensor, features: Features, encoded: Encoded) -> AttentionWeights:
        inputs, query = encoded.inputs, by_table(self.W_a(d), encoded.e)  # (b, h, n)
        added = _added(features.records, encoded)
        _, alpha, context = encoded.by_table.attend(query, query.new_ones(*query.shape[:2], 1), added)
        entities = alpha.new_zeros(*alpha.shape[:2], inputs.name.shape[1])
        entities = entities.scatter_add(2, inputs.entity[:, None].expand_as(alpha), alpha)  # (b, h, k)
        return AttentionWeights(context.flatten(0, 1), alpha.flatten(0, 1), entities.flatten(0, 1))

    def by_d(self) -> dict[str, Tensor]:
        """The matrices that multiply d_t, (o, n) each."""
        return {"query": self.W_a.weight}

    def tape(
        self, encoded: Encoded, by_d: dict[str, Tensor], entities: dict[str, Tensor], records: dict[str, Tensor]
    ) -> "FlatTape":
        """Its share of a fused chunk. `by_d` has what each of the matrices gave, (t, b, o); `entities` and `records`
        are the features of the extras, (t, b, k, f) and (t, b, j, f)."""
        return FlatTape(encoded, by_d, encoded.by_table, records)


class HierarchicalAttention(FlatAttention):
    """α_{t,k,z} ∝ exp(d_tᵀ W_a g_{k,z}), Σ_z α = 1   (10)
    s_{t,k} = Σ_z α_{t,k,z} g_{k,z}   (11)
    Ψ_{t,k} ∝ exp(d_tᵀ W_h u_{t,k}), Σ_k Ψ = 1   (12)
    q_t = Σ_k Ψ_{t,k} s_{t,k}   (13)

    Eq. 11 and 13 are one weighted sum over the rows, with the weights Ψ_{t,k} α_{t,k,z}. Extras add scores of their own
    features of records in Eq. 10, and of entities in Eq. 12.
    """

    def __init__(self, n: int, p: int) -> None:
        super().__init__(n, p)
        self.W_h = Linear(n, p, bias=False)

    def forward(self, d: Tensor, u: Tensor, features: Features, encoded: Encoded) -> AttentionWeights:
        inputs, query = encoded.inputs, by_table(self.W_a(d), encoded.e)  # (b, h, n)
        scores = sum((values * weights[:, None]).sum(2) for values, weights in [(u, self.W_h(d)), *features.entities])
        psi = masked_softmax(by_table(scores, encoded.e), inputs.entity_mask[:, None])  # (b, h, k)  Eq. 12
        _, records, context = encoded.by_entity.attend(query, psi, _added(features.records, encoded))  # Eq. 10, 11, 13
        return AttentionWeights(context.flatten(0, 1), records.flatten(0, 1), psi.flatten(0, 1))

    def by_d(self) -> dict[str, Tensor]:
        return super().by_d() | {"probe": self.W_h.weight}

    def tape(
        self, encoded: Encoded, by_d: dict[str, Tensor], entities: dict[str, Tensor], records: dict[str, Tensor]
    ) -> "FlatTape":
        return HierarchicalTape(encoded, by_d, encoded.by_entity, records, entities)


class MemoryContextAttention(HierarchicalAttention):
    """The context also holds the attended memory, Σ_k Ψ_{t,k} u_{t,k}. The paper tried it and found that it hurts."""

    fusible = False

    def __init__(self, n: int, p: int) -> None:
        super().__init__(n, p)
        self.context_sizes = (n, p)

    def forward(self, d: Tensor, u: Tensor, features: Features, encoded: Encoded) -> AttentionWeights:
        found = super().forward(d, u, features, encoded)
        attended = torch.bmm(found.entities[:, None], u)[:, 0]  # (r, p)
        return AttentionWeights(torch.cat([found.context, attended], dim=1), found.records, found.entities)


class FlatTape:
    """The attention of a chunk's steps, forward and backward. Capitals are all steps of the chunk, (t, b, …)."""

    def __init__(self, encoded: Encoded, by_d: dict[str, Tensor], groups: Groups, records: dict[str, Tensor]) -> None:
        self.inputs, self.groups, self.by_d, self.records = encoded.inputs, groups, by_d, records
        self.QUERY = by_d["query"]
        steps, (b, j) = len(self.QUERY), self.inputs.value.shape
        new = self.QUERY.new_empty
        self.PSI, self.ALPHA, self.P = new(steps, b, self.inputs.name.shape[1]), new(steps, b, j), new(steps, b, j)

    def forward(self, t: int, u: Tensor) -> Tensor:
        """q_t (b, n)."""
        q = self._attend(t, self.PSI.new_ones(len(self.QUERY[t]), 1))
        self.PSI[t].zero_().scatter_add_(1, self.inputs.entity, self.P[t])
        return q

    def _attend(self, t: int, psi: Tensor) -> Tensor:
        added = None
        for name, s in self.records.items():
            scores = torch.bmm(self.by_d[name][t][:, None], s[t].transpose(1, 2))  # (b, 1, j)
            added = scores if added is None else added + scores
        alpha, P, q = self.groups.attend(self.QUERY[t][:, None], psi[:, None], added)
        self.ALPHA[t], self.P[t] = alpha[:, 0], P[:, 0]
        return q[:, 0]

    def start_backward(self, g_by_d: dict[str, Tensor]) -> None:
        """`g_by_d`, (t, b, o) each, are filled by `backward`."""
        self.g_by_d, self.g_SCORES, self.g_Q = g_by_d, torch.empty_like(self.P), torch.empty_like(self.QUERY)

    def backward(self, t: int, g_q: Tensor, g_P: Tensor, g_psi: Tensor, u: Tensor) -> Tensor:
        """From the gradients of q_t (b, n), P_t (b, j) and Ψ_t (b, k): what is added to the gradient of u_t."""
        self._backward(t, g_q, g_P + g_psi.gather(1, self.inputs.entity))
        return torch.zeros_like(u)

    def _backward(self, t: int, g_q: Tensor, g_P: Tensor) -> Tensor:
        """The gradient of the weights of the groups (b, k)."""
        self.g_Q[t] = g_q
        alpha, P = self.ALPHA[t][:, None], self.P[t][:, None]
        g_scores, g_query, g_weights = self.groups.backward(g_q[:, None], g_P[:, None], alpha, P)
        self.g_SCORES[t], self.g_by_d["query"][t] = g_scores[:, 0], g_query[:, 0]
        for name, s in self.records.items():
            self.g_by_d[name][t] = torch.bmm(g_scores, s[t])[:, 0]
        return g_weights[:, 0]

    def g_e(self) -> Tensor:
        """The gradient of e: how the rows are summed (Eq. 11, 13) and how they are scored (Eq. 10)."""
        g = torch.bmm(self.P.permute(1, 2, 0), self.g_Q.transpose(0, 1))  # (b, j, n)
        return g.baddbmm_(self.g_SCORES.permute(1, 2, 0), self.QUERY.transpose(0, 1))


class HierarchicalTape(FlatTape):
    """The same with Ψ from the memory and the entity features."""

    def __init__(
        self,
        encoded: Encoded,
        by_d: dict[str, Tensor],
        groups: Groups,
        records: dict[str, Tensor],
        entities: dict[str, Tensor],
    ) -> None:
        super().__init__(encoded, by_d, groups, records)
        self.entities = entities

    def forward(self, t: int, u: Tensor) -> Tensor:
        scores = torch.bmm(u, self.by_d["probe"][t][:, :, None])  # (b, k, 1)
        for name, m in self.entities.items():
            scores.baddbmm_(m[t], self.by_d[name][t][:, :, None])
        self.PSI[t] = masked_softmax(scores[:, :, 0], self.inputs.entity_mask)  # Eq. 12
        return self._attend(t, self.PSI[t])  # Eq. 10, 11, 13

    def backward(self, t: int, g_q: Tensor, g_P: Tensor, g_psi: Tensor, u: Tensor) -> Tensor:
        psi, g_psi = self.PSI[t], self._backward(t, g_q, g_P) + g_psi
        g_scores = psi * (g_psi - (psi * g_psi).sum(1, keepdim=True))  # (b, k)
        self.g_by_d["probe"][t] = torch.bmm(g_scores[:, None], u)[:, 0]
        for name, m in self.entities.items():
            self.g_by_d[name][t] = torch.bmm(g_scores[:, None], m[t])[:, 0]
        return g_scores[:, :, None] * self.by_d["probe"][t][:, None]


AttentionName = Literal["flat", "hierarchical", "memory_context"]
ATTENTIONS: dict[AttentionName, type[FlatAttention]] = {
    "flat": FlatAttention,
    "hierarchical": HierarchicalAttention,
    "memory_context": MemoryContextAttention,
}


def _added(scored: Sequence[Scored], encoded: Encoded) -> Tensor | None:
    """The scores of record features, (b, h, j); None without any."""
    if not scored:
        return None
    return by_table(torch.stack([(values * weights[:, None]).sum(2) for values, weights in scored]).sum(0), encoded.e)


def by_table(rows: Tensor, e: Tensor) -> Tensor:
    """(r, …) → (b, h, …): the rows of each table."""
    return rows.view(len(e), len(rows) // max(len(e), 1), *rows.shape[1:])
