"""The planner of NCP+CC (Puduppully et al. 2019a): a pointer network that emits rows of the table until it stops.

In: the content-selected rows r^cs of tables; out: log p of given plans, for training, or the best plan by beam search.
The letters are those of that paper.
"""

from math import inf

import torch
from torch import Tensor, nn

from boxscribe.models.records import mean_of

LONGEST = 200  # rows of a plan


class PointerPlanner(nn.Module):
    """h_k = LSTM(r^cs of z_{k−1}),   p(z_k = j | z_{<k}) ∝ exp(h_kᵀ W_c r_j^cs)

    The stop symbol is one more candidate behind the last row, with a vector of its own; so is what the first step
    reads. h_0 and its cell are the mean of r^cs.
    """

    def __init__(self, n: int) -> None:
        super().__init__()
        self.start, self.stop = nn.Parameter(torch.empty(n)), nn.Parameter(torch.empty(n))
        self.lstm = nn.LSTM(n, n, batch_first=True)
        self.W_c = nn.Linear(n, n, bias=False)

    def initialise(self) -> None:
        """Start and stop are initialised as embeddings, and the forget gate is open at first."""
        nn.init.normal_(self.start, 0, 0.25)
        nn.init.normal_(self.stop, 0, 0.25)
        n, bias = len(self.start), self.lstm.get_parameter("bias_ih_l0")
        bias[n : 2 * n] = 1

    def candidates(self, selected: Tensor) -> Tensor:
        """What can be pointed at (b, j + 1, n): the rows r^cs (b, j, n), and the stop symbol."""
        return torch.cat([selected, self.stop.expand(len(selected), 1, -1)], dim=1)

    def log_likelihood(self, selected: Tensor, mask: Tensor, plan: Tensor, ends: Tensor) -> Tensor:
        """log p(z | r) of the plans (b); plan (b, i) has −1 behind its last row, where it stops if it `ends` (b).

        selected (b, j, n) are the rows r^cs, of which `mask` (b, j) are real.
        """
        candidates = self.candidates(selected)  # (b, j + 1, n)
        read = torch.cat([self.start.expand(len(plan), 1, -1), rows_at(candidates, plan)], dim=1)  # (b, i + 1, n)
        first = mean_of(selected, mask)[None]  # (1, b, n)
        h, _ = self.lstm(read, (first, first))  # (b, i + 1, n)
        scores = torch.bmm(self.W_c(h), candidates.transpose(1, 2))  # (b, i + 1, j + 1)
        possible = torch.cat([mask, mask.new_ones(len(mask), 1)], dim=1)  # (b, j + 1)
        scores = scores.masked_fill(~possible[:, None], torch.finfo(scores.dtype).min)
        stop = torch.where(ends, selected.shape[1], -1)[:, None]  # (b, 1)
        target = torch.cat([plan, torch.full_like(stop, -1)], dim=1)  # (b, i + 1)
        target = target.scatter(1, (plan >= 0).sum(1, keepdim=True), stop)
        log_p = torch.log_softmax(scores, dim=2).gather(2, target.clamp(min=0)[:, :, None])[:, :, 0]
        return log_p.where(target >= 0, 0).sum(1)

    @torch.no_grad()
    def search(self, selected: Tensor, beam: int) -> tuple[list[int], float]:
        """The best plan of one table and its log p, from its rows r^cs (j, n).

        Like those of texts, a plan has a row at least and no row twice.
        """
        candidates, j = self.candidates(selected[None])[0], len(selected)  # (j + 1, n)
        first = mean_of(selected[None], torch.ones_like(selected[None, :, 0]))  # (1, n)
        state = (first.expand(1, beam, -1).contiguous(),) * 2  # (1, h, n) each
        read = self.start.expand(beam, 1, -1)  # (h, 1, n)
        totals = candidates.new_full((beam,), -inf)  # all hypotheses are alike at first, so only one of them counts
        totals[0] = 0
        forbidden = torch.arange(j + 1, device=selected.device).expand(beam, -1) == j  # (h, j + 1)
        plans: list[list[int]] = [[] for _ in range(beam)]
        best: tuple[list[int], float] = [], -inf
        for _ in range(min(j, LONGEST) + 1):
            h, state = self.lstm(read, state)
            log_p = torch.log_softmax(self.W_c(h[:, 0]) @ candidates.T, dim=1).masked_fill(forbidden, -inf)
            top = (totals[:, None] + log_p).flatten().topk(beam)  # (h)
            parents, chosen, totals = top.indices // (j + 1), top.indices % (j + 1), top.values
            plans = [[*plans[parent], row] for parent, row in zip(parents.tolist(), chosen.tolist(), strict=True)]
            for plan, total in zip(plans, totals.tolist(), strict=True):
                if plan[-1] == j and total > best[1]:
                    best = plan[:-1], total
            totals = totals.masked_fill(chosen == j, -inf)
            longest = plans[int(totals.argmax())], float(totals.max())
            if best[1] >= longest[1]:  # log p only falls, so no active hypothesis can still win
                return best
            state = tuple(part[:, parents] for part in state)
            read = candidates[chosen][:, None]
            forbidden = forbidden[parents].scatter(1, chosen[:, None], True)
            forbidden[:, j] = False
        return best if best[0] else longest


def rows_at(rows: Tensor, at: Tensor) -> Tensor:
    """The rows (b, j, n) at the places (b, i): (b, i, n); any row where the place is −1."""
    return rows.gather(1, at.clamp(min=0)[:, :, None].expand(-1, -1, rows.shape[2]))
