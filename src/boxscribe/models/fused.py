"""A chunk of decoder steps as one function with a backward pass of its own.

Autograd walks the steps one by one: at each it adds to the gradient of every weight and of the whole record matrix. Here
the loop holds only what recurs. Products with the embedded words are made before it; the gradient of every weight
matrix, and of the record matrix, is one large product after it. `unroll.plain` is the definition that this agrees with.

Letters: what `step` calls x, h, c, d, u, α, Ψ, q, att are X, H, …: all steps of the chunk, (t, b, …). A name that
begins with g is the gradient of what follows.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.nn.functional import embedding, linear

from boxscribe.models.attention import HierarchicalAttention
from boxscribe.models.decoder import Decoder, Masks, State
from boxscribe.models.inputs import Inputs
from boxscribe.models.memory import DynamicMemory, GatedMemory, NoMemory
from boxscribe.models.records import Encoded
from boxscribe.models.unroll import Unrolled


def applies(decoder: Decoder) -> bool:
    """Whether the decoder is one of the paper's compositions; the variants that it dropped are left to `plain`."""
    return not decoder.memory_context and not getattr(decoder.memory, "normalise", False)


def unroll(decoder: Decoder, encoded: Encoded, state: State, words: Tensor, masks: Masks) -> Unrolled:
    """The same as `unroll.plain`."""
    parts = _Parts.of(decoder)
    first = decoder.cells[0]
    size = decoder.embedding.embedding_dim
    X = linear(embedding(words, decoder.embedding.weight), first.W[:, :size], first.b)  # (t, b, 4n)
    layers = [torch.cat([first.W[:, size:], first.U], dim=1)]  # (4n, 2n) each: what multiplies [input; h]
    biases = []
    for cell in list(decoder.cells)[1:]:
        layers.append(torch.cat([cell.W, cell.U], dim=1))
        biases.append(cell.b)
    chunk = _Chunk(encoded.inputs, masks, parts, len(layers))
    att, records, entities, h, c, feed, u = _Fused.apply(
        chunk, X, state.h, state.c, state.feed, state.u, encoded.e, *layers, *biases, *parts.weights(decoder)
    )
    return Unrolled(att, records, entities, State(h, c, feed, u))


