"""The configuration of a model and of its training: typed, explained where it stands, refused where it is wrong.

It is read from TOML and changed by `--set section.key=value`; the one that was used is saved with each checkpoint.
"""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxscribe.errors import InputError
from boxscribe.toml import read_toml, validated


class Section(BaseModel):
    """Immutable, and strict about its keys; the docstring of a field is its explanation."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


Composition = Literal["edcc", "hier", "dyn", "ent"]


class ModelConfig(Section):
    """The model: which parts it is put together from, and their sizes (paper, section 5 and appendix)."""

    composition: Composition = "ent"
    """edcc (flat attention, no memory), hier (static memory), dyn (dynamic memory) or ent (gated memory)"""
    encoder: Literal["mean", "bilstm"] | None = None
    """how records are encoded; by default what the domain's description says"""
    embedding: int = Field(default=600, ge=1)
    """size of the embeddings of words and of each feature of a record"""
    hidden: int = Field(default=600, ge=1)
    """n: size of records and of the decoder's states"""
    memory: int = Field(default=300, ge=1)
    """p: size of an entity's memory"""
    layers: int = Field(default=2, ge=1)
    """layers of the decoder's LSTM"""
    dropout: float = Field(default=0.3, ge=0, lt=1)
    """share of values dropped from records, between LSTM layers and from the attention vector"""
    normalise_memory: bool = False
    """scale each entity's memory to length one; the paper tried it and found that it hurts"""
    memory_context: bool = False
    """feed the attended memory into the attention vector; the paper tried it and found that it hurts"""
    feed_copied_records: bool = False
    """ours, not in the paper: beside a word it has written the decoder reads the records that hold it, so it knows of
    whom it has just spoken, whatever the name is"""
    mention_features: bool = False
    """ours, not in the paper: an entity's attention depends on whether it was named last, before or not at all"""
    length_control: bool = False
    """ours, not in the paper: the decoder is told how many words, and how many numbers among them, are still to come;
    so a story can be asked to be of some length and to have so many numbers"""
    init: Literal["uniform", "scaled"] = "scaled"
    """uniform: every parameter from U(−0.1, 0.1), as the reference; scaled: by the size of a layer, forget bias 1"""

    @model_validator(mode="after")
    def _fits(self) -> "ModelConfig":
        if self.memory_context and self.composition == "edcc":
            raise ValueError("memory_context needs a memory, and edcc has none: choose hier, dyn or ent")
        if self.mention_features and self.composition == "edcc":
            raise ValueError("mentions needs attention to entities, and edcc has none: choose hier, dyn or ent")
        return self


class DataConfig(Section):
    """What is learned from."""

    train: str
    """the training set: a folder made by `boxscribe data prepare`"""
    valid: str
    """the development set: the same, prepared with the training set's vocabularies"""
    batch_size: int = Field(default=16, ge=1)
    """games in a batch, over all processes together"""
    name_dropout: float = Field(default=0.0, ge=0, le=1)
    """share of entities whose name is hidden in table and text, so that unseen names are learned to be copied"""
    length_dropout: float = Field(default=0.1, ge=0, le=1)
    """share of texts of which a model with a pace is not told how many words are to come, and, drawn anew, how many
    numbers: so that one can be asked for without the other; of partial_texts it is never told"""
    value_dropout: float = Field(default=0.0, ge=0, le=1)
    """share of rows whose value is hidden from the encoder"""


class OptimiserConfig(Section):
    """How parameters follow their gradients."""

    name: Literal["adagrad", "adamw"] = "adamw"
    """adagrad as in the paper, or adamw"""
    learning_rate: float = Field(default=1e-3, gt=0)
    """the learning rate at its highest"""
    initial_accumulator: float = Field(default=0.1, ge=0)
    """adagrad: what its sum of squares starts with"""
    betas: tuple[float, float] = (0.9, 0.98)
    """adamw: decay of its averages"""
    weight_decay: float = Field(default=0.0, ge=0)
    """adamw: decay of the weights"""
    max_grad_norm: float = Field(default=5.0, gt=0)
    """the gradient is scaled down to this norm"""
    loss_normalisation: Literal["summary", "word"] = "word"
    """what a chunk's loss is divided by: the summaries of the batch, as in the paper, or the words that the batch's
    chunks have on average"""
    accumulate: int = Field(default=1, ge=1)
    """chunks whose gradients are added up before a step"""


