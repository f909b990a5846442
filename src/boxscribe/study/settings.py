"""STUDY.toml: which texts are judged, on which forms and by how many participants; typed and validated.

The defaults are the paper's: 30 summaries of each system; 4 sentences of each with 5 answers; all pairs of systems with
3 answers.
"""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from boxscribe.config import Section
from boxscribe.errors import did_you_mean
from boxscribe.toml import read_toml, validated

Form = Literal["facts", "quality"]
FORMS: tuple[Form, ...] = ("facts", "quality")
FACTS = ("supporting", "contradicting")
CRITERIA = {
    "grammaticality": "Which summary is written in better-formed English?",
    "coherence": "In which summary do the sentences follow each other more coherently?",
    "conciseness": "Which summary repeats itself less?",
}
DONE = "done"  # the question whose answer is that the participant has left a screen with "Next"
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")


class FormSettings(Section):
    """What the settings of both forms have in common."""

    answers_per_task: int = Field(default=5, ge=1, le=1000)
    """participants who answer each task"""
    tasks_per_participant: int = Field(default=6, ge=1)
    """tasks of one participant, without the attention checks"""
    attention_checks: int = Field(default=1, ge=0, le=100)
    """attention checks among the tasks of each participant"""


class FactsSettings(FormSettings):
    """Participants count the facts in sentences; a task is the sampled sentences of one summary."""

    sentences: int = Field(default=4, ge=1, le=4)
    """sentences sampled from each summary"""


class QualitySettings(FormSettings):
    """Participants compare two summaries of a game; a task is one pair."""

    answers_per_task: int = Field(default=3, ge=1, le=1000)
    """participants who answer each task"""
    tasks_per_participant: int = Field(default=12, ge=1)
    """tasks of one participant, without the attention checks"""
    criteria: dict[str, Annotated[str, Field(min_length=1)]] = Field(default=CRITERIA, min_length=1)
    """criterion (a column of the results) → the question as participants read it"""


class ParticipantSettings(Section):
    """How participants finish, whom they can ask, and when their answers are not used."""

    completion_code: str = ""
    """the code that a crowd platform expects, shown to every participant at the end; empty: a random one for each"""
    return_url: str = ""
    """a link shown at the end; {code} stands for the completion code"""
    contact: str = ""
    """whom participants can ask, shown on every page"""
    timeout_minutes: float = Field(default=60.0, gt=0)
    """minutes without an answer after which a participant's open tasks may be assigned to another one"""
    unanswered_per_address: int = Field(default=250, ge=1)
    """sessions without an answer that one network address may have; each counts until `timeout_minutes` have passed"""
    failed_checks_allowed: int = Field(default=0, ge=0)
    """attention checks that a participant may fail before all their answers are excluded"""


class StudySettings(Section):
    """The whole file."""

    title: str = "What makes a good game summary?"
    """the heading of the pages"""
    tables: str
    """the games: a file that `boxscribe data show` reads; the path is relative to this file"""
    domain: str | None = None
    """the description of the tables' domain (FILE.toml), if it is your own"""
    systems: dict[str, str]
    """name → file with its texts: one per line in the order of the tables, or JSON lines with `id` and `text`"""
    gold: str = ""
    """the system name of the tables' own texts; empty: they are not judged"""
    against: str = ""
    """the system that the others are tested against; empty: the last one"""
    seed: int = 1
    """of all sampling and ordering: the same seed makes the same study"""
    summaries: int = Field(default=30, ge=1)
    """summaries of each system, of the same sampled games"""
    forms: tuple[Form, ...] = FORMS
    """the forms to make: facts, quality or both"""
    facts: FactsSettings = FactsSettings()
    quality: QualitySettings = QualitySettings()
    participants: ParticipantSettings = ParticipantSettings()

    @property
    def names(self) -> tuple[str, ...]:
        """All systems, the gold texts first."""
        return (*([self.gold] if self.gold else []), *self.systems)

    @property
    def compared_with(self) -> str:
        """The system that the others are tested against."""
        return self.against or self.names[-1]

    def form(self, form: Form) -> FormSettings:
        return self.facts if form == "facts" else self.quality

    def questions(self, form: Form) -> tuple[str, ...]:
        return FACTS if form == "facts" else tuple(self.quality.criteria)

    @model_validator(mode="after")
    def _is_consistent(self) -> "StudySettings":
        if self.gold in self.systems:
            raise ValueError(f"gold: '{self.gold}' is already the name of a system")
        if len(self.names) < (2 if "quality" in self.forms else 1):
            raise ValueError("systems: a comparison needs at least two systems (gold is one)")
        for name in self.names:
            if not name.strip() or not name.isprintable() or "#" in name:
                raise ValueError(
                    f"systems: {name!r} is not a valid name: it must not be empty or contain '#', line breaks or other "
                    "control characters"
                )
        if self.against and self.against not in self.names:
            raise ValueError(f"against: no system '{self.against}'; {did_you_mean(self.against, self.names)}")
        if not self.forms or len({*self.forms}) < len(self.forms):
            raise ValueError("forms: name facts, quality or both, each once")
        for criterion in self.quality.criteria:
            if not _WORD.fullmatch(criterion) or criterion in (*FACTS, DONE):
                raise ValueError(
                    f"quality.criteria: '{criterion}' must be one word of letters and digits, "
                    f"other than {', '.join(FACTS)} and {DONE}"
                )
        return self


def load_settings(path: str | Path) -> StudySettings:
    """Read a STUDY.toml."""
    return validated(StudySettings, read_toml(path, "study"), path)
