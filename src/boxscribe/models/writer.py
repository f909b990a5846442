"""The model, put together from its parts: ED+CC, +Hier, +Dyn, ENT and NCP+CC differ in which parts are plugged in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from boxscribe.batches.loader import Chunk
from boxscribe.batches.vocab import Columns
from boxscribe.config import Composition, ModelConfig
from boxscribe.models import fused, teacher_forcing
from boxscribe.models.attention import ATTENTIONS, AttentionName
from boxscribe.models.copied_records import CopiedRecords
from boxscribe.models.copy_forms import FormGate, SameForm
from boxscribe.models.copying import CopyGenerator, Distribution, SupervisedCopyGenerator
from boxscribe.models.decoder import Decoder, DecoderState
from boxscribe.models.extras import DecoderInput, Extra
from boxscribe.models.followed_plan import FollowedPlan
from boxscribe.models.initialisation import initialise
from boxscribe.models.length_control import LengthControl
from boxscribe.models.lstm import LSTM
from boxscribe.models.memory import MEMORIES, MemoryName
from boxscribe.models.mention_features import MentionFeatures
from boxscribe.models.plan_encoder import PlanEncoder
from boxscribe.models.records import ENCODERS, Encoded, RecordEncoder
from boxscribe.models.teacher_forcing import ChunkOutput


class Parts(NamedTuple):
    memory: MemoryName
    attention: AttentionName
    encoder: type[PlanEncoder] | None = None  # in place of the encoder that the configuration names
    generator: type[CopyGenerator] = CopyGenerator


COMPOSITIONS: dict[Composition, Parts] = {
    "edcc": Parts("none", "flat"),
    "hier": Parts("static", "hierarchical"),
    "dyn": Parts("dynamic", "hierarchical"),
    "ent": Parts("gated", "hierarchical"),
    "ncp": Parts("none", "flat", PlanEncoder, SupervisedCopyGenerator),
}
EXTRAS: dict[str, Callable[[ModelConfig], Extra]] = {  # by the setting of `ModelConfig` that switches each on
    "feed_copied_records": CopiedRecords,
    "mention_features": MentionFeatures,
    "length_control": LengthControl,
    "follow_plan": FollowedPlan,
}


@dataclass(frozen=True, slots=True)
class StepTrace:
    """The copy gate, the attention and the memory updates of one step."""

    copy: Tensor  # (r) z_t, the probability to copy
    records: Tensor  # (r, j) Ψ_{t,k} α_{t,k,z}
    forms: Tensor  # (r, s) the scores of the surface forms
    entities: Tensor  # (r, k) Ψ_{t,k}
    update_rate: Tensor  # (r, k) the mean of δ_{t,k}: how much of each entity's memory is replaced


@dataclass(frozen=True, slots=True)
class TargetScores:
    """A chunk's target words under the model; (t, b) each, 0 where the target is padding."""

    log_likelihood: Tensor  # log p(y_t)
    log_mean: Tensor  # the mean of log p_gen over the vocabulary, for label smoothing
    output: ChunkOutput


class Writer(nn.Module):
    """Tables in, words out."""

    def __init__(
        self,
        config: ModelConfig,
        sizes: Columns[int],
        n_generated: int | None = None,
        extras: Mapping[str, Extra] | None = None,
    ) -> None:
        """`n_generated`: how many of the target words, the first ones, can be generated; by default all. `extras`: by
        default those that the configuration switches on."""
        super().__init__()
        n, p = config.hidden, config.memory
        memory, attention, encoder, generator = COMPOSITIONS[config.composition]
        if extras is None:
            extras = {name: make(config) for name, make in EXTRAS.items() if getattr(config, name)}
        encoder_class = encoder or ENCODERS[config.encoder or "mean"]
        self.encoder: RecordEncoder = encoder_class(sizes, config.embedding, n, config.dropout)
        self.decoder = Decoder(
            sizes.target,
            config.embedding,
            LSTM(config.embedding, n, config.layers),
            MEMORIES[memory](n, p, config.normalise_memory),
            ATTENTIONS["memory_context" if config.memory_context else attention](n, p),
            extras,
            n,
            config.dropout,
        )
        forms = FormGate(n) if config.copy_forms else SameForm()
        self.generator = generator(sizes.target if n_generated is None else n_generated, n, forms)
        self.fused = fused.applies(self.decoder)
        initialise(self, config.initialisation)

    def encode(self, inputs: Any) -> Encoded:
        """The tables after the encoder; `inputs` are those that the encoder makes (`RecordEncoder`)."""
        encoded: Encoded = self.encoder(inputs)
        return replace(encoded, contexts=self.decoder.contexts(encoded))

    def start(self, encoded: Encoded) -> DecoderState:
        return self.decoder.start(encoded)

    def step(
        self, encoded: Encoded, state: DecoderState, given: DecoderInput
    ) -> tuple[DecoderState, Distribution, StepTrace]:
        """One step of search."""
        step = self.decoder.step(encoded, state, given)
        distribution: Distribution = self.generator(step.state.feed, step.weights.records)
        weights = step.weights
        copy, forms = distribution.log_copy.exp(), distribution.forms
        trace = StepTrace(copy, weights.records, forms, weights.entities, step.update_rate)
        return step.state, distribution, trace

    def teacher_forced(self, encoded: Encoded, state: DecoderState, given: DecoderInput) -> ChunkOutput:
        """Many steps over given words, (t, b) of them: fused where that applies."""
        masks = self.decoder.dropout_masks(*given.word.shape)
        run = fused.chunk if self.fused else teacher_forcing.plain
        return run(self.decoder, encoded, state, given, masks)

    def log_likelihood(self, encoded: Encoded, state: DecoderState, chunk: Chunk) -> TargetScores:
        """log p(y_t) for each target word of a chunk."""
        device = encoded.e.device
        target, mask = (torch.from_numpy(part.T).to(device) for part in (chunk.target, chunk.mask))
        copyable = torch.from_numpy(chunk.copyable).to(device).transpose(0, 1)  # (t, b, j)
        can_copy = torch.from_numpy(self.generator.copies(chunk)).to(device).any(2).T  # (t, b)
        output = self.teacher_forced(encoded, state, given_words(chunk, device))
        copied = self.generator.forms.copied(output.att, output.records, copyable, chunk, encoded.inputs)  # (t, b)
        real = mask.flatten().nonzero()[:, 0]  # nothing is computed for padding

        def picked(values: Tensor) -> Tensor:
            return values.flatten(0, 1).index_select(0, real)

        log_likelihood, log_mean = self.generator.log_likelihood(
            picked(output.att), picked(copied), picked(can_copy), picked(target.long())
        )
        empty = copied.new_zeros(mask.numel())
        return TargetScores(
            empty.index_copy(0, real, log_likelihood).view_as(copied),
            empty.index_copy(0, real, log_mean).view_as(copied),
            output,
        )


def given_words(chunk: Chunk, device: torch.device) -> DecoderInput:
    """What the decoder reads at each step of a chunk: (t, b, …)."""
    parts = (chunk.previous, chunk.previous_source, chunk.remaining, chunk.previous_ends)
    return DecoderInput(*(torch.from_numpy(part).to(device).long().transpose(0, 1) for part in parts))
