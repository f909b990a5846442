"""The one chart drawer: curves over an axis, and values with their intervals; figures in, SVG out.

A chart is laid out here in numbers and written by `templates/chart.svg`. In a page its colours come from the page's
stylesheet, so that they follow the reader's light or dark scheme; `alone` makes a picture that brings its own.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from markupsafe import Markup

from boxscribe.pages.render import render

WIDTH, LEFT, RIGHT = 380, 36, 372  # of a chart, and where its axis begins and ends; small enough to be read on a phone
TOP, PLOT = 26, 170  # the room for the heading of a picture, and the height of the curves
LINE = 18  # of the legend
ROW, LABELS, VALUES = 24, 96, 54  # of intervals: height of a row, room for labels, room for values
LONGEST = 15  # characters of a row's label
COLOURS = 12  # e0 … e11 of palette.css
DASHES = ("", "6 3", "2 3")  # beside colours, so that curves differ in print, too

Point = tuple[float, float]


class Interval(NamedTuple):
    """A row of an interval chart: a value, and the bounds of its interval (nan where there is none)."""

    label: str
    value: float
    low: float
    high: float
    text: str  # the value as it is printed
    colour: str = "plain"  # a class of palette.css or chart.css


class _Mark(NamedTuple):
    """A curve, or a dot with its range."""

    colour: str
    name: str
    points: str = ""
    dashes: str = ""
    range: tuple[str, str] | None = None
    x: str | None = None
    y: str = ""
    size: float = 4


@dataclass
class _Chart:
    title: str
    width: int
    height: float
    left: int = 0
    rules: list[tuple[str, str, str, str, str]] = field(default_factory=list)  # class, x1, y1, x2, y2
    texts: list[tuple[str, str, str, str, str]] = field(default_factory=list)  # class, x, y, anchor, words
    marks: list[_Mark] = field(default_factory=list)

    def rule(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.rules.append((kind, _n(x1), _n(y1), _n(x2), _n(y2)))

    def text(self, kind: str, x: float, y: float, words: str, anchor: str = "") -> None:
        self.texts.append((kind, _n(x), _n(y), anchor, words))

    def svg(self, alone: bool = False) -> Markup:
        return Markup(render("chart.svg", chart=self, alone=alone))


@dataclass(frozen=True)
class _Axis:
    """Values from `low` to `high` on the pixels from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / ((self.high - self.low) or 1.0)


def curves(
    title: str, lines: Mapping[str, Sequence[Point]], unit: str, top: float | None = None, alone: bool = False
) -> Markup:
    """Lines over a common axis in `unit`, with a legend that names each line and its last value.

    The vertical axis begins at 0 unless all values are far from it, and ends at `top` or above the highest value.
    """
    known = {name: [point for point in points if all(map(math.isfinite, point))] for name, points in lines.items()}
    heights = [y for points in known.values() for _, y in points] or [0.0, 1.0]
    low = 0.0 if top or min(heights) < max(heights) / 2 else min(heights)
    ticks = _ticks(low, top or max(heights), beyond=top is None)
    furthest = max((x for points in known.values() for x, _ in points), default=1.0)
    ground = (TOP if alone else 8) + PLOT
    across, up = _Axis(0, furthest, LEFT, RIGHT), _Axis(ticks[0], ticks[-1], ground, ground - PLOT)
    chart = _Chart(title, WIDTH, ground + LINE * (len(known) + 2), LEFT)
    for tick in ticks:
        chart.rule("rule", LEFT, up(tick), RIGHT, up(tick))
        chart.text("tick", LEFT - 6, up(tick) + 4, _short(tick), "end")
    chart.text("tick", LEFT, ground + LINE, f"0 {unit}")
    for tick in _ticks(0, furthest)[1:]:
        chart.text("tick", across(tick), ground + LINE, _short(tick), "end" if tick > 0.97 * furthest else "middle")
    for number, (name, points) in enumerate(known.items()):
        colour, dashes = f"e{number % COLOURS}", DASHES[number % len(DASHES)]
        y = ground + LINE * (number + 2) + 8
        chart.marks.append(_Mark(colour, name, f"0,{y - 4} 22,{y - 4}", dashes))
        chart.text("label", 28, y, name)
        if points:
            places = [(_n(across(x)), _n(up(min(y, ticks[-1])))) for x, y in points]
            end = places[-1]
            chart.marks.append(_Mark(colour, name, " ".join(map(",".join, places)), dashes, None, end[0], end[1], 3))
            chart.text("tick", RIGHT, y, f"{points[-1][1]:.3g}", "end")
    return chart.svg(alone)


def intervals(title: str, rows: Sequence[Interval], zero: bool = True, alone: bool = False) -> Markup:
    """A dot with its interval for each row on a common scale; with `zero` the scale has a dashed line at 0."""
    known = [value for row in rows for value in row[1:4] if math.isfinite(value)] + [0.0] * zero
    low, high = min(known, default=0.0), max(known, default=1.0)
    spare = 0.0 if zero else 0.15 * (high - low)
    ticks = _ticks(low - spare, high + spare, 4)
    across = _Axis(min(low - spare, ticks[0]), max(high + spare, ticks[-1]), LABELS + 6, WIDTH - VALUES - 6)
    top = TOP if alone else 0
    bottom = top + ROW * len(rows)
    chart = _Chart(title, WIDTH, bottom + LINE + 4)
    for tick in ticks:
        chart.rule("zero" if tick == 0 and zero else "rule", across(tick), top + 4, across(tick), bottom)
        chart.text("tick", across(tick), bottom + LINE - 3, _short(tick), "middle")
    for number, row in enumerate(rows):
        y = top + ROW * (number + 0.5)
        chart.text("label", 0, y + 4, row.label if len(row.label) <= LONGEST else f"{row.label[: LONGEST - 1]}…")
        if math.isnan(row.value):
            continue
        bounds = None if math.isnan(row.low) else (_n(across(row.low)), _n(across(row.high)))
        chart.marks.append(
            _Mark(row.colour, f"{row.label} {row.text}", range=bounds, x=_n(across(row.value)), y=_n(y), size=4.5)
        )
        chart.text(f"value {row.colour}", WIDTH, y + 4, row.text, "end")
    return chart.svg(alone)


def _ticks(low: float, high: float, most: int = 5, beyond: bool = False) -> list[float]:
    """Round numbers from `low` to `high`, at most `most` + 1; with `beyond` they enclose both."""
    span = (high - low) or 1.0
    step = 10.0 ** math.floor(math.log10(span / most))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= most)
    first, last = low / step, (low + span) / step
    slack = 1e-9
    begin = math.floor(first + slack) if beyond else math.ceil(first - slack)
    end = math.ceil(last - slack) if beyond else math.floor(last + slack)
    return [round(number * step, 12) for number in range(begin, end + 1)]


def _short(value: float) -> str:
    """1250000 → 1.25M"""
    for size, letter in ((1e9, "B"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}".replace("-", "−")
    return f"{value:.3g}".replace("-", "−")


def _n(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")
