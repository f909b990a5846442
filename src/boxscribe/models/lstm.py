"""The decoder's LSTM, and its share of a fused chunk."""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from boxscribe.models.batched import Batched, axes
from boxscribe.models.packed_matmul import Linear, matmul, product, rounded
from boxscribe.models.records import Encoded


@dataclass(frozen=True)
class LSTMState(Batched):
    """The hidden states and cells of all layers."""

    h: Tensor = axes("lrn")
    c: Tensor = axes("lrn")


class LSTM(nn.Module):
    """(h_t, c_t) = LSTM([y_{t−1}; d^att_{t−1}], h_{t−1}, c_{t−1}), the first layer; the others read the layer below.

    i, f, o, g = V [below; h_{t−1}] + b   (+ W_x y_{t−1} in the first layer)
    c_t = σ(f) ⊙ c_{t−1} + σ(i) ⊙ tanh(g),   h_t = σ(o) ⊙ tanh(c_t)
    """

    def __init__(self, embedding: int, n: int, layers: int) -> None:
        super().__init__()
        self.W_x = Linear(embedding, 4 * (n,), bias=False)
        self.V = nn.ModuleList(Linear((n, n), 4 * (n,)) for _ in range(layers))

    def initialise(self) -> None:
        """Forget gates are open at first."""
        for V in self.layers:
            n = len(V.bias) // 4
            V.bias[n : 2 * n] = 1

    @property
    def layers(self) -> list[Linear]:
        return cast(list[Linear], list(self.V))

    def initial(self, encoded: Encoded) -> LSTMState:
        """Every layer starts from what the encoder gives."""
        return LSTMState(*(first.expand(len(self.V), *first.shape) for first in (encoded.h, encoded.c)))

    def forward(self, y: Tensor, feed: Tensor, state: LSTMState, between: Tensor | None) -> tuple[Tensor, LSTMState]:
        """d_t (r, n) and the next state, from y_{t−1} (r, embedding) and d^att_{t−1} (r, n).

        `between` (layers − 1, r, n) is the dropout mask on what goes from one layer to the next.
        """
        hs, cs = [], []
        below = feed
        for layer, V in enumerate(self.V):
            gates = V(torch.cat([below, state.h[layer]], dim=1))  # (r, 4n)
            gates = gates if layer else gates + self.W_x(y)
            n = gates.shape[1] // 4
            i, f, o = gates[:, : 3 * n].sigmoid().chunk(3, dim=1)
            cs.append(f * state.c[layer] + i * gates[:, 3 * n :].tanh())
            hs.append(o * cs[-1].tanh())
            below = hs[-1] if between is None or layer == len(between) else hs[-1] * between[layer]
        return hs[-1], LSTMState(torch.stack(hs), torch.stack(cs))

    def tensors(self, y: Tensor, state: LSTMState) -> dict[str, Tensor]:
        """What a chunk's gradients flow to; `y` (t, b, embedding). Bias and input of the first layer are in X."""
        first, *others = self.layers
        weights = {f"V{layer}": rounded(V.weight) for layer, V in enumerate(self.layers)}
        biases = {f"b{layer}": V.bias for layer, V in enumerate(others, start=1)}
        return {"X": self.W_x(y) + first.bias, "h": state.h, "c": state.c} | weights | biases


