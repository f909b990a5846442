"""One page that shows where figures come from: game by game, the relations of the gold text beside those of the text.

In: an evaluation; out: a self-contained HTML page, which holds all games as data and draws the one that is chosen.
"""

from boxscribe.pages.render import render
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.report_data import report_data


def report(evaluation: Evaluation) -> str:
    """The page."""
    return render("report.html", data=report_data(evaluation))
