"""The entity memory (paper, section 3.1). +Hier, +Dyn and +Gate differ in this part alone."""

from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn
from torch.nn.functional import normalize

from boxscribe.models.batched import Batched, axes
from boxscribe.models.lstm import over_steps
from boxscribe.models.packed_matmul import Linear, product, rounded


@dataclass(frozen=True)
class MemoryState(Batched):
    """The memory of every entity."""

    u: Tensor = axes("rkp")


class NoMemory(nn.Module):
    """ED+CC: no memory."""

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__()
        self.normalise = normalise

    def initial(self, x: Tensor) -> MemoryState:
        return MemoryState(x.new_zeros(*x.shape[:2], 0))

    def forward(self, state: MemoryState, d: Tensor) -> tuple[MemoryState, Tensor]:
        """u_t, and the mean of δ_t over p (r, k): how much of each memory is replaced; from u_{t−1} and d_t (r, n)."""
        return state, d.new_zeros(state.u.shape[:2])

    @property
    def fusible(self) -> bool:
        """Whether `tape` computes this variant."""
        return not self.normalise

    def by_d(self) -> dict[str, Tensor]:
        """The matrices that multiply d_t, (o, n) each."""
        return {}

    def tensors(self, state: MemoryState) -> dict[str, Tensor]:
        """What a chunk's gradients flow to, beside `by_d`."""
        return {"u": state.u}

    def tape(self, tensors: dict[str, Tensor], by_d: dict[str, Tensor]) -> "MemoryTape":
        """Its share of a fused chunk. `by_d` has what each of the matrices gave, (t, b, o)."""
        return MemoryTape(tensors["u"])


class StaticMemory(NoMemory):
    """+Hier: u_{t,k} = u_{−1,k} = W_i x_k   (5, 14)"""

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p, normalise)
        self.W_i = Linear(n, p, bias=False)

    def initial(self, x: Tensor) -> MemoryState:
        return MemoryState(self.scaled(self.W_i(x)).to(x.dtype))  # Eq. 5

    def scaled(self, u: Tensor) -> Tensor:
        """The paper tried u / |u| and found that it hurts; off by default."""
        return normalize(u, dim=2) if self.normalise else u


class DynamicMemory(StaticMemory):
    """+Dyn: δ_{t,k} = σ(W_e d_t + b_e + W_f u_{t−1,k} + b_f)   (15)
    ũ_{t,k} = W_g d_t   (8)
    u_{t,k} = (1 − δ_{t,k}) ⊙ u_{t−1,k} + δ_{t,k} ⊙ ũ_{t,k}   (9)
    """

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p, normalise)
        self.p = p
        self.W_e, self.W_f, self.W_g = Linear(n, p), Linear(p, p), Linear(n, p, bias=False)

    def initialise(self) -> None:
        """Memories start almost closed, δ ≈ 0.006: half open, all entities would look alike after a dozen words."""
        self.W_f.bias.fill_(-5)

    def gate(self, d: Tensor) -> Tensor | None:
        """γ_t (r, p); None stands for 1."""
        return None

    def forward(self, state: MemoryState, d: Tensor) -> tuple[MemoryState, Tensor]:
        u, gamma = state.u, self.gate(d)
        delta = self.W_f(u).add_(self.W_e(d)[:, None]).sigmoid_()  # (r, k, p)  Eq. 15
        if gamma is not None:
            delta = gamma[:, None] * delta  # Eq. 7
        candidate = self.W_g(d)[:, None]  # (r, 1, p)  Eq. 8
        after = torch.lerp(u, candidate.expand_as(u), delta)  # Eq. 9
        return MemoryState(self.scaled(after)), delta[:, :, : self.p].mean(2)

    def by_d(self) -> dict[str, Tensor]:
        return {"change": self.W_e.weight, "candidate": self.W_g.weight}

    def tensors(self, state: MemoryState) -> dict[str, Tensor]:
        return {"u": state.u, "W_f": rounded(self.W_f.weight), "b_ef": self.W_e.bias + self.W_f.bias}

    def tape(self, tensors: dict[str, Tensor], by_d: dict[str, Tensor]) -> "MemoryTape":
        return DynamicMemoryTape(tensors, by_d)


class GatedMemory(DynamicMemory):
    """+Gate = ENT: γ_t = σ(W_d d_t + b_d)   (6)
    δ_{t,k} = γ_t ⊙ σ(W_e d_t + b_e + W_f u_{t−1,k} + b_f)   (7)

    The paper prints W_d as p × p; it maps d_t, so it is p × n.
    """

    def __init__(self, n: int, p: int, normalise: bool = False) -> None:
        super().__init__(n, p, normalise)
        self.W_d = Linear(n, p)

    def initialise(self) -> None:
        self.W_d.bias.fill_(-3)
        self.W_f.bias.fill_(-2)

    def gate(self, d: Tensor) -> Tensor:
        return torch.sigmoid(self.W_d(d))  # Eq. 6

    def by_d(self) -> dict[str, Tensor]:
        return super().by_d() | {"gamma": self.W_d.weight}

    def tensors(self, state: MemoryState) -> dict[str, Tensor]:
        return super().tensors(state) | {"b_d": self.W_d.bias}


