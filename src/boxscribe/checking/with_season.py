"""Texts against their table and the season around its game."""

from collections.abc import Sequence

from boxscribe.checking.checker import Checker
from boxscribe.checking.recent_tables import RecentTables
from boxscribe.checking.verdict import Verdict
from boxscribe.checking.world import History
from boxscribe.season.enrich import Enricher, SeasonSource
from boxscribe.tables.domain import Describe
from boxscribe.tables.table import Table


class SeasonChecker:
    """Checks texts of all domains that `describe` finds; what it has read of the season serves all tables. Several
    checkers, each with a thread of its own, may share the `Enricher` of a season."""

    def __init__(self, describe: Describe, season: SeasonSource | Enricher | None = None) -> None:
        self._describe = describe
        self._enricher = season if isinstance(season, Enricher | None) else Enricher(season, describe)
        self._checkers: dict[str, Checker] = {}
        self._known = RecentTables[tuple[Table, History | None]]()  # a game may have several texts

    def checker(self, domain: str) -> Checker:
        """The checker of a domain."""
        if domain not in self._checkers:
            self._checkers[domain] = Checker(self._describe(domain))
        return self._checkers[domain]

    def known(self, table: Table) -> tuple[Table, History | None]:
        """The table with the records of its season, and what its entities did before; as it is, without a season."""
        enricher = self._enricher
        if enricher is None:
            return table, None
        return self._known.get(table, lambda: (enricher(table), enricher.history(table)))

    def check(self, tokens: Sequence[str], table: Table) -> list[Verdict]:
        """The verdicts on a text, in its order."""
        return self.checker(table.domain).check(tokens, *self.known(table))
