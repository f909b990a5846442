"""A chunk of decoder steps as one function with a backward pass of its own.

Autograd walks the steps one by one: at each it adds to the gradient of every weight and of the whole record matrix.
Here the loops hold only what recurs. Products with the embedded words are made before them; the gradient of every
weight matrix, and of the record matrix, is one large product after them. `teacher_forcing.plain` is the
definition that this agrees with.

Capitals are all steps of the chunk, (t, b, …): X, U, P, … A name that begins with g is the gradient of what follows.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.nn.functional import linear

from boxscribe.models.attention import HierarchicalAttention
from boxscribe.models.decoder import Decoder, DecoderInput, DecoderState, Masks
from boxscribe.models.grouped_attention import bias, by_entity, by_table
from boxscribe.models.inputs import Inputs
from boxscribe.models.memory import DynamicMemory, GatedMemory
from boxscribe.models.mention_features import marked
from boxscribe.models.packed_matmul import product
from boxscribe.models.records import Encoded
from boxscribe.models.teacher_forcing import ChunkOutput


def applies(decoder: Decoder) -> bool:
    """Whether the decoder is one of the paper's compositions; the variants that it dropped are left to `plain`."""
    return not decoder.memory_context and not getattr(decoder.memory, "normalise", False)


def unroll(decoder: Decoder, encoded: Encoded, state: DecoderState, before: DecoderInput, masks: Masks) -> ChunkOutput:
    """The same as `teacher_forcing.plain`."""
    first, size = decoder.layers[0], decoder.embedding.embedding_dim
    X = linear(decoder.embedded(before), first.W[:, :size], first.b)  # (t, b, 4n)
    M = [state.m]
    for named in () if before.named is None else before.named:
        M.append(marked(M[-1], named, encoded.inputs))
    weights, widths = weights_of(decoder)
    att, records, entities, h, c, feed, u = _Fused.apply(  # type: ignore[no-untyped-call]
        encoded.inputs, masks, widths, M[1:], list(weights), X, state.h, state.c, state.feed, state.u, encoded.e,
        *weights.values(),
    )  # fmt: skip
    return ChunkOutput(att, records, entities, DecoderState(h, c, feed, u, M[-1]))


def weights_of(decoder: Decoder) -> tuple[dict[str, Tensor], dict[str, int]]:
    """The decoder's weights side by side where they multiply the same vector, and how wide the parts of `W_by_d` are.

    The part of the first layer that multiplies the embedded word is left out.
    """
    first, *others = decoder.layers
    size = decoder.embedding.embedding_dim
    weights = {"V0": torch.cat([first.W[:, size:], first.U], dim=1)}  # (4n, 2n): multiplies [input; h]
    for layer, cell in enumerate(others, start=1):
        weights[f"V{layer}"], weights[f"bias{layer}"] = torch.cat([cell.W, cell.U], dim=1), cell.b
    memory, attention = decoder.memory, decoder.attention
    by_d: dict[str, Tensor] = {"query": attention.W_a}  # all that multiplies d_t
    if isinstance(attention, HierarchicalAttention):
        by_d["probe"] = attention.W_h
        if attention.W_m is not None:
            by_d["marks"] = attention.W_m
    if isinstance(memory, DynamicMemory):
        by_d |= {"change": memory.W_e.T, "candidate": memory.W_g.T}
        weights |= {"W_f": memory.W_f, "b_ef": memory.b_e + memory.b_f}
    if isinstance(memory, GatedMemory):
        by_d["gamma"] = memory.W_d.T
        weights["b_d"] = memory.b_d
    weights |= {"W_c": decoder.W_c, "W_by_d": torch.cat(list(by_d.values()), dim=1)}
    return weights, {name: matrix.shape[1] for name, matrix in by_d.items()}


class _Fused(Function):
    @staticmethod
    def forward(
        ctx: Any, inputs: Inputs, masks: Masks, widths: dict[str, int], M: list[Tensor], names: list[str],
        *tensors: Tensor,
    ) -> tuple[Tensor, ...]:  # fmt: skip
        X, h, c, feed, u, e, *weights = tensors
        tape = _Tape(inputs, masks, widths, M, dict(zip(names, weights, strict=True)), X, (h, c, feed, u), e)
        tape.run()
        ctx.tape, ctx.names = tape, names
        last = tape.last()
        ctx.mark_non_differentiable(*last)
        return tape.dropped().contiguous(), tape.P.clone(), tape.PSI.clone(), *last

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, g_att: Tensor, g_records: Tensor, g_entities: Tensor, *_: Tensor) -> tuple[Any, ...]:
        back = _Back(ctx.tape, g_att, g_records, g_entities)
        back.run()
        g_weights = back.weights()
        g_state = torch.stack(back.g_h), torch.stack(back.g_c), back.g_feed, back.g_u
        g_tensors = back.G[0], *g_state, back.records(), *(g_weights[name] for name in ctx.names)
        return None, None, None, None, None, *g_tensors


