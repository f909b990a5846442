"""`boxscribe data …`: everything about datasets."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boxscribe.cli.progress import progress
from boxscribe.errors import InputError, Problem, Report, raise_first

if TYPE_CHECKING:
    from boxscribe.tables.read import Tables

data = typer.Typer(help="Everything about datasets: look at, check, convert, simulate, prepare.", no_args_is_help=True)

TABLES = "A RotoWire or MLB JSON file, JSON lines of our own tables, .gz of each, or - for standard input."
Source = Annotated[str, typer.Argument(metavar="TABLES", help=TABLES)]
Sources = Annotated[list[str], typer.Argument(metavar="TABLES…", help=TABLES)]
Kind = Annotated[
    str | None, typer.Option("--input-format", help="native, rotowire or mlb; by default the format is recognised.")
]
DomainFile = Annotated[str | None, typer.Option("--domain", help="The description of a domain of your own: FILE.toml.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]
Out = Annotated[str, typer.Option("--out", help="The file to write (.gz compresses); - is standard output.")]


def _tables(source: str, kind: str | None, domain: str | None, report: Report = raise_first) -> "Tables":
    from boxscribe.tables.read import read_tables

    return read_tables(source, kind, domain, report)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


@data.command(epilog="Example: boxscribe data show valid.json.gz --game 3 --html game.html")
def show(
    source: Source,
    game: Annotated[int, typer.Option(min=1, help="Which game of the file, counted from 1.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write the box score as a page, too.")] = None,
    kind: Kind = None,
    domain: DomainFile = None,
) -> None:
    """Print one game as a box score that people can read."""
    from itertools import islice

    from rich.console import Console

    from boxscribe.files import atomic_write
    from boxscribe.tables.show import as_html, on_terminal

    tables = _tables(source, kind, domain)
    table = next(islice(progress(tables, f"looking for game {game}"), game - 1, None), None)
    if table is None:
        raise InputError(f"{source}: has no game {game}; games are counted from 1")
    console = Console()
    console.print(on_terminal(table, tables.domain(table.domain), console.width))
    if html is not None:
        with atomic_write(html) as page:
            page.write(as_html(table, tables.domain(table.domain)))


@data.command(epilog="Example: boxscribe data stats train.json.gz valid.json.gz")
def stats(sources: Sources, as_json: AsJson = False, kind: Kind = None, domain: DomainFile = None) -> None:
    """Print the size of a dataset (the paper's Table 1) for each split, and what the splits share."""
    from boxscribe.tables.stats import Split, statistics

    splits = []
    for source in sources:
        tables = _tables(source, kind, domain)
        split = Split(Path(tables.name).name.partition(".")[0])
        for table in progress(tables, f"counting {tables.name}"):
            split.add(table, tables.domain(table.domain))
        splits.append(split)
    result = statistics(splits)
    if as_json:
        _print_json(result)
    else:
        _print_statistics(result)


def _print_statistics(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    summaries = result["splits"] | ({"all": result["all"]} if "all" in result else {})
    grid = Grid("", *summaries)
    for column in grid.columns[1:]:
        column.justify = "right"
    for line in next(iter(summaries.values())):
        cells = [summary[line] for summary in summaries.values()]
        if line == "records_in_fixed_slots" and not any(cells):
            continue  # the domain has no such layout
        form = ".1%" if line == "copyable_tokens" else ",.1f" if line.startswith("average") else ",d"
        grid.add_row(line.replace("_", " "), *(format(cell, form) for cell in cells))
    console = Console()
    console.print(grid)
    for pair in result.get("overlap", ()):
        console.print(
            f"{pair['split']} against {pair['other']}: {pair['instances_of_shared_games']:,} of {pair['instances']:,} "
            f"instances tell a game that the other one tells, too; "
            f"{pair['shared_names']:,} of {pair['names']:,} names are known there.",
            highlight=False,
        )


@data.command(epilog="Example: boxscribe data simulate --games 100 | boxscribe data check -")
def check(sources: Sources, as_json: AsJson = False, kind: Kind = None, domain: DomainFile = None) -> None:
    """Report every problem of the files: file, game, field, what to do. Exit code 2 if there is an error."""
    from dataclasses import asdict, replace

    from boxscribe.tables.check import review

    problems: list[Problem] = []
    games = 0

    def report(problem: Problem) -> None:
        problems.append(problem)
        if not as_json:
            typer.echo(f"{'warning' if problem.warning else 'error'}: {problem}")

    for source in sources:
        tables = _tables(source, kind, domain, report)
        for table in progress(tables, f"checking {tables.name}"):
            games += 1
            for problem in review(table, tables.domain(table.domain)):
                report(replace(problem, file=tables.name, game=tables.number))
    warnings = sum(problem.warning for problem in problems)
    errors = len(problems) - warnings
    if as_json:
        problems_as_json = [asdict(problem) for problem in problems]
        _print_json({"games": games, "errors": errors, "warnings": warnings, "problems": problems_as_json})
    else:
        typer.echo(f"{games:,} good games, {errors:,} errors, {warnings:,} warnings")
    if errors:
        raise typer.Exit(2)


@data.command(epilog="Example: boxscribe data convert valid.json.gz --out valid.jsonl.gz")
def convert(
    source: Source,
    out: Out = "-",
    to: Annotated[str, typer.Option(help="The format to write: native (JSON lines) or rotowire.")] = "native",
    kind: Kind = None,
    domain: DomainFile = None,
) -> None:
    """Write the tables in our own form, one per line, or in RotoWire's."""
    from boxscribe.files import atomic_write
    from boxscribe.tables.write import write_tables

    tables = _tables(source, kind, domain)
    with atomic_write(out) as stream:
        write_tables(progress(tables, f"converting {tables.name}"), stream, to)


@data.command(epilog="Example: boxscribe data simulate --domain mlb --games 100 --seed 1 --texts --out games.jsonl")
def simulate(
    domain: Annotated[str, typer.Option(help="The sport: rotowire (NBA) or mlb.")] = "rotowire",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    texts: Annotated[bool, typer.Option("--texts", help="Add a story to each game.")] = False,
    roster: Annotated[
        Path | None, typer.Option(help="Your own teams: JSON lines with city, name and players; else invented.")
    ] = None,
    out: Out = "-",
) -> None:
    """Invent games that add up, as tables in our own form."""
    from itertools import islice

    from boxscribe.files import atomic_write
    from boxscribe.tables.simulate import simulate as simulated
    from boxscribe.tables.write import write_tables

    tables = islice(simulated(domain, seed, texts, roster), games)
    with atomic_write(out) as stream:
        write_tables(progress(tables, "simulating", games), stream)


@data.command(epilog="Example: boxscribe data prepare train.json.gz --out runs/train")
def prepare(
    sources: Sources,
    out: Annotated[Path, typer.Option("--out", help="The folder to write; it appears when it is complete.")],
    vocab: Annotated[
        Path | None, typer.Option(help="Use the vocabularies of this prepared dataset, as for a development split.")
    ] = None,
    reference: Annotated[
        bool,
        typer.Option(
            "--reference", help="The reference implementation's rows: fixed slots, N/A kept, values never split."
        ),
    ] = False,
    min_count: Annotated[
        int | None, typer.Option(min=1, help="Words that texts say less often are unknown; by default the domain's.")
    ] = None,
    more: Annotated[
        list[str] | None,
        typer.Option("--derive", metavar="NAME", help="Add what the domain can work out, such as rank; repeatable."),
    ] = None,
    copy_only: Annotated[
        list[str] | None,
        typer.Option(help="Names of this kind of entity (player) can be told by copying only; repeatable."),
    ] = None,
    partial_texts: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TABLES", help="More tables; their texts are not whole, so where they end is not learned."
        ),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Only tables whose meta says so, such as source=official; repeatable."),
    ] = None,
    kind: Kind = None,
    domain: DomainFile = None,
) -> None:
    """Turn tables with texts into a dataset of ids that training reads through memory maps."""
    from itertools import chain

    from boxscribe.batches.dataset import Dataset, Layout
    from boxscribe.batches.dataset import prepare as prepared
    from boxscribe.tables.where import where as fulfils

    if vocab is not None and (more or copy_only):
        raise InputError(
            f"--derive and --copy-only were settled when {vocab} was prepared; leave them out with --vocab"
        )
    known = None if vocab is None else Dataset(vocab)
    files = [_tables(source, kind, domain) for source in sources]
    parts = [_tables(source, kind, domain) for source in partial_texts or ()]
    wanted = fulfils(where or (), files[0].domain)
    stream, rest = (
        filter(wanted, chain.from_iterable(progress(one, f"preparing {one.name}") for one in group))
        for group in (files, parts)
    )
    first = next(stream, None)
    if first is None:
        raise InputError(f"{' '.join(sources)}: has no table for --where {' '.join(where or ())}")
    described = known.domain if known is not None else files[0].domain(first.domain).extended(more or ())
    if min_count is not None:
        described = described.model_copy(update={"min_count": min_count})
    layout = Layout(split_values=not reference, fixed_slots=reference)
    names = " ".join(tables.name for tables in [*files, *parts])
    made = prepared(
        chain([first], stream),
        described,
        out,
        known.vocabularies if known is not None else None,
        layout,
        names,
        copy_only or (),
        rest,
    )
    words = made.vocabularies
    typer.echo(
        f"{out}: {len(made):,} games, {made.lengths.sum():,} target words; vocabularies: {len(words.target):,} target "
        f"words, {len(words.value):,} values, {len(words.entity):,} entities, {len(words.type):,} types; "
        f"signature {made.about['signature']}"
    )


@data.command(epilog="Example: boxscribe data download rotowire --out data/rotowire")
def download(
    name: Annotated[str, typer.Argument(help="The dataset: rotowire.")],
    out: Annotated[Path | None, typer.Option("--out", help="The folder to fill; by default data/NAME.")] = None,
    archive: Annotated[
        str | None, typer.Option("--from", help="An archive that you have already, or another address.")
    ] = None,
) -> None:
    """Fetch an official dataset, verify it and unpack it."""
    from boxscribe.tables.domain import load_domain
    from boxscribe.tables.download import download as downloaded

    folder = out or Path("data") / name
    for path, games in downloaded(load_domain(name), folder, archive, progress).items():
        typer.echo(f"{path}: {games:,} games")
