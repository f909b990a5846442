"""The analysis of a study as one self-contained page with plots."""

import math
from html import escape

from boxscribe.study.analyse import Analysis, Measure
from boxscribe.study.report import beats, needed, notes, number, p_value, percent

WIDTH, LEFT, RIGHT, ROW = 560, 110, 60, 30
STYLE = """
body { font: 15px/1.55 system-ui, sans-serif; color: #1b2431; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
figure h2 { margin-top: 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
th, td { padding: .35rem .8rem; text-align: right; border-bottom: 1px solid #dde3ea; white-space: nowrap }
th:first-child { text-align: left } tr.chosen > * { background: #eef5fb; font-weight: 600 }
small { color: #5b6778; font-weight: 400 }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem }
figure { margin: 0; padding: 1rem; border: 1px solid #dde3ea; border-radius: 8px }
figcaption { color: #5b6778; font-size: .85rem; margin-top: .4rem }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif }
.notes { color: #5b6778; max-width: 48rem }
"""


def as_html(result: Analysis) -> str:
    """The page."""
    heads = "".join(f"<th scope=col>{escape(each.name)}</th>" for each in result.measures)
    rows = []
    for at, system in enumerate(result.systems):
        chosen = " class=chosen" if system == result.against else ""
        cells = "".join(f"<td>{_cell(each, at)}</td>" for each in result.measures)
        rows.append(f"<tr{chosen}><th scope=row>{escape(system)}</th>{cells}</tr>")
    plots = "".join(_figure(each, result) for each in result.measures)
    told = "".join(f"<p>{escape(note)}</p>" for note in notes(result))
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(result.title)}</title><style>{STYLE}</style>\n<h1>{escape(result.title)}</h1>\n"
        f'<div class="scroll"><table><tr><td></td>{heads}</tr>{"".join(rows)}</table></div>\n'
        f'<div class="notes">{told}</div>\n<div class="plots">{plots}</div>\n'
        f'<h2>Evidence</h2><div class="scroll">{_evidence(result)}</div>\n{_strengths(result)}</html>\n'
    )


def _cell(each: Measure, at: int) -> str:
    low, high = each.interval[at]
    star = "*" if each.significant[at] else ""
    return f"{number(each.mean[at], 2)}{star}<br><small>{number(low, 1)} … {number(high, 1)}</small>"


def _evidence(result: Analysis) -> str:
    rows = []
    for each in result.measures:
        test, power = each.anova, each.power
        shows = "–" if power is None else number(power.detectable_difference, 2)
        needs = "–" if power is None else f"{needed(each)} for {power.difference:g}"
        cells = [
            f"{each.n_answers:,}",
            number(each.krippendorff_alpha, 2),
            test.method,
            f"{number(test.f, 2)} ({test.df_between}, {test.df_within:,})",
            p_value(test.p),
            shows,
            needs,
        ]
        rows.append(f"<tr><th scope=row>{escape(each.name)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    heads = ["", "answers", "Krippendorff’s α", "test", "F (df)", "p", "shows", "needs"]
    return f"<table><tr>{''.join(f'<th scope=col>{head}</th>' for head in heads)}</tr>{''.join(rows)}</table>"


def _strengths(result: Analysis) -> str:
    """Bradley–Terry: how often each system would be preferred to the chosen one."""
    measures = [each for each in result.measures if each.bradley_terry is not None]
    if not measures:
        return ""
    heads = "".join(f"<th scope=col>{escape(each.name)}</th>" for each in measures)
    rows = "".join(
        f"<tr><th scope=row>{escape(system)}</th>"
        + "".join(f"<td>{percent(beats(each, at, result))}</td>" for each in measures)
        + "</tr>"
        for at, system in enumerate(result.systems)
        if system != result.against
    )
    return (
        f"<h2>Bradley–Terry: preferred to {escape(result.against)}</h2>"
        f'<div class="scroll"><table><tr><td></td>{heads}</tr>{rows}</table></div>\n'
    )


def _figure(each: Measure, result: Analysis) -> str:
    what = "best-worst score" if each.form == "quality" else "facts per sentence"
    caption = f"<figcaption>{what}, 95 % interval</figcaption>"
    return f"<figure><h2>{escape(each.name)}</h2>{_plot(each, result)}{caption}</figure>"


def _plot(each: Measure, result: Analysis) -> str:
    """A dot with its interval for each system, on a common scale that has 0."""
    known = [value for value in (*each.interval.flat, *each.mean, 0.0) if not math.isnan(value)]
    low, high = min(known), max(known)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * float((value - low) / span)

    height = ROW * len(result.systems) + 24
    parts = [
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="4" y2="{height - 20}" stroke="#c3ccd7" stroke-dasharray="3 3"/>',
        *(
            f'<text x="{x(value):.1f}" y="{height - 4}" text-anchor="middle" fill="#5b6778">{number(value, 1)}</text>'
            for value in sorted({low, 0.0, high})
            if value in (low, high) or min(x(0) - x(low), x(high) - x(0)) > 40
        ),
    ]
    for at, system in enumerate(result.systems):
        y = ROW * at + ROW / 2 + 2
        parts.append(f'<text x="0" y="{y + 4}">{escape(system[:16])}</text>')
        if math.isnan(each.mean[at]):
            continue
        colour = "#1d5c8f" if system == result.against else "#c2670c" if each.significant[at] else "#5b6778"
        star = "*" if each.significant[at] else ""
        if not math.isnan(each.interval[at][0]):
            one, other = (x(float(bound)) for bound in each.interval[at])
            parts.append(
                f'<line x1="{one:.1f}" x2="{other:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3" '
                'stroke-linecap="round" opacity=".45"/>'
            )
        parts.append(f'<circle cx="{x(float(each.mean[at])):.1f}" cy="{y}" r="5" fill="{colour}"/>')
        shown = f"{number(each.mean[at], 2)}{star}"
        parts.append(f'<text x="{WIDTH}" y="{y + 4}" text-anchor="end" fill="{colour}">{shown}</text>')
    label = f"{escape(each.name)} by system"
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{label}">{"".join(parts)}</svg>'