class LSTMTape:
    """The steps of a chunk, forward and backward. Capitals are all steps of the chunk, (t, b, …)."""

    def __init__(self, tensors: dict[str, Tensor], feed: Tensor, between: Tensor | None) -> None:
        self.X, self.between = tensors["X"], between
        h, c = tensors["h"], tensors["c"]
        steps, b, n = len(self.X), *h.shape[1:]
        self.n, self.layers, new = n, range(len(h)), self.X.new_empty
        self.V = [tensors[f"V{layer}"] for layer in self.layers]  # (4n, 2n)
        self.bias = [tensors[f"b{layer}"] if layer else None for layer in self.layers]
        self.BH = [new(steps + 1, b, 2 * n) for _ in self.V]  # what is below each layer, and its h, side by side
        self.G = [new(steps, b, 4 * n) for _ in self.V]  # gates, after their non-linearity
        self.C, self.C_tanh = [new(steps + 1, b, n) for _ in self.V], [new(steps, b, n) for _ in self.V]
        self.BH[0][0, :, :n] = feed
        for layer in self.layers:
            self.BH[layer][0, :, n:], self.C[layer][0] = h[layer], c[layer]
        self.by_V = [product(V.T) for V in self.V]

    def feed(self, t: int) -> Tensor:
        """d^att_{t−1} (b, n), which step t reads; to be written by step t − 1."""
        return self.BH[0][t, :, : self.n]

    def forward(self, t: int) -> Tensor:
        n, d = self.n, self.X[t]
        for layer in self.layers:
            BH, C, bias = self.BH[layer], self.C[layer], self.bias[layer]
            if layer:
                below = BH[t, :, :n].copy_(d)
                if self.between is not None:
                    below.mul_(self.between[t, layer - 1])
            gates = torch.add(self.by_V[layer](BH[t]), self.X[t] if bias is None else bias, out=self.G[layer][t])
            gates[:, : 3 * n].sigmoid_()
            gates[:, 3 * n :].tanh_()
            i, f, o, g = gates.chunk(4, dim=1)
            c = torch.mul(f, C[t], out=C[t + 1]).addcmul_(i, g)
            d = torch.mul(o, torch.tanh(c, out=self.C_tanh[layer][t]), out=BH[t + 1, :, n:])
        return d

    def state(self) -> tuple[Tensor, Tensor]:
        """h and c after the chunk."""
        return torch.stack([BH[-1, :, self.n :] for BH in self.BH]), torch.stack([C[-1] for C in self.C])

    def start_backward(self) -> None:
        self.g_G = [torch.empty_like(G) for G in self.G]
        self.g_h, self.g_c = ([torch.zeros_like(C[0]) for C in self.C] for _ in range(2))
        self.by_V = [product(V) for V in self.V]

    def backward(self, t: int, g_d: Tensor) -> Tensor:
        """The gradient of d^att_{t−1}."""
        n = self.n
        for layer in reversed(self.layers):
            gates, c_tanh, g_gates = self.G[layer][t], self.C_tanh[layer][t], self.g_G[layer][t]
            i, f, o, g = gates.chunk(4, dim=1)
            g_h = g_d + self.g_h[layer]
            g_c = self.g_c[layer].add_(g_h * o * (1 - c_tanh.square()))
            torch.mul(g_c, g, out=g_gates[:, :n])
            torch.mul(g_c, self.C[layer][t], out=g_gates[:, n : 2 * n])
            torch.mul(g_h, c_tanh, out=g_gates[:, 2 * n : 3 * n])
            sigmoids = gates[:, : 3 * n]
            g_gates[:, : 3 * n].mul_(sigmoids - sigmoids.square())
            torch.mul(g_c, i, out=g_gates[:, 3 * n :]).mul_(1 - g.square())
            g_c.mul_(f)
            g_below = self.by_V[layer](g_gates)  # (b, 2n)
            self.g_h[layer], g_d = g_below[:, n:], g_below[:, :n]
            if layer and self.between is not None:
                g_d.mul_(self.between[t, layer - 1])
        return g_d

    def gradients(self) -> dict[str, Tensor]:
        """One product over all steps for each weight."""
        steps = len(self.X)
        pairs = zip(self.g_G, self.BH, self.V, strict=True)
        weights = {f"V{layer}": over_steps(g_G, BH[:steps], V) for layer, (g_G, BH, V) in enumerate(pairs)}
        biases = {f"b{layer}": self.g_G[layer].sum((0, 1)) for layer in self.layers[1:]}
        state = {"h": torch.stack(self.g_h), "c": torch.stack(self.g_c)}
        return {"X": self.g_G[0]} | state | weights | biases


def over_steps(left: Tensor, right: Tensor, weight: Tensor) -> Tensor:
    """The gradient of a weight: leftᵀ right (o, i), summed over all steps and rows."""
    return matmul(left.reshape(-1, left.shape[-1]).T, right.reshape(-1, right.shape[-1]), weight.dtype)
