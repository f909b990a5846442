"""The analysis of a study on a terminal and as JSON."""

import json
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from boxscribe.study.analyse import Analysis, Measure
from boxscribe.study.statistics.power import MAX_SUMMARIES


def on_terminal(result: Analysis) -> Group:
    """The paper's Table 5, then the intervals, tests, agreement and power of each of its columns."""
    quality = [each for each in result.measures if each.bradley_terry is not None]
    others = [at for at, system in enumerate(result.systems) if system != result.against]
    parts = [_grid("", result.measures, result, range(len(result.systems)), _starred)]
    parts.append(_grid("95 % interval", result.measures, result, range(len(result.systems)), _interval))
    if quality:
        shown = _grid(
            f"preferred to {result.against}", quality, result, others, lambda m, at: percent(beats(m, at, result))
        )
        parts.append(shown)
    remarks = [Text(note) for note in notes(result)]
    return Group(Text(f"{result.title}\n", style="bold"), *parts, _evidence(result), *remarks)


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
    grid = _empty("", ["answers", "α", "F (df)", "p", "detectable", "needed"])
    for each in result.measures:
        anova, power = each.anova, each.power
        grid.add_row(
            each.name,
            f"{each.n_answers:,}",
            number(each.krippendorff_alpha, 2),
            f"{number(anova.f, 2)} ({anova.df_between}, {anova.df_within:,})",
            p_value(anova.p),
            "–" if power is None else number(power.detectable_difference, 2),
            "–" if power is None else f"{needed(each)} for {power.difference:g}",
        )
    grid.add_row()
    return grid


def _starred(each: Measure, at: int) -> str:
    return f"{number(each.mean[at], 2)}{'*' if each.significant[at] else ' '}"


def _interval(each: Measure, at: int) -> str:
    low, high = each.interval[at]
    return f"{number(low, 1)}…{number(high, 1)} "


def notes(result: Analysis) -> Iterable[str]:
    """What a reader of the figures must know, a sentence each."""
    yield (
        f"* differs from {result.against}: {', '.join(dict.fromkeys(m.anova.method for m in result.measures))} "
        f"with Tukey's HSD, p ≤ 0.05; one observation is {_unit(result)}. Intervals: bootstrap over summaries. "
        "α: Krippendorff's. Detectable: the difference that this study detects with 80 % power; needed: the number of "
        "summaries that would detect a given difference."
    )
    if any(each.bradley_terry is not None for each in result.measures):
        yield f"Preferred to {result.against}: the probability that a system is preferred to it (Bradley–Terry)."
    if result.unit == "answer" and any(each.form == "quality" for each in result.measures):
        yield "Two systems share every choice, so this test of quality is too liberal; see --unit summary."
    yield f"{result.n_participants:,} participants; {result.n_excluded:,} excluded by attention checks."
    if result.n_missing:
        yield f"{result.n_missing:,} answers are missing: these figures are not final."


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
    count = each.power.summaries_needed
    return f"> {MAX_SUMMARIES:,}" if count is None else f"{count:,}"


def beats(each: Measure, at: int, result: Analysis) -> float:
    """The Bradley–Terry probability that a system is preferred to the chosen one."""
    assert each.bradley_terry is not None
    return float(1 / (1 + math.exp(each.bradley_terry[result.systems.index(result.against)] - each.bradley_terry[at])))


def as_data(result: Analysis) -> dict[str, Any]:
    """The analysis as plain data; what is not defined is None."""
    return {
        "title": result.title,
        "against": result.against,
        "unit": result.unit,
        "summaries": result.n_summaries,
        "participants": result.n_participants,
        "excluded_participants": result.n_excluded,
        "missing_answers": result.n_missing,
        "measures": {each.name: _measure(each, result) for each in result.measures},
    }


def _measure(each: Measure, result: Analysis) -> dict[str, Any]:
    anova, power = each.anova, each.power
    systems: dict[str, Any] = {}
    for at, system in enumerate(result.systems):
        systems[system] = {
            "mean": _plain(each.mean[at]),
            "interval": [_plain(bound) for bound in each.interval[at]],
            "differs": each.significant[at],
            "tukey_p": {other: _plain(anova.tukey(at, i)) for i, other in enumerate(result.systems) if i != at},
        }
        if each.bradley_terry is not None:
            systems[system]["bradley_terry"] = _plain(each.bradley_terry[at])
    return {
        "form": each.form,
        "answers": each.n_answers,
        "systems": systems,
        "test": {
            "method": anova.method,
            "F": _plain(anova.f),
            "p": _plain(anova.p),
            "df": [anova.df_between, anova.df_within],
            "mean_square_error": _plain(anova.mse),
        },
        "krippendorff_alpha": _plain(each.krippendorff_alpha),
        "power": None
        if power is None
        else {
            "difference": power.difference,
            "summaries_needed": power.summaries_needed,
            "detectable_difference": _plain(power.detectable_difference),
        },
    }


def _plain(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def as_json(result: Analysis) -> str:
    return json.dumps(as_data(result), indent=1, ensure_ascii=False)
