"""The one function behind `boxscribe evaluate`: texts and tables in, figures with intervals and signatures out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.progress import Progress, no_progress
from boxscribe.scores.bleu import bleu_counts
from boxscribe.scores.documents import Document, GameIndex, RelationExtractor, System, documents
from boxscribe.scores.relation_matching import Equality
from boxscribe.scores.relations import Version, co_counts, cs_counts, pair_up, rg_counts
from boxscribe.scores.score import FAMILIES, Score, Signature, Statistics, families, statistics
from boxscribe.scores.significance import USUAL, Resampling, intervals
from boxscribe.scores.subset import ALL_GAMES, Subset
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import Tables


@dataclass(frozen=True, slots=True)
class Options:
    """How to score."""

    metrics: tuple[str, ...] = ()  # families of metrics (`score.FAMILIES`); empty: all for which there is enough
    version: Version = "dedup"
    count_blank_document: bool = False  # count one empty document more in CO, as a published script does
    subset: Subset = ALL_GAMES
    resampling: Resampling = USUAL


DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one system, and all that they were made of."""

    name: str
    scores: dict[str, Score]
    signature: Signature
    statistics: Statistics
    documents: list[Document]
    equality: Equality
    version: Version
    domain: Domain

    def as_json(self) -> dict[str, Any]:
        return {
            **{metric: score.value for metric, score in self.scores.items()},
            "documents": len(self.documents),
            "signature": str(self.signature),
            "intervals": {metric: [score.low, score.high] for metric, score in self.scores.items()},
        }


def evaluate(
    systems: Sequence[System],
    tables: Tables,
    load: Callable[[Domain], RelationExtractor] | None = None,
    gold_relations: Path | None = None,
    options: Options = DEFAULTS,
    progress: Progress = no_progress,
) -> list[Evaluation]:
    """Score each system's texts against the texts of the tables.

    `load` gives the extractor of a domain, and is called only where relations have to be extracted. `gold_relations`
    is a file with the relations of the gold texts, which are then not extracted.
    """
    metrics = _metrics(options.metrics, systems)
    facts = set(metrics) - {"bleu"}
    survey = GameIndex(tables, options.subset)
    if "bleu" in metrics or (facts - {"rg"} and gold_relations is None):
        survey.check_gold_texts()
    extracts = "rg" in facts or (facts and (gold_relations is None or not all(s.relations for s in systems)))
    extractor = load(survey.domain) if load and extracts else None
    if extracts and extractor is None:
        raise InputError(
            "RG, CS and CO need an extractor, or files with relations; BLEU alone does not: --metrics bleu"
        )
    chosen = families(metrics, options.count_blank_document)
    evaluations = []
    for system, made in zip(systems, documents(systems, survey, extractor, gold_relations, progress), strict=True):
        rows = [_counts(document, survey.equality, options.version, metrics) for document in made]
        counted = statistics(rows, chosen)
        evaluations.append(
            Evaluation(
                system.texts.name,
                intervals(counted, options.resampling),
                _signature(system, extractor, gold_relations, tables, options, metrics, len(made)),
                counted,
                made,
                survey.equality,
                options.version,
                survey.domain,
            )
        )
    return evaluations


def _metrics(wanted: Sequence[str], systems: Sequence[System]) -> tuple[str, ...]:
    """The families to compute; RG needs an extractor, because files do not say whether a relation is correct."""
    given = [system.relations for system in systems if system.relations]
    if given and "rg" in wanted:
        raise InputError(f"{given[0]}: does not say whether a relation is correct, which RG needs; leave out rg")
    names = wanted or [name for name in FAMILIES if not (given and name == "rg")]
    return tuple(families(names))


def _counts(document: Document, equality: Equality, version: Version, metrics: Sequence[str]) -> list[float]:
    """The counts of a document: those of the families side by side."""
    counts: list[float] = []
    if "rg" in metrics:
        counts += rg_counts(document.said, version)
    if "cs" in metrics or "co" in metrics:
        pair = pair_up(document.said, document.gold, equality, version)
        counts += cs_counts(pair) if "cs" in metrics else ()
        counts += co_counts(pair) if "co" in metrics else ()
    if "bleu" in metrics:
        counts += bleu_counts(document.text.split(), document.gold_text.split())
    return counts


def _signature(
    system: System,
    extractor: RelationExtractor | None,
    gold_relations: Path | None,
    tables: Tables,
    options: Options,
    metrics: Sequence[str],
    count: int,
) -> Signature:
    facts, compared = set(metrics) - {"bleu"}, {"cs", "co"} & set(metrics)
    found = extractor.id if extractor else ""
    return Signature(
        metric=options.version if facts else "",
        extractor=(f"given, {system.relations.name}" if system.relations else found) if facts else "",
        gold=(f"given, {gold_relations.name}" if gold_relations else found) if compared else "",
        count_blank_document=("yes" if options.count_blank_document else "no") if "co" in metrics else "",
        texts="tokenised" if system.texts.tokenised else "plain, tokenised by boxscribe",
        data=Path(tables.name).name,
        subset=options.subset.name,
        documents=count,
        interval=str(options.resampling),
        boxscribe=__version__,
    )
