"""What the evaluation page shows: an evaluation → plain data, which `report` puts into the page as HTML and JSON.

| key | what |
|---|---|
| `title`, `signature` | of the evaluated texts |
| `metrics` | for each metric `key`, `label`, `value`, `low`, `high` |
| `types` | record type → label |
| `games` | for each game `id`, `title`, `figures` (in the order of `metrics`), `text`, `gold_text`, and its relations |

A game's `relations` (of the text) and `gold_relations` are lists of [entity, value, type, status]; the status is
`gold` (in both texts), `only` (correct, but not in the gold text), `wrong` (contradicts the table) or `missed` (only in
the gold text). `rows` aligns the two: (gold relation, relation of the text), −1 where one side has none.
"""

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


def report_data(evaluation: Evaluation) -> dict[str, Any]:
    """The data of the page."""
    single = evaluation.statistics.single()
    games = []
    for number, document in enumerate(evaluation.documents):
        pair = pair_up(document.said, document.gold, evaluation.equality, evaluation.version)
        figures = [round(float(single[metric][number]), 2) for metric in evaluation.scores]
        games.append(_game(document, pair, figures))
    return {
        "title": Path(evaluation.name).name,
        "signature": str(evaluation.signature),
        "metrics": [
            {"key": metric, "label": LABELS[metric], "value": score.value, "low": score.low, "high": score.high}
            for metric, score in evaluation.scores.items()
        ],
        "types": _types(evaluation.domain),
        "games": games,
    }


def _types(domain: Domain) -> dict[str, str]:
    """Record type → label; a fact that a text states without a number is named by its role ("home run batter")."""
    roles = {role: role.replace("-", " ") for action in domain.actions for role in action.roles.values()}
    return roles | {type: about.label for kind in domain.kinds.values() for type, about in kind.types.items()}


def _game(document: Document, pair: Pair, figures: list[float]) -> dict[str, Any]:
    matched = {match for match in pair.matches if match is not None}
    return {
        "id": document.id,
        "title": document.title or document.id,
        "figures": figures,
        "gold_relations": [
            _relation(relation, IN_GOLD if number in matched else MISSED) for number, relation in enumerate(pair.gold)
        ],
        "relations": [
            _relation(relation, _status(relation, match))
            for relation, match in zip(pair.said, pair.matches, strict=True)
        ],
        "rows": align(pair),
        "text": detokenise(document.text.split()),
        "gold_text": detokenise(document.gold_text.split()),
    }


def _status(relation: Relation, match: int | None) -> str:
    if not relation.correct:
        return WRONG
    return ONLY_IN_TEXT if match is None else IN_GOLD


def _relation(relation: Relation, status: str) -> list[str]:
    return [relation.entity, relation.value, relation.type, status]


def align(pair: Pair) -> list[tuple[int, int]]:
    """(gold relation, relation of the text) in the order of both texts; −1 where one side has none at this place."""
    rows: list[tuple[int, int]] = []
    for step in LCSseq.opcodes(pair.gold_codes, pair.said_codes):
        gold, said = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
        if step.tag == "equal":
            rows += zip(gold, said, strict=True)
        else:
            rows += [(number, -1) for number in gold] + [(-1, number) for number in said]
    return rows
