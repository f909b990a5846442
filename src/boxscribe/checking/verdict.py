"""What a text claims, and what the table knows about it."""

from dataclasses import dataclass
from enum import StrEnum

from boxscribe.tables.table import Cell


class VerdictStatus(StrEnum):
    """What the table and its season say about a claim."""

    SUPPORTED = "supported"  # they state it
    CONTRADICTED = "contradicted"  # they state something else
    UNSUPPORTED = "unsupported"  # it could be stated, and is not
    UNKNOWN = "unknown"  # they cannot know it


class ErrorType(StrEnum):
    """The classes of the accuracy shared task (Thomson and Reiter 2021)."""

    NUMBER = "NUMBER"
    NAME = "NAME"
    WORD = "WORD"
    CONTEXT = "CONTEXT"
    NOT_CHECKABLE = "NOT_CHECKABLE"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on one claim; `tokens[start:end]` are the words that would have to change.

    >>> table = next(boxscribe.simulate("rotowire", seed=1))
    >>> (verdict,) = boxscribe.check("J.T. Osborne scored 25 points .", table)
    >>> verdict.said, verdict.status.value, verdict.expected, verdict.cells[0].type, verdict.repair
    ('25 points', 'contradicted', '27', 'PTS', '27')
    """

    start: int
    end: int
    family: str
    type: ErrorType
    status: VerdictStatus
    subject: str = ""  # whom the claim is about
    said: str = ""  # what the text states: "12 rebounds"
    expected: str = ""  # what is true
    cells: tuple[Cell, ...] = ()  # that prove it
    games: tuple[str, ...] = ()  # other games that prove it
    repair: str = ""  # what to write instead of `tokens[start:end]`
    char_start: int = 0  # `text[char_start:char_end]` are the same words in the text as it was given
    char_end: int = 0

    @property
    def is_fault(self) -> bool:
        """Whether an editor has to look at it: what is claimed is false, or is not known to be true."""
        return self.status in (VerdictStatus.CONTRADICTED, VerdictStatus.UNSUPPORTED)

    @property
    def is_linked(self) -> bool:
        """Whether cells or games say that it is true or false."""
        return bool(self.cells or self.games) and self.status is not VerdictStatus.UNKNOWN
