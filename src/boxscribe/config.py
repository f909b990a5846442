"""The settings of a model and of its training, typed and documented; unknown keys and wrong values are refused.

They are read from a TOML file, changed by `--set section.key=value`, and saved with each checkpoint.
`boxscribe config show FILE` prints all of them with their documentation, as TOML.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxscribe.errors import InputError
from boxscribe.toml import load_settings, to_toml

Composition = Literal["edcc", "hier", "dyn", "ent", "ncp"]


class Section(BaseModel):
    """Immutable settings that refuse unknown keys; a field's docstring documents it for users."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class DataSection(Section):
    """Settings that name files or folders of data."""

    root: str = Field(default_factory=lambda: os.environ.get("BOXSCRIBE_DATA", "data"))
    """Folder that relative paths in this section start from. Default: the environment variable BOXSCRIBE_DATA, or else
    `data`, where `boxscribe data download` puts its files."""

    def path(self, name: str) -> Path:
        """A file or folder of this section; an absolute path stays as it is."""
        return Path(self.root, name)


class ModelConfig(Section):
    """The parts of the model and their sizes (paper, section 5 and appendix)."""

    composition: Composition = "ent"
    """Which of the paper's models: edcc (attention over all records, no entity memory), hier (hierarchical attention,
    static memory), dyn (memory updated at each step), ent (memory updated through a gate) or ncp (NCP+CC: a planner
    chooses records, and the decoder writes from their encoded sequence)."""
    encoder: Literal["mean", "bilstm"] | None = None
    """Record encoder. mean: records as they are, the decoder starts from their mean (RotoWire); bilstm: a bidirectional
    LSTM over the records, the decoder starts from its final states (MLB). Default: the domain's. ncp has its own."""
    embedding: int = Field(default=600, ge=1, le=100_000)
    """Size of the embeddings of words and of each feature of a record."""
    hidden: int = Field(default=600, ge=1, le=100_000)
    """n: size of the record representations and of the decoder's hidden state."""
    memory: int = Field(default=300, ge=1, le=100_000)
    """p: size of an entity's memory."""
    layers: int = Field(default=2, ge=1, le=100)
    """Layers of the decoder LSTM."""
    dropout: float = Field(default=0.3, ge=0, lt=1)
    """Dropout probability on record representations, between LSTM layers and on the attention vector."""
    normalise_memory: bool = False
    """Scale each entity's memory to unit length after every update. The paper reports that this hurts."""
    memory_context: bool = False
    """Concatenate the attended memory to the attention vector. The paper reports that this hurts."""
    feed_copied_records: bool = False
    """Not in the paper: besides the embedding of the previous word, the decoder reads the mean of the records that hold
    this word, so it knows which entity a copied name belongs to even if the name is an unknown word."""
    mention_features: bool = False
    """Not in the paper: six binary features of each entity (such as: mentioned last, mentioned before) enter the
    attention over entities."""
    length_control: bool = False
    """Not in the paper: at each step the decoder reads how many words, and how many numbers among them, remain. When
    writing, `--words` and `--numbers` set them."""
    copy_forms: bool = False
    """Not in the paper: a value can be copied in each of its surface forms, 6 as "6", "six" or "sixth" and 1 as "a" or
    "an", so that number words are copies of a cell, too."""
    follow_plan: bool = False
    """Not in the paper: the model writes from a plan, the records of each sentence in order. At each step the decoder
    reads which records its sentence is still to state, and the attention which ones are next, stated, and for later.
    In training the plan is that of the text, by automatic alignment."""
    initialisation: Literal["uniform", "scaled"] = "scaled"
    """Initial parameters. uniform: all from U(−0.1, 0.1), as in the reference implementation; scaled: variance by layer
    size (Glorot), LSTM forget bias 1, memory update gates nearly closed."""

    @model_validator(mode="after")
    def _parts_fit(self) -> "ModelConfig":
        name = self.composition
        without_entities = name in ("edcc", "ncp")
        if self.memory_context and without_entities:
            raise ValueError(f"memory_context needs a memory, and {name} has none: choose hier, dyn or ent")
        if self.mention_features and without_entities:
            raise ValueError(
                f"mention_features needs attention to entities, and {name} has none: choose hier, dyn or ent"
            )
        if self.follow_plan and without_entities:
            raise ValueError(f"follow_plan needs attention to entities, and {name} has none: choose hier, dyn or ent")
        if self.feed_copied_records and name == "ncp":
            raise ValueError("feed_copied_records reads all records, and ncp only planned ones: choose another model")
        if self.hidden % 2 and name == "ncp":
            raise ValueError(
                f"hidden {self.hidden}: ncp gives each direction of its BiLSTM half of it; choose an even one"
            )
        return self


class DataConfig(DataSection):
    """Training and development data, and how training examples are corrupted."""

    train: str = ""
    """Training set: a folder made by `boxscribe data prepare`."""
    valid: str = ""
    """Development set: a folder made by `boxscribe data prepare --vocab` with the training set's vocabularies."""
    batch_size: int = Field(default=16, ge=1)
    """Games per batch, over all processes together."""
    name_dropout: float = Field(default=0.0, ge=0, le=1)
    """Probability that an entity's name is replaced by <unk> in table and text, so that the model learns to copy names
    that it has never seen."""
    value_dropout: float = Field(default=0.0, ge=0, le=1)
    """Probability that the value of a record is replaced by <unk> in the encoder's input."""
    feature_dropout: dict[str, float] = {}
    """Probability that a feature of all records of a table, such as the writer of its text, has its default value:
    `{writer = 0.4}`."""
    hidden_types: list[list[str]] = []
    """Groups of record types that tables may lack, such as the points of the quarters."""
    hidden_rate: float = Field(default=0.0, ge=0, le=1)
    """Probability, for each table and group of hidden_types, that the table lacks these records in training."""
    length_dropout: float = Field(default=0.1, ge=0, le=1)
    """With model.length_control: probability that the number of remaining words is not given for a text, and
    independently that of remaining numbers, so that writing can ask for one, both or neither. It is never given for
    partial texts."""


