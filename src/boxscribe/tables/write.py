"""Writing tables as JSON lines in the native layout or as RotoWire's JSON list, one game at a time."""

import json
from collections.abc import Callable, Iterable
from typing import TextIO

from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables import native_json, rotowire
from boxscribe.tables.table import Table

TablesWriter = Callable[[Iterable[Table], TextIO], None]


def json_line(table: Table) -> str:
    """A table in the native layout, as a line of a JSONL file."""
    return json.dumps(native_json.to_json(table), ensure_ascii=False, separators=(",", ":")) + "\n"


def _json_lines(tables: Iterable[Table], stream: TextIO) -> None:
    stream.writelines(map(json_line, tables))


def _rotowire_list(tables: Iterable[Table], stream: TextIO) -> None:
    before = "["
    for table in tables:
        if table.domain != "rotowire":
            raise InputError(f"a table of the domain '{table.domain}' cannot be written in RotoWire's format")
        stream.write(before + json.dumps(rotowire.dump(table), ensure_ascii=False))
        before = ",\n"
    stream.write("[]\n" if before == "[" else "]\n")


WRITERS: dict[str, TablesWriter] = {"native": _json_lines, "rotowire": _rotowire_list}


def write_tables(tables: Iterable[Table], stream: TextIO, format: str = "native") -> None:
    """Write tables to an open text stream; `format` is "native" or "rotowire"."""
    if format not in WRITERS:
        raise InputError(f"--to {format}: cannot be written; {did_you_mean(format, WRITERS)}")
    WRITERS[format](tables, stream)
