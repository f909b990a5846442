"""The analysis of a study as one self-contained page with charts."""

from boxscribe.pages.chart import Interval, intervals
from boxscribe.pages.render import render
from boxscribe.study.analyse import Analysis, Measure
from boxscribe.study.report import beats, needed, notes, number, p_value, percent

TESTS = ("answers", "Krippendorff’s α", "test", "F (df)", "p", "detectable", "needed")

Row = tuple[str, bool, list[tuple[str, str]]]
"""A name, whether it is highlighted, and a value with its note for each column."""


def as_html(result: Analysis) -> str:
    """The page."""
    rated = [each for each in result.measures if each.bradley_terry is not None]
    about = [f"{result.n_participants:,} participants", f"{result.n_summaries:,} summaries of each system"]
    return render(
        "study.html",
        title=result.title,
        about="\u00a0· ".join(about),
        against=result.against,
        measures=[each.name for each in result.measures],
        means=[_means(at, result) for at in range(len(result.systems))],
        notes=list(notes(result)),
        charts=[_chart(each, result) for each in result.measures],
        tests_heads=TESTS,
        tests=[_test(each) for each in result.measures],
        preferred_heads=[each.name for each in rated],
        preferred=[_preferred(at, rated, result) for at in _others(result) if rated],
    )


def _means(at: int, result: Analysis) -> Row:
    cells = [(_mean(each, at), _bounds(each, at)) for each in result.measures]
    return result.systems[at], result.systems[at] == result.against, cells


def _mean(each: Measure, at: int) -> str:
    return f"{number(each.mean[at], 2)}{'*' if each.significant[at] else ''}"


def _bounds(each: Measure, at: int) -> str:
    low, high = each.interval[at]
    return f"{number(low, 1)} … {number(high, 1)}"


def _chart(each: Measure, result: Analysis) -> tuple[str, str, str]:
    """The name of a measure, what its axis shows, and the chart of its means."""
    unit = "best-worst score" if each.form == "quality" else "facts per sentence"
    rows = []
    for at, system in enumerate(result.systems):
        low, high = map(float, each.interval[at])
        colour = "chosen" if system == result.against else "differs" if each.significant[at] else "plain"
        rows.append(Interval(system, float(each.mean[at]), low, high, _mean(each, at), colour))
    return each.name, f"{unit}, 95 % interval", intervals(f"{each.name} by system", rows)


def _test(each: Measure) -> Row:
    anova, power = each.anova, each.power
    cells = [
        f"{each.n_answers:,}",
        number(each.krippendorff_alpha, 2),
        anova.method,
        f"{number(anova.f, 2)} ({anova.df_between}, {anova.df_within:,})",
        p_value(anova.p),
        "–" if power is None else number(power.detectable_difference, 2),
        "–" if power is None else f"{needed(each)} for {power.difference:g}",
    ]
    return each.name, False, [(cell, "") for cell in cells]


def _preferred(at: int, rated: list[Measure], result: Analysis) -> Row:
    """How often each system would be preferred to the chosen one."""
    return result.systems[at], False, [(percent(beats(each, at, result)), "") for each in rated]


def _others(result: Analysis) -> list[int]:
    return [at for at, system in enumerate(result.systems) if system != result.against]
