"""Parquet files of rows: read a few rows at a time, and written atomically. Needs the package pyarrow.

`tables.parquet_format` has tables in such files, `writing.parquet` stories. (The columns of seasons of the NBA are
`season.nba.columns`.)
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.files import STDOUT, atomic_bytes

MAGIC = b"PAR1"  # a Parquet file begins and ends with it
SUFFIX = ".parquet"
READ = 64  # rows that are read together
WRITTEN = 1_000  # rows that are written together


class ParquetError(ValueError):
    """A Parquet file cannot be read; the message says why, without the file."""


def require_file(out: str | Path) -> None:
    """Refuse standard output, before there is anything to write."""
    if str(out) == STDOUT:
        raise InputError("a Parquet file is no text that can be printed: give --out FILE.parquet")


def read_rows(file: IO[bytes], needed: Sequence[str], others: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """The rows of an open file as {column: value}: the `needed` columns, and of the `others` those that it has."""
    with needs_extra("scale", "reading a Parquet file"):
        import pyarrow.parquet
    with _explained():
        opened = pyarrow.parquet.ParquetFile(_seekable(file), buffer_size=1 << 20, pre_buffer=False)
        known = opened.schema_arrow.names
        for name in needed:
            if name not in known:
                raise ParquetError(f"has no column '{name}'; it has {', '.join(known[:9])}")
        columns = [*needed, *(name for name in others if name in known)]
    batches = opened.iter_batches(READ, columns=columns)
    while True:
        with _explained():
            batch = next(batches, None)
            rows: list[dict[str, Any]] = [] if batch is None else batch.to_pylist()
        if batch is None:
            return
        yield from rows


def write_rows(out: str | Path, schema: Any, rows: Iterable[dict[str, Any]]) -> int:
    """Write a file with a row for each of `rows`, whose keys are columns of the schema; the number of rows."""
    import pyarrow
    import pyarrow.parquet

    count, stream = 0, iter(rows)
    with atomic_bytes(out) as file, pyarrow.parquet.ParquetWriter(file, schema) as writer:
        while some := list(islice(stream, WRITTEN)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema))
            count += len(some)
    return count


def _seekable(file: IO[bytes]) -> IO[bytes]:
    """The file, or its content in memory where it cannot be read from its end: compressed, or standard input."""
    try:
        file.seek(0, io.SEEK_END)
        file.seek(0)
    except (OSError, ValueError):
        return io.BytesIO(file.read())
    return file


@contextmanager
def _explained() -> Iterator[None]:
    """Within the block, errors of pyarrow are one sentence."""
    import pyarrow

    try:
        yield
    except ParquetError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no Parquet file, or was not written to its end"
        raise ParquetError(f"cannot be read: {reason}; fetch or write it again") from None
