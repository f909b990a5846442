"""The model, put together from its parts: ED+CC, +Hier, +Dyn and ENT differ in which parts are plugged in."""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from boxscribe.batches.loader import Chunk
from boxscribe.batches.vocab import Columns
from boxscribe.config import Composition, ModelConfig
from boxscribe.models import fused, teacher_forcing
from boxscribe.models.attention import AttentionName
from boxscribe.models.copying import CopyGenerator, Distribution
from boxscribe.models.decoder import Decoder, DecoderInput, DecoderState
from boxscribe.models.inputs import Inputs
from boxscribe.models.memory import DynamicMemory, GatedMemory, MemoryName
from boxscribe.models.records import ENCODERS, Encoded, owned
from boxscribe.models.teacher_forcing import ChunkOutput


class Parts(NamedTuple):
    memory: MemoryName
    attention: AttentionName


COMPOSITIONS: dict[Composition, Parts] = {
    "edcc": Parts("none", "flat"),
    "hier": Parts("static", "hierarchical"),
    "dyn": Parts("dynamic", "hierarchical"),
    "ent": Parts("gated", "hierarchical"),
}


@dataclass(frozen=True, slots=True)
class StepTrace:
    """What one step looked at and changed."""

    copy: Tensor  # (b) z_t, the probability to copy
    records: Tensor  # (b, j) Ψ_{t,k} α_{t,k,z}
    entities: Tensor  # (b, k) Ψ_{t,k}
    update_rate: Tensor  # (b, k) the mean of δ_{t,k}: how much of each entity's memory was replaced


@dataclass(frozen=True, slots=True)
class TargetScores:
    """A chunk's target words under the model; (t, b) each, 0 where the target is padding."""

    log_likelihood: Tensor  # log p(y_t)
    log_mean: Tensor  # the mean of log p_gen over the vocabulary, for label smoothing
    output: ChunkOutput


class Writer(nn.Module):
    """Tables in, words out."""

    def __init__(self, config: ModelConfig, sizes: Columns[int], said: int | None = None) -> None:
        """`said`: how many of the target words, the first ones, can be generated; by default all."""
        super().__init__()
        parts, n = COMPOSITIONS[config.composition], config.hidden
        self.encoder = ENCODERS[config.encoder or "mean"](sizes, config.embedding, n, config.dropout)
        self.decoder = Decoder(
            sizes.target,
            config.embedding,
            n,
            config.memory,
            config.layers,
            config.dropout,
            parts.memory,
            parts.attention,
            config.normalise_memory,
            config.memory_context,
            config.feed_copied_records,
            config.mention_features,
            config.length_control,
        )
        self.generator = CopyGenerator(sizes.target if said is None else said, n)
        self.fused = fused.applies(self.decoder)
        initialise(self, config)

    def encode(self, inputs: Inputs) -> Encoded:
        encoded: Encoded = self.encoder(inputs)
        return encoded

    def start(self, encoded: Encoded) -> DecoderState:
        return self.decoder.start(encoded)

    def step(
        self, encoded: Encoded, state: DecoderState, before: DecoderInput
    ) -> tuple[DecoderState, Distribution, StepTrace]:
        """One step from the words before."""
        state, look, delta = self.decoder.step(encoded, state, before)
        distribution: Distribution = self.generator(state.feed, look.records)
        update_rate = delta.mean(2) if delta.shape[2] else delta.new_zeros(delta.shape[:2])
        return state, distribution, StepTrace(distribution.log_copy.exp(), look.records, look.entities, update_rate)

    def unroll(self, encoded: Encoded, state: DecoderState, before: DecoderInput) -> ChunkOutput:
        """Many steps over the words before, (t, b) of them: fused where that applies, which is not under autocast."""
        masks = self.decoder.masks(*before.word.shape)
        run = (
            fused.unroll
            if self.fused and not torch.is_autocast_enabled(before.word.device.type)
            else teacher_forcing.plain
        )
        return run(self.decoder, encoded, state, before, masks)

    def before(self, encoded: Encoded, chunk: Chunk) -> DecoderInput:
        """The words before each step of a chunk, with what this model wants to know of them."""
        e, inputs = encoded.e, encoded.inputs
        word = torch.from_numpy(chunk.previous.T).to(e.device).long()  # (t, b)
        rows = torch.from_numpy(chunk.written).to(e)  # (b, t, j)
        read = named = left = None
        if self.decoder.W_b is not None:
            read = torch.bmm(rows / rows.sum(2, keepdim=True).clamp(min=1), e).transpose(0, 1)  # (t, b, n)
        if self.decoder.mention_features:
            named = owned(inputs, inputs.naming).to(e)  # (b, k, j)
            named = torch.bmm(rows, named.transpose(1, 2)).clamp(max=1).transpose(0, 1)  # (t, b, k)
        if self.decoder.length_control is not None:
            left = torch.from_numpy(chunk.left).to(e.device).transpose(0, 1)  # (t, b, 2)
        return DecoderInput(word, read, named, left)

    def log_likelihood(self, encoded: Encoded, state: DecoderState, chunk: Chunk) -> TargetScores:
        """log p(y_t) for each target word of a chunk."""
        device = encoded.e.device
        target, mask = (torch.from_numpy(part.T).to(device) for part in (chunk.target, chunk.mask))
        copyable = torch.from_numpy(chunk.copyable).to(device).transpose(0, 1)  # (t, b, j)
        unrolled = self.unroll(encoded, state, self.before(encoded, chunk))
        copied = (unrolled.records * copyable).sum(2)  # (t, b)
        real = mask.flatten().nonzero()[:, 0]  # nothing is computed for padding

        def picked(values: Tensor) -> Tensor:
            return values.flatten(0, 1).index_select(0, real)

        log_likelihood, log_mean = self.generator.log_likelihood(
            picked(unrolled.att), picked(copied), picked(copyable.any(2)), picked(target.long())
        )
        empty = copied.new_zeros(mask.numel())
        return TargetScores(
            empty.index_copy(0, real, log_likelihood).view_as(copied),
            empty.index_copy(0, real, log_mean).view_as(copied),
            unrolled,
        )


def initialise(model: Writer, config: ModelConfig) -> None:
    """uniform: U(−0.1, 0.1) for everything, as the reference implementation. scaled: matrices by their size,
    embeddings with standard deviation 1/4, biases 0, and 1 for the LSTM's forget gates. The entities' memories start
    almost closed, δ ≈ 0.006: were they half open, all entities would look alike after a dozen words."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if config.initialisation == "uniform":
                parameter.uniform_(-0.1, 0.1)
            elif parameter.dim() < 2:
                parameter.zero_()
            elif "embedding" in name:
                parameter.normal_(0, 0.25)
            else:
                nn.init.xavier_uniform_(parameter)
        if config.initialisation == "scaled":
            n = config.hidden
            for cell in model.decoder.layers:
                cell.b[n : 2 * n] = 1
            nn.init.normal_(model.generator.w, 0, n**-0.5)
            memory = model.decoder.memory
            if isinstance(memory, GatedMemory):
                memory.b_d.fill_(-3)
                memory.b_f.fill_(-2)
            elif isinstance(memory, DynamicMemory):
                memory.b_f.fill_(-5)
