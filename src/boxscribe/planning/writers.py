"""Who wrote the texts of tables: `meta.writer` of a table, or a file of writers.

The file is JSON: {number: writer}, or {split: {number: writer}}. The number is the table's `train_index`, or else its
place in its file, from 0; the split is the name of that file without endings ("train" of train.json.gz).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError, did_you_mean
from boxscribe.files import called
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.report import INDEX
from boxscribe.tables.table import Table

KEY = "writer"  # of a table's `meta`


def writers_of(tables: Sequence[Table], file: str | Path | None = None, source: str | Path = "") -> list[str | None]:
    """The writer of each table's text, None where it is not known; `source` is the file of the tables."""
    if file is None:
        return [str(table.meta[KEY]) if table.meta.get(KEY) else None for table in tables]
    given = _numbered(file, source)
    found = [_writer(table, number, given) for number, table in enumerate(tables)]
    if not any(found):
        raise InputError(f"{file}: has the writer of none of these texts; give the file of the same tables")
    return found


def with_writers(tables: Iterable[Table], file: str | Path, source: str | Path) -> Iterator[Table]:
    """The tables with `meta.writer` where the file names the writer of their text; `source` is the file of the
    tables."""
    given = _numbered(file, source)
    for number, table in enumerate(tables):
        writer = _writer(table, number, given)
        yield table if writer is None else replace(table, meta={**table.meta, KEY: writer})


def _numbered(file: str | Path, source: str | Path) -> dict[str, Any]:
    """The writers of the texts of a file, by their numbers."""
    given = _read(file)
    if given and all(isinstance(part, dict) for part in given.values()):
        split = Path(called(source)).name.split(".")[0]
        if split not in given:
            hint = did_you_mean(split, given)
            raise InputError(f"{file}: has no writers of '{split}', the name of the tables' file; {hint}")
        given = given[split]
    return given


def _writer(table: Table, place: int, given: dict[str, Any]) -> str | None:
    number = str(table.meta.get(INDEX, place))
    return str(given[number]) if number in given else None


def _read(file: str | Path) -> dict[str, Any]:
    try:
        value = parse_json(Path(file).read_bytes())
    except (OSError, ForeignError) as error:
        raise InputError(f"{file}: cannot be read ({error}); give a JSON file {{number: writer}}") from None
    if not isinstance(value, dict):
        raise InputError(f"{file}: is no file of writers; give JSON {{number: writer}}")
    return value
