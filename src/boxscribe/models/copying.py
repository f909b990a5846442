"""From d_t^att to words: the generator and the conditional copy gate (paper, Eq. 3 and the end of section 2)."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function
from torch.nn.functional import logsigmoid

from boxscribe.batches.loader import Chunk, Mask
from boxscribe.batches.vocab import UNK
from boxscribe.models.copy_forms import SameForm
from boxscribe.models.packed_matmul import Linear, matmul, rounded


@dataclass(frozen=True, slots=True)
class Distribution:
    """p(y_t) = (1 − z_t) p_gen(y_t) + z_t Σ_{rows j that have y_t as their form s} Ψ_{t,k} α_{t,k,z} p(s | j)

    As the paper has it, a row has one form, its value, with p(s | j) = 1; see `models.copy_forms`.
    """

    log_generate: Tensor  # (r, v) log (1 − z_t) + log p_gen
    log_copy: Tensor  # (r) log z_t
    records: Tensor  # (r, j) Ψ_{t,k} α_{t,k,z}
    forms: Tensor  # (r, s) the scores of the surface forms, of which `form_probabilities` makes p(s | j)


class CopyGenerator(nn.Module):
    """p_gen(y_t) = softmax(W_y d_t^att + b_y)   (3),   z_t = σ(w · d_t^att + b)"""

    def __init__(self, words: int, n: int, forms: SameForm | None = None) -> None:
        super().__init__()
        self.forms = forms or SameForm()
        self.W_y = Linear(n, words, widened=False)
        self.w = Linear(n, 1)

    def initialise(self) -> None:
        nn.init.normal_(self.w.weight, 0, self.w.in_features**-0.5)

    def gate(self, att: Tensor) -> Tensor:
        """w · d^att + b, before the sigmoid, for att (…, n)."""
        logits: Tensor = self.w(att)[..., 0]
        return logits

    def forward(self, att: Tensor, records: Tensor) -> Distribution:
        gate = self.w(att)  # (r, 1), or more columns where `w` is packed: the first counts
        log_copy, log_no_copy = logsigmoid(gate)[:, 0], logsigmoid(-gate)[:, :1]
        generated = torch.log_softmax(self.W_y(att), dim=1)  # (r, v)  Eq. 3
        return Distribution(log_no_copy + generated, log_copy, records, self.forms(att))

    def copies(self, chunk: Chunk) -> Mask:
        """From which rows the target words of a chunk can be copied (b, t, j)."""
        return chunk.copyable

    def log_likelihood(self, att: Tensor, copied: Tensor, can_copy: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        """log p(y) of the target words of any number of steps, and the mean of log p_gen over the vocabulary.

        att (i, n); copied (i): the probability of y if it is copied; can_copy (i): whether it can be. Both
        ways to a word are added up (marginal likelihood), so the gate needs no supervision. A word that cannot be
        generated can only be copied; where it cannot, it counts as <unk>.
        """
        target = target.where(target < self.W_y.out_features, UNK)
        W_y, att = rounded(self.W_y.weight), att.to(self.W_y.weight.dtype)
        with torch.autocast(att.device.type, enabled=False):
            gate = self.gate(att)
            generated, mean = _Generate.apply(att, W_y, self.W_y.bias, target)  # type: ignore[no-untyped-call]
        generated = logsigmoid(-gate) + generated
        copying = logsigmoid(gate) + copied.clamp(min=torch.finfo(copied.dtype).tiny).log()
        return self.either(generated, copying, can_copy, target == UNK), mean

    def either(self, generated: Tensor, copying: Tensor, can_copy: Tensor, unknown: Tensor) -> Tensor:
        """log p(y) (i) from its logarithms of both ways; `unknown`: y cannot be generated."""
        both = torch.logaddexp(generated, copying)
        return torch.where(can_copy, torch.where(unknown, copying, both), generated)


class SupervisedCopyGenerator(CopyGenerator):
    """NCP+CC: the copy switch u_t is supervised. A word is a copy where the alignment of text and table finds a
    planned record whose value it is; training maximises

    log p(y_t, u_t) = log p(y_t | u_t) + log p(u_t),   p(u_t = 1) = z_t

    the likelihood of the word given the switch and that of the switch (the gate loss), not their marginal.
    """

    def copies(self, chunk: Chunk) -> Mask:
        """u_t is whether there is such a row."""
        return chunk.copyable & chunk.known

    def either(self, generated: Tensor, copying: Tensor, can_copy: Tensor, unknown: Tensor) -> Tensor:
        return torch.where(can_copy, copying, generated)


class _Generate(Function):
    """log softmax at the target, and its mean over the vocabulary, for many steps in one matrix product.

    Autograd would keep the logits, their logarithm and the gradient of each; here one array of that size is kept.
    """

    @staticmethod
    def forward(ctx: Any, att: Tensor, W_y: Tensor, b_y: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        logits = matmul(att, W_y.T, W_y.dtype).add_(b_y)  # (i, v)
        highest = logits.amax(1)
        chosen = logits.gather(1, target[:, None])[:, 0] - highest
        mean = logits.mean(1) - highest
        weights = logits.sub_(highest[:, None]).exp_()  # (i, v)
        total = weights.sum(1)
        ctx.save_for_backward(att, W_y, target, weights, total)
        return chosen - total.log(), mean - total.log()

    @staticmethod
    def backward(ctx: Any, g_chosen: Tensor, g_mean: Tensor) -> tuple[Tensor, Tensor, Tensor, None]:
        att, W_y, target, weights, total = ctx.saved_tensors
        g = weights * (-(g_chosen + g_mean) / total)[:, None]  # (i, v)
        g += (g_mean / W_y.shape[0])[:, None]
        g.scatter_add_(1, target[:, None], g_chosen[:, None])
        return matmul(g, W_y, W_y.dtype), matmul(g.T, att, W_y.dtype), g.sum(0), None