class _Tape:
    """The forward pass, and all of it that the backward pass needs."""

    def __init__(
        self, inputs: Inputs, masks: Masks, widths: dict[str, int], M: list[Tensor], weights: dict[str, Tensor],
        X: Tensor, state: tuple[Tensor, Tensor, Tensor, Tensor], e: Tensor,
    ) -> None:  # fmt: skip
        self.masks, self.M, self.weights, self.X, self.e = masks, M, weights, X, e
        self.steps, self.b = X.shape[:2]
        h, _, _, u = state
        self.layers, _, self.n = h.shape
        self.k, self.p = u.shape[1:]
        self.hierarchical, self.dynamic, self.gated = ("probe" in widths, "change" in widths, "gamma" in widths)
        self.inputs = inputs
        self.k_bias = bias(inputs.entity_mask, e)
        self.groups = (by_entity if self.hierarchical else by_table)(inputs, e)
        self.V = [weights[f"V{layer}"] for layer in range(self.layers)]
        self.by_V = [product(V.T, self.b) for V in self.V]
        self.by_W_c, self.by_W_by_d = product(weights["W_c"].T, self.b), product(weights["W_by_d"], self.b)
        self._allocate(widths, state)

    def _allocate(self, widths: dict[str, int], state: tuple[Tensor, Tensor, Tensor, Tensor]) -> None:
        new, steps, b, n = self.X.new_empty, self.steps, self.b, self.n
        self.XH = [new(steps + 1, b, 2 * n) for _ in self.V]  # each layer's input and hidden state, side by side
        self.G = [new(steps, b, 4 * n) for _ in self.V]  # gates, after their non-linearity
        self.C = [new(steps + 1, b, n) for _ in self.V]
        self.C_tanh = [new(steps, b, n) for _ in self.V]
        self.U = new(steps + 1 if self.dynamic else 1, b, self.k, self.p)
        self.CHANGE = new(steps if self.dynamic else 0, b, self.k, self.p)  # σ(…) of Eq. 7
        self.PSI = new(steps, b, self.k)
        self.ALPHA, self.P = new(steps, b, self.e.shape[1]), new(steps, b, self.e.shape[1])
        self.DQ, self.ATT = new(steps, b, 2 * n), new(steps, b, n)
        self.BY_D = new(steps, b, sum(widths.values()))
        self.by_d = dict(zip(widths, self.BY_D.split(list(widths.values()), dim=2), strict=True))  # name → (t, b, …)
        h, c, self.XH[0][0, :, :n], self.U[0] = state
        for layer in range(self.layers):
            self.XH[layer][0, :, n:], self.C[layer][0] = h[layer], c[layer]

    def run(self) -> None:
        for t in range(self.steps):
            d = self._lstm(t)
            self.BY_D[t] = self.by_W_by_d(d)
            u = self._memory(t) if self.dynamic else self.U[0]
            self.DQ[t, :, : self.n] = d
            self._attend(t, u)
            self._att(t)

    def _lstm(self, t: int) -> Tensor:
        n, d = self.n, self.X[t]
        for layer, (XH, G, C) in enumerate(zip(self.XH, self.G, self.C, strict=True)):
            if layer:
                below = XH[t, :, :n].copy_(d)
                if self.masks.between is not None:
                    below.mul_(self.masks.between[t, layer - 1])
            start = self.weights[f"bias{layer}"] if layer else self.X[t]
            g = torch.add(self.by_V[layer](XH[t]), start, out=G[t])  # (b, 4n)
            g[:, : 3 * n].sigmoid_()
            g[:, 3 * n :].tanh_()
            i, f, o, new = g.chunk(4, dim=1)
            c = torch.mul(f, C[t], out=C[t + 1]).addcmul_(i, new)
            d = torch.mul(o, torch.tanh(c, out=self.C_tanh[layer][t]), out=XH[t + 1, :, n:])
        return d

    def _memory(self, t: int) -> Tensor:
        u, change = self.U[t], self.CHANGE[t]
        torch.mm(u.view(-1, self.p), self.weights["W_f"].T, out=change.view(-1, self.p))
        change.add_((self.by_d["change"][t] + self.weights["b_ef"])[:, None]).sigmoid_()
        if self.gated:
            self.by_d["gamma"][t].add_(self.weights["b_d"]).sigmoid_()  # Eq. 6
        candidate = self.by_d["candidate"][t][:, None]  # Eq. 8
        return torch.lerp(u, candidate.expand_as(u), self.delta(t), out=self.U[t + 1])  # Eq. 9

    def delta(self, t: int) -> Tensor:
        """δ_t (b, k, p): Eq. 7, or Eq. 15 without the gate."""
        return self.by_d["gamma"][t][:, None] * self.CHANGE[t] if self.gated else self.CHANGE[t]

    def _attend(self, t: int, u: Tensor) -> None:
        query, context = self.by_d["query"][t], self.DQ[t, :, self.n :]
        if not self.hierarchical:
            self.groups.attend(query, self.PSI.new_ones(self.b, 1), self.ALPHA[t], self.P[t], context)
            self.PSI[t].zero_().scatter_add_(1, self.inputs.entity, self.P[t])
            return
        scores = torch.bmm(u, self.by_d["probe"][t][:, :, None])  # (b, k, 1)
        if "marks" in self.by_d:
            scores.baddbmm_(self.M[t], self.by_d["marks"][t][:, :, None])
        psi = torch.softmax(scores[:, :, 0].add_(self.k_bias), dim=1)
        torch.mul(psi, self.inputs.entity_mask, out=self.PSI[t])  # Eq. 12
        self.groups.attend(query, self.PSI[t], self.ALPHA[t], self.P[t], context)  # Eq. 10, 11, 13

    def _att(self, t: int) -> None:
        att = torch.tanh(self.by_W_c(self.DQ[t]), out=self.ATT[t])  # Eq. 2
        feed = self.XH[0][t + 1, :, : self.n].copy_(att)
        if self.masks.att is not None:
            feed.mul_(self.masks.att[t])

    def dropped(self) -> Tensor:
        """d^att of all steps after dropout."""
        return self.XH[0][1:, :, : self.n]

    def last(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The state after the chunk: h, c, feed, u."""
        h, c = torch.stack([XH[-1, :, self.n :] for XH in self.XH]), torch.stack([C[-1] for C in self.C])
        return h, c, self.dropped()[-1].clone(), self.U[-1].clone()


class _Back:
    """The backward pass: what recurs in a loop, everything else after it."""

    def __init__(self, tape: _Tape, g_att: Tensor, g_records: Tensor, g_entities: Tensor) -> None:
        self.tape, self.g_att, self.g_records, self.g_entities = tape, g_att, g_records, g_entities
        like = torch.empty_like
        self.G = [like(G) for G in tape.G]
        self.ATT, self.Q, self.S = like(tape.ATT), like(tape.ATT), like(tape.P)
        self.BY_D, self.PRE = like(tape.BY_D), like(tape.CHANGE)
        widths = [part.shape[2] for part in tape.by_d.values()]
        self.by_d = dict(zip(tape.by_d, self.BY_D.split(widths, dim=2), strict=True))
        self.g_h = [torch.zeros_like(C[0]) for C in tape.C]
        self.g_c = [torch.zeros_like(C[0]) for C in tape.C]
        self.g_feed = torch.zeros_like(tape.ATT[0])
        self.g_u = torch.zeros_like(tape.U[0])
        self.by_V = [product(V, tape.b) for V in tape.V]
        self.by_W_c = product(tape.weights["W_c"], tape.b)
        self.by_W_by_d = product(tape.weights["W_by_d"].T, tape.b)

    def run(self) -> None:
        tape = self.tape
        for t in reversed(range(tape.steps)):
            g_d = self._att(t)
            self._attention(t)
            if tape.dynamic:
                self._memory(t)
            self._lstm(t, g_d.add_(self.by_W_by_d(self.BY_D[t])))

    def _att(self, t: int) -> Tensor:
        tape, g = self.tape, torch.add(self.g_att[t], self.g_feed, out=self.ATT[t])
        if tape.masks.att is not None:
            g.mul_(tape.masks.att[t])
        g.sub_(g * tape.ATT[t].square())  # through tanh
        g_dq = self.by_W_c(g)  # (b, 2n)
        self.Q[t] = g_dq[:, tape.n :]
        return g_dq[:, : tape.n]

    def _attention(self, t: int) -> None:
        tape, g_P, g_psi = self.tape, self.g_records[t], self.g_entities[t]
        if not tape.hierarchical:
            g_P = g_P + g_psi.gather(1, tape.inputs.entity)
        mean = tape.groups.back(self.Q[t], g_P, tape.ALPHA[t], tape.P[t], self.S[t], self.by_d["query"][t])
        if tape.hierarchical:
            psi, u = tape.PSI[t], tape.U[t + 1 if tape.dynamic else 0]
            g_psi = mean + g_psi
            g_a = psi * (g_psi - (psi * g_psi).sum(1, keepdim=True))  # (b, k)
            self.by_d["probe"][t] = torch.bmm(g_a[:, None], u)[:, 0]
            if "marks" in self.by_d:
                self.by_d["marks"][t] = torch.bmm(g_a[:, None], tape.M[t])[:, 0]
            self.g_u.baddbmm_(g_a[:, :, None], tape.by_d["probe"][t][:, None])

    def _memory(self, t: int) -> None:
        tape, g_u = self.tape, self.g_u
        u, change, delta = tape.U[t], tape.CHANGE[t], tape.delta(t)
        self.by_d["candidate"][t] = (g_u * delta).sum(1)
        pre = torch.sub(tape.by_d["candidate"][t][:, None], u, out=self.PRE[t]).mul_(g_u)  # gradient of δ
        g_u.addcmul_(g_u, delta, value=-1)
        pre.mul_(change)
        if tape.gated:
            gamma = tape.by_d["gamma"][t]
            self.by_d["gamma"][t] = pre.sum(1) * gamma * (1 - gamma)
            pre.mul_(gamma[:, None])
        pre.sub_(pre * change)
        self.by_d["change"][t] = pre.sum(1)
        g_u.view(-1, tape.p).addmm_(pre.view(-1, tape.p), tape.weights["W_f"])

    def _lstm(self, t: int, g_d: Tensor) -> None:
        tape, n = self.tape, self.tape.n
        for layer in reversed(range(tape.layers)):
            gates, c_tanh, g = tape.G[layer][t], tape.C_tanh[layer][t], self.G[layer][t]
            i, f, o, new = gates.chunk(4, dim=1)
            g_h = g_d + self.g_h[layer]
            g_c = self.g_c[layer].add_(g_h * o * (1 - c_tanh.square()))
            torch.mul(g_c, new, out=g[:, :n])
            torch.mul(g_c, tape.C[layer][t], out=g[:, n : 2 * n])
            torch.mul(g_h, c_tanh, out=g[:, 2 * n : 3 * n])
            sigmoids = gates[:, : 3 * n]
            g[:, : 3 * n].mul_(sigmoids - sigmoids.square())
            torch.mul(g_c, i, out=g[:, 3 * n :]).mul_(1 - new.square())
            g_c.mul_(f)
            g_xh = self.by_V[layer](g)  # (b, 2n)
            self.g_h[layer], g_d = g_xh[:, n:], g_xh[:, :n]
            if layer and tape.masks.between is not None:
                g_d.mul_(tape.masks.between[t, layer - 1])
        self.g_feed = g_d

    def weights(self) -> dict[str, Tensor]:
        """The gradient of every weight: one product over all steps each."""
        tape, n, steps = self.tape, self.tape.n, self.tape.steps

        def over_steps(left: Tensor, right: Tensor) -> Tensor:
            return left.reshape(-1, left.shape[-1]).T @ right.reshape(-1, right.shape[-1])

        g = {f"V{layer}": over_steps(G, XH[:steps]) for layer, (G, XH) in enumerate(zip(self.G, tape.XH, strict=True))}
        g |= {f"bias{layer}": self.G[layer].sum((0, 1)) for layer in range(1, tape.layers)}
        g |= {"W_c": over_steps(self.ATT, tape.DQ), "W_by_d": over_steps(tape.DQ[:, :, :n], self.BY_D)}
        if tape.dynamic:
            g |= {"W_f": over_steps(self.PRE, tape.U[:steps]), "b_ef": self.by_d["change"].sum((0, 1))}
        if tape.gated:
            g["b_d"] = self.by_d["gamma"].sum((0, 1))
        return g

    def records(self) -> Tensor:
        """The gradient of e: how the rows were summed (Eq. 11, 13) and how they were scored (Eq. 10)."""
        tape = self.tape
        g = torch.bmm(tape.P.permute(1, 2, 0), self.Q.transpose(0, 1))  # (b, j, n)
        return g.baddbmm_(self.S.permute(1, 2, 0), tape.by_d["query"].transpose(0, 1))
