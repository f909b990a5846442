"""The configuration of an extractor and of its training."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from boxscribe.config import Section
from boxscribe.toml import read_toml, validated


class DataConfig(Section):
    """What is learned from: tables with texts, nothing else."""

    train: tuple[str, ...] = Field(min_length=1)
    """files of tables with texts"""
    valid: tuple[str, ...] = ()
    """the development tables; without any, every tenth training game is held out for them"""
    min_count: int = Field(default=2, ge=1)
    """words that occur less often in the training texts are unknown words"""


class ClassifierConfig(Section):
    """One model of the ensemble."""

    kind: Literal["conv", "bilstm"] = "conv"
    """conv (windows of 2, 3 and 5 words) or bilstm"""
    words: int = Field(default=100, ge=1)
    """size of the embeddings of words"""
    distances: int = Field(default=50, ge=1)
    """size of the embeddings of the distances to the two mentions"""
    features: int = Field(default=100, ge=1)
    """conv: filters of each width; bilstm: size of the states of one direction"""
    hidden: int = Field(default=200, ge=1)
    """size of the layer before the labels"""
    dropout: float = Field(default=0.5, ge=0, lt=1)
    """share of values dropped before and behind that layer"""
    word_dropout: float = Field(default=0.2, ge=0, lt=1)
    """share of values dropped from the embeddings of words"""
    seed: int = 1
    """of parameters, order and dropout"""


class TrainingConfig(Section):
    """The run, the same for each member."""

    epochs: int = Field(default=6, ge=1)
    """how often the training texts are seen"""
    learning_rate: float = Field(default=2e-3, gt=0)
    """the learning rate of Adam at the start; it falls to 0 in a straight line"""
    batch_size: int = Field(default=16000, ge=1)
    """size of a batch in pairs × tokens"""
    max_grad_norm: float = Field(default=5.0, gt=0)
    """the gradient is scaled down to this norm"""
    mention_dropout: float = Field(default=0.1, ge=0, lt=1)
    """share of the words of mentions that are hidden, so that unseen names and numbers are learned, too"""
    none_weight: float = Field(default=1.25, gt=0)
    """weight of the possibility that a number is in the table by chance and the text means something else; it rises
    from 0 in the first half of the run"""
    none_bias: float = Field(default=1.0, gt=0)
    """factor on the odds that a pair states nothing, set in the finished members: above 1, fewer and surer relations"""
    threads: int = Field(default=1, ge=1)
    """threads on a CPU"""


class ExtractorConfig(Section):
    """All of it."""

    data: DataConfig
    training: TrainingConfig = TrainingConfig()
    classifiers: tuple[ClassifierConfig, ...] = Field(default=(ClassifierConfig(),), min_length=1)


def load_extractor_config(path: str | Path) -> ExtractorConfig:
    """The configuration in a TOML file."""
    return validated(ExtractorConfig, read_toml(path, "configuration"), path)
