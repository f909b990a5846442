"""Whether a sentence may be written: the checker finds no fault in it, and supports all that it claims."""

from collections.abc import Callable, Sequence

from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.table import Table

Check = Callable[[Sequence[str], Table], list[Verdict]]
"""The verdicts on a text about a table, in its order."""


def is_supported(check: Check, table: Table, before: Sequence[str], sentence: Sequence[str]) -> bool:
    """Whether all that a sentence claims, after the words `before` it, is known to be true. Claims that cannot be known
    from table and season count as false, and so do numbers that the checker does not understand."""
    verdicts = check([*before, *sentence], table)
    return all(verdict.status is VerdictStatus.SUPPORTED for verdict in verdicts if verdict.end > len(before))
