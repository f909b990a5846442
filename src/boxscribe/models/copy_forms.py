"""In which surface form a copied value is written (ours, not in the paper): 6 as "6", "six" or "sixth".

The paper copies a value as it is, so every number word is generated. With surface forms (`text.forms`) a row can be
copied in each form that its value has, and a form that is learned for some values holds for all others.
"""

import torch
from torch import Tensor, nn

from boxscribe.batches.loader import Chunk
from boxscribe.models.inputs import Inputs
from boxscribe.models.packed_matmul import Linear
from boxscribe.text.forms import SurfaceForm


class SameForm(nn.Module):
    """Every value is copied as it is: p(copy y_t) = z_t Σ_{rows j whose value is y_t} Ψ_{t,k} α_{t,k,z}"""

    def forward(self, att: Tensor) -> Tensor:
        """The scores of the forms (…, s): there is one."""
        return att.new_zeros(*att.shape[:-1], 1)

    def copied(self, att: Tensor, records: Tensor, copyable: Tensor, chunk: Chunk, inputs: Inputs) -> Tensor:
        """The probability of each target word (t, b), if it is copied; copyable (t, b, j): from which rows it can be.

        att (t, b, n) and records (t, b, j) are those of the steps.
        """
        return (records * copyable).sum(2)


class FormGate(SameForm):
    """p(copy y_t) = z_t Σ_{rows j that have y_t as their form s} Ψ_{t,k} α_{t,k,z} p(s | j, d_t^att)

    p(s | j, d) = exp(w_s · d + b_s) / Σ_{s' of row j} exp(w_{s'} · d + b_{s'})
    """

    def __init__(self, n: int) -> None:
        super().__init__()
        self.W_s = Linear(n, len(SurfaceForm), widened=False)

    def forward(self, att: Tensor) -> Tensor:
        """W_s d^att + b_s, the scores of the forms (…, s)."""
        scores: Tensor = self.W_s(att)
        return scores

    def copied(self, att: Tensor, records: Tensor, copyable: Tensor, chunk: Chunk, inputs: Inputs) -> Tensor:
        steps, tables, j = copyable.shape
        at = copyable.flatten().nonzero()[:, 0]  # (i) the few pairs of a word and a row that it can be copied from
        step, row = at // j, at // j % tables * j + at % j  # (i) in the flattened (t, b) and (b, j)
        source, form = (torch.from_numpy(part.T).to(at.device).flatten() for part in (chunk.source, chunk.form))
        same = source[step] == inputs.word.flatten()[row]
        chosen = form[step].long().masked_fill(same, SurfaceForm.SAME)  # (i)
        has = has_forms(inputs.forms.flatten()[row])  # (i, s)
        p = form_probabilities(self(att).flatten(0, 1).index_select(0, step), has)  # (i, s)
        mass = records.flatten().index_select(0, at) * p.gather(1, chosen[:, None])[:, 0]
        return mass.new_zeros(steps * tables).index_add(0, step, mass).view(steps, tables)


def has_forms(masks: Tensor) -> Tensor:
    """Bit masks (…) of forms → (…, s)."""
    return (masks[..., None] >> torch.arange(len(SurfaceForm), device=masks.device) & 1).bool()


def form_probabilities(scores: Tensor, has: Tensor) -> Tensor:
    """p(s | j, d) (…, s) from the scores of the forms and which of them a row has."""
    return scores.masked_fill(~has, -torch.inf).softmax(-1)
