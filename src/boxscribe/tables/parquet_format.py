"""Parquet files of tables: the column `table` has the JSON of a table in each row, in any layout of JSON files.

A source is a file, or a folder of such files, as other systems write them; they are read in the order of their names.
Other columns are not read. Folders of NBA seasons have a format of their own (`season.nba.format`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import Problem, Report
from boxscribe.extras import needs_extra
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.parquet import MAGIC, SUFFIX, ParquetError, read_rows, write_rows
from boxscribe.tables.domain import Describe
from boxscribe.tables.json_format import JsonFormat, JsonLayout, JsonObject
from boxscribe.tables.source import RawInput
from boxscribe.tables.table import Table
from boxscribe.tables.write import json_line

COLUMN = "table"


@dataclass(frozen=True, slots=True)
class ParquetFormat:
    """Parquet files with the JSON of a table in each row."""

    json: JsonFormat  # what the values of the column may be
    name: str = "parquet"
    description: str = f"a Parquet file or folder with the JSON of a table in each row of the column '{COLUMN}'"

    def recognises(self, raw: RawInput) -> bool:
        if raw.stream is not None:
            return raw.head.startswith(MAGIC)
        return raw.path is not None and bool(_parts(raw.path))

    def games(self, raw: RawInput) -> Iterator[tuple[JsonLayout, JsonObject] | Problem]:
        return self.json.games_of(self._values(raw))

    def _values(self, raw: RawInput) -> Iterator[Any]:
        """The values of the column; a `Problem` in place of what is no JSON."""
        for name, file in _files(raw):
            try:
                for row in read_rows(file, [COLUMN]):
                    yield _value(row[COLUMN])
            except ParquetError as error:
                yield Problem(f"{name}{error}")

    def table(self, game: tuple[JsonLayout, JsonObject], report: Report, describe: Describe) -> Table | None:
        return self.json.table(game, report, describe)


def write_parquet(tables: Iterable[Table], out: str | Path) -> int:
    """Write tables in the native layout, with their ids in a further column, and return their number."""
    with needs_extra("scale", "writing a Parquet file"):
        import pyarrow
    schema = pyarrow.schema({"id": pyarrow.string(), COLUMN: pyarrow.string()})
    return write_rows(out, schema, ({"id": table.id, COLUMN: json_line(table).rstrip()} for table in tables))


def _value(cell: object) -> Any:
    if not isinstance(cell, str | bytes):
        return Problem(f"the column '{COLUMN}' must hold the JSON of a table, not {cell!r:.60}")
    try:
        return parse_json(cell)
    except ForeignError as error:
        return Problem(str(error))


def _files(raw: RawInput) -> Iterator[tuple[str, IO[bytes]]]:
    """The open files of a source, each with its name where there are several."""
    if raw.stream is not None:
        yield "", raw.stream
        return
    for path in _parts(raw.path) if raw.path is not None else ():
        with path.open("rb") as file:
            yield f"{path.name}: ", file


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{SUFFIX}"))
