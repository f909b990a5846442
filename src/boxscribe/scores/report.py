"""One page that shows where figures come from: game by game, the facts of the gold text beside those of the text.

In: an evaluation; out: a self-contained HTML page, which holds all games as data and draws the one that is looked at.
"""

import json
from html import escape
from importlib import resources
from typing import Any

from boxscribe.scores.evaluate import Evaluation
from boxscribe.scores.report_data import report_data


def report(evaluation: Evaluation) -> str:
    """The page."""
    template = (resources.files("boxscribe.scores") / "static" / "report.html").read_text(encoding="utf-8")
    data = report_data(evaluation)
    # Where a page is put together from parts, no part may hold "<": neither a tag nor the mark of another part.
    embedded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    for mark, part in (
        ("<!--title-->", escape(data["title"])),
        ("<!--signature-->", escape(data["signature"])),
        ("<!--scores-->", "".join(map(_score, data["metrics"]))),
        ("<!--data-->", embedded),
    ):
        template = template.replace(mark, part)
    return template


def _score(metric: dict[str, Any]) -> str:
    return (
        f"<div><dt>{escape(metric['label'])}</dt><dd>{metric['value']:.2f}"
        f"<small>{metric['low']:.2f} – {metric['high']:.2f}</small></dd></div>"
    )
