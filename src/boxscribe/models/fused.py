"""A chunk of decoder steps as one function with a backward pass of its own.

Autograd walks the steps one by one: at each it adds to the gradient of every weight and of the whole record matrix.
Here the loops hold only what recurs. Products with the embedded words are made before them; the gradient of every
weight matrix, and of the record matrix, is one large product after them. `teacher_forcing.plain` is the definition.

Every part computes its own share, on a tape (`LSTMTape`, `MemoryTape`, `FlatTape`). All matrices that multiply d_t
stand side by side in one matrix W_d. Capitals are all steps of the chunk, (t, b, …); g_X is the gradient of X.
"""

from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.autograd import Function
from torch.autograd.function import once_differentiable

from boxscribe.models.decoder import Decoder, DecoderState, DropoutMasks
from boxscribe.models.extras import DecoderInput
from boxscribe.models.lstm import LSTMState, LSTMTape, over_steps
from boxscribe.models.memory import MemoryState
from boxscribe.models.packed_matmul import product, rounded
from boxscribe.models.records import Encoded
from boxscribe.models.teacher_forcing import ChunkOutput

Named = dict[str, Tensor]


def applies(decoder: Decoder) -> bool:
    """Whether all parts have a tape; the variants that the paper dropped have none."""
    return all(getattr(part, "fusible", False) for part in (decoder.memory, decoder.attention))


def chunk(
    decoder: Decoder, encoded: Encoded, state: DecoderState, given: DecoderInput, masks: DropoutMasks
) -> ChunkOutput:
    """The same as `teacher_forcing.plain`."""
    extras = dict(state.extras)
    steps = []
    for t in range(len(given.word)):
        extras = decoder.advanced(encoded, replace(state, extras=extras), given.at(t))
        steps.append(extras)
    states = {name: type(last).stack([step[name] for step in steps]) for name, last in extras.items()}
    features = decoder.features(encoded, states)
    by_d = decoder.memory.by_d() | decoder.attention.by_d()
    by_d |= {name: W.weight for name, W in decoder.feature_weights().items()}
    W_d = rounded(torch.cat(list(by_d.values())))
    shares = {
        "lstm": decoder.lstm.tensors(decoder.embedded(encoded, given, states), state.lstm),
        "memory": decoder.memory.tensors(state.memory),
        "all": {"e": encoded.e, "feed": state.feed, "W_c": rounded(decoder.W_c.weight), "W_d": W_d},
    }
    names = [(share, name) for share, tensors in shares.items() for name in tensors]
    fixed = _Fixed(decoder, encoded, masks, features, {name: len(matrix) for name, matrix in by_d.items()}, names)
    tensors = [shares[share][name] for share, name in names]
    with torch.autocast(encoded.e.device.type, enabled=False):  # the matrices are rounded already
        att, records, entities, h, c, feed, u = _Chunk.apply(fixed, *tensors)  # type: ignore[no-untyped-call]
    return ChunkOutput(att, records, entities, DecoderState(LSTMState(h, c), MemoryState(u), extras, feed))


class _Fixed:
    """What no gradient flows to, and the names of what it flows to."""

    def __init__(
        self,
        decoder: Decoder,
        encoded: Encoded,
        masks: DropoutMasks,
        features: tuple[Named, Named],
        sizes: dict[str, int],
        names: list[tuple[str, str]],
    ) -> None:
        self.decoder, self.encoded, self.masks, self.features = decoder, encoded, masks, features
        self.sizes, self.names = sizes, names

    def split(self, BY_D: Tensor) -> Named:
        """(t, b, …) with the results of all matrices side by side → those of each."""
        return dict(zip(self.sizes, BY_D.split(list(self.sizes.values()), dim=2), strict=True))


