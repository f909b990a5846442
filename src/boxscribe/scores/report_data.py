"""What the evaluation page shows: an evaluation → plain data, which `report` puts into the page as HTML and JSON.

| key | what |
|---|---|
| `title`, `signature` | of the evaluated texts |
| `metrics` | for each metric `key`, `label`, `value`, `low`, `high`; if compared, also `other`, `difference`, `p` |
| `sort_by` | the key of the metric that games are sorted by at first |
| `comparison` | None, or `title` and `signature` of the other system's texts, and `test` |
| `types` | record type → label |
| `statuses` | status of a relation → label and meaning |
| `games` | for each game `id`, `title`, `figures` (in the order of `metrics`), `text`, `gold_text`, and the relations |
| | below; if compared, also `other_figures` and `other_text` |

A game's `relations` (of the text) and `gold_relations` are lists of [entity, value, type, status]; the status is
`gold` (in both texts), `only` (correct, but not in the gold text), `wrong` (contradicts the table) or `missed` (only in
the gold text). `rows` aligns the two: (gold relation, relation of the text), −1 where one side has none.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import LCSseq

from boxscribe.facts.relations import Relation
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.family import Document
from boxscribe.scores.relation_matching import AlignedRelations
from boxscribe.tables.domain import Domain
from boxscribe.text import detokenise

SORTED_BY = "cs_f1"
IN_GOLD, ONLY_IN_TEXT, WRONG, MISSED = "gold", "only", "wrong", "missed"
STATUSES = {
    IN_GOLD: ("in both texts", "the gold text states it, too"),
    ONLY_IN_TEXT: ("only in the text", "the table confirms it, the gold text does not state it"),
    WRONG: ("wrong", "the table does not confirm it"),
    MISSED: ("missed", "the gold text states it, the text does not"),
}
# Where no metric needs the relations of the gold texts, they are not known.
STATUSES_WITHOUT_GOLD = {ONLY_IN_TEXT: ("correct", "the table confirms it"), WRONG: STATUSES[WRONG]}


def report_data(evaluation: Evaluation) -> dict[str, Any]:
    """The data of the page."""
    return {
        "title": Path(evaluation.name).name,
        "signature": str(evaluation.signature),
        "metrics": list(_metrics(evaluation)),
        "sort_by": SORTED_BY if SORTED_BY in evaluation.scores else next(iter(evaluation.scores)),
        "comparison": _comparison(evaluation),
        "types": _types(evaluation.domain),
        "statuses": STATUSES if evaluation.signature.gold else STATUSES_WITHOUT_GOLD,
        "games": list(_games(evaluation)),
    }


def _metrics(evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    for metric, score in evaluation.scores.items():
        data = {"key": metric, "label": evaluation.labels[metric], **score._asdict()}
        if evaluation.comparison:
            difference = evaluation.comparison.differences[metric]
            data |= {"other": difference.other, "difference": difference.difference, "p": difference.p}
        yield data


def _comparison(evaluation: Evaluation) -> dict[str, Any] | None:
    if evaluation.comparison is None:
        return None
    other = evaluation.comparison.other
    return {"title": Path(other.name).name, "signature": str(other.signature), "test": evaluation.comparison.test}


def _games(evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    figures, other = _figures(evaluation), evaluation.comparison and evaluation.comparison.other
    other_figures = _figures(other) if other else []
    for number, document in enumerate(evaluation.documents):
        game = _game(document, document.aligned(evaluation.version)) | {"figures": figures[number]}
        if other:
            text = detokenise(other.documents[number].text.split())
            game |= {"other_figures": other_figures[number], "other_text": text}
        yield game


def _figures(evaluation: Evaluation) -> list[list[float]]:
    """For each document its figures, in the order of the metrics."""
    figures = evaluation.statistics.figures(evaluation.statistics.counts)
    return np.stack(list(figures.values()), axis=1).round(2).tolist()  # type: ignore[no-any-return]


def _types(domain: Domain) -> dict[str, str]:
    """Record type → label; a fact that a text states without a number is named by its role ("home run batter")."""
    roles = {role: role.replace("-", " ") for action in domain.actions for role in action.roles.values()}
    return roles | {type: about.label for kind in domain.kinds.values() for type, about in kind.types.items()}


def _game(document: Document, aligned: AlignedRelations) -> dict[str, Any]:
    matched = {match for match in aligned.matches if match is not None}
    return {
        "id": document.id,
        "title": document.title,
        "gold_relations": [
            _relation(relation, IN_GOLD if number in matched else MISSED)
            for number, relation in enumerate(aligned.gold)
        ],
        "relations": [
            _relation(relation, _status(relation, match))
            for relation, match in zip(aligned.relations, aligned.matches, strict=True)
        ],
        "rows": align(aligned),
        "text": detokenise(document.text.split()),
        "gold_text": detokenise(document.gold_text.split()),
    }


def _status(relation: Relation, match: int | None) -> str:
    if not relation.correct:
        return WRONG
    return ONLY_IN_TEXT if match is None else IN_GOLD


def _relation(relation: Relation, status: str) -> list[str]:
    return [relation.entity, relation.value, relation.type, status]


def align(aligned: AlignedRelations) -> list[tuple[int, int]]:
    """(gold relation, relation of the text) in the order of both texts; −1 where one side has none at this place."""
    rows: list[tuple[int, int]] = []
    for step in LCSseq.opcodes(aligned.gold_codes, aligned.codes):
        gold, own = range(step.src_start, step.src_end), range(step.dest_start, step.dest_end)
        if step.tag == "equal":
            rows += zip(gold, own, strict=True)
        else:
            rows += [(number, -1) for number in gold] + [(-1, number) for number in own]
    return rows
