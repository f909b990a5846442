"""STUDY.toml: what is judged, by how many people, and how it is put to them; typed and explained.

The defaults are the paper's: 30 summaries, 4 sentences each with 5 answers, all pairs of systems with 3 answers.
"""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from boxscribe.config import Section
from boxscribe.errors import did_you_mean
from boxscribe.toml import read_toml, validated

Kind = Literal["facts", "quality"]
KINDS: tuple[Kind, ...] = ("facts", "quality")
FACTS = ("supporting", "contradicting")
CRITERIA = {
    "grammaticality": "Which summary is written in better-formed English?",
    "coherence": "In which summary do the sentences follow each other more coherently?",
    "conciseness": "Which summary repeats itself less?",
}
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class Form(Section):
    """What both kinds of form have."""

    answers: int = Field(default=5, ge=1)
    """how many people answer each task"""
    limit: int = Field(default=6, ge=1)
    """tasks that one person gets; attention checks come on top"""
    checks: int = Field(default=1, ge=0)
    """attention checks among the tasks of each person"""


class FactsForm(Form):
    """Counting the facts of sentences; a task is the drawn sentences of one summary."""

    sentences: int = Field(default=4, ge=1, le=4)
    """sentences drawn from each summary"""


class QualityForm(Form):
    """Comparing two summaries; a task is one pair."""

    answers: int = Field(default=3, ge=1)
    """how many people answer each task"""
    limit: int = Field(default=12, ge=1)
    """tasks that one person gets; attention checks come on top"""
    criteria: dict[str, Annotated[str, Field(min_length=1)]] = Field(default=CRITERIA, min_length=1)
    """the questions: a name for the columns of results, and the words that people read"""


class Participants(Section):
    """How people come and go."""

    completion_code: str = ""
    """the code that everybody gets at the end, as platforms ask for; by default each person gets one of their own"""
    return_url: str = ""
    """a link shown at the end; {code} stands for the completion code"""
    contact: str = ""
    """whom participants can ask, shown on every page"""
    patience: float = Field(default=60.0, gt=0)
    """minutes without a click after which a person's open tasks may go to somebody else"""
    failures: int = Field(default=0, ge=0)
    """failed attention checks that are forgiven"""


class Study(Section):
    """All of it."""

    title: str = "What makes a good game summary?"
    """the heading of the pages"""
    tables: str
    """the games: whatever `boxscribe data show` reads; the path is relative to this file"""
    domain: str | None = None
    """the description of a domain of your own: FILE.toml"""
    systems: dict[str, str]
    """name → file: a story per line in the order of the tables, or JSON lines with `id` and `text`"""
    gold: str = ""
    """the name under which the tables' own texts take part; by default they do not"""
    against: str = ""
    """the system that the others are compared with; by default the last one"""
    seed: int = 1
    """the same seed draws the same study"""
    summaries: int = Field(default=30, ge=1)
    """games that are drawn; every system's summary of them takes part"""
    forms: tuple[Kind, ...] = KINDS
    """which forms to make: facts, quality or both"""
    facts: FactsForm = FactsForm()
    quality: QualityForm = QualityForm()
    participants: Participants = Participants()

    @property
    def names(self) -> tuple[str, ...]:
        """All systems, the gold texts first."""
        return (*([self.gold] if self.gold else []), *self.systems)

    @property
    def chosen(self) -> str:
        return self.against or self.names[-1]

    def form(self, kind: Kind) -> Form:
        return self.facts if kind == "facts" else self.quality

    def questions(self, kind: Kind) -> tuple[str, ...]:
        return FACTS if kind == "facts" else tuple(self.quality.criteria)

    @model_validator(mode="after")
    def _fits(self) -> "Study":
        if self.gold in self.systems:
            raise ValueError(f"gold: '{self.gold}' is the name of a system already")
        if len(self.names) < (2 if "quality" in self.forms else 1):
            raise ValueError("systems: a comparison needs two systems at least (gold counts as one)")
        for name in self.names:
            if not name.strip() or "#" in name:
                raise ValueError(f"systems: '{name}' is no good name: it must not be empty or contain '#'")
        if self.against and self.against not in self.names:
            raise ValueError(f"against: no system '{self.against}'; {did_you_mean(self.against, self.names)}")
        if not self.forms:
            raise ValueError("forms: name facts, quality or both")
        for criterion in self.quality.criteria:
            if not _WORD.fullmatch(criterion) or criterion in (*FACTS, "done"):
                raise ValueError(f"quality.criteria: '{criterion}' must be one new word of letters and digits")
        return self


def load_study(path: str | Path) -> Study:
    """The study in a TOML file."""
    return validated(Study, read_toml(path, "study"), path)
