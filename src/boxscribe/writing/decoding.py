"""Decoding settings: how a model's stories are searched for or sampled."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxscribe.tables.domain import MAX_BEAM, MAX_LENGTH, Domain

MIN_TEMPERATURE = 0.01  # below it p ** (1 / temperature) is not representable


class Decoding(BaseModel):
    """Settings of beam search and its special cases: greedy with `beam = 1`, sampling with a `temperature`.

    >>> boxscribe.Decoding(beam=5, length_penalty=1.0).model_dump(exclude_defaults=True)
    {'length_penalty': 1.0}
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    beam: int = Field(default=5, ge=1, le=MAX_BEAM)
    """beam size: hypotheses per game, of the text and, in a model that plans, of the plan"""
    min_length: int = Field(default=0, ge=0, le=MAX_LENGTH)
    """fewest words of a story"""
    max_length: int = Field(default=1000, ge=1, le=MAX_LENGTH)
    """most words of a story, which is cut there"""
    best: int = Field(default=1, ge=1, le=MAX_BEAM)
    """stories per game that are returned, best first"""
    length_penalty: float = Field(default=0.0, ge=0, le=10)
    """a story's score is log p / words ** length_penalty; 0: plain log p, as in the paper"""
    word_reward: float = Field(default=0.0, ge=0, le=10)
    """a score is log p + words * word_reward: longer sentences win (word reward, He et al. 2016); 0: plain log p"""
    block_ngrams: int = Field(default=0, ge=0, le=MAX_LENGTH)
    """size of n-grams that may not repeat within a story; 0: no limit"""
    block_records: bool = False
    """copy no record of the table twice; names may repeat"""
    whole_names: bool = False
    """a name that begins as one entity's may not continue as another's"""
    whole_sentences: bool = False
    """a story may not end within a sentence"""
    words: int = Field(default=0, ge=0, le=MAX_LENGTH)
    """target length in words, for a model with length control; a story has nine tenths of it at least; 0: free"""
    numbers: int = Field(default=0, ge=0, le=MAX_LENGTH)
    """target count of numbers among the words, for a model with length control; 0: free"""
    temperature: float = Field(default=0.0, ge=0, le=100)
    """0: search; otherwise each word is sampled from p ** (1 / temperature)"""
    seed: int = 1
    """random seed of sampling; the samples of a game do not depend on other games"""

    @property
    def shortest(self) -> int:
        """The fewest words of a story, by `min_length` and `words`."""
        return max(self.min_length, round(0.9 * self.words))

    @model_validator(mode="after")
    def _fits(self) -> "Decoding":
        if self.shortest > self.max_length:
            asked = f"words {self.words}" if self.shortest > self.min_length else f"min_length {self.min_length}"
            raise ValueError(f"{asked} is more than max_length {self.max_length}")
        if self.best > self.beam:
            raise ValueError(f"best {self.best} needs a beam of {self.best} at least, not {self.beam}")
        if self.temperature and self.beam > 1:
            raise ValueError("sampling keeps one hypothesis: set beam = 1 with a temperature")
        if 0 < self.temperature < MIN_TEMPERATURE:
            raise ValueError(f"temperature {self.temperature:g} is below {MIN_TEMPERATURE}: use 0, with a beam of 1")
        return self


Preset = Literal["paper", "greedy"]


def preset(name: Preset, domain: Domain) -> Decoding:
    """paper: beam 5, plain log p, nothing blocked, the domain's lengths. greedy: the most probable word each time."""
    paper = domain.decoding
    beam = paper.beam if name == "paper" else 1
    return Decoding(beam=beam, min_length=paper.min_length, max_length=paper.max_length)
