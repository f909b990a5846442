"""From a file of tables to the plans of their texts: `data plans` as a function."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from boxscribe.errors import InputError, Report, did_you_mean, raise_first
from boxscribe.facts.store import load_extractor
from boxscribe.planning.from_text import METHODS, plans_of
from boxscribe.planning.plan import Plan
from boxscribe.progress import Progress, no_progress
from boxscribe.season.enrich import EnrichedTables, Enricher, SeasonSource
from boxscribe.shipped import shipped
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table


class FoundPlans(NamedTuple):
    """Tables with the plans of their texts, and the description of their domain."""

    plans: list[tuple[Table, Plan]]
    domain: Domain


def plan_files(
    source: str | Path,
    by: str = "alignment",
    extractor: str | Path | None = None,
    *,
    season: SeasonSource | None = None,
    derive: Collection[str] | None = None,
    format: str | None = None,
    domain: str | Domain | None = None,
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> FoundPlans:
    """The plans of the texts of a file.

    by: alignment or extractor (see `planning.from_text`)
    extractor: the folder of one; by default the shipped one of the domain, if there is one
    season: the games around those of the tables, so that plans have derived records; see `boxscribe.enrich`
    derive: the types of derived records that plans have; by default all, by extractor none
    """
    method = next((method for method in METHODS if method == by), None)
    if method is None:
        raise InputError(f"--by {by:.40}: facts are not found in this way; {did_you_mean(by, METHODS)}")
    read = read_tables(source, format, domain, report)
    games = read if season is None else EnrichedTables(read, Enricher(season, read.domain), report)
    tables = [table for table in progress(games, f"reading {read.name}") if table.tokens]
    if not tables:
        raise InputError(f"{read.name}: has no texts, so there are no plans; give tables with texts")
    if len(domains := {table.domain for table in tables}) > 1:
        raise InputError(f"{read.name}: has games of several domains ({', '.join(sorted(domains))}); split the file")
    name = tables[0].domain
    if by == "extractor" and extractor is None and shipped("extractors", name) is None:
        raise InputError(
            f"no extractor is shipped for the domain '{name}'; name one with --extractor, or --by alignment"
        )
    used = load_extractor(extractor or name) if extractor or shipped("extractors", name) else None
    described = read.domain(name)
    for type in derive or ():
        if type not in described.derived:
            raise InputError(f"--derive {type:.40}: no such record is derived; {did_you_mean(type, described.derived)}")
    plans = plans_of(progress(tables, "planning", len(tables)), read.domain, method, used, derive)
    return FoundPlans(list(plans), described)
