"""Score texts: `evaluate` takes texts and tables, from files or from memory, and returns an `Evaluation`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Protocol

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.progress import Progress, no_progress
from boxscribe.scores.documents import Extractors, RelationExtractor, RelationInputs, System, documents, game_texts
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.families import choose, further_families, standard_families
from boxscribe.scores.family import Document, Family, Need
from boxscribe.scores.games import GameIndex, Games, RelationSource, TableSource, games_of, source_name
from boxscribe.scores.relation_matching import Version
from boxscribe.scores.score import Signature
from boxscribe.scores.significance import DEFAULT_RESAMPLING, Resampling, Test, intervals
from boxscribe.scores.statistics import statistics
from boxscribe.scores.subset import ALL_GAMES, Subset
from boxscribe.season.enrich import SeasonSource
from boxscribe.shipped import shipped
from boxscribe.tables.domain import Describe, Domain
from boxscribe.writing.outputs import Outputs, outputs_of, read_outputs
from boxscribe.writing.story import Story

TextSource = Outputs | Iterable[str | Sequence[str] | Story] | Story | str | Path
"""Texts as `read_outputs` gives them, a file of texts, or, in memory, strings, lists of tokens or stories."""
Metrics = str | Sequence[str | Family]
"""Names of families, "rg,bleu" or ["rg", "bleu"], or families; empty: all that can be computed."""
ExtractorSource = RelationExtractor | str | Path | None
"""An extractor, or the folder or name of one; None: the shipped one of the domain."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to score, and on which games."""

    version: Version = "dedup"
    count_blank_document: bool = False  # count one blank document more in CO, as a published script does
    subset: Subset = ALL_GAMES
    resampling: Resampling = DEFAULT_RESAMPLING
    season: SeasonSource | None = None  # the season around the games, for `errors`
    published_names: bool = False  # an extractor that is loaded by name finds only the names of its training games


DEFAULTS = Options()


@dataclass(frozen=True, slots=True)
class SystemCounts:
    """What is counted in the documents of a system: all that its figures are computed of."""

    counts: dict[str, list[Sequence[float]]]  # name of a family → its counts of each document
    documents: list[Document] = field(default_factory=list)  # empty where they are not kept


class CountDocuments(Protocol):
    """Counts what the families count, in the texts of each system."""

    def __call__(
        self, index: GameIndex, inputs: RelationInputs, families: Sequence[Family], progress: Progress
    ) -> list[SystemCounts]: ...


def count_documents(
    index: GameIndex, inputs: RelationInputs, families: Sequence[Family], progress: Progress
) -> list[SystemCounts]:
    """The counts of each system, computed one game after the other."""
    found = [SystemCounts({family.name: [] for family in families}) for _ in index.texts]
    games = progress(game_texts(index, inputs), "scoring", sum(index.chosen))
    for table, of_systems in documents(games, index.domain, index.matcher, inputs.extractors):
        for system, document in zip(found, of_systems, strict=True):
            system.documents.append(document)
            for family in families:
                system.counts[family.name].append(family.counts(document, table))
    return found


def evaluate(
    texts: TextSource,
    tables: TableSource | None = None,
    extractor: ExtractorSource = None,
    metrics: Metrics = (),
    gold: TextSource | None = None,
    *,
    compare: TextSource | None = None,
    test: Test = "bootstrap",
    relations: RelationSource | None = None,
    gold_relations: RelationSource | None = None,
    domain: Domain | None = None,
    options: Options = DEFAULTS,
    progress: Progress = no_progress,
    count: CountDocuments = count_documents,
) -> Evaluation:
    """Score the texts of a system against their tables and gold texts.

    texts: strings, lists of tokens, stories, or a file of texts; one for each table, in their order or with ids.
    tables: tables, or a file of tables; may be left out if the texts are stories, which have theirs.
    extractor: finds the relations of texts; by default the shipped one of the domain, if a metric needs one.
    metrics: names of families ("rg,bleu" or a list) or `Family` objects; by default all that can be computed.
    gold: gold texts instead of those of the tables.
    compare: the texts of another system; `Evaluation.comparison` then has a paired test (`test`) of each metric.
    relations, gold_relations: relations that are known and need not be extracted.
    domain: the description of the tables' domain, for tables in memory of a domain that is not shipped.
    count: what counts in the documents, by default this process.

    >>> from itertools import islice
    >>> games = list(islice(boxscribe.simulate("rotowire", seed=1, texts=True), 20))
    >>> evaluation = boxscribe.evaluate(boxscribe.write(games, "template"), metrics="bleu")
    >>> evaluation
    <Evaluation of texts: BLEU 16.50; 20 documents>
    >>> evaluation.scores["bleu"].high > evaluation.figures["bleu"]
    True
    """
    if compare is not None and relations is not None:
        raise InputError("--relations: holds the facts of one system only, so it cannot be used with --compare")
    stories: list[Story] = []
    if not isinstance(texts, Outputs | str | Path):
        texts = [texts] if isinstance(texts, Story) else list(texts)
        stories = [text for text in texts if isinstance(text, Story)]
    if tables is None:
        if not stories:
            raise TypeError("evaluate() needs tables, unless the texts are stories")
        tables = [story.table for story in stories]
    systems = [System(_outputs(texts, "texts"), relations)]
    if compare is not None:
        systems.append(System(_outputs(compare, "other texts")))
    results = evaluate_systems(
        systems,
        games_of(tables, domain or next((story.domain for story in stories), None)),
        extractor,
        metrics,
        None if gold is None else _outputs(gold, "gold texts"),
        gold_relations=gold_relations,
        options=options,
        progress=progress,
        count=count,
    )
    if compare is None:
        return results[0]
    return replace(results[0], comparison=results[0].compare(results[1], test, options.resampling))


