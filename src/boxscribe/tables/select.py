"""Some tables of a file: by what their `meta` says (`--where source=official`), or by their numbers (`--game 3`)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.read import Tables
from boxscribe.tables.table import Table


def where(conditions: Sequence[str], describe: Describe = load_domain) -> Callable[[Table], bool]:
    """Whether a table fulfils all `conditions`, each written `key=value`; several values of a key are alternatives.

    A value is what `meta` says under the key, or the name that the domain's description gives it.
    """
    wanted: dict[str, set[str]] = {}
    for condition in conditions:
        key, equals, value = condition.partition("=")
        if not equals:
            raise InputError(f"--where {condition}: write key=value, such as source=official")
        wanted.setdefault(key, set()).add(value)
    return lambda table: all(not values.isdisjoint(_values(table, key, describe)) for key, values in wanted.items())


def _values(table: Table, key: str, describe: Describe) -> set[str]:
    domain = describe(table.domain)
    features = (domain.features | domain.derived_features).values()
    named = {feature.from_meta(table.meta) for feature in features if feature.derive == "meta" and feature.key == key}
    said = {str(table.meta[key])} if key in table.meta else set()
    return said | {value for value in named if value is not None}


class SelectedTables(Tables):
    """The tables of some games of a file; `games` are their numbers, counted from 1. Problems of others are ignored."""

    def __init__(
        self,
        source: str | Path,
        games: Collection[int],
        kind: str | None = None,
        domain: str | Domain | None = None,
        report: Report = raise_first,
    ) -> None:
        def relevant(problem: Problem) -> None:
            if problem.game is None or problem.game in games:
                report(problem)

        super().__init__(source, kind, domain, relevant)
        self.games = games

    def __iter__(self) -> Iterator[Table]:
        last = max(self.games)
        for table in super().__iter__():
            if self.number in self.games:
                yield table
            if self.number >= last:
                return
        if self.number < last:
            raise InputError(f"{self.name}: has no game {last}; it has {self.number:,}")
