"""JSON files: a list of games, or one game per line. The layout of the games is recognised from the first of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from boxscribe.errors import Problem, Report
from boxscribe.tables.domain import Describe
from boxscribe.tables.json_stream import BOM, json_values
from boxscribe.tables.source import RawInput
from boxscribe.tables.table import Table

JsonObject = Mapping[str, Any]
NO_TABLE = "is no table: it has neither 'entities' (boxscribe's own layout) nor 'box_score' (RotoWire, MLB)"


@dataclass(frozen=True, slots=True)
class JsonLayout:
    """What the object of a game looks like."""

    name: str
    recognises: Callable[[JsonObject], bool]
    table: Callable[[JsonObject, Report, Describe], Table | None]


@dataclass(frozen=True, slots=True)
class JsonFormat:
    """JSON files whose games have one of `layouts`; if there is only one, it is not recognised but required."""

    name: str
    layouts: tuple[JsonLayout, ...]
    description: str = "a JSON list of games, or JSON lines with one table each"

    def recognises(self, raw: RawInput) -> bool:
        return raw.stream is not None and raw.head.removeprefix(BOM).lstrip()[:1] in (b"[", b"{", b"")

    def games(self, raw: RawInput) -> Iterator[tuple[JsonLayout, JsonObject] | Problem]:
        if raw.stream is None:
            yield Problem(f"is a folder; it must be {self.description}")
            return
        yield from self.games_of(json_values(raw.stream))

    def games_of(self, values: Iterable[Any]) -> Iterator[tuple[JsonLayout, JsonObject] | Problem]:
        """The games that JSON values are; problems among them are passed on."""
        layout = self.layouts[0] if len(self.layouts) == 1 else None
        for value in values:
            if isinstance(value, Problem):
                yield value
            elif not isinstance(value, dict):
                yield Problem(f"must be an object, not {value!r:.60}")
            else:
                layout = layout or next((one for one in self.layouts if one.recognises(value)), None)
                yield (layout, value) if layout else Problem(NO_TABLE)

    def table(self, game: tuple[JsonLayout, JsonObject], report: Report, describe: Describe) -> Table | None:
        layout, value = game
        return layout.table(value, report, describe)
