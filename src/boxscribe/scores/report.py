"""One page that shows where figures come from: game by game, the relations of the gold text beside those of the text.

In: an evaluation, with or without a comparison; out: a self-contained HTML page, which holds all games as data and
draws the one that is chosen.
"""

from pathlib import Path

from markupsafe import Markup

from boxscribe.pages.chart import Interval, intervals
from boxscribe.pages.render import render
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.report_data import report_data


def report(evaluation: Evaluation) -> str:
    """The page."""
    return render("report.html", data=report_data(evaluation), charts=_charts(evaluation))


def _charts(evaluation: Evaluation) -> dict[str, Markup]:
    """For each metric a chart of the two systems' figures with their intervals; none without a comparison."""
    if evaluation.comparison is None:
        return {}
    systems = {"chosen": evaluation, "plain": evaluation.comparison.other}  # by colour
    charts = {}
    for metric, label in evaluation.labels.items():
        scores = {colour: (Path(system.name).name, system.scores[metric]) for colour, system in systems.items()}
        rows = [Interval(name, *score, f"{score.value:.2f}", colour) for colour, (name, score) in scores.items()]
        charts[label] = intervals(label, rows, zero=False)
    return charts
