"""From a file of tables to plans by a planner, and their scores: `plan` and `planner score` as functions."""

from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.planning.paragraphs import with_paragraphs
from boxscribe.planning.plan import Plan
from boxscribe.planning.score import score_plans
from boxscribe.planning.store import load_planner
from boxscribe.planning.writers import writers_of
from boxscribe.progress import Progress, no_progress
from boxscribe.season.enrich import SeasonSource, enrich
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table


def make_plans(
    source: str | Path,
    planner: str | Path | None = None,
    writer: str | None = None,
    words: int | None = None,
    paragraphs: bool = False,
    *,
    games: Collection[int] = (),
    season: SeasonSource | None = None,
    format: str | None = None,
    domain: str | Domain | None = None,
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> Iterator[tuple[Table, Plan]]:
    """Each table of a file with its plan.

    planner: a folder or the name of a shipped planner; by default the one of the tables' domain
    writer, words: the style, and the length of the text that is to be written
    paragraphs: begin a paragraph where a plan turns to another side
    games: only these games of the file, counted from 1
    """
    read = read_tables(source, format, domain, report, games)
    tables = iter(progress(read if season is None else enrich(read, season, report=report), "planning"))
    first = next(tables, None)
    if first is None:
        return
    used = load_planner(planner or first.domain)
    for table in chain([first], tables):
        try:
            plan = used.plan(table, writer, words)
        except InputError as error:
            report(Problem(str(error), file=read.name, game=read.number))
            continue
        yield table, with_paragraphs(plan, table, used.domain) if paragraphs else plan


def score_planner(
    planner: str | Path,
    data: str | Path,
    with_writer: bool = False,
    writers: str | Path | None = None,
    *,
    format: str | None = None,
    domain: str | Domain | None = None,
    progress: Progress = no_progress,
) -> dict[str, float]:
    """CS and CO of a planner's plans against the texts of tables, with the mean number of facts and the games.

    with_writer: plan in the style of each text's writer (`planning.writers`), where the planner knows that writer
    """
    used = load_planner(planner)
    tables = [table for table in read_tables(data, format, domain) if table.tokens]
    if not tables:
        raise InputError(f"{data}: has no texts to compare plans with; give tables with texts")
    given = writers_of(tables, writers, data) if with_writer else [None] * len(tables)
    if with_writer and not any(given):
        raise InputError(f"{data}: no table says who wrote its text; name a file with --writers")
    known = [name if name in used.selector.space.writers else None for name in given]
    pairs = progress(list(zip(tables, known, strict=True)), "planning", len(tables))
    plans = [used.plan(table, writer) for table, writer in pairs]
    figures = score_plans(plans, tables, used.domain, progress=progress).figures
    facts = sum(len(plan.facts) for plan in plans) / len(plans)
    return {"games": len(plans), "facts": facts} | dict(figures)
