"""The relations of a file of texts, as one function: `boxscribe extractor extract`."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from boxscribe.facts.extractor import Extractor
from boxscribe.facts.relations import Relation
from boxscribe.facts.store import load_extractor
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table
from boxscribe.writing.assignment import assign
from boxscribe.writing.outputs import read_outputs


def extract_file(
    data: str | Path | Tables,
    texts: str | Path | None = None,
    extractor: Extractor | str | Path | None = None,
    published_names: bool = False,
    progress: Progress = no_progress,
) -> Iterator[tuple[Table, list[Relation]]]:
    """The tables of `data`, a file or what `boxscribe.read` returns, each with the relations of its text.

    texts: a file of texts as `boxscribe evaluate` reads it; by default the texts of the tables.
    extractor: an extractor, or what `load_extractor` takes; by default the shipped one of the tables' domain.
    """
    source = data if isinstance(data, Tables) else read_tables(data)
    tables = source if source.repeatable or not texts else list(source)
    assigned = assign([read_outputs(texts)], progress(tables, "reading"), source.name)[0] if texts else None
    games = iter(progress(tables, "extracting"))
    first = next(games, None)
    if first is None:
        return
    if not isinstance(extractor, Extractor):
        extractor = load_extractor(extractor or first.domain, published_names)
    domain = extractor.domain
    yield from extractor.stream(
        (assigned.tokens(number, domain) if assigned else table.tokens, table)
        for number, table in enumerate(chain([first], games))
    )
