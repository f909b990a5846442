"""What the model remembers about each entity (paper, section 3.1). The ablations differ in this part alone."""

from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import linear


class NoMemory(nn.Module):
    """ED+CC: no memory."""

    dynamic = False

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__()

    def initial(self, x: Tensor) -> Tensor:
        return x.new_zeros(*x.shape[:2], 0)  # (b, k, 0)

    def update(self, u: Tensor, d: Tensor) -> tuple[Tensor, Tensor]:
        """(u_t, δ_t) from u_{t−1} (b, k, p) and d_t (b, n)."""
        return u, torch.zeros_like(u)


class StaticMemory(NoMemory):
    """+Hier: u_{t,k} = u_{−1,k} = W_i x_k   (5, 14)"""

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p)
        self.W_i = nn.Parameter(torch.empty(p, n))
        self.normalise = normalise

    def initial(self, x: Tensor) -> Tensor:
        return self.scaled(linear(x, self.W_i))  # Eq. 5

    def scaled(self, u: Tensor) -> Tensor:
        """The paper tried u / |u| and found that it hurts; off by default."""
        return nn.functional.normalize(u, dim=2) if self.normalise else u


class DynamicMemory(StaticMemory):
    """+Dyn: δ_{t,k} = σ(W_e d_t + b_e + W_f u_{t−1,k} + b_f)   (15)
    ũ_{t,k} = W_g d_t   (8)
    u_{t,k} = (1 − δ_{t,k}) ⊙ u_{t−1,k} + δ_{t,k} ⊙ ũ_{t,k}   (9)
    """

    dynamic = True

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p, normalise)
        self.W_e, self.b_e = nn.Parameter(torch.empty(p, n)), nn.Parameter(torch.empty(p))
        self.W_f, self.b_f = nn.Parameter(torch.empty(p, p)), nn.Parameter(torch.empty(p))
        self.W_g = nn.Parameter(torch.empty(p, n))

    def gamma(self, d: Tensor) -> Tensor:
        return d.new_ones(1)

    def update(self, u: Tensor, d: Tensor) -> tuple[Tensor, Tensor]:
        gamma = self.gamma(d)  # (b, p)
        change = torch.sigmoid(linear(d, self.W_e, self.b_e)[:, None] + linear(u, self.W_f, self.b_f))  # (b, k, p)
        delta = (gamma[:, None] if gamma.dim() == 2 else gamma) * change  # Eq. 7 or 15
        candidate = linear(d, self.W_g)[:, None]  # (b, 1, p)  Eq. 8
        return self.scaled(torch.lerp(u, candidate.expand_as(u), delta)), delta  # Eq. 9


class GatedMemory(DynamicMemory):
    """+Gate = ENT: γ_t = σ(W_d d_t + b_d)   (6)
    δ_{t,k} = γ_t ⊙ σ(W_e d_t + b_e + W_f u_{t−1,k} + b_f)   (7)

    The paper prints W_d as p × p; it maps d_t, so it is p × n.
    """

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p, normalise)
        self.W_d, self.b_d = nn.Parameter(torch.empty(p, n)), nn.Parameter(torch.empty(p))

    def gamma(self, d: Tensor) -> Tensor:
        return torch.sigmoid(linear(d, self.W_d, self.b_d))  # Eq. 6


MemoryName = Literal["none", "static", "dynamic", "gated"]
MEMORIES: dict[MemoryName, type[NoMemory]] = {
    "none": NoMemory,
    "static": StaticMemory,
    "dynamic": DynamicMemory,
    "gated": GatedMemory,
}
