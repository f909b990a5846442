"""A table of the paper: figures as published, ours beside them, and why a cell is empty."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

Cell = str | float | int | None
"""None: the figure cannot be made here."""

EMPTY = "–"
WIDTH = 120  # characters of a line of text


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table. Whatever has an empty cell has a reason."""

    number: int
    title: str
    caption: Sequence[str]  # what differs from the paper
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    reasons: Sequence[str] = ()  # for the empty cells
    has_texts: bool = False  # the last column has whole texts, which are printed below their names

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"table {self.number}: {row[:3]} has {len(row)} cells for {len(self.columns)} columns")
        if any(cell is None for row in self.rows for cell in row) and not self.reasons:
            raise ValueError(f"table {self.number}: has empty cells without a reason")

    def lines(self) -> Iterator[str]:
        """As Markdown that people can read on a terminal."""
        yield f"## Table {self.number}: {self.title}"
        yield ""
        for line in self.caption:
            yield from wrap(line, WIDTH, break_long_words=False)
        if self.caption:
            yield ""
        yield from self._texts() if self.has_texts else self._grid()
        if self.reasons:
            yield ""
        yield from (f"{EMPTY} {reason}" for reason in self.reasons)

    def _grid(self) -> Iterator[str]:
        cells = [[_shown(cell) for cell in row] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(self.columns, *cells, strict=True)]
        numeric = [any(isinstance(row[k], int | float) for row in self.rows) for k in range(len(self.columns))]
        for number, row in enumerate([self.columns, *cells]):
            padded = (
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, numeric, strict=True)
            )
            yield f"| {' | '.join(padded)} |"
            if number == 0:
                rules = (
                    "-" * (width + 1) + (":" if right else "-") for width, right in zip(widths, numeric, strict=True)
                )
                yield f"|{'|'.join(rules)}|"

    def _texts(self) -> Iterator[str]:
        for number, (*names, text) in enumerate(self.rows):
            if number:
                yield ""
            yield f"**{', '.join(map(_shown, names))}**"
            for paragraph in _shown(text).split("\n"):
                yield from wrap(paragraph, WIDTH)

    def as_json(self) -> dict[str, Any]:
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        about = {"table": self.number, "title": self.title, "caption": [*self.caption]}
        return {**about, "rows": rows, "reasons": [*self.reasons]}


def _shown(cell: Cell) -> str:
    if cell is None:
        return EMPTY
    if isinstance(cell, float):
        return f"{cell:.2f}" if abs(cell) >= 0.01 or not cell else f"{cell:g}"
    return f"{cell:,}" if isinstance(cell, int) else cell
