"""Columns of a parquet file as plain arrays, whatever types a season's files give them."""

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.tables.dates import to_date

if TYPE_CHECKING:
    import pyarrow

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
        try:
            with pyarrow.parquet.ParquetFile(path) as file:
                missing = [name for name in names if name not in file.schema_arrow.names]
                if missing:
                    raise InputError(
                        f"{path}: has no column '{missing[0]}'; is this a complete file of hoopR-nba-data?"
                    )
                self._table = file.read(columns=names)
        except (pyarrow.ArrowException, OSError) as error:
            reason = getattr(error, "strerror", None) or "it is no parquet file, or was not written to its end"
            raise InputError(f"{path}: cannot be read: {reason}; fetch it again") from None

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def numbers(self, name: str) -> Array:
        """A column of numbers; NaN where a row has none."""
        import pyarrow

        return np.asarray(self._cast(name, pyarrow.float64()).to_numpy(), dtype=np.float64)

    def ids(self, name: str) -> list[str]:
        """A column of whole numbers or texts that identify something."""
        import pyarrow.types as types

        if types.is_floating(self._table[name].type):
            return [str(int(number)) if np.isfinite(number) else "" for number in self.numbers(name).tolist()]
        return self.texts(name)

    def texts(self, name: str) -> list[str]:
        """A column of texts; "" where a row has none. Equal texts are one object, without blanks around them."""
        import pyarrow

        encoded = self._cast(name, pyarrow.string()).combine_chunks().dictionary_encode()
        values = [*(text.strip() for text in encoded.dictionary.to_pylist()), ""]
        return [values[index] for index in encoded.indices.fill_null(-1).to_pylist()]

    def flags(self, name: str) -> list[bool]:
        """A column of yes and no; no where a row has neither."""
        import pyarrow

        return [bool(flag) for flag in self._cast(name, pyarrow.bool_()).to_pylist()]

    def dates(self, name: str) -> list[date]:
        """A column of dates or times, in the league's time zone."""
        import pyarrow
        import pyarrow.compute as compute
        import pyarrow.types as types

        column = self._table[name]
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

    def _cast(self, name: str, type: "pyarrow.DataType") -> "pyarrow.ChunkedArray":
        import pyarrow

        try:
            return self._table[name].cast(type)
        except pyarrow.ArrowException:
            raise InputError(
                f"{self.path}: the column '{name}' holds {self._table[name].type} values that cannot be read as "
                f"{type}; is this a file of hoopR-nba-data?"
            ) from None
