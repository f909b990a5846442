"""How good the model is on the development set, and whether attention and copying work.

A run that looks only at the teams and copies nothing reaches a fair perplexity and tells no player's numbers; so the
attention per kind of entity and the copy gate are measured beside it; and how much of the attention is on the right
entity and the right record, where automatic matching (`batches.align`) knows which record a word tells.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import torch

from boxscribe.batches.dataset import Dataset
from boxscribe.batches.loader import Batches, chunks
from boxscribe.models.inputs import inputs_of
from boxscribe.models.records import owned
from boxscribe.models.store import Model
from boxscribe.training.distributed import Group

CHUNK = 200


@dataclass(frozen=True, slots=True)
class Validation:
    """Figures over all target words of the development set."""

    valid_words: int
    loss: float  # −log p(y_t), mean
    copy_gate: float  # mean z_t where y_t could be copied
    attention: dict[str, float]  # kind of entity → mean share of Ψ_t
    attention_copyable: dict[str, float]  # the same where y_t could be copied
    right_entity: float  # mean attention to the entity that y_t tells something of, where that is known
    right_record: float  # mean attention to the record that it tells

    @property
    def perplexity(self) -> float:
        return math.exp(min(self.loss, 700))


@torch.no_grad()
def validate(model: Model, dataset: Dataset, size: int, group: Group) -> Validation:
    """One pass over the dataset without dropout."""
    writer, kinds = model.writer, list(model.domain.kinds)
    device = next(writer.parameters()).device
    training = writer.training
    writer.eval()
    words = copyable_words = 0
    known_words = 0
    loss = gate = on_entity = on_record = 0.0
    mass = torch.zeros(len(kinds), dtype=torch.float64)
    mass_copyable = torch.zeros_like(mass)
    for batch in Batches(dataset, size, rank=group.rank, world=group.world).epoch(0):
        if not len(batch):
            continue
        encoded = writer.encode(inputs_of(batch, device))
        state = writer.start(encoded)
        owner = owned(encoded.inputs, encoded.inputs.row_mask).to(encoded.e.dtype)  # (b, k, j)
        of_kind = torch.nn.functional.one_hot(torch.from_numpy(batch.kind).long(), len(kinds)).to(
            device
        )  # (b, k, kind)
        # How much is to come nobody knows of a new game; told of it, a model with a pace would seem better than others.
        for chunk in chunks(replace(batch, length_known=np.zeros_like(batch.length_known)), CHUNK):
            told = writer.log_likelihood(encoded, state, chunk)
            state = told.output.state
            real = torch.from_numpy(chunk.mask.T).to(device)  # (t, b)
            copyable = torch.from_numpy(chunk.copyable.any(2).T).to(device) & real
            words += int(real.sum())
            copyable_words += int(copyable.sum())
            loss -= float(told.log_likelihood.double().sum())
            gate += float(torch.sigmoid(writer.generator.gate(told.output.att))[copyable].double().sum())
            by_kind = torch.einsum("tbk,bkc->tbc", told.output.entities, of_kind.to(told.output.entities.dtype))
            mass += by_kind[real].double().sum(0).cpu()
            mass_copyable += by_kind[copyable].double().sum(0).cpu()
            known = torch.from_numpy(chunk.known).to(encoded.e)  # (b, t, j)
            right = torch.bmm(known, owner.transpose(1, 2)).clamp(max=1)  # (b, t, k)
            known_words += int(known.amax(2).sum())
            on_entity += float((told.output.entities * right.transpose(0, 1)).double().sum())
            on_record += float((told.output.records * known.transpose(0, 1)).double().sum())
    writer.train(training)
    counts, totals = [words, copyable_words, known_words], [loss, gate, on_entity, on_record]
    sums = group.total([*counts, *totals, *mass.tolist(), *mass_copyable.tolist()])
    words, copyable_words, known_words = (max(int(total), 1) for total in sums[:3])
    loss, gate, on_entity, on_record, *masses = sums[3:]
    mass, mass_copyable = torch.tensor(masses).chunk(2)
    return Validation(
        words,
        loss / words,
        gate / copyable_words,
        dict(zip(kinds, (mass / words).tolist(), strict=True)),
        dict(zip(kinds, (mass_copyable / copyable_words).tolist(), strict=True)),
        on_entity / known_words,
        on_record / known_words,
    )
