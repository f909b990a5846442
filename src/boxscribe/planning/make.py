"""From a file of tables to plans by a planner, and their scores: `plan` and `planner score` as functions."""

from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.planning.arranged import ArrangedPlanner
from boxscribe.planning.focus import find_focus
from boxscribe.planning.newsworthy import NewsPlanner
from boxscribe.planning.paragraphs import with_paragraphs
from boxscribe.planning.plan import Plan
from boxscribe.planning.score import score_plans
from boxscribe.planning.store import load_planner
from boxscribe.planning.styles import writer_of
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
    style: str | None = None,
    focus: str | None = None,
    games: Collection[int] = (),
    season: SeasonSource | None = None,
    format: str | None = None,
    domain: str | Domain | None = None,
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> Iterator[tuple[Table, Plan]]:
    """Each table of a file with its plan.

    planner: a folder or the name of a shipped planner; by default the one of the tables' domain
    writer, words: whose style the text that is to be written has, and its length
    style: a name for one of the planner's writers (`planning.styles`)
    focus: wishes in words, "Jokic, Nuggets defence" (`planning.focus`)
    paragraphs: begin a paragraph where a plan turns to another side
    games: only these games of the file, counted from 1
    """
    read = read_tables(source, format, domain, report, games)
    tables = iter(progress(enrich(read, season, report=report), "planning"))
    first = next(tables, None)
    if first is None:
        return
    used = NewsPlanner(ArrangedPlanner(load_planner(planner or first.domain), read.domain), read.domain)
    whose = writer_of(style, writer, used.styles)
    for table in chain([first], tables):
        try:
            wishes = [] if focus is None else find_focus(focus, table, read.domain(table.domain))
            plan = used.plan(table, whose, words, wishes)
        except InputError as error:
            report(Problem(str(error), file=read.name, game=read.number))
            continue
        yield table, with_paragraphs(plan, table, read.domain(table.domain)) if paragraphs else plan


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
    read = read_tables(data, format, domain)
    tables = [table for table in read if table.tokens]
    if not tables:
        raise InputError(f"{data}: has no texts to compare plans with; give tables with texts")
    given = writers_of(tables, writers, data) if with_writer else [None] * len(tables)
    if with_writer and not any(given):
        raise InputError(f"{data}: no table says who wrote its text; name a file with --writers")
    known = [name if name in used.selector.space.writers else None for name in given]
    pairs = progress(list(zip(tables, known, strict=True)), "planning", len(tables))
    planning = ArrangedPlanner(used, read.domain)
    plans = [planning.plan(table, writer) for table, writer in pairs]
    figures = score_plans(plans, tables, used.domain, progress=progress).figures
    facts = sum(len(plan.facts) for plan in plans) / len(plans)
    return {"games": len(plans), "facts": facts} | dict(figures)