class OptimiserConfig(Section):
    """The optimiser and how gradients are scaled."""

    name: Literal["adagrad", "adamw"] = "adamw"
    """adagrad (as in the paper) or adamw."""
    learning_rate: float = Field(default=1e-3, gt=0)
    """Peak learning rate; [schedule] multiplies it by a factor from 0 to 1."""
    initial_accumulator: float = Field(default=0.1, ge=0)
    """adagrad: initial value of the accumulated squared gradients."""
    betas: tuple[float, float] = (0.9, 0.98)
    """adamw: decay rates of the first and second moment estimates."""
    weight_decay: float = Field(default=0.0, ge=0)
    """adamw: decoupled weight decay."""
    max_grad_norm: float = Field(default=5.0, gt=0)
    """Gradients with a larger norm are clipped to this norm."""
    loss_normalisation: Literal["summary", "word"] = "word"
    """Divisor of the summed loss of a TBPTT chunk. summary: games of the batch, as in the paper; word: target words of
    the batch divided by its chunks, so that each word has the same weight in a short last chunk as elsewhere."""
    gradient_accumulation: int = Field(default=1, ge=1)
    """TBPTT chunks whose gradients are summed before an optimiser step."""


class ScheduleConfig(Section):
    """The learning-rate schedule."""

    warmup_steps: int = Field(default=0, ge=0)
    """Optimiser steps over which the learning rate rises linearly from 0."""
    decay: Literal["none", "epochs", "cosine"] = "cosine"
    """epochs: multiply by decay_factor after each epoch, as in the paper; cosine: to 0 over the run; none: constant."""
    decay_factor: float = Field(default=0.97, gt=0, le=1)
    """decay = "epochs": factor per epoch."""
    decay_after: int = Field(default=4, ge=0)
    """decay = "epochs": number of epochs at the full rate; fewer if the development loss rises earlier."""


class AttentionSupervisionConfig(Section):
    """Not in the paper: an auxiliary loss on attention and copy gate at words whose record is known by automatic
    alignment of text and table."""

    weight: float = Field(default=0.0, ge=0)
    """Weight of the auxiliary loss at the beginning; 0: no supervision."""
    until: float = Field(default=0.5, gt=0, le=1)
    """Fraction of the run over which the weight decreases linearly to 0."""


class TrainingConfig(Section):
    """The training run."""

    epochs: int = Field(default=25, ge=1)
    """Passes over the training set."""
    init_from: str = ""
    """Folder of a trained model to fine-tune: it gives the initial parameters and all [model] settings. Default: train
    a new model."""
    tbptt_steps: int = Field(default=100, ge=1)
    """Length of a chunk of truncated back-propagation through time, in words."""
    label_smoothing: float = Field(default=0.0, ge=0, lt=1)
    """Probability mass of the target distribution that is spread uniformly over the vocabulary."""
    seed: int = 1
    """Random seed of initialisation, order of the games and dropout."""
    validations_per_epoch: int = Field(default=1, ge=1)
    """Evaluations on the development set per epoch, at equal distances."""
    checkpoint_minutes: float = Field(default=5.0, gt=0)
    """Time between two checkpoints, in minutes; the first one is written after one minute at the latest."""
    average_checkpoints: int = Field(default=1, ge=1)
    """Checkpoint averaging: evaluate and save the mean of the parameters at this many latest validations."""
    device: str = "auto"
    """cpu, cuda, or auto: cuda if it is available."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """bfloat16: mixed precision (autocast). Matrix products read bfloat16; parameters, states and the optimiser stay in
    float32. Faster on GPUs, and on CPUs with bfloat16 instructions (avx512_bf16, amx_bf16)."""
    threads: int = Field(default=1, ge=0)
    """CPU threads per process; 0: as many as cores. Several processes use several cores better than threads do."""


class Config(Section):
    """All settings of a model and its training.

    >>> config = boxscribe.Config(model={"hidden": 128}, training={"epochs": 2})
    >>> config.model.hidden, config.training.epochs, config.optimiser.name
    (128, 2, 'adamw')
    """

    data: DataConfig = DataConfig()
    model: ModelConfig = ModelConfig()
    optimiser: OptimiserConfig = OptimiserConfig()
    schedule: ScheduleConfig = ScheduleConfig()
    attention_supervision: AttentionSupervisionConfig = AttentionSupervisionConfig()
    training: TrainingConfig = TrainingConfig()

    def to_toml(self) -> str:
        """A documented TOML file that `load_config` reads back to an equal configuration."""
        return to_toml(self, {"model": "given by training.init_from"} if self.training.init_from else {})


def load_config(path: str | Path, changes: Iterable[str] = ()) -> Config:
    """The configuration in a TOML file, with changes of the form `section.key=value`."""
    config = load_settings(Config, path, "configuration", changes)
    if config.training.init_from and "model" in config.model_fields_set:
        raise InputError(f"{path}: [model]: training.init_from names a model with its own settings; remove one of them")
    return config
