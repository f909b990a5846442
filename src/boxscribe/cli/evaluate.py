"""`boxscribe evaluate`: texts and tables → figures."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from boxscribe.cli.options import (
    TABLES,
    AsJson,
    ClusterAddress,
    DomainFile,
    Engine,
    InputFormat,
    PublishedNames,
    ResumeShards,
    SeasonDir,
    ShardsDir,
    ShardSize,
    sharding_of,
)
from boxscribe.cli.progress import progress
from boxscribe.errors import InputError

if TYPE_CHECKING:
    from boxscribe.scale.run import Sharding
    from boxscribe.scores.evaluate import CountDocuments
    from boxscribe.scores.evaluation import Evaluation
    from boxscribe.scores.subset import Subset

TEXTS = (
    "One text per line in the order of the games, or JSON lines with id and text or tokens; .gz of each, or - "
    "(standard input)."
)
Compare = Annotated[
    str | None,
    typer.Option("--compare", metavar="TEXTS", help="Another system's texts, to test whether the figures differ."),
]
PairedTest = Annotated[Literal["bootstrap", "randomisation"], typer.Option(help="The paired test of --compare.")]
MetricNames = Annotated[
    str | None,
    typer.Option(
        help="Some metrics, such as cs,bleu; by default rg,cs,co,bleu. BLEU needs no extractor. errors counts false "
        "claims, see --season; errors_gold those of the gold texts."
    ),
]
TextFormat = Annotated[
    Literal["text", "tokens"] | None,
    typer.Option("--format", help="Texts are plain English or tokens; by default their punctuation decides."),
]
SubsetOf = Annotated[
    str | None, typer.Option(metavar="FILE|clean", help="Only the games of a list of ids; clean: see --train.")
]
Training = Annotated[
    list[str] | None,
    typer.Option(metavar="TABLES", help="With --subset clean: leave out the games of these; repeatable."),
]
ExtractorName = Annotated[
    str | None, typer.Option(help="Finds the facts of texts: a folder or a shipped name; by default the domain's.")
]
MetricVersion = Annotated[
    Literal["dedup", "all"],
    typer.Option(help="dedup: without repeated facts, as in the paper; all: with them, as in later papers."),
]
BlankDocument = Annotated[
    bool, typer.Option("--blank-document", help="Count one blank document more in CO, as the published script does.")
]
GoldRelations = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Facts of the gold texts, one entity|value|type per line.")
]
TextRelations = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Facts of TEXTS in the same form; there is no RG then.")
]


def evaluate(
    texts: Annotated[str, typer.Argument(metavar="TEXTS", help=TEXTS)],
    data: Annotated[str, typer.Option("--data", metavar="TABLES", help=f"The games, with gold texts. {TABLES}")],
    other: Compare = None,
    test: PairedTest = "bootstrap",
    metrics: MetricNames = None,
    form: TextFormat = None,
    subset: SubsetOf = None,
    train: Training = None,
    extractor: ExtractorName = None,
    published_names: PublishedNames = False,
    metric_version: MetricVersion = "dedup",
    blank_document: BlankDocument = False,
    gold_relations: GoldRelations = None,
    relations: TextRelations = None,
    samples: Annotated[int, typer.Option(min=100, help="Resamples for intervals and tests.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same intervals.")] = 1,
    season: SeasonDir = None,
    html: Annotated[Path | None, typer.Option(help="A page to write, which shows the facts game by game.")] = None,
    as_json: AsJson = False,
    engine: Engine = "local",
    address: ClusterAddress = None,
    shard_size: ShardSize = None,
    shards: ShardsDir = None,
    resume: ResumeShards = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Score texts: RG, CS, CO and BLEU, each with an interval and a signature."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # two threads collapse on a machine that is shared with other work
    from boxscribe.files import atomic_write
    from boxscribe.scores.evaluate import Options, count_documents
    from boxscribe.scores.evaluate import evaluate as evaluate_texts
    from boxscribe.scores.report import report
    from boxscribe.scores.significance import Resampling
    from boxscribe.tables.read import read_tables
    from boxscribe.writing.outputs import read_outputs

    sharding = sharding_of(engine, address, shard_size, shards, resume)
    if sharding is not None and html is not None:
        raise InputError("--html: the page shows every game, which --engine ray does not keep; leave out one of them")
    tokenised = None if form is None else form == "tokens"
    evaluation = evaluate_texts(
        read_outputs(texts, tokenised),
        read_tables(data, input_format, domain),
        extractor,
        metrics or (),
        compare=None if other is None else read_outputs(other, tokenised),
        test=test,
        relations=relations,
        gold_relations=gold_relations,
        options=Options(
            metric_version,
            blank_document,
            _subset(subset, train or [], input_format, domain),
            Resampling(samples, seed),
            season,
            published_names,
        ),
        progress=progress,
        count=count_documents if sharding is None else _sharded(sharding),
    )
    if html is not None:
        with atomic_write(html) as page:
            page.write(report(evaluation))
    if as_json:
        typer.echo(json.dumps(evaluation.as_json(), indent=1, ensure_ascii=False))
    else:
        _print(evaluation)


def _sharded(sharding: "Sharding") -> "CountDocuments":
    from boxscribe.scale.evaluate import ShardedCount

    return ShardedCount(sharding)


def _subset(subset: str | None, train: list[str], format: str | None, domain: str | None) -> "Subset":
    from itertools import chain

    from boxscribe.scores.subset import ALL_GAMES, clean, listed
    from boxscribe.tables.read import read_tables

    if subset == "clean":
        if not train:
            raise InputError("--subset clean: say which games were trained on with --train TABLES")
        tables = (progress(read_tables(source, format, domain), f"reading {source}") for source in train)
        return clean(chain.from_iterable(tables), ", ".join(Path(source).name for source in train))
    if train:
        raise InputError("--train: is of use only with --subset clean")
    return ALL_GAMES if subset is None else listed(subset)


def _print(evaluation: "Evaluation") -> None:
    if sys.stdout.isatty():
        _print_grid(*evaluation.rows())
    else:
        for row in evaluation.rows():
            typer.echo("\t".join(row))
    for note in evaluation.notes():
        typer.echo(note)


def _print_grid(head: list[str], *rows: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid()
    for at, label in enumerate(head):
        width = max(len(row[at]) for row in rows)  # a long file name is wrapped, figures are not
        grid.add_column(label, justify="right" if at else "left", overflow="fold", min_width=width)
    for row in rows:
        grid.add_row(*row)
    Console().print(grid)
