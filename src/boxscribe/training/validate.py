"""Measure a model on the development set: perplexity, and whether attention and copying work.

A model that attends to the two teams only and never copies can still reach a fair perplexity. So attention per kind of
entity and the copy gate are measured, too, and the attention to the right entity and record where automatic alignment
(`batches.align`) knows which record a word verbalises.
"""

import math
from dataclasses import dataclass, fields, replace

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import one_hot

from boxscribe.batches.dataset import Dataset
from boxscribe.batches.loader import Batch, Batches, chunks
from boxscribe.models.store import Model
from boxscribe.training.distributed import ProcessGroup

CHUNK = 200  # steps at a time


@dataclass(frozen=True, slots=True)
class Validation:
    """Figures over all target words of the development set."""

    valid_words: int
    loss: float  # mean of −log p(y_t); in a model that plans, given the plan of the text
    copy_gate: float  # mean of z_t where y_t could be copied
    attention: dict[str, float]  # kind of entity → mean of its part of Ψ_t
    attention_copyable: dict[str, float]  # the same where y_t could be copied
    right_entity: float  # mean attention to the entity that y_t is about, where alignment knows it
    right_record: float  # mean attention to the record that y_t verbalises
    plan_loss: float = 0.0  # sum of −log p of the texts' plans, per target word; 0 in a model that does not plan

    @property
    def perplexity(self) -> float:
        return math.exp(min(self.loss, 700))


@dataclass(slots=True)
class _Sums:
    """What is summed over words, and over processes."""

    words: float = 0.0
    copyable_words: float = 0.0
    aligned_words: float = 0.0
    loss: float = 0.0
    gate: float = 0.0
    right_entity: float = 0.0
    right_record: float = 0.0
    plan_loss: float = 0.0


@torch.no_grad()
def validate(model: Model, dataset: Dataset, batch_size: int, group: ProcessGroup) -> Validation:
    """One pass over the dataset without dropout."""
    kinds, was_training = list(model.domain.kinds), model.writer.training
    model.writer.eval()
    sums, by_kind = _Sums(), torch.zeros(2, len(kinds), dtype=torch.float64)
    for batch in Batches(dataset, batch_size, rank=group.rank, world=group.world_size).epoch(0):
        if len(batch):
            _add(model, batch, sums, by_kind)
    model.writer.train(was_training)
    names = [part.name for part in fields(_Sums)]
    totals = group.sum([*(getattr(sums, name) for name in names), *by_kind.flatten().tolist()])
    sums = _Sums(*totals[: len(names)])
    words, copyable, aligned = (max(n, 1) for n in (sums.words, sums.copyable_words, sums.aligned_words))
    attention, attention_copyable = np.reshape(totals[len(names) :], (2, len(kinds)))
    return Validation(
        int(words),
        sums.loss / words,
        sums.gate / copyable,
        dict(zip(kinds, (attention / words).tolist(), strict=True)),
        dict(zip(kinds, (attention_copyable / copyable).tolist(), strict=True)),
        sums.right_entity / aligned,
        sums.right_record / aligned,
        sums.plan_loss / words,
    )


def _add(model: Model, batch: Batch, sums: _Sums, by_kind: Tensor) -> None:
    """Add the figures of a batch; by_kind (2, kind) is the attention at all words and at copyable ones."""
    writer, kinds = model.writer, by_kind.shape[1]
    device = next(writer.parameters()).device
    batch, inputs = writer.encoder.training_inputs(batch, device)
    encoded = writer.encode(inputs)
    sums.plan_loss -= float(encoded.log_plan.double().sum())
    state = writer.start(encoded)
    owner = encoded.inputs.owned(encoded.inputs.row_mask).to(encoded.e.dtype)  # (b, k, j)
    of_kind = one_hot(torch.from_numpy(batch.kind).long(), kinds).to(encoded.e)  # (b, k, kind)
    # The length of a new game's text is unknown; given it, a model with length control would seem better than others.
    batch = replace(batch, length_known=np.zeros_like(batch.length_known))
    for chunk in chunks(batch, CHUNK, model.config.copy_forms):
        scores = writer.log_likelihood(encoded, state, chunk)
        output, state = scores.output, scores.output.state
        real = torch.from_numpy(chunk.mask.T).to(device)  # (t, b)
        copyable = torch.from_numpy(chunk.copyable.any(2).T).to(device) & real  # (t, b)
        aligned = torch.from_numpy(chunk.known).to(encoded.e)  # (b, t, j)
        right = torch.bmm(aligned, owner.transpose(1, 2)).clamp(max=1)  # (b, t, k)
        sums.words += int(real.sum())
        sums.copyable_words += int(copyable.sum())
        sums.aligned_words += int(aligned.amax(2).sum())
        sums.loss -= float(scores.log_likelihood.double().sum())
        sums.gate += float(torch.sigmoid(writer.generator.gate(output.att))[copyable].double().sum())
        sums.right_entity += float((output.entities * right.transpose(0, 1)).double().sum())
        sums.right_record += float((output.records * aligned.transpose(0, 1)).double().sum())
        attention = torch.einsum("tbk,bkc->tbc", output.entities, of_kind.to(output.entities.dtype))
        by_kind[0] += attention[real].double().sum(0).cpu()
        by_kind[1] += attention[copyable].double().sum(0).cpu()