class MemoryTape:
    """A memory that never changes."""

    def __init__(self, u: Tensor) -> None:
        self.u = u

    def forward(self, t: int) -> Tensor:
        """u_t (b, k, p)."""
        return self.u

    def after(self, t: int) -> Tensor:
        """u_t, once `forward` has computed it."""
        return self.u

    def state(self) -> Tensor:
        """u after the chunk."""
        return self.u.clone()

    def start_backward(self, g_by_d: dict[str, Tensor]) -> None:
        """`g_by_d`, (t, b, o) each, are filled by `backward`."""
        self.g_u = torch.zeros_like(self.u)

    def backward(self, t: int, g_u: Tensor) -> None:
        """`g_u` (b, k, p) is what the attention of step t adds to the gradient of u_t."""
        self.g_u += g_u

    def gradients(self) -> dict[str, Tensor]:
        return {"u": self.g_u}


class DynamicMemoryTape(MemoryTape):
    """The updates of a chunk, with or without γ_t. Capitals are all steps of the chunk, (t, b, …)."""

    def __init__(self, tensors: dict[str, Tensor], by_d: dict[str, Tensor]) -> None:
        super().__init__(tensors["u"])
        self.W_f, self.b_ef, self.b_d = tensors["W_f"], tensors["b_ef"], tensors.get("b_d")
        self.E, self.CANDIDATE, self.GAMMA = by_d["change"], by_d["candidate"], by_d.get("gamma")
        self.U = self.u.new_empty(len(self.E) + 1, *self.u.shape)
        self.U[0] = self.u
        self.CHANGE = torch.empty_like(self.U[1:])  # σ(…) of Eq. 7
        self.by_W_f = product(self.W_f.T)

    def forward(self, t: int) -> Tensor:
        u, change, p = self.U[t], self.CHANGE[t], self.u.shape[2]
        W_f_u = self.by_W_f(u.view(-1, p)).view_as(u)
        torch.add(W_f_u, (self.E[t] + self.b_ef)[:, None], out=change).sigmoid_()
        if self.GAMMA is not None and self.b_d is not None:
            self.GAMMA[t].add_(self.b_d).sigmoid_()  # Eq. 6
        return torch.lerp(u, self.CANDIDATE[t][:, None].expand_as(u), self.delta(t), out=self.U[t + 1])  # Eq. 9

    def delta(self, t: int) -> Tensor:
        """δ_t (b, k, p): Eq. 7, or Eq. 15 without γ_t."""
        return self.CHANGE[t] if self.GAMMA is None else self.GAMMA[t][:, None] * self.CHANGE[t]

    def after(self, t: int) -> Tensor:
        return self.U[t + 1]

    def state(self) -> Tensor:
        return self.U[-1].clone()

    def start_backward(self, g_by_d: dict[str, Tensor]) -> None:
        super().start_backward(g_by_d)
        self.g_by_d, self.PRE = g_by_d, torch.empty_like(self.CHANGE)
        self.by_W_f = product(self.W_f)

    def backward(self, t: int, g_u: Tensor) -> None:
        g_u, p = self.g_u.add_(g_u), self.u.shape[2]
        u, change, delta = self.U[t], self.CHANGE[t], self.delta(t)
        self.g_by_d["candidate"][t] = (g_u * delta).sum(1)
        pre = torch.sub(self.CANDIDATE[t][:, None], u, out=self.PRE[t]).mul_(g_u)  # the gradient of δ
        g_u.addcmul_(g_u, delta, value=-1)
        pre.mul_(change)
        if self.GAMMA is not None:
            gamma = self.GAMMA[t]
            self.g_by_d["gamma"][t] = pre.sum(1) * gamma * (1 - gamma)
            pre.mul_(gamma[:, None])
        pre.sub_(pre * change)
        self.g_by_d["change"][t] = pre.sum(1)
        g_u.view(-1, p).add_(self.by_W_f(pre.view(-1, p)))

    def gradients(self) -> dict[str, Tensor]:
        steps = len(self.E)
        found = {"W_f": over_steps(self.PRE, self.U[:steps], self.W_f), "b_ef": self.g_by_d["change"].sum((0, 1))}
        return super().gradients() | found | ({} if self.b_d is None else {"b_d": self.g_by_d["gamma"].sum((0, 1))})


MemoryName = Literal["none", "static", "dynamic", "gated"]
MEMORIES: dict[MemoryName, type[NoMemory]] = {
    "none": NoMemory,
    "static": StaticMemory,
    "dynamic": DynamicMemory,
    "gated": GatedMemory,
}
