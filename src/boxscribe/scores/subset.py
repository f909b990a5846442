"""Which games to score: those of a list, or those that are not among the training games (the clean subset)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.files import read_lines
from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class Subset:
    """A choice of games by id; several tables of one game, with texts of different authors, have the same id."""

    name: str = "all"
    only: frozenset[str] | None = None  # None: all but those of `without`
    without: frozenset[str] = field(default_factory=frozenset)

    def __contains__(self, id: str) -> bool:
        return id not in self.without and (self.only is None or id in self.only)

    def check(self, ids: Sequence[str], tables: str) -> None:
        """Refuse an id that `tables` lacks, and a choice of no game at all."""
        for id in sorted((self.only or frozenset()).difference(ids)):
            raise InputError(f"{self.name}: {tables} has no game '{id}'; its first game is '{ids[0]}'")
        if not any(id in self for id in ids):
            raise InputError(f"--subset {self.name}: no game of {tables} is left to score")


ALL_GAMES = Subset()


def listed(source: str | Path) -> Subset:
    """The games whose ids a file lists, one per line."""
    ids = frozenset(line.strip() for line in read_lines(source) if line.strip())
    if not ids:
        raise InputError(f"{source}: lists no game; write one id per line")
    return Subset(str(source), only=ids)


def clean(training: Iterable[Table], source: str) -> Subset:
    """The games that do not occur among the training games of `source`, not even with another author's text."""
    return Subset(f"clean, without {source}", without=frozenset(table.id for table in training))
