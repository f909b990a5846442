"""Columns of a parquet file as plain arrays, whatever types a season's files give them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.tables.dates import to_date

LEAGUE_TIME = "America/New_York"  # in which the date of a game is given
Array = np.ndarray[Any, np.dtype[Any]]


class ParquetColumns:
    """Some columns of a parquet file; others are not read."""

    def __init__(self, path: Path, needed: Iterable[str]) -> None:
        with needs_extra("nba", "reading a season of parquet files"):
            import pyarrow
            import pyarrow.parquet
        self.path = path
        names = list(dict.fromkeys(needed))
        damaged = "it is no parquet file, or was not written to its end; fetch it again"
        with self._reading(damaged), pyarrow.parquet.ParquetFile(path) as file:
            missing = [name for name in names if name not in file.schema_arrow.names]
            if missing:
                raise InputError(f"{path}: has no column '{missing[0]}'; is this a complete file of hoopR-nba-data?")
            self._table = file.read(columns=names)

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def numbers(self, name: str) -> Array:
        """A column of numbers; NaN where a row has none."""
        import pyarrow

        with self._converting(name, "a number"):
            numbers = np.array(self._table[name].cast(pyarrow.float64()).to_numpy(), dtype=np.float64)
        numbers[~np.isfinite(numbers)] = np.nan
        return numbers

    def ids(self, name: str) -> list[str]:
        """A column of whole numbers or texts that identify something."""
        import pyarrow.types as types

        if types.is_floating(self._table[name].type):
            return [str(int(number)) if np.isfinite(number) else "" for number in self.numbers(name).tolist()]
        return self.texts(name)

    def texts(self, name: str) -> list[str]:
        """A column of texts; "" where a row has none. Equal texts are one object, without blanks around them."""
        import pyarrow

        with self._converting(name, "a text"):
            encoded = self._table[name].cast(pyarrow.string()).combine_chunks().dictionary_encode()
            values = [*(text.strip() for text in encoded.dictionary.to_pylist()), ""]
        return [values[index] for index in encoded.indices.fill_null(-1).to_pylist()]

    def flags(self, name: str) -> list[bool]:
        """A column of yes and no; no where a row has neither."""
        import pyarrow

        with self._converting(name, "true or false"):
            return [bool(flag) for flag in self._table[name].cast(pyarrow.bool_()).to_pylist()]

    def dates(self, name: str) -> list[date]:
        """A column of dates or times, in the league's time zone."""
        import pyarrow
        import pyarrow.compute as compute
        import pyarrow.types as types

        column = self._table[name]
        with self._converting(name, "a date"):
            if types.is_timestamp(column.type):
                if column.type.tz is not None:
                    column = compute.local_timestamp(column.cast(pyarrow.timestamp("us", LEAGUE_TIME)))
                column = column.cast(pyarrow.date32(), safe=False)
            if types.is_date(column.type):
                return self._complete(name, column.cast(pyarrow.date32()).to_pylist())
        return self._complete(name, [to_date(text[:10]) for text in self.texts(name)])

    def _complete(self, name: str, days: Sequence[date | None]) -> list[date]:
        given = [day for day in days if day is not None]
        if len(given) < len(days):
            row = days.index(None) + 1
            raise InputError(f"{self.path}: row {row}: {name} is no date such as 2019-01-05; correct or fetch it again")
        return given

    def _converting(self, name: str, wanted: str) -> AbstractContextManager[None]:
        type = self._table[name].type
        return self._reading(f"the column '{name}' of the type {type} holds what is not {wanted}; fetch it again")

    @contextmanager
    def _reading(self, otherwise: str) -> Iterator[None]:
        """Within the block, errors of files and values are one sentence."""
        import pyarrow

        try:
            yield
        except (pyarrow.ArrowException, OSError, ValueError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or otherwise
            raise InputError(f"{self.path}: cannot be read: {reason}") from None
