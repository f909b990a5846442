"""How a story is searched for: the settings."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from boxscribe.tables.domain import Domain


class Decoding(BaseModel):
    """Settings of beam search and its special cases: greedy with `beam = 1`, sampling with a `temperature`.

    >>> boxscribe.Decoding(beam=5, length_penalty=1.0).model_dump(exclude_defaults=True)
    {'length_penalty': 1.0}
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    beam: int = Field(default=5, ge=1)
    """hypotheses of a game that are followed at once"""
    min_length: int = Field(default=0, ge=0)
    """words before which a story may not end"""
    max_length: int = Field(default=1000, ge=1)
    """words after which a story is cut"""
    best: int = Field(default=1, ge=1)
    """stories of a game that are given back, best first"""
    length_penalty: float = Field(default=0.0, ge=0)
    """a story's score is log p / words ** this; 0: plain log p, as in the paper"""
    block_ngrams: int = Field(default=0, ge=0)
    """no stretch of so many words twice; 0: anything goes"""
    block_records: bool = False
    """no record of the table told twice by copying; names are free"""
    whole_names: bool = False
    """no name that begins as one entity's and goes on as another's"""
    whole_sentences: bool = False
    """no story that ends within a sentence"""
    words: int = Field(default=0, ge=0)
    """how long the story should be, for a model with a pace: nine tenths of it at least; 0: as it comes"""
    numbers: int = Field(default=0, ge=0)
    """how many of its words should be numbers, for a model with a pace; 0: as it comes"""
    temperature: float = Field(default=0.0, ge=0)
    """0: search; more: draw each word from p ** (1 / temperature)"""
    seed: int = 1
    """of the draws; a game's draws do not depend on other games"""

    @property
    def shortest(self) -> int:
        """Words before which a story may not end."""
        return max(self.min_length, round(0.9 * self.words))

    @model_validator(mode="after")
    def _fits(self) -> "Decoding":
        if self.shortest > self.max_length:
            asked = f"words {self.words}" if self.shortest > self.min_length else f"min_length {self.min_length}"
            raise ValueError(f"{asked} is more than max_length {self.max_length}")
        if self.best > self.beam:
            raise ValueError(f"best {self.best} needs a beam of {self.best} at least, not {self.beam}")
        if self.temperature and self.beam > 1:
            raise ValueError("drawing by chance follows one hypothesis: set beam = 1 with a temperature")
        return self


Preset = Literal["paper", "greedy"]


def preset(name: Preset, domain: Domain) -> Decoding:
    """paper: beam 5, plain log p, nothing blocked, the domain's lengths. greedy: the most probable word each time."""
    paper = domain.decoding
    beam = paper.beam if name == "paper" else 1
    return Decoding(beam=beam, min_length=paper.min_length, max_length=paper.max_length)
