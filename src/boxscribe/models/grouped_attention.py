"""Attention over rows in groups, forward and backward: a group holds the rows of an entity, or of a whole table.

In a group g with the weight Ψ_g: α_j ∝ exp(q · e_j) (10), P_j = Ψ_g α_j, and the context is Σ P_j e_j (11, 13).

Each of b tables may have several hypotheses, h of them: queries and weights are (b, h, …).
"""

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from boxscribe.models.inputs import Inputs


@dataclass(frozen=True, slots=True)
class Groups:
    """The rows e of a batch, and the k groups of z rows that they form."""

    e: Tensor  # (b, j, n)
    rows: Tensor  # (b, k, z) the rows of each group
    mask: Tensor  # (b, k, z)
    group: Tensor  # (b, j) the group of each row
    place: Tensor  # (b, j) the position of each row in the flattened (k, z)
    row_mask: Tensor  # (b, j)
    tables: list[tuple[int, Tensor]]  # (b) how many rows each table has, and these, without padding behind

    @classmethod
    def by_entity(cls, inputs: Inputs, e: Tensor) -> Self:
        rows, mask = inputs.rows, inputs.rows_mask
        return cls(e, rows, mask, inputs.entity, inputs.place, inputs.row_mask, _tables(inputs, e))

    @classmethod
    def by_table(cls, inputs: Inputs, e: Tensor) -> Self:
        row = torch.arange(e.shape[1], device=e.device).expand(e.shape[:2])
        mask = inputs.row_mask
        return cls(e, row[:, None], mask[:, None], torch.zeros_like(row), row, mask, _tables(inputs, e))

    def attend(self, query: Tensor, psi: Tensor, added: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
        """From query (b, h, n) and Ψ (b, h, k): α and P (b, h, j), context (b, h, n). `added` (b, h, j) is added to the
        scores of the rows."""
        scores = self.scores(query)
        alpha = self._within(scores if added is None else scores + added)
        P = alpha * psi.gather(2, _each(self.group, psi))
        return alpha, P, self.weighted_sum(P)

    def backward(self, g_context: Tensor, g_P: Tensor, alpha: Tensor, P: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """From the gradients of context and P those of the scores (b, h, j), of the query and of Ψ."""
        group = _each(self.group, alpha)
        g_P = self.scores(g_context).add_(g_P)
        g_psi = g_P.new_zeros(*g_P.shape[:2], self.rows.shape[1]).scatter_add_(2, group, g_P * alpha)
        g_scores = P * g_P.sub_(g_psi.gather(2, group))
        return g_scores, self.weighted_sum(g_scores), g_psi

    def scores(self, query: Tensor) -> Tensor:
        """query (b, h, n) · e_j for all rows: (b, h, j)."""
        if self._batched():
            return torch.bmm(query, self.e.transpose(1, 2))
        found = query.new_zeros(*query.shape[:2], self.e.shape[1])
        if query.shape[1] == 1:
            vectors, outs = query[:, 0].unbind(), found[:, 0].unbind()
            for (count, rows), vector, out in zip(self.tables, vectors, outs, strict=True):
                torch.mv(rows, vector, out=out[:count])
        else:
            for (count, rows), several, out in zip(self.tables, query, found, strict=True):
                torch.mm(several, rows.T, out=out[:, :count])
        return found

    def weighted_sum(self, weights: Tensor) -> Tensor:
        """Σ weights_j e_j: (b, h, n)."""
        if self._batched():
            return torch.bmm(weights, self.e)
        found = weights.new_empty(*weights.shape[:2], self.e.shape[2])
        if weights.shape[1] == 1:
            for (count, rows), vector, out in zip(
                self.tables, weights[:, 0].unbind(), found[:, 0].unbind(), strict=True
            ):
                torch.mv(rows.T, vector[:count], out=out)
        else:
            for (count, rows), several, out in zip(self.tables, weights, found, strict=True):
                torch.mm(several[:, :count], rows, out=out)
        return found

    def _batched(self) -> bool:
        """Whether one product of the whole batch is made. A product per table does not depend on other tables and their
        padding, to the last bit; on a CPU it is also several times faster. Autograd would keep each of them."""
        return self.e.is_cuda or torch.is_grad_enabled()

    def _within(self, scores: Tensor) -> Tensor:
        """The softmax within each group: (b, h, j), 0 for padding."""
        (b, h, _), (k, z) = scores.shape, self.rows.shape[1:]
        grouped = scores.gather(2, _each(self.rows.flatten(1), scores)).view(b, h, k, z)
        alpha = masked_softmax(grouped, self.mask[:, None]).flatten(2)
        return alpha.gather(2, _each(self.place, scores)) * self.row_mask[:, None]


def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the last axis where the mask is True, exactly 0 elsewhere; all 0 where nothing is left."""
    filled = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return torch.softmax(filled, dim=-1) * mask


def _each(index: Tensor, like: Tensor) -> Tensor:
    """An index of tables (b, i), for every hypothesis: (b, h, i)."""
    return index[:, None].expand(-1, like.shape[1], -1)


def _tables(inputs: Inputs, e: Tensor) -> list[tuple[int, Tensor]]:
    return [(count, rows[:count]) for count, rows in zip(inputs.counts, e.unbind(), strict=True)]
