"""One page that shows where figures come from: game by game, the facts of the gold text beside those of the text.

In: an evaluation; out: a self-contained HTML page, which holds all games as data and draws the one that is looked at.
"""

import json
from html import escape
from importlib import resources
from pathlib import Path
from typing import Any

from rapidfuzz.distance import LCSseq

from boxscribe.facts.relations import Relation
from boxscribe.scores.documents import Document
from boxscribe.scores.evaluate import Evaluation
from boxscribe.scores.relations import Pair, pair_up
from boxscribe.scores.score import LABELS
from boxscribe.tables.domain import Domain
from boxscribe.text import detokenise

IN_GOLD, ONLY_IN_TEXT, WRONG, MISSED = "gold", "only", "wrong", "missed"


def report(evaluation: Evaluation) -> str:
    """The page."""
    template = (resources.files("boxscribe.scores") / "static" / "report.html").read_text(encoding="utf-8")
    single = evaluation.statistics.single()
    games = []
    for number, document in enumerate(evaluation.documents):
        pair = pair_up(document.said, document.gold, evaluation.equality, evaluation.version)
        figures = [round(float(single[metric][number]), 2) for metric in evaluation.scores]
        games.append(_game(document, pair, figures))
    metrics = [{"key": metric, "label": LABELS[metric]} for metric in evaluation.scores]
    data = {"metrics": metrics, "types": _types(evaluation.domain), "games": games}
    # Where a page is put together from parts, no part may hold "<": neither a tag nor the mark of another part.
    embedded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    for mark, part in (
        ("<!--title-->", escape(Path(evaluation.name).name)),
        ("<!--signature-->", escape(str(evaluation.signature))),
        ("<!--scores-->", _scores(evaluation)),
        ("<!--data-->", embedded),
    ):
        template = template.replace(mark, part)
    return template


def _scores(evaluation: Evaluation) -> str:
    return "".join(
        f"<div><dt>{escape(LABELS[metric])}</dt><dd>{score.value:.2f}"
        f"<small>{score.low:.2f} – {score.high:.2f}</small></dd></div>"
        for metric, score in evaluation.scores.items()
    )


def _types(domain: Domain) -> dict[str, str]:
    """Record type → what it means."""
    return {type: about.label for kind in domain.kinds.values() for type, about in kind.types.items()}


def _game(document: Document, pair: Pair, figures: list[float]) -> dict[str, Any]:
    told = {match for match in pair.matches if match is not None}
    return {
        "id": document.id,
        "figures": figures,
        "gold": [
            _relation(relation, IN_GOLD if number in told else MISSED) for number, relation in enumerate(pair.gold)
        ],
        "said": [
            _relation(relation, _status(relation, match))
            for relation, match in zip(pair.said, pair.matches, strict=True)
        ],
        "rows": align(pair),
        "text": detokenise(document.text.split()),
        "goldText": detokenise(document.gold_text.split()),
    }


def _status(relation: Relation, match: int | None) -> str:
    if not relation.correct:
        return WRONG
    return ONLY_IN_TEXT if match is None else IN_GOLD


def _relation(relation: Relation, status: str) -> list[str]:
    return [relation.entity, relation.value, relation.type, status]


def align(pair: Pair) -> list[tuple[int, int]]:
    """(gold relation, relation said) in the order of both texts; −1 where one side has nothing at this place."""
    rows: list[tuple[int, int]] = []
    for step in LCSseq.opcodes(pair.gold_codes, pair.said_codes):
        gold, said = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
        if step.tag == "equal":
            rows += zip(gold, said, strict=True)
        else:
            rows += [(number, -1) for number in gold] + [(-1, number) for number in said]
    return rows
