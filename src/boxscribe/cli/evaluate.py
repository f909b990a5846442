"""`boxscribe evaluate`: texts and tables → figures."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boxscribe.cli.options import TABLES, AsJson, DomainFile, InputFormat
from boxscribe.cli.progress import progress
from boxscribe.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from boxscribe.scores.documents import RelationExtractor
    from boxscribe.scores.evaluate import Evaluation
    from boxscribe.scores.significance import Difference
    from boxscribe.scores.subset import Subset
    from boxscribe.tables.domain import Domain

TEXTS = (
    "One text per line in the order of the games, or JSON lines with id and text; .gz of each, or - (standard input)."
)


class Lexicon(StrEnum):
    game = "game"
    published = "published"


class Test(StrEnum):
    bootstrap = "bootstrap"
    randomisation = "randomisation"


class Version(StrEnum):
    dedup = "dedup"
    all = "all"


def evaluate(
    texts: Annotated[str, typer.Argument(metavar="TEXTS", help=TEXTS)],
    data: Annotated[str, typer.Option("--data", metavar="TABLES", help=f"The games, with gold texts. {TABLES}")],
    extractor: Annotated[
        str | None, typer.Option(help="What finds the facts of a text: a name or a folder; by default the domain's.")
    ] = None,
    lexicon: Annotated[
        Lexicon,
        typer.Option(
            help="Names that can be found: those of the game, too, or only those of training games, as published.",
        ),
    ] = Lexicon.game,
    other: Annotated[
        str | None, typer.Option("--compare", metavar="TEXTS", help="Test for every metric whether these differ.")
    ] = None,
    test: Annotated[Test, typer.Option(help="The paired test of --compare.")] = Test.bootstrap,
    metrics: Annotated[
        str | None, typer.Option(help="Some of rg,cs,co,bleu; by default all. BLEU alone needs no extractor.")
    ] = None,
    version: Annotated[
        Version,
        typer.Option(
            "--metric-version",
            help="Whether repeated facts are removed (as in the paper) or all kept (as in later papers).",
        ),
    ] = Version.dedup,
    count_blank_document: Annotated[
        bool,
        typer.Option(
            "--count_blank_document", help="Count one empty document more in CO, as the published script does."
        ),
    ] = False,
    plain: Annotated[
        bool | None,
        typer.Option("--plain/--tokenised", help="Plain English or tokens; by default the full stops decide."),
    ] = None,
    subset: Annotated[
        str | None, typer.Option(metavar="FILE|clean", help="Only the games of a list of ids; clean: see --train.")
    ] = None,
    train: Annotated[
        list[str],
        typer.Option(metavar="TABLES", help="With --subset clean: leave out the games of these; repeatable."),
    ] = [],  # noqa: B006 (typer reads the default and never changes it)
    gold_relations: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Facts of the gold texts (entity|value|type) from a file.")
    ] = None,
    relations: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Facts of TEXTS from a file; RG cannot be told then.")
    ] = None,
    samples: Annotated[int, typer.Option(min=100, help="Resamples for intervals and tests.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same intervals.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write a page that shows the facts game by game, too.")] = None,
    as_json: AsJson = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Score texts: RG, CS, CO and BLEU, each with an interval and a signature."""
    from boxscribe.files import atomic_write
    from boxscribe.scores.documents import System
    from boxscribe.scores.evaluate import Options
    from boxscribe.scores.evaluate import evaluate as evaluated
    from boxscribe.scores.report import report
    from boxscribe.scores.significance import Resampling, compare
    from boxscribe.scores.texts import read_texts
    from boxscribe.tables.read import read_tables

    if other is not None and relations is not None:
        raise InputError("--relations: holds the facts of one system only, so it cannot be used with --compare")
    tokenised = None if plain is None else not plain
    systems = [System(read_texts(texts, tokenised), relations)]
    systems += [System(read_texts(other, tokenised))] if other is not None else []
    resampling = Resampling(samples, seed)
    options = Options(
        metrics=tuple(name.strip() for name in metrics.split(",")) if metrics else (),
        version=version.value,
        count_blank_document=count_blank_document,
        subset=_subset(subset, train, input_format, domain),
        resampling=resampling,
    )
    load = _loader(extractor, lexicon)
    results = evaluated(systems, read_tables(data, input_format, domain), load, gold_relations, options, progress)
    differences = compare(results[0].statistics, results[1].statistics, test.value, resampling) if other else {}
    if html is not None:
        with atomic_write(html) as page:
            page.write(report(results[0]))
    if as_json:
        typer.echo(json.dumps(_as_json(results, differences, test), indent=1, ensure_ascii=False))
    else:
        _print(results, differences, test)


def _loader(name: str | None, lexicon: Lexicon) -> "Callable[[Domain], RelationExtractor]":
    def load(domain: "Domain") -> "RelationExtractor":
        import torch

        from boxscribe.facts.store import load_extractor

        torch.set_num_threads(1)  # with two, it collapses on a machine that is shared with other work
        return load_extractor(name or domain.name, lexicon.value)

    return load


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


def _as_json(results: list["Evaluation"], differences: dict[str, "Difference"], test: str) -> dict[str, Any]:
    made = results[0].as_json()
    if len(results) > 1:
        made["comparison"] = {
            "texts": results[1].name,
            "test": test,
            "metrics": {
                metric: {"value": one.value, "other": one.other, "difference": one.difference, "p": one.p}
                for metric, one in differences.items()
            },
            "other": results[1].as_json(),
        }
    return made


def _print(results: list["Evaluation"], differences: dict[str, "Difference"], test: str) -> None:
    from boxscribe.scores.score import LABELS

    heads = ["", Path(results[0].name).name, "interval"]
    heads += [Path(results[1].name).name, "difference", "p"] if differences else []
    rows = []
    for metric, score in results[0].scores.items():
        rows.append([LABELS[metric], f"{score.value:.2f}", f"{score.low:.2f} – {score.high:.2f}"])
        if metric in differences:
            found = differences[metric]
            rows[-1] += [f"{found.other:.2f}", f"{found.difference:+.2f}", f"{found.p:.3f}"]
    if sys.stdout.isatty():
        _print_grid(heads, rows)
    else:
        for row in [heads, *rows]:
            typer.echo("\t".join(row))
    if differences:
        typer.echo(f"p: of a paired {test} test; how often chance alone would make such a difference")
    for signature in dict.fromkeys(str(result.signature) for result in results):
        typer.echo(f"signature: {signature}")


def _print_grid(heads: list[str], rows: list[list[str]]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    grid = Grid()
    for at, head in enumerate(heads):
        # A long file name goes on below; figures never do.
        width = max(len(row[at]) for row in rows)
        grid.add_column(head, justify="right" if at else "left", overflow="fold", min_width=width)
    for row in rows:
        grid.add_row(*row)
    Console().print(grid)
