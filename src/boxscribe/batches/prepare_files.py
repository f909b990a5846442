"""From files of tables to a prepared dataset: `data prepare` as a function."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from boxscribe.batches.dataset import Dataset, Layout, prepare
from boxscribe.errors import InputError, Report, raise_first
from boxscribe.facts.store import load_extractor
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan import Plan
from boxscribe.planning.stating import only_stating
from boxscribe.planning.writers import with_writers
from boxscribe.progress import Progress, no_progress
from boxscribe.season.enrich import EnrichedTables, Enricher, SeasonSource
from boxscribe.shipped import shipped
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table
from boxscribe.tables.where import where as fulfils


def prepare_files(
    sources: Sequence[str | Path],
    out: str | Path,
    *,
    vocab: str | Path | None = None,
    derive: Sequence[str] = (),
    copy_only: Sequence[str] = (),
    partial_texts: Sequence[str | Path] = (),
    where: Sequence[str] = (),
    season: SeasonSource | None = None,
    min_count: int | None = None,
    reference: bool = False,
    plans: bool = False,
    stating: bool = False,
    writers: str | Path | None = None,
    format: str | None = None,
    domain: str | Domain | None = None,
    report: Report = raise_first,
    progress: Progress = no_progress,
) -> Dataset:
    """Write the tables of `sources`, then those of `partial_texts`, as a dataset into the folder `out`.

    vocab: a prepared dataset whose vocabularies, description and derived features are used, as for a development split
    derive: features and records that the description can derive, such as "rank"
    copy_only: kinds of entities whose names are copied and never generated, such as "player"
    partial_texts: tables whose texts are incomplete, so that their end is no training target
    where: conditions on the tables' `meta`, such as "source=official"
    season: the games around those of the tables, for derived records of the season; see `boxscribe.enrich`
    min_count: words that occur less often become unknown words; by default the description says it
    reference: the rows of the reference implementation: fixed layout, N/A kept, values never split
    plans: for models that follow a plan: the shipped extractor of the domain, if there is one, finds the types of facts
    that a text does not name
    stating: with plans: without the sentences that state nothing of the table, see `planning.stating`
    writers: a file that says who wrote the texts (`planning.writers`), for the derived feature "writer"
    """
    if vocab is not None and (derive or copy_only):
        raise InputError(f"--derive and --copy-only are those of {vocab}; leave them out with --vocab")
    if stating and not plans:
        raise InputError("--stating leaves out sentences without facts, which --plans finds; add --plans")
    known = None if vocab is None else Dataset(vocab)
    whole, partial = (
        [read_tables(source, format, domain, report) for source in group] for group in (sources, partial_texts)
    )

    enricher = Enricher(season, whole[0].domain)

    def chosen(group: Sequence[Tables]) -> Iterable[Table]:
        enriched = ((one, EnrichedTables(one, enricher, report) if season is not None else one) for one in group)
        tables = ((one.name, progress(tables, f"preparing {one.name}")) for one, tables in enriched)
        named = (many if writers is None else with_writers(many, writers, name) for name, many in tables)
        return filter(fulfils(where, whole[0].domain), chain.from_iterable(named))

    tables = iter(chosen(whole))
    first = next(tables, None)
    if first is None:
        names = " ".join(one.name for one in whole)
        raise InputError(f"{names}: has no table for --where {' '.join(where)}" if where else f"{names}: has no table")
    described = known.domain if known is not None else whole[0].domain(first.domain).extended(derive)
    extractor = load_extractor(first.domain) if plans and shipped("extractors", first.domain) else None

    def planned(tables: Iterable[Table]) -> Iterable[tuple[Table, Plan]]:
        found = plans_of(tables, whole[0].domain, extractor=extractor)
        for table, plan in found:
            yield only_stating(table, plan) if stating else (table, plan)

    if min_count is not None:
        described = described.model_copy(update={"min_count": min_count})
    return prepare(
        chain([first], tables),
        described,
        out,
        known.vocabularies if known is not None else None,
        Layout(split_values=not reference, fixed_slots=reference),
        " ".join(one.name for one in [*whole, *partial]),
        copy_only,
        chosen(partial),
        planned if plans else None,
    )
