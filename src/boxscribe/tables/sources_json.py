"""Derived records in boxscribe's own JSON: `{"type": …, "value": …, "cells": [[id, type], …], "games": "0-3,5"}`.

`games` are positions in the list `meta.season.games`, with ranges of adjacent ones written as first-last.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boxscribe.errors import Problem, Report
from boxscribe.tables.table import Cell, Features, Record, Sources

MAX_GAMES = 10_000  # positions of games
GAMES = re.compile(r"(\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*)?", re.ASCII)


def to_json(sources: Sources | None) -> dict[str, Any]:
    """The keys `cells` and `games`, as far as there are any."""
    data: dict[str, Any] = {}
    if sources and sources.cells:
        data["cells"] = sources.cells
    if sources and sources.games:
        data["games"] = _ranges(sources.games)
    return data


def parse_derived(raw: Any, where: str, name: str, features: Features, report: Report) -> tuple[Record, ...]:
    """The derived records of an entity; problems go to `report`."""
    if not isinstance(raw, list):
        report(Problem("must be a list of records", field=where))
        return ()
    records = []
    for number, record in enumerate(raw):
        sources = _sources(record) if isinstance(record, Mapping) else None
        if sources is None or not (isinstance(record["type"], str) and isinstance(record["value"], str)):
            message = 'must be an object such as {"type": "MARGIN", "value": "9", "cells": [["home", "TEAM-PTS"]]}'
            report(Problem(message, field=f"{where}[{number}]"))
        else:
            records.append(Record(record["value"], name, record["type"], features, sources))
    return tuple(records)


def _sources(raw: Mapping[str, Any]) -> Sources | None:
    """None where the record is malformed."""
    if not {"type", "value"} <= raw.keys() <= {"type", "value", "cells", "games"}:
        return None
    cells, games = raw.get("cells", []), raw.get("games", "")
    if not isinstance(games, str) or not GAMES.fullmatch(games) or not isinstance(cells, list):
        return None
    if not all(isinstance(cell, list) and [*map(type, cell)] == [str, str] for cell in cells):
        return None
    positions = tuple(_positions(games))
    return None if len(positions) > MAX_GAMES else Sources(tuple(Cell(*cell) for cell in cells), positions)


def _ranges(games: Sequence[int]) -> str:
    """(0, 1, 2, 5) → "0-2,5"."""
    parts: list[list[int]] = []
    for game in sorted(games):
        if parts and game == parts[-1][1] + 1:
            parts[-1][1] = game
        else:
            parts.append([game, game])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def _positions(games: str) -> Iterator[int]:
    """ "0-2,5" → 0, 1, 2, 5; at most one more than MAX_GAMES."""
    count = 0
    for part in filter(None, games.split(",")):
        first, _, last = part.partition("-")
        for game in range(int(first), int(last or first) + 1):
            yield game
            count += 1
            if count > MAX_GAMES:
                return
