"""The settings of an extractor and of its training, read from a TOML file."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from boxscribe.config import DataSection, Section
from boxscribe.facts.number_rules import NumberRules
from boxscribe.toml import load_settings


class ExtractorDataConfig(DataSection):
    """Training and development data: tables with texts."""

    train: tuple[str, ...] = Field(min_length=1)
    """Files of the training tables."""
    valid: tuple[str, ...] = ()
    """Files of the development tables. Default: every tenth training table is held out."""
    min_count: int = Field(default=2, ge=1)
    """Words that occur less often in the training texts are unknown words."""
    patterns: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What numbers (#) in certain words can state: words → the record types of each number, separated by blanks, or an
    empty list if such numbers state nothing. Alternative words are separated by |. The first pattern decides."""
    cues: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Record type → words of which one must follow a number that states it, instead of those of the domain. A
    type with an empty list is stated in patterns only."""

    @model_validator(mode="after")
    def _has_rules(self) -> "ExtractorDataConfig":
        NumberRules(self.patterns, self.cues)
        return self


class ClassifierConfig(Section):
    """One classifier of the ensemble."""

    kind: Literal["conv", "bilstm"] = "conv"
    """Encoder of sentences: conv (convolutions over 2, 3 and 5 words) or bilstm."""
    word_embedding: int = Field(default=100, ge=1, le=100_000)
    """Size of the word embeddings."""
    distance_embedding: int = Field(default=50, ge=1, le=100_000)
    """Size of the embeddings of a word's distance to the entity and to the value."""
    features: int = Field(default=100, ge=1, le=100_000)
    """conv: filters of each width; bilstm: size of the hidden state of each direction."""
    hidden: int = Field(default=200, ge=1, le=100_000)
    """Size of the hidden layer before the output layer."""
    dropout: float = Field(default=0.5, ge=0, lt=1)
    """Dropout probability before and after the hidden layer."""
    word_dropout: float = Field(default=0.2, ge=0, lt=1)
    """Dropout probability on the word embeddings."""
    seed: int = 1
    """Random seed of initialisation, order of the sentences and dropout."""


class ExtractorTrainingConfig(Section):
    """Training, the same for each classifier of the ensemble."""

    epochs: int = Field(default=6, ge=1)
    """Passes over the training texts."""
    learning_rate: float = Field(default=2e-3, gt=0)
    """Initial learning rate of Adam; it decays linearly to 0."""
    batch_size: int = Field(default=16000, ge=1)
    """Size of a batch in pairs × tokens."""
    max_grad_norm: float = Field(default=5.0, gt=0)
    """Gradients with a larger norm are scaled down to it."""
    mention_dropout: float = Field(default=0.1, ge=0, lt=1)
    """Probability that a word of a mention is replaced by the unknown word, so that the classifier generalises to
    unseen names and numbers."""
    none_weight: float = Field(default=1.25, gt=0)
    """Weight of NONE in the likelihood of a pair whose number is in the table: the possibility that it matches by
    coincidence and the text means something else. It rises linearly from 0 during the first half of the training."""
    none_bias: float = Field(default=1.0, gt=0)
    """Factor on the odds of NONE in the trained classifiers; above 1, precision rises and recall falls."""
    threads: int = Field(default=1, ge=1)
    """CPU threads."""


class ExtractorConfig(Section):
    """All settings."""

    data: ExtractorDataConfig
    training: ExtractorTrainingConfig = ExtractorTrainingConfig()
    classifiers: tuple[ClassifierConfig, ...] = Field(default=(ClassifierConfig(),), min_length=1)


def load_extractor_config(path: str | Path, changes: Iterable[str] = ()) -> ExtractorConfig:
    """The settings in a TOML file, with changes of the form `section.key=value`."""
    return load_settings(ExtractorConfig, path, "configuration", changes)
