"""`Writer.step` for a model that no longer changes, on a CPU: weights laid out once, the records read once per step.

A hypothesis gets the same numbers alone and in any batch, to the last bit. Every product and sum goes over its own
table only, in the same order. And where a vector has as many numbers as the processor takes at once, none of them is
left over to be computed in another way: so n and p are widened with numbers that stay 0.
"""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid, pad

from boxscribe.models import fused, native
from boxscribe.models.copying import Distribution
from boxscribe.models.decoder import DecoderInput, DecoderState
from boxscribe.models.grouped_attention import NativeGroups, by_entity, by_table
from boxscribe.models.length_control import LengthControl
from boxscribe.models.mention_features import marked
from boxscribe.models.packed_matmul import Product, product
from boxscribe.models.records import Encoded
from boxscribe.models.writer import StepTrace, Writer

Step = Callable[[DecoderState, DecoderInput], tuple[DecoderState, Distribution, StepTrace]]
WIDTH = 32  # numbers that torch takes at once, at most
MOST = 1000  # more words are not told apart when they are still to come
FEWEST = 4  # for fewer rows libraries switch to other products, whose sums go in another order


def applies(writer: Writer) -> bool:
    weight = writer.decoder.W_c
    on_cpu = weight.device.type == "cpu" and weight.dtype == torch.float32
    return on_cpu and fused.applies(writer.decoder) and native.load() is not None


