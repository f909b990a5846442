"""The chart drawer."""

import re
from math import inf, nan
from xml.etree import ElementTree

import pytest

from boxscribe.pages.chart import Interval, _short, _ticks, curves, intervals

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize(
    ("low", "high", "most", "beyond", "expected"),
    [
        (0, 10, 5, False, [0, 2, 4, 6, 8, 10]),
        (0, 9.3, 5, True, [0, 2, 4, 6, 8, 10]),
        (0, 1, 5, False, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-37, 52, 4, False, [0, 50]),
        (8.9, 13.3, 5, True, [8, 9, 10, 11, 12, 13, 14]),
        (3, 3, 5, True, [3, 3.2, 3.4, 3.6, 3.8, 4]),
    ],
)
def test_ticks_are_round(low: float, high: float, most: int, beyond: bool, expected: list[float]) -> None:
    assert _ticks(low, high, most, beyond) == expected


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (0.25, "0.25"), (950, "950"), (1250, "1.25k"), (8_295_853, "8.3M"), (-2, "−2")]
)
def test_numbers_on_an_axis_are_short(value: float, text: str) -> None:
    assert _short(value) == text


def test_curves_stand_where_their_values_are() -> None:
    svg = curves("Loss", {"train": [(0, 0), (50, 5), (100, 10)]}, "steps")
    line = next(part for part in parsed(svg).iter("polyline") if len((part.get("points") or "").split()) == 3)
    places = [tuple(map(float, place.split(","))) for place in (line.get("points") or "").split()]
    (x0, y0), (x1, y1), (x2, y2) = places
    assert x0 < x1 < x2 and x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 > y1 > y2 and y0 - y1 == pytest.approx(y1 - y2, abs=0.2)
    assert "0 steps" in texts(svg) and "100" in texts(svg) and "train" in texts(svg) and "10" in texts(svg)


def test_a_single_validation_is_seen_and_what_is_no_number_is_left_out() -> None:
    svg = curves("Loss", {"a": [(1, 3.0)], "b": [(1, nan), (2, inf)], "c": []}, "words")
    assert len(list(parsed(svg).iter("circle"))) == 1
    assert "nan" not in svg and "inf" not in svg
    assert {"a", "b", "c"} <= set(texts(svg))


def test_twenty_lines_and_none_can_be_drawn() -> None:
    lines = {f"line {n}": [(0.0, n), (1.0, n + 1)] for n in range(20)}
    assert "line 19" in texts(curves("Many", lines, "words"))
    assert parsed(curves("None", {}, "words")).get("aria-label") == "None"


def test_an_axis_begins_at_0_unless_all_values_are_far_from_it() -> None:
    near, far = ({"a": [(1.0, low), (2.0, 10.0)]} for low in (1.0, 9.0))
    assert "0" in texts(curves("near", near, "words"))[:6]
    assert texts(curves("far", far, "words"))[0] == "9"


def test_intervals_stand_where_their_values_are() -> None:
    rows = [
        Interval("A", 2, 1, 3, "2.00"),
        Interval("B", 4, nan, nan, "4.00*", "differs"),
        Interval("C", nan, nan, nan, "–"),
    ]
    svg = parsed(intervals("Means", rows))
    dots = [float(dot.get("cx") or 0) for dot in svg.iter("circle")]
    ranges = [line for line in svg.iter("line") if line.get("class") == "range"]
    assert len(dots) == 2 and dots[0] < dots[1] and len(ranges) == 1
    assert float(ranges[0].get("x1") or 0) < dots[0] < float(ranges[0].get("x2") or 0)
    assert [text for text in texts(intervals("Means", rows)) if text in ("A", "B", "C", "2.00", "4.00*")]
    assert any(line.get("class") == "zero" for line in svg.iter("line"))


def test_all_that_is_written_in_a_chart_is_text() -> None:
    name = '<script>&"'
    for svg in (curves(name, {name: [(0, 1), (1, 2)]}, name), intervals(name, [Interval(name, 1, 0, 2, name)])):
        assert "<script" not in svg
        assert parsed(svg).get("aria-label") == name


def test_a_picture_brings_its_colours_and_its_heading() -> None:
    svg = curves("Loss", {"a": [(0, 1), (1, 2)]}, "words", alone=True)
    root = parsed(svg)
    assert root.tag == f"{SVG}svg" and root.get("class") == "boxscribe chart"
    assert "prefers-color-scheme:dark" in svg and "--e0" in svg
    assert texts(svg)[0] == "Loss"
    assert "<style" not in curves("Loss", {"a": [(0, 1)]}, "words"), "in a page the policy would ignore it"
