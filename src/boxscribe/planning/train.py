"""From a file of tables with texts to a planner in a folder: `planner train` as a function."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from boxscribe.files import whole_folder
from boxscribe.planning.factless import FactlessRates, fit_factless
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.plan_files import plan_files
from boxscribe.planning.planner import LogisticPlanner, train_planner
from boxscribe.planning.store import DESCRIPTION, load_own_planner, save_planner
from boxscribe.planning.writers import writers_of
from boxscribe.progress import Progress, no_progress


def train_planner_file(
    source: str | Path,
    out: str | Path,
    by: str = "extractor",
    writers: str | Path | None = None,
    seed: int = 0,
    overwrite: bool = False,
    *,
    derive: Sequence[str] = (),
    progress: Progress = no_progress,
    **reading: Any,
) -> LogisticPlanner:
    """Find the plans of the texts of a file (`plan_files` takes `reading`), train a planner on them and save it.

    by: how facts are found in texts: extractor or alignment
    derive: the types of derived records that plans have; by default, by alignment, all that the tables have
    writers: a file that says who wrote the texts (`planning.writers`); by default `meta.writer` of the tables
    A planner that is there already is replaced only with `overwrite`.
    """
    if (whole_folder(out) / DESCRIPTION).is_file() and not overwrite:
        raise InputError(f"{out}: there is a planner already; choose another --out, or replace it with --overwrite")
    found = plan_files(source, by, derive=derive or None, progress=progress, **reading)
    tables, plans = zip(*found.plans, strict=True)
    mentions = None
    if by == "extractor":  # whose plans have the facts of a sentence entity by entity
        aligned = plans_of(progress(tables, "order of mention", len(tables)), lambda _: found.domain, derive=derive)
        mentions = [plan for _, plan in aligned]
    named = writers_of(tables, writers, source)
    planner = train_planner(tables, plans, found.domain, named, seed, progress, mentions)
    save_planner(planner, out)
    return planner


def fit_factless_file(
    planner: str | Path,
    source: str | Path,
    by: str = "extractor",
    writers: str | Path | None = None,
    *,
    progress: Progress = no_progress,
    **reading: Any,
) -> FactlessRates:
    """Count the sentences without facts in the texts of a file, and save their rates in the folder of a planner."""
    loaded = load_own_planner(planner)
    found = plan_files(source, by, progress=progress, **reading)
    tables, plans = zip(*found.plans, strict=True)
    named = [writer or "" for writer in writers_of(tables, writers, source)]
    rates = fit_factless(tables, plans, named, found.domain)
    save_planner(replace(loaded, factless=rates), planner)
    return rates