class QuickWriter:
    """The steps of a writer whose parameters stay as they are."""

    def __init__(self, writer: Writer) -> None:
        with torch.no_grad():
            weights, widths = fused.weights_of(writer.decoder)
            decoder, generator = writer.decoder, writer.generator
            self.p = widths.get("change", 0)
            first, self.embedding = decoder.layers[0], decoder.embedding
            self.by_left = None if decoder.length_control is None else _by_left(decoder.length_control)
            size = decoder.embedding.embedding_dim
            self.by_embedding, self.bias0 = steady(split(first.W[:, :size], 4).T), split(first.b, 4)
            W_b = decoder.W_b  # applied at once with what multiplies the embedding
            self.by_read = None if W_b is None else steady(wide(split(first.W[:, :size] @ W_b, 4).T))
            self.by_V = [steady(split(split(weights[f"V{i}"], 4).T, 2)) for i in range(len(decoder.layers))]
            self.biases = [split(weights[f"bias{i}"], 4) for i in range(1, len(self.by_V))]
            parts = {name: wide(part.T).T for name, part in _named(weights["W_by_d"], widths).items()}
            self.widths = {name: part.shape[1] for name, part in parts.items()}
            self.by_W_by_d = steady(wide(torch.cat(list(parts.values()), dim=1)))
            self.by_W_c = steady(split(wide(weights["W_c"]).T, 2))
            self.by_W_y, self.b_y = steady(wide(generator.W_y.T)), generator.b_y
            self.gate, self.b = steady(wide(wide(generator.w[:, None]).T).T), generator.b
            self.hierarchical, self.dynamic = "probe" in widths, "change" in widths
            self.by_W_f = steady(wide(wide(weights["W_f"]).T)) if self.dynamic else None
            self.b_ef = wide(weights["b_ef"]) if self.dynamic else None
            self.b_d = wide(weights["b_d"]) if "gamma" in widths else None

    @staticmethod
    def widened(e: Tensor, start: DecoderState) -> tuple[Tensor, DecoderState]:
        """A table's records and first state, as wide as the steps need them."""
        at_end = (wide(part.transpose(0, -1)).transpose(0, -1).contiguous() for part in (e, start.h, start.c))
        e, h, c = at_end
        u = wide(start.u.transpose(0, 2)).transpose(0, 2)
        return e, DecoderState(h, c, wide(start.feed.T).T.contiguous(), u, start.m)

    def stepper(self, encoded: Encoded) -> Step:
        """The step of these tables."""
        groups = (by_entity if self.hierarchical else by_table)(encoded.inputs, encoded.e.contiguous())
        assert isinstance(groups, NativeGroups)
        return lambda state, before: self._step(groups, encoded, state, before)

    def _step(
        self, groups: NativeGroups, encoded: Encoded, state: DecoderState, before: DecoderInput
    ) -> tuple[DecoderState, Distribution, StepTrace]:
        h, c = self._lstm(state, before)  # (layers, r, n)
        d = h[-1]
        by_d = _named(self.by_W_by_d(d), self.widths)
        u, update_rate = self._memory(state.u, by_d)
        m = state.m if before.named is None else marked(state.m, before.named, encoded.inputs)
        psi, records, context = groups.look(by_d["query"], u, by_d.get("probe"), m, by_d.get("marks"))
        if not self.hierarchical:
            owner = encoded.inputs.entity.repeat_interleave(len(d) // len(encoded.e), dim=0)
            psi = psi.new_zeros(len(d), encoded.inputs.name.shape[1]).scatter_add_(1, owner, records)
        att = self.by_W_c(torch.cat([d, context], dim=1)).tanh_()  # (r, n)  Eq. 2
        gate = self.gate(att) + self.b  # (r, WIDTH), of which the first counts
        copy, generate = logsigmoid(gate)[:, 0], logsigmoid(-gate)[:, 0]
        generated = torch.log_softmax(self.by_W_y(att).add_(self.b_y), dim=1)  # (r, v)  Eq. 3
        distribution = Distribution(generated.add_(generate[:, None]), copy, records)
        return DecoderState(h, c, att, u, m), distribution, StepTrace(copy.exp(), records, psi, update_rate)

    def _lstm(self, state: DecoderState, before: DecoderInput) -> tuple[Tensor, Tensor]:
        hs, cs = [], []
        below, start = state.feed, self.by_embedding(self._paced(before)).add_(self.bias0)
        if self.by_read is not None and before.read is not None:
            start = start + self.by_read(before.read)
        n = below.shape[1]
        for layer, by_V in enumerate(self.by_V):
            gates = by_V(torch.cat([below, state.h[layer]], dim=1)).add_(self.biases[layer - 1] if layer else start)
            i, f, o = gates[:, : 3 * n].sigmoid().chunk(3, dim=1)
            cs.append((f * state.c[layer]).add_(i * gates[:, 3 * n :].tanh()))
            below = o * cs[-1].tanh()
            hs.append(below)
        return torch.stack(hs), torch.stack(cs)

    def _paced(self, before: DecoderInput) -> Tensor:
        x: Tensor = self.embedding(before.word)
        if self.by_left is None or before.left is None:
            return x
        words, numbers = before.left.clamp(max=MOST).add(1).unbind(1)
        return x + self.by_left[0][words] + self.by_left[1][numbers]

    def _memory(self, u: Tensor, by_d: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """u_t (r, k, p), and the mean of δ_t (r, k)."""
        if self.by_W_f is None or self.b_ef is None:
            return u, u.new_zeros(u.shape[:2])
        change = self.by_W_f(u.flatten(0, 1)).view_as(u).add_((by_d["change"] + self.b_ef)[:, None]).sigmoid_()
        if self.b_d is not None:
            change.mul_((by_d["gamma"] + self.b_d).sigmoid_()[:, None])  # Eq. 6, 7
        update_rate = change[:, :, : self.p].mean(2)
        return u + change.mul_(by_d["candidate"][:, None] - u), update_rate  # Eq. 8, 9


def _by_left(pace: LengthControl) -> tuple[Tensor, Tensor]:
    """What a pace adds for every count of words and of numbers, from −1 on."""
    counts = torch.arange(-1, MOST + 1)
    unknown = torch.full_like(counts, -1)
    return pace(torch.stack([counts, unknown], dim=1)), pace(torch.stack([unknown, counts], dim=1))


def steady(matrix: Tensor) -> Product:
    """The product with a matrix, whose results do not depend on how many rows there are."""
    multiply = product(matrix)

    def rows(x: Tensor) -> Tensor:
        return multiply(x) if len(x) >= FEWEST else multiply(pad(x, (0, 0, 0, FEWEST - len(x))))[: len(x)]

    return rows


def wide(tensor: Tensor) -> Tensor:
    """The first axis widened with zeros to a multiple of WIDTH."""
    more = -len(tensor) % WIDTH
    return torch.cat([tensor, tensor.new_zeros(more, *tensor.shape[1:])]) if more else tensor


def split(tensor: Tensor, parts: int) -> Tensor:
    """The same for each of the parts that stand one after the other in the first axis."""
    return torch.cat([wide(part) for part in tensor.chunk(parts)])


def _named(matrix: Tensor, widths: dict[str, int]) -> dict[str, Tensor]:
    return dict(zip(widths, matrix.split(list(widths.values()), dim=1), strict=True))
