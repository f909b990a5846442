"""A verdict on every claim of a text."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from boxscribe.check.counts import Counts
from boxscribe.check.discourse import DiscourseModel
from boxscribe.check.pairs import Pairs
from boxscribe.check.percentages import Percentages
from boxscribe.check.reading import Reading
from boxscribe.check.roles import Leaders, Statements
from boxscribe.check.scope import Scopes
from boxscribe.check.scores import FinalScores, Records, Results
from boxscribe.check.verdict import Verdict
from boxscribe.check.world import World
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table


class Reader(Protocol):
    """A family of claims: finds them in a text and judges them."""

    family: str

    def __init__(self, domain: Domain) -> None: ...

    def read(self, reading: Reading) -> Iterator[Verdict]: ...


READERS: tuple[type[Reader], ...] = (Records, FinalScores, Results, Leaders, Statements, Pairs, Percentages, Counts)
"""In the order of precedence: a word belongs to the first family that makes a claim of it."""


class Checker:
    """Checks texts of one domain."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain.model_copy(update={"aliases": domain.aliases | domain.cues.aliases})
        self._scopes = Scopes(domain)
        self._readers = [reader(domain) for reader in READERS]

    def check(self, tokens: Sequence[str], table: Table) -> list[Verdict]:
        """The verdicts on a text, in its order."""
        text = DiscourseModel(tokens, table, self.domain)
        reading = Reading(text, World(table, self.domain), self._scopes.clauses(text))
        claimed: set[int] = set()
        verdicts: list[Verdict] = []
        for reader in self._readers:
            for verdict in list(reader.read(reading)):
                span = range(verdict.start, verdict.end)
                if claimed.isdisjoint(span):
                    claimed.update(span)
                    verdicts.append(verdict)
        return sorted(verdicts, key=lambda verdict: verdict.start)
