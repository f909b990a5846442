"""What the description of a domain says of CSV files and pasted tables: its section `[csv]`, all of it optional.

A column is recognised by the name, the `short` and the `label` of a record type; `headings` adds others.
"""

from collections.abc import Collection, Iterator

from pydantic import Field

from boxscribe.tables.record_type import Description


class CsvDescription(Description):
    """How box scores of the domain are laid out in spreadsheets."""

    headings: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # of a type, kind, or side; and words for a side
    ignore: tuple[str, ...] = ()  # headings of columns that have no record type
    # A percentage → what it is computed from. A column of the first with cells such as 8-15 holds both.
    percentages: dict[str, tuple[str, str]] = Field(default_factory=dict)
    thirds: dict[str, str] = Field(default_factory=dict)  # a number with thirds (5.2) → the type of the thirds, 2/3
    totals: dict[str, str] = Field(default_factory=dict)  # a team's type → the players' type that it totals
    series: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # a list in the file about the game → its types
    position: str = ""  # the type of a player's position
    starters: int = Field(default=0, ge=0)  # of each side, if only starters have a position
    positions: dict[str, tuple[str, ...]] = Field(default_factory=dict)  # a position → its spellings
    team_names: tuple[str, ...] = ()  # of several words, after the city ("Red Sox"); those of `league` are known
    total_rows: tuple[str, ...] = ("total", "totals", "team", "team total", "team totals")
    starter_rows: tuple[str, ...] = ("starter", "starters", "starting lineup", "starting five")
    bench_rows: tuple[str, ...] = ("bench", "reserves", "substitutes")

    def unknown_names(self, types: Collection[str], others: Collection[str]) -> Iterator[tuple[str, str]]:
        """(key, name) where a name is no record type; `headings` may also name `others`."""
        named = {
            "percentages": [name for type, parts in self.percentages.items() for name in (type, *parts)],
            "thirds": [*self.thirds, *self.thirds.values()],
            "totals": [*self.totals, *self.totals.values()],
            "series": [type for series in self.series.values() for type in series],
            "position": [self.position] if self.position else [],
            "headings": [name for name in self.headings if name not in others],
        }
        for key, names in named.items():
            yield from ((key, name) for name in names if name not in types)