def _outputs(source: TextSource, name: str) -> Outputs:
    if isinstance(source, Outputs):
        return source
    if isinstance(source, str | Path):
        return read_outputs(source)
    return outputs_of([source] if isinstance(source, Story) else source, name)


def evaluate_systems(
    systems: Sequence[System],
    games: Games,
    extractor: ExtractorSource = None,
    metrics: Metrics = (),
    gold: Outputs | None = None,
    *,
    gold_relations: RelationSource | None = None,
    options: Options = DEFAULTS,
    progress: Progress = no_progress,
    count: CountDocuments = count_documents,
) -> list[Evaluation]:
    """Score several systems on the same games; the relations of the gold texts are extracted once."""
    families = _families(metrics, systems, options, games.describe)
    needs = reduce(or_, (family.needs for family in families), Need.NOTHING)
    index = GameIndex(games, options.subset, [system.texts for system in systems], gold)
    given, given_gold = [index.relations(system.relations) for system in systems], index.relations(gold_relations)
    extracts = Need.RELATIONS in needs and any(relations is None for relations in given)
    extracts_gold = Need.GOLD_RELATIONS in needs and given_gold is None
    if extracts_gold or Need.GOLD_TEXT in needs:
        index.require_gold_texts()
    used = _loaded(extractor, index.domain, options) if extracts or extracts_gold else None
    extractors = Extractors(used if extracts else None, used if extracts_gold else None)
    inputs = RelationInputs(given, given_gold, extractors)
    evaluations = []
    for system, own in zip(systems, count(index, inputs, families, progress), strict=True):
        counted = statistics(families, own.counts)
        signature = Signature(
            metrics=", ".join(family.signature for family in families),
            extractor=_origin(system.relations, used) if Need.RELATIONS in needs else "",
            gold=_origin(gold_relations, used) if Need.GOLD_RELATIONS in needs else "",
            texts="tokenised" if system.texts.tokenised else "plain, tokenised by boxscribe",
            data=Path(games.name).name + (f", gold texts of {Path(gold.name).name}" if gold else ""),
            subset=options.subset.name,
            documents=len(counted),
            interval=str(options.resampling),
            boxscribe=__version__,
        )
        scores = intervals(counted, options.resampling)
        name, version = system.texts.name, options.version
        evaluations.append(Evaluation(name, scores, signature, counted, own.documents, index.domain, version))
    return evaluations


def _families(metrics: Metrics, systems: Sequence[System], options: Options, describe: Describe) -> tuple[Family, ...]:
    """The families to compute; files of relations do not say which are correct."""
    file = next((system.relations for system in systems if isinstance(system.relations, str | Path)), None)
    standard = standard_families(options.version, options.count_blank_document)
    if not metrics:
        return tuple(family for family in standard if file is None or Need.CORRECTNESS not in family.needs)
    further = further_families(describe, options.season)
    families = choose(metrics.split(",") if isinstance(metrics, str) else metrics, (*standard, *further))
    for family in families:
        if file is not None and Need.CORRECTNESS in family.needs:
            raise InputError(
                f"{file}: does not say whether a relation is correct, which {family.name} needs; leave out "
                f"--metrics {family.name}"
            )
    return families


def _loaded(extractor: ExtractorSource, domain: Domain, options: Options) -> RelationExtractor:
    if extractor is not None and not isinstance(extractor, str | Path):
        return extractor
    if extractor is None and shipped("extractors", domain.name) is None:
        relations = Need.RELATIONS | Need.GOLD_RELATIONS
        without = [family.name for family in standard_families() if not family.needs & relations]
        raise InputError(
            f"no extractor is shipped for the domain '{domain.name}'; train one with `boxscribe extractor train` and "
            f"name it with --extractor, or score without one: --metrics {','.join(without)}"
        )
    from boxscribe.facts.store import load_extractor

    return load_extractor(extractor or domain.name, options.published_names)


def _origin(given: RelationSource | None, extractor: RelationExtractor | None) -> str:
    """Where relations come from, for the signature."""
    if given is not None:
        return f"given, {source_name(given)}"
    return extractor.id if extractor else ""