class _Chunk(Function):
    @staticmethod
    def forward(ctx: Any, fixed: _Fixed, *tensors: Tensor) -> tuple[Tensor, ...]:
        shares: dict[str, Named] = {}
        for (share, name), tensor in zip(fixed.names, tensors, strict=True):
            shares.setdefault(share, {})[name] = tensor
        ctx.tape = tape = _Tape(fixed, shares)
        tape.forward()
        last = (*tape.lstm.state(), tape.lstm.feed(-1).clone(), tape.memory.state())
        ctx.mark_non_differentiable(*last)
        dropped = tape.lstm.BH[0][1:, :, : tape.lstm.n].contiguous()
        return dropped, tape.attention.P.clone(), tape.attention.PSI.clone(), *last

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, g_att: Tensor, g_records: Tensor, g_entities: Tensor, *_: Tensor) -> tuple[Any, ...]:
        tape: _Tape = ctx.tape
        gradients = tape.backward(g_att, g_records, g_entities)
        return None, *(gradients[share][name] for share, name in tape.fixed.names)


class _Tape:
    """The forward pass with all of it that the backward pass needs, and the backward pass."""

    def __init__(self, fixed: _Fixed, shares: dict[str, Named]) -> None:
        self.fixed, own = fixed, shares["all"]
        self.W_c, self.W_d, self.masks = own["W_c"], own["W_d"], fixed.masks
        self.lstm = LSTMTape(shares["lstm"], own["feed"], fixed.masks.between)
        self.steps, b, n = len(self.lstm.X), len(own["feed"]), self.lstm.n
        new = own["e"].new_empty
        self.DQ, self.ATT = new(self.steps, b, self.W_c.shape[1]), new(self.steps, b, n)  # [d_t; q_t], d^att
        self.BY_D = new(self.steps, b, len(self.W_d))  # W_d d_t
        by_d, decoder = fixed.split(self.BY_D), fixed.decoder
        self.memory = decoder.memory.tape(shares["memory"], by_d)
        self.attention = decoder.attention.tape(replace(fixed.encoded, e=own["e"]), by_d, *fixed.features)

    def forward(self) -> None:
        by_W_d, by_W_c, n = product(self.W_d.T), product(self.W_c.T), self.lstm.n
        for t in range(self.steps):
            d = self.lstm.forward(t)
            self.BY_D[t] = by_W_d(d)
            u = self.memory.forward(t)
            self.DQ[t, :, :n], self.DQ[t, :, n:] = d, self.attention.forward(t, u)
            att = torch.tanh(by_W_c(self.DQ[t]), out=self.ATT[t])  # Eq. 2
            feed = self.lstm.feed(t + 1).copy_(att)
            if self.masks.att is not None:
                feed.mul_(self.masks.att[t])

    def backward(self, g_att: Tensor, g_records: Tensor, g_entities: Tensor) -> dict[str, Named]:
        g_BY_D, g_ATT = torch.empty_like(self.BY_D), torch.empty_like(self.ATT)
        g_feed, n = torch.zeros_like(self.ATT[0]), self.lstm.n
        by_W_d, by_W_c = product(self.W_d), product(self.W_c)
        g_by_d = self.fixed.split(g_BY_D)
        self.lstm.start_backward()
        self.memory.start_backward(g_by_d)
        self.attention.start_backward(g_by_d)
        for t in reversed(range(self.steps)):
            g = torch.add(g_att[t], g_feed, out=g_ATT[t])
            if self.masks.att is not None:
                g.mul_(self.masks.att[t])
            g.sub_(g * self.ATT[t].square())  # through tanh
            g_d, g_q = by_W_c(g).split([n, self.W_c.shape[1] - n], dim=1)
            g_u = self.attention.backward(t, g_q, g_records[t], g_entities[t], self.memory.after(t))
            self.memory.backward(t, g_u)
            g_feed = self.lstm.backward(t, by_W_d(g_BY_D[t]).add_(g_d))
        own = {"e": self.attention.g_e(), "feed": g_feed, "W_c": over_steps(g_ATT, self.DQ, self.W_c)}
        own["W_d"] = over_steps(g_BY_D, self.DQ[:, :, :n], self.W_d)
        return {"lstm": self.lstm.gradients(), "memory": self.memory.gradients(), "all": own}
