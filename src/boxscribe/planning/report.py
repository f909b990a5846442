"""What plans of texts are like: facts a sentence, sentences without facts, agreement with given relations."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from boxscribe.facts.relations import Relation
from boxscribe.files import read_lines
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.plan import Plan
from boxscribe.planning.score import score_plans
from boxscribe.scores.published import read_relations, record_type
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

INDEX = "train_index"  # the key of a table's `meta` by which published relations of a training set are found


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of the facts of plans with given relations, in percent."""

    texts: int  # that have given relations
    precision: float
    recall: float
    f1: float
    ordering: float  # content ordering


@dataclass(frozen=True, slots=True)
class PlanReport:
    """Figures of plans."""

    texts: int
    sentences: int
    facts: int
    facts_per_text: float
    facts_per_sentence: float
    facts_per_stating_sentence: float  # of the sentences that have some
    sentences_without_facts: float  # their share
    agreement: Agreement | None = None

    def as_dict(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if value is not None}


def report_plans(
    plans: Sequence[Plan], tables: Sequence[Table], domain: Domain, relations: str | Path | None = None
) -> PlanReport:
    """The figures of plans; `relations` is a file of published relations of the same texts."""
    sizes = [len(sentence) for plan in plans for sentence in plan.sentences]
    facts, stating = sum(sizes), sum(map(bool, sizes))
    return PlanReport(
        len(plans),
        len(sizes),
        facts,
        facts / max(1, len(plans)),
        facts / max(1, len(sizes)),
        facts / max(1, stating),
        1 - stating / max(1, len(sizes)),
        None if relations is None else _agreement(plans, tables, domain, relations),
    )


def _agreement(plans: Sequence[Plan], tables: Sequence[Table], domain: Domain, relations: str | Path) -> Agreement:
    published = read_published(relations, tables, domain)
    chosen = [number for number, own in enumerate(published) if own is not None]
    if not chosen:
        raise InputError(f"{relations}: has relations of none of these texts; give the file of the same split")
    figures = score_plans(
        [plans[number] for number in chosen],
        [tables[number] for number in chosen],
        domain,
        gold_relations=[own for own in published if own is not None],
    ).figures
    return Agreement(len(chosen), *(figures[key] for key in ("cs_precision", "cs_recall", "cs_f1", "co")))


def read_published(source: str | Path, tables: Sequence[Table], domain: Domain) -> list[Sequence[Relation] | None]:
    """The published relations of each table's text; None where the file has none.

    A file of `entity|value|type` lines has them in the order of the tables, JSON lines by the tables' `train_index`.
    """
    types = {type for kind in domain.kinds.values() for type in kind.types}
    lines = read_lines(source)
    if not (lines and lines[0].startswith("{")):
        given = read_relations(source, types)
        if len(given) != len(tables):
            raise InputError(f"{source}: has relations of {len(given):,} texts, but there are {len(tables):,} tables")
        return list(given)
    by_index: dict[str, list[Relation]] = {}
    for number, line in enumerate(lines, 1):
        try:
            value = parse_json(line)
            tuples = [(str(entity), str(stated), str(type)) for entity, stated, type in value["tuples"]]
            by_index[str(value[INDEX])] = [
                Relation(entity, stated, record_type(type, types), correct=True) for entity, stated, type in tuples
            ]
        except (ForeignError, KeyError, TypeError, ValueError):
            raise InputError(f"{source}: line {number}: needs {INDEX} and tuples of [entity, value, type]") from None
    return [by_index.get(str(table.meta.get(INDEX, ""))) for table in tables]