@dataclass(frozen=True, slots=True)
class _Parts:
    """Which parts the decoder is made of."""

    gated: bool
    dynamic: bool
    hierarchical: bool

    @classmethod
    def of(cls, decoder: Decoder) -> "_Parts":
        memory: NoMemory = decoder.memory
        return cls(
            isinstance(memory, GatedMemory),
            isinstance(memory, DynamicMemory),
            isinstance(decoder.attention, HierarchicalAttention),
        )

    def weights(self, decoder: Decoder) -> list[Tensor]:
        """W_c; all matrices that multiply d_t, side by side (n, …); and what the memory needs besides."""
        memory, attention = decoder.memory, decoder.attention
        by_d = [attention.W_a]
        if self.hierarchical:
            by_d.append(attention.W_h)
        rest = []
        if self.dynamic:
            by_d += [memory.W_e.T, memory.W_g.T]
            rest = [memory.W_f, memory.b_e + memory.b_f]
        if self.gated:
            by_d.append(memory.W_d.T)
            rest.append(memory.b_d)
        return [decoder.W_c, torch.cat(by_d, dim=1), *rest]

    def sizes(self, n: int, p: int) -> list[int]:
        """The widths of the matrices side by side."""
        return [n] + [p] * self.hierarchical + [p, p] * self.dynamic + [p] * self.gated


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What is no tensor to differentiate."""

    inputs: Inputs
    masks: Masks
    parts: _Parts
    layers: int


class _Grouping:
    """Rows (b, j) ↔ rows of entities (b, k, z), as in `attention`, with everything that does not change prepared."""

    def __init__(self, inputs: Inputs, like: Tensor) -> None:
        lowest = torch.finfo(like.dtype).min
        self.shape = inputs.rows.shape
        self.rows, self.place = inputs.rows.flatten(1), inputs.place
        self.row_mask = inputs.row_mask.to(like.dtype)
        self.row_bias = like.new_zeros(self.row_mask.shape).masked_fill_(~inputs.row_mask, lowest)
        self.z_mask = inputs.rows_mask.to(like.dtype)
        self.z_bias = like.new_zeros(self.shape).masked_fill_(~inputs.rows_mask, lowest)
        self.k_mask = inputs.entity_mask.to(like.dtype)
        self.k_bias = like.new_zeros(self.shape[:2]).masked_fill_(~inputs.entity_mask, lowest)
        self.entity = inputs.entity

    def grouped(self, by_row: Tensor) -> Tensor:
        return by_row.gather(1, self.rows).view(self.shape)

    def by_row(self, grouped: Tensor) -> Tensor:
        return grouped.flatten(1).gather(1, self.place).mul_(self.row_mask)


class _Fused(Function):
    @staticmethod
    def forward(ctx: Any, chunk: _Chunk, X: Tensor, *given: Tensor) -> tuple[Tensor, ...]:
        (h0, c0, feed0, u0, e), rest = given[:5], list(given[5:])
        V = [rest.pop(0) for _ in range(chunk.layers)]  # (4n, 2n) each
        bias = [rest.pop(0) for _ in range(chunk.layers - 1)]
        W_c, W_by_d = rest.pop(0), rest.pop(0)
        parts, masks = chunk.parts, chunk.masks
        steps, b, n = X.shape[0], X.shape[1], h0.shape[2]
        k, p = u0.shape[1], u0.shape[2]
        rows = _Grouping(chunk.inputs, e)
        e_T = e.transpose(1, 2).contiguous()  # (b, n, j)
        V_T = [matrix.T.contiguous() for matrix in V]
        W_c_T = W_c.T.contiguous()
        new = X.new_empty
        XH = [new(steps + 1, b, 2 * n) for _ in V]  # the layers' inputs and hidden states, side by side
        G = [new(steps, b, 4 * n) for _ in V]  # gates after their non-linearity
        C, C_tanh = new(chunk.layers, steps + 1, b, n), new(chunk.layers, steps, b, n)
        ATT, DQ = new(steps, b, n), new(steps, b, 2 * n)
        BY_D = new(steps, b, W_by_d.shape[1])
        U = new(steps + 1 if parts.dynamic else 1, b, k, p)
        CHANGE = new(steps if parts.dynamic else 0, b, k, p)
        P, PSI = new(steps, b, e.shape[1]), new(steps, b, k)
        ALPHA = new(steps if parts.hierarchical else 0, *rows.shape)
        XH[0][0, :, :n], U[0] = feed0, u0
        for layer in range(chunk.layers):
            XH[layer][0, :, n:], C[layer, 0] = h0[layer], c0[layer]
        for t in range(steps):
            d = None
            for layer in range(chunk.layers):
                if layer:
                    below = XH[layer][t, :, :n]
                    if masks.between is None:
                        below.copy_(d)
                    else:
                        torch.mul(d, masks.between[t, layer - 1], out=below)
                start = X[t] if layer == 0 else bias[layer - 1]
                g = torch.addmm(start, XH[layer][t], V_T[layer], out=G[layer][t])
                g[:, : 3 * n].sigmoid_()
                g[:, 3 * n :].tanh_()
                i, f, o, new_c = g.chunk(4, dim=1)
                c = torch.mul(f, C[layer, t], out=C[layer, t + 1]).addcmul_(i, new_c)
                d = torch.mul(o, torch.tanh(c, out=C_tanh[layer, t]), out=XH[layer][t + 1, :, n:])
            by_d = torch.mm(d, W_by_d, out=BY_D[t]).split(parts.sizes(n, p), dim=1)
            u = U[0]
            if parts.dynamic:
                W_f, b_ef = rest[0], rest[1]
                from_d, candidate = by_d[2], by_d[3]
                change = torch.mm(U[t].view(b * k, p), W_f.T, out=CHANGE[t].view(b * k, p)).view(b, k, p)
                change.add_((from_d + b_ef)[:, None]).sigmoid_()  # Eq. 7 or 15
                delta = change
                if parts.gated:
                    gamma = by_d[4].add_(rest[2]).sigmoid_()  # Eq. 6
                    delta = gamma[:, None] * change
                u = torch.lerp(U[t], candidate[:, None].expand_as(change), delta, out=U[t + 1])  # Eq. 8, 9
            scores = torch.bmm(by_d[0][:, None], e_T)[:, 0]  # (b, j)
            if parts.hierarchical:
                alpha = torch.softmax(rows.grouped(scores).add_(rows.z_bias), dim=2, out=ALPHA[t]) if False else None
                ALPHA[t] = torch.softmax(rows.grouped(scores).add_(rows.z_bias), dim=2).mul_(rows.z_mask)  # Eq. 10
                psi = torch.softmax(torch.bmm(u, by_d[1][:, :, None])[:, :, 0].add_(rows.k_bias), dim=1)
                psi = torch.mul(psi, rows.k_mask, out=PSI[t])  # Eq. 12
                P[t] = rows.by_row(psi[:, :, None] * ALPHA[t])
            else:
                torch.mul(torch.softmax(scores.add_(rows.row_bias), dim=1), rows.row_mask, out=P[t])
                PSI[t] = 0
                PSI[t].scatter_add_(1, rows.entity, P[t])
            DQ[t, :, :n] = d
            DQ[t, :, n:] = torch.bmm(P[t][:, None], e)[:, 0]  # Eq. 11, 13
            att = torch.mm(DQ[t], W_c_T, out=ATT[t]).tanh_()  # Eq. 2
            if masks.att is None:
                XH[0][t + 1, :, :n] = att
            else:
                torch.mul(att, masks.att[t], out=XH[0][t + 1, :, :n])
        ctx.chunk = chunk
        ctx.saved = (V, W_c, W_by_d, rest, e, e_T, rows, XH, G, C, C_tanh, ATT, DQ, BY_D, U, CHANGE, P, PSI, ALPHA)
        h = torch.stack([xh[-1, :, n:] for xh in XH])
        c = C[:, -1].clone()
        feed = XH[0][-1, :, :n].clone()
        u = U[-1].clone()
        ctx.mark_non_differentiable(h, c, feed, u)
        return XH[0][1:, :, :n].contiguous(), P.clone(), PSI.clone(), h, c, feed, u
