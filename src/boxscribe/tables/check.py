"""`data check`: all problems of files of tables. Errors make a table unusable; warnings are worth a look.

The errors are those of reading, where every table is validated. `review` adds warnings: missing cells, numbers that do
not add up, entities that share a name, a text about something else.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from boxscribe.errors import Problem, Report
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.cells import cells_of
from boxscribe.tables.complete import incomplete
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table


@dataclass(slots=True)
class CheckResult:
    """What was found in all files."""

    games: int = 0  # without errors
    problems: list[Problem] = field(default_factory=list)

    @property
    def errors(self) -> int:
        return len(self.problems) - self.warnings

    @property
    def warnings(self) -> int:
        return sum(problem.warning for problem in self.problems)


def check_files(
    sources: Iterable[str | Path],
    format: str | None = None,
    domain: str | Domain | None = None,
    report: Report = lambda problem: None,
    progress: Progress = no_progress,
) -> CheckResult:
    """Every problem of the files; `report` gets each as soon as it is found."""
    result = CheckResult()

    def found(problem: Problem) -> None:
        result.problems.append(problem)
        report(problem)

    for source in sources:
        tables = read_tables(source, format, domain, found)
        for table in progress(tables, f"checking {tables.name}"):
            result.games += 1
            for problem in review(table, tables.domain(table.domain)):
                found(replace(problem, file=tables.name, game=tables.number))
    return result


def review(table: Table, domain: Domain) -> Iterator[Problem]:
    """Warnings: missing cells, numbers that do not add up, names that several entities share, a text that names no
    entity."""
    yield from incomplete(table, domain)
    yield from _unknown_meta(table, domain)
    yield from _broken_rules(table, domain)
    names = Counter((entity.kind, entity.name) for entity in table.entities)
    for (kind, name), count in names.items():
        if count > 1:
            message = f"{count} entities of kind '{kind}' have this name; a text cannot distinguish them"
            yield Problem(message, field=name, warning=True)
    if table.tokens and not _speaks_of(table, domain):
        yield Problem("the text names no entity of the table; does it belong to it?", field="text", warning=True)


def _unknown_meta(table: Table, domain: Domain) -> Iterator[Problem]:
    for name, feature in (domain.features | domain.derived_features).items():
        if feature.derive == "meta" and feature.from_meta(table.meta) is None:
            message = f"'{table.meta[feature.key]}' is no {name} that the description of '{domain.name}' names"
            yield Problem(
                f"{message}; with --derive {name} it counts as '{feature.default}'", f"meta.{feature.key}", warning=True
            )


def _broken_rules(table: Table, domain: Domain) -> Iterator[Problem]:
    for cells in cells_of(table, domain.side):
        for rule in domain.kinds[cells.kind].parsed_rules():
            broken = rule.broken_by(cells)
            if broken:
                yield Problem(broken, field=cells.entity.name, warning=True)


def _speaks_of(table: Table, domain: Domain) -> bool:
    words = set(table.tokens)
    return any(
        not words.isdisjoint(record.value.split())
        for entity in table.entities
        for record in entity.records
        if record.type in domain.kinds[entity.kind].name
    )