class ScheduleConfig(Section):
    """How the learning rate changes."""

    warmup: int = Field(default=0, ge=0)
    """steps in which the rate rises from 0"""
    decay: Literal["none", "epochs", "cosine"] = "cosine"
    """epochs: × factor after each epoch from `decay_from` on, as in the paper; cosine: down to 0 over the run"""
    factor: float = Field(default=0.97, gt=0, le=1)
    """decay = "epochs": the factor"""
    decay_from: int = Field(default=4, ge=0)
    """decay = "epochs": the last epoch at the full rate"""


class AttentionSupervisionConfig(Section):
    """Ours, not in the paper: supervise attention and copy gate where matching knows which record a word tells."""

    weight: float = Field(default=0.0, ge=0)
    """weight of the guide in the loss at the start; 0: no guide"""
    until: float = Field(default=0.5, gt=0, le=1)
    """share of the run over which the weight falls to 0"""


class TrainingConfig(Section):
    """The run."""

    epochs: int = Field(default=25, ge=1)
    """how often the training set is seen"""
    init_from: str = ""
    """the folder of a model that learns on, with its own parameters and settings; by default a new one learns"""
    tbptt_steps: int = Field(default=100, ge=1)
    """steps of truncated back-propagation through time"""
    label_smoothing: float = Field(default=0.0, ge=0, lt=1)
    """weight of the mean over the vocabulary in the loss"""
    seed: int = 1
    """of parameters, order and dropout"""
    validations: int = Field(default=1, ge=1)
    """validations in an epoch"""
    checkpoint_minutes: float = Field(default=5.0, gt=0)
    """a killed run loses no more than this"""
    average_checkpoints: int = Field(default=1, ge=1)
    """the best model is the mean of the parameters at this many latest validations"""
    device: str = "auto"
    """cpu, cuda, or auto: cuda where there is one"""
    precision: Literal["float32", "bfloat16"] = "float32"
    """of the products in training; bfloat16 (autocast) is for GPUs, parameters stay in float32"""
    threads: int = Field(default=1, ge=0)
    """threads of one process on a CPU, 0: as many as cores; several processes use several cores better"""


class Config(Section):
    """All of it."""

    data: DataConfig
    model: ModelConfig = ModelConfig()
    optimiser: OptimiserConfig = OptimiserConfig()
    schedule: ScheduleConfig = ScheduleConfig()
    attention_supervision: AttentionSupervisionConfig = AttentionSupervisionConfig()
    training: TrainingConfig = TrainingConfig()


def load_config(path: str | Path, changes: Iterable[str] = ()) -> Config:
    """The configuration in a TOML file, with changes of the form `section.key=value`."""
    data = read_toml(path, "configuration")
    for change in changes:
        _apply(data, change)
    config = validated(Config, data, path)
    if config.training.init_from and "model" in data:
        raise InputError(f"{path}: [model]: is settled by the model in training.init_from; leave one of them out")
    return config


def _apply(data: dict[str, Any], change: str) -> None:
    place, equals, value = change.partition("=")
    section, dot, key = place.strip().partition(".")
    if not (equals and dot and isinstance(data.setdefault(section, {}), dict)):
        raise InputError(f"--set {change}: write section.key=value, such as model.hidden=384")
    try:
        data[section][key] = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        data[section][key] = value.strip()  # a bare word is a string


def explained(config: Config) -> Iterator[tuple[str, Any, str]]:
    """(section.key, value, explanation) for every key."""
    for section_name in Config.model_fields:
        section = getattr(config, section_name)
        for key, field in type(section).model_fields.items():
            yield f"{section_name}.{key}", getattr(section, key), field.description or ""
