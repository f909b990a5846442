"""A `Score` is a figure with its interval; a `Signature` says how figures were computed."""

from dataclasses import dataclass, fields
from typing import NamedTuple


class Score(NamedTuple):
    """A figure, and the interval that it would be in for other documents of the same sort."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Signature:
    """How figures were computed. Those with different signatures are not comparable. What does not apply is empty."""

    metrics: str  # the families with their settings
    extractor: str  # what found the relations of the texts
    gold: str  # what found those of the gold texts
    texts: str  # tokenised, or plain: tokenised first
    data: str  # the file of the tables
    subset: str
    documents: int
    interval: str
    boxscribe: str  # the version of this package

    def __str__(self) -> str:
        parts = {field.name: str(getattr(self, field.name)) for field in fields(self)}
        return " | ".join(f"{name}: {part}" for name, part in parts.items() if part)
