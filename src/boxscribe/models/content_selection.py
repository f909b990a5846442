"""The content-selection gate of NCP+CC (Puduppully et al. 2019a): which records are worth a mention, given all others.

The letters are those of that paper.
"""

import torch
from torch import Tensor, nn

from boxscribe.models.grouped_attention import masked_softmax


class ContentSelectionGate(nn.Module):
    """α_{j,k} ∝ exp(r_jᵀ W_a r_k), Σ_{k ≠ j} α_{j,k} = 1,   c_j = Σ_{k ≠ j} α_{j,k} r_k
    r_j^att = W_g [r_j; c_j],   g_j = σ(r_j^att),   r_j^cs = g_j ⊙ r_j

    Here k is another record row. A table with one row has nothing to attend to, and c_j = 0.
    """

    def __init__(self, n: int) -> None:
        super().__init__()
        self.W_a = nn.Linear(n, n, bias=False)
        self.W_g = nn.Linear(2 * n, n, bias=False)

    def forward(self, r: Tensor, mask: Tensor) -> Tensor:
        """r^cs (b, j, n) from r (b, j, n) and which rows are real (b, j)."""
        scores = torch.bmm(self.W_a(r), r.transpose(1, 2))  # (b, j, j)
        itself = torch.eye(r.shape[1], dtype=torch.bool, device=r.device)
        alpha = masked_softmax(scores, mask[:, None] & ~itself)  # (b, j, j)
        c = torch.bmm(alpha, r)  # (b, j, n)
        g = torch.sigmoid(self.W_g(torch.cat([r, c], dim=2)))  # (b, j, n)
        return g * r
