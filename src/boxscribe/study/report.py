"""The analysis of a study on a terminal and as JSON."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.study.analyse import Analysis, Measure


def on_terminal(result: Analysis) -> Group:
    """The paper's Table 5, then what stands behind each of its columns."""
    quality = [each for each in result.measures if each.strength is not None]
    others = [at for at, system in enumerate(result.systems) if system != result.against]
    parts = [_grid("", result.measures, result, range(len(result.systems)), _starred)]
    parts.append(_grid("95 % interval", result.measures, result, range(len(result.systems)), _interval))
    if quality:
        shown = _grid(f"beats {result.against}", quality, result, others, lambda m, at: percent(beats(m, at, result)))
        parts.append(shown)
    told = [Text(note) for note in notes(result)]
    return Group(Text(f"{result.title}\n", style="bold"), *parts, _evidence(result), *told)


def _grid(
    title: str, measures: Sequence[Measure], result: Analysis, rows: Iterable[int], cell: Callable[[Measure, int], str]
) -> Grid:
    """Systems by measures."""
    grid = _empty(title, [each.name for each in measures])
    for at in rows:
        grid.add_row(Text(result.systems[at]), *(cell(each, at) for each in measures))
    grid.add_row()
    return grid


def _empty(title: str, columns: Iterable[str]) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column(title)
    for name in columns:
        grid.add_column(name, justify="right", no_wrap=True)
    return grid


def _evidence(result: Analysis) -> Grid:
    grid = _empty("", ["answers", "α", "F (df)", "p", "shows", "needs"])
    for each in result.measures:
        variance, power = each.variance, each.power
        grid.add_row(
            each.name,
            f"{each.answers:,}",
            number(each.alpha, 2),
            f"{number(variance.f, 2)} ({variance.between}, {variance.within:,})",
            p_value(variance.p),
            "–" if power is None else number(power.shown, 2),
            "–" if power is None else f"{needed(each)} for {power.wanted:g}",
        )
    grid.add_row()
    return grid


def _starred(each: Measure, at: int) -> str:
    return f"{number(each.mean[at], 2)}{'*' if each.starred[at] else ' '}"


def _interval(each: Measure, at: int) -> str:
    low, high = each.interval[at]
    return f"{number(low, 1)}…{number(high, 1)} "


def notes(result: Analysis) -> Iterable[str]:
    """What a reader of the figures must know, a sentence each."""
    yield (
        f"* differs from {result.against}: {', '.join(dict.fromkeys(m.variance.method for m in result.measures))} "
        f"with Tukey's HSD, p ≤ 0.05; one observation is {_unit(result)}. Intervals: bootstrap over summaries. "
        "α: Krippendorff's. Shows: the difference that this study shows with 80 % power; needs: the summaries for "
        "a given difference."
    )
    if any(each.strength is not None for each in result.measures):
        yield f"Beats {result.against}: how often a system would be preferred to it (Bradley–Terry)."
    if result.unit == "answer" and any(each.kind == "quality" for each in result.measures):
        yield "Two systems share every choice, so this test finds differences of quality too often; see --unit summary."
    yield f"{result.people:,} people; {result.failed:,} left out because of attention checks."
    if result.missing:
        yield f"{result.missing:,} answers are missing: these figures are not final."


def _unit(result: Analysis) -> str:
    return "the mean of a summary" if result.unit == "summary" else "one person's answer about one task"


def number(value: float, digits: int) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}".replace("-", "−")


def percent(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.0%}"


def p_value(p: float) -> str:
    return "–" if math.isnan(p) else "< 0.001" if p < 0.001 else f"{p:.3f}"


def needed(each: Measure) -> str:
    assert each.power is not None
    return "more than can be had" if each.power.needed is None else f"{each.power.needed:,}"


def beats(each: Measure, at: int, result: Analysis) -> float:
    """The Bradley–Terry probability that a system is preferred to the chosen one."""
    assert each.strength is not None
    return float(1 / (1 + math.exp(each.strength[result.systems.index(result.against)] - each.strength[at])))


def as_data(result: Analysis) -> dict[str, Any]:
    """The analysis as plain data; what is not defined is None."""
    return {
        "title": result.title,
        "against": result.against,
        "unit": result.unit,
        "summaries": result.summaries,
        "people": result.people,
        "people_left_out": result.failed,
        "missing_answers": result.missing,
        "measures": {each.name: _measure(each, result) for each in result.measures},
    }


def _measure(each: Measure, result: Analysis) -> dict[str, Any]:
    variance, power = each.variance, each.power
    systems: dict[str, Any] = {}
    for at, system in enumerate(result.systems):
        systems[system] = {
            "mean": _plain(each.mean[at]),
            "interval": [_plain(bound) for bound in each.interval[at]],
            "differs": each.starred[at],
            "tukey_p": {other: _plain(variance.tukey(at, i)) for i, other in enumerate(result.systems) if i != at},
        }
        if each.strength is not None:
            systems[system]["bradley_terry"] = _plain(each.strength[at])
    return {
        "form": each.kind,
        "answers": each.answers,
        "systems": systems,
        "test": {
            "method": variance.method,
            "F": _plain(variance.f),
            "p": _plain(variance.p),
            "df": [variance.between, variance.within],
            "mean_square_error": _plain(variance.error),
        },
        "krippendorff_alpha": _plain(each.alpha),
        "power": None
        if power is None
        else {"difference": power.wanted, "summaries_needed": power.needed, "difference_shown": _plain(power.shown)},
    }


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def as_json(result: Analysis) -> str:
    return json.dumps(as_data(result), indent=1, ensure_ascii=False)
