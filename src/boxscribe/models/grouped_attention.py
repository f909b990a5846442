"""Attention over rows in groups, forward and backward: an entity's rows are a group, or a table's.

In a group g with the weight Ψ_g: α_j ∝ exp(q · e_j) (10), P_j = Ψ_g α_j, and the context is Σ P_j e_j (11, 13).
"""

import torch
from torch import Tensor

from boxscribe.models import native
from boxscribe.models.inputs import Inputs


class Groups:
    """The rows e (b, j, n) of a batch in k groups each, group g of z rows; in torch, on any device."""

    def __init__(self, e: Tensor, rows: Tensor, mask: Tensor, group: Tensor, place: Tensor, row_mask: Tensor) -> None:
        self.e = e
        self.shape, self.rows, self.mask = rows.shape, rows.flatten(1), mask  # (b, k, z), (b, k·z), (b, k, z)
        self.group, self.place, self.row_mask = group, place, row_mask  # (b, j) each
        self.bias = bias(mask, e)
        self.tables = e.unbind(0)  # (j, n) each

    def attend(self, query: Tensor, psi: Tensor, alpha: Tensor, P: Tensor, context: Tensor) -> None:
        """From query (b, n) and psi (b, k) into alpha, P (b, j) and context (b, n)."""
        grouped = self._scores(query).gather(1, self.rows).view(self.shape).add_(self.bias)
        weights = torch.softmax(grouped, dim=2) * self.mask  # (b, k, z)
        torch.mul(weights.flatten(1).gather(1, self.place), self.row_mask, out=alpha)
        torch.mul(alpha, psi.gather(1, self.group), out=P)
        context.copy_(torch.bmm(P[:, None], self.e)[:, 0])

    def back(
        self, g_context: Tensor, g_P: Tensor, alpha: Tensor, P: Tensor, g_scores: Tensor, g_query: Tensor
    ) -> Tensor:
        """From g_context (b, n) and g_P (b, j) into g_scores (b, j) and g_query (b, n); gives g_psi (b, k)."""
        g_P = self._scores(g_context).add_(g_P)
        g_psi = g_P.new_zeros(self.shape[:2]).scatter_add_(1, self.group, g_P * alpha)
        torch.mul(P, g_P.sub_(g_psi.gather(1, self.group)), out=g_scores)
        g_query.copy_(torch.bmm(g_scores[:, None], self.e)[:, 0])
        return g_psi

    def _scores(self, queries: Tensor) -> Tensor:
        """queries (b, n) · e_j for all rows: (b, j)."""
        if self.e.is_cuda:
            return torch.bmm(self.e, queries[:, :, None])[:, :, 0]
        # On a CPU a product per game is several times faster than one of the whole batch with a single column.
        scores = self.e.new_empty(self.e.shape[:2])
        for table, query, out in zip(self.tables, queries, scores, strict=True):
            torch.mv(table, query, out=out)
        return scores


class NativeGroups(Groups):
    """The same in one pass over the rows, for float32 on a CPU."""

    def __init__(self, e: Tensor, rows: Tensor, mask: Tensor, group: Tensor, place: Tensor, row_mask: Tensor) -> None:
        super().__init__(e, rows, mask, group, place, row_mask)
        library = native.load()
        assert library is not None
        self.library = library
        self.sizes = (*e.shape, rows.shape[1])  # b, j, n, k
        self.first, self.count = rows[:, :, 0].contiguous(), mask.sum(2)  # (b, k); a group's rows follow one another

    def attend(self, query: Tensor, psi: Tensor, alpha: Tensor, P: Tensor, context: Tensor) -> None:
        self.library.attend(
            *self.sizes, self.e.data_ptr(), query.data_ptr(), query.stride(0), psi.data_ptr(), self.first.data_ptr(),
            self.count.data_ptr(), alpha.data_ptr(), P.data_ptr(), context.data_ptr(), context.stride(0),
        )  # fmt: skip

    def back(
        self, g_context: Tensor, g_P: Tensor, alpha: Tensor, P: Tensor, g_scores: Tensor, g_query: Tensor
    ) -> Tensor:
        g_psi = g_P.new_empty(self.shape[:2])
        self.library.attend_back(
            *self.sizes, self.e.data_ptr(), g_context.data_ptr(), g_P.data_ptr(), self.first.data_ptr(),
            self.count.data_ptr(), alpha.data_ptr(), P.data_ptr(), g_scores.data_ptr(), g_psi.data_ptr(),
            g_query.data_ptr(), g_query.stride(0),
        )  # fmt: skip
        return g_psi

    def look(
        self, query: Tensor, u: Tensor, probe: Tensor | None, m: Tensor, marks: Tensor | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Psi (r, k), P (r, j) and context (r, n) of several hypotheses a table; without a probe psi is 1."""
        b, j, n, k = self.sizes
        r = len(query)
        psi, P, context = query.new_empty(r, k), query.new_empty(r, j), query.new_empty(r, n)
        u, m = u.contiguous(), m.contiguous()
        self.library.look(
            b, r // b, j, n, k, u.shape[2], self.e.data_ptr(), self.first.data_ptr(), self.count.data_ptr(),
            query.data_ptr(), query.stride(0), None if probe is None else u.data_ptr(),
            *_pointer(probe), m.shape[2] if marks is not None else 0, m.data_ptr(), *_pointer(marks), psi.data_ptr(),
            P.data_ptr(), context.data_ptr(), n,
        )  # fmt: skip
        return psi, P, context


def _pointer(matrix: Tensor | None) -> tuple[int | None, int]:
    """Where its rows begin, and how far each is from the next."""
    return (None, 0) if matrix is None else (matrix.data_ptr(), matrix.stride(0))


def by_entity(inputs: Inputs, e: Tensor) -> Groups:
    """A group for each entity."""
    return _kind(e)(e, inputs.rows, inputs.rows_mask, inputs.entity, inputs.place, inputs.row_mask)


def by_table(inputs: Inputs, e: Tensor) -> Groups:
    """One group for each table."""
    row = torch.arange(e.shape[1], device=e.device).expand(e.shape[:2])
    return _kind(e)(e, row[:, None], inputs.row_mask[:, None], torch.zeros_like(row), row, inputs.row_mask)


def _kind(e: Tensor) -> type[Groups]:
    one_pass = e.device.type == "cpu" and e.dtype == torch.float32 and e.is_contiguous() and e.shape[1] > 0
    return NativeGroups if one_pass and native.load() is not None else Groups


def bias(mask: Tensor, like: Tensor) -> Tensor:
    """0 where the mask is True, and so low elsewhere that a softmax gives 0."""
    return like.new_zeros(mask.shape).masked_fill_(~mask, torch.finfo(like.dtype).min)
