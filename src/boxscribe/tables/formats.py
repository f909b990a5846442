"""The raw formats that tables are read from: a format recognises its sources and turns each game into a table.

A loader for a further format is one class with the methods of `Format`. It is passed to `boxscribe.read(source,
format=…)`, or made known to all verbs with `register`. It may read text or binary files, or folders.
"""

from collections.abc import Iterator
from typing import Any, Protocol

from boxscribe.errors import InputError, Report, did_you_mean
from boxscribe.retrosheet.format import RetrosheetFormat
from boxscribe.season.nba.format import NbaFormat
from boxscribe.tables import mlb, native_json, rotowire
from boxscribe.tables.csv.format import CsvFormat
from boxscribe.tables.domain import Describe
from boxscribe.tables.json_format import JsonFormat
from boxscribe.tables.parquet_format import ParquetFormat
from boxscribe.tables.source import RawInput
from boxscribe.tables.table import Table


class Format(Protocol):
    """A raw format. The games of a source are read one at a time, so that memory does not grow with its size."""

    @property
    def name(self) -> str:
        """Its name for `--input-format`."""

    @property
    def description(self) -> str:
        """What such a source is, for messages: "a JSON list of games"."""

    def recognises(self, raw: RawInput) -> bool:
        """Whether the source is of this format, by its path and its first bytes. Nothing is read from the stream."""

    def games(self, raw: RawInput) -> Iterator[Any]:
        """The games of a source in any form that `table` takes; a `Problem` in place of one that cannot be read."""

    def table(self, game: Any, report: Report, describe: Describe) -> Table | None:
        """The table of a game; problems go to `report`; None where too little is left to make a table.

        `describe` gives the description of a domain by its name.
        """


FORMATS: dict[str, Format] = {}  # what is registered last is tried first


def register(format: Format) -> None:
    """Make a format known by its name, and let it recognise its sources."""
    FORMATS[format.name] = format


def find_format(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise InputError(f"--input-format {name}: there is no such format; {did_you_mean(name, FORMATS)}")
    return FORMATS[name]


def recognise(raw: RawInput) -> Format | None:
    """The format of a source; None where no format recognises it."""
    return next((format for format in reversed(FORMATS.values()) if format.recognises(raw)), None)


def descriptions() -> str:
    """What a source must be, for messages."""
    return " or ".join(dict.fromkeys(format.description for format in reversed(FORMATS.values())))


_LAYOUTS = (native_json.LAYOUT, mlb.LAYOUT, rotowire.LAYOUT)
_JSON = JsonFormat("json", _LAYOUTS)
register(ParquetFormat(_JSON))
register(RetrosheetFormat())
register(NbaFormat())
register(CsvFormat())
for _layout in _LAYOUTS:
    register(JsonFormat(_layout.name, (_layout,)))
register(_JSON)
