"""`boxscribe data …`: verbs about files of tables."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from boxscribe.cli.options import (
    AsJson,
    DomainFile,
    InputFormat,
    Out,
    SeasonDir,
    SkipInvalid,
    Source,
    Sources,
    reporter,
)
from boxscribe.cli.progress import progress
from boxscribe.errors import Problem

data = typer.Typer(
    help="Files of tables: show, count, check, convert, enrich, simulate, prepare, download; NBA, Retrosheet, CSV.",
    no_args_is_help=True,
)


@data.command(epilog="Example: boxscribe data show examples/games.jsonl --game 3 --html game.html")
def show(
    source: Source,
    game: Annotated[int, typer.Option(min=1, help="Which game of the file, counted from 1.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write the box score as a page, too.")] = None,
    season: SeasonDir = None,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Print one game as a box score, with the records that are derived from it and from its season."""
    from rich.console import Console

    from boxscribe.files import atomic_write
    from boxscribe.season.enrich import enrich
    from boxscribe.tables.read import read_tables
    from boxscribe.tables.show import as_html, on_terminal

    tables = read_tables(source, input_format, domain, games=[game])
    (table,) = progress(enrich(tables, season), f"looking for game {game}")
    description = tables.domain(table.domain)
    console = Console()
    console.print(on_terminal(table, description, console.width))
    if html is not None:
        with atomic_write(html) as page:
            page.write(as_html(table, description))


@data.command(epilog="Example: boxscribe data stats examples/games.jsonl")
def stats(
    sources: Sources,
    as_json: AsJson = False,
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Print the size of each file (the paper's Table 1), and the games and names that files share."""
    from boxscribe.tables.read import read_tables
    from boxscribe.tables.stats import statistics

    report = reporter(skip_invalid)
    tables = [read_tables(source, input_format, domain, report) for source in sources]
    names = [Path(source).name.partition(".")[0] for source in sources]
    splits = dict(zip(names if len({*names}) == len(names) else sources, tables, strict=True))
    result = statistics(splits, progress)
    if as_json:
        _print_json(result)
    else:
        _print_statistics(result)


def _print_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=1, ensure_ascii=False))


def _print_statistics(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    summaries = result["splits"] | ({"all": result["all"]} if "all" in result else {})
    grid = Grid("", *summaries)
    for column in grid.columns[1:]:
        column.justify = "right"
    for line in next(iter(summaries.values())):
        cells = [summary[line] for summary in summaries.values()]
        if line == "records_in_fixed_layout" and not any(cells):
            continue
        form = ".1%" if line == "copyable_tokens" else ",.1f" if line.startswith("average") else ",d"
        grid.add_row(line.replace("_", " "), *(format(cell, form) for cell in cells))
    console = Console()
    console.print(grid)
    for pair in result.get("overlap", ()):
        console.print(
            f"{pair['split']} against {pair['other']}: {pair['instances_of_shared_games']:,} of {pair['instances']:,} "
            f"instances are about a game that {pair['other']} has, too; {pair['shared_names']:,} of {pair['names']:,} "
            "names are known there.",
            highlight=False,
        )


@data.command(epilog="Example: boxscribe data simulate --games 100 | boxscribe data check -")
def check(
    sources: Sources, as_json: AsJson = False, input_format: InputFormat = None, domain: DomainFile = None
) -> None:
    """Report every problem of the files: file, game, field, what to do. The exit code is 2 if there is an error."""
    from dataclasses import asdict

    from boxscribe.tables.check import check_files

    def report(problem: Problem) -> None:
        if not as_json:
            typer.echo(f"{'warning' if problem.warning else 'error'}: {problem}")

    found = check_files(sources, input_format, domain, report, progress)
    counts = {"games": found.games, "errors": found.errors, "warnings": found.warnings}
    if as_json:
        _print_json(counts | {"problems": [asdict(problem) for problem in found.problems]})
    else:
        typer.echo(f"{found.games:,} good games, {found.errors:,} errors, {found.warnings:,} warnings")
    if found.errors:
        raise typer.Exit(2)


@data.command(epilog="Example: boxscribe data convert examples/games.jsonl --to rotowire --out games.json.gz")
def convert(
    source: Source,
    out: Out = "-",
    to: Annotated[str, typer.Option(help="The format to write: native (JSON lines), rotowire or parquet.")] = "native",
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Write the tables in another format."""
    from boxscribe.files import atomic_write
    from boxscribe.parquet import require_file
    from boxscribe.tables.parquet_format import write_parquet
    from boxscribe.tables.read import read_tables
    from boxscribe.tables.write import write_tables

    tables = read_tables(source, input_format, domain, reporter(skip_invalid))
    found = progress(tables, f"converting {tables.name}")
    if to == "parquet":
        require_file(out)
        write_parquet(found, out)
        return
    with atomic_write(out) as stream:
        write_tables(found, stream, to)


@data.command(
    epilog='Example: boxscribe data csv hawks.csv heat.csv --home "Atlanta Hawks" --away "Miami Heat" '
    "--date 2019-01-05 --out game.jsonl"
)
def csv(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="A CSV file or a pasted box score (-), or one per team, home first."),
    ],
    home: Annotated[str, typer.Option(help="The name of the home team.")] = "",
    away: Annotated[str, typer.Option(help="The name of the away team.")] = "",
    score: Annotated[str, typer.Option(help="The final score, home first: 112-97.")] = "",
    date: Annotated[str, typer.Option(help="The day of the game: 2019-01-05.")] = "",
    game: Annotated[
        Path | None, typer.Option(help="A TOML file with all this and more; by default the one beside FILE.")
    ] = None,
    domain: DomainFile = None,
    out: Out = "-",
    as_json: AsJson = False,
) -> None:
    """Turn a box score in CSV, a spreadsheet's or a pasted one, into a table; every guess is reported."""
    from boxscribe.files import atomic_write
    from boxscribe.tables.check import review
    from boxscribe.tables.csv.format import read_csv
    from boxscribe.tables.native_json import to_json
    from boxscribe.tables.write import write_tables

    read = read_csv(sources, game, domain, (home, away), score, date)
    warnings = [str(problem) for problem in review(read.table, read.domain)]
    if as_json:
        _print_json({"table": to_json(read.table), "guesses": read.guesses, "warnings": warnings})
    else:
        for kind, sentences in (("guess", read.guesses), ("warning", warnings)):
            for sentence in sentences:
                typer.echo(f"{kind}: {sentence}", err=True)
    if out != "-" or not as_json:
        with atomic_write(out) as stream:
            write_tables([read.table], stream)


@data.command(epilog="Example: boxscribe data enrich games.jsonl --season nba/ --out enriched.jsonl.gz")
def enrich(
    source: Source,
    season: SeasonDir = None,
    out: Out = "-",
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Add derived records to tables, in the native format: of their own cells, and with --season of its games."""
    from boxscribe.files import atomic_write
    from boxscribe.season.enrich import enrich as enriched
    from boxscribe.tables.read import read_tables
    from boxscribe.tables.write import write_tables

    report = reporter(skip_invalid)
    tables = read_tables(source, input_format, domain, report)
    with atomic_write(out) as stream:
        write_tables(progress(enriched(tables, season, report=report), f"enriching {tables.name}"), stream)


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
    """Simulate games whose numbers add up, as tables in the native format."""
    from boxscribe.files import atomic_write
    from boxscribe.tables.simulate import simulate as simulated
    from boxscribe.tables.write import write_tables

    tables = simulated(domain, seed, texts, roster, games)
    with atomic_write(out) as stream:
        write_tables(progress(tables, "simulating", games), stream)


@data.command(
    epilog="Example: boxscribe data simulate --games 100 --texts --out games.jsonl && "
    "boxscribe data prepare games.jsonl --out runs/games"
)
def prepare(
    sources: Sources,
    out: Annotated[Path, typer.Option("--out", help="The folder to write; it appears when it is complete.")],
    vocab: Annotated[
        Path | None, typer.Option(help="Use the vocabularies of this prepared dataset, as for a development split.")
    ] = None,
    reference: Annotated[
        bool, typer.Option("--reference", help="The reference implementation's rows: fixed layout, N/A kept.")
    ] = False,
    min_count: Annotated[
        int | None, typer.Option(min=1, help="Rarer words become unknown words; by default the domain's.")
    ] = None,
    derive: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Add a feature or record that the domain can derive (rank); repeatable."),
    ] = None,
    copy_only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND", help="Names of entities of this kind (player) are copied, never generated; repeatable."
        ),
    ] = None,
    partial_texts: Annotated[
        list[str] | None,
        typer.Option(metavar="TABLES", help="More tables; their texts are incomplete, so their end is no target."),
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Only tables whose meta says so (source=official); repeatable."),
    ] = None,
    writers: Annotated[
        Path | None,
        typer.Option(help="Who wrote the texts, JSON {number: writer} or {split: {number: writer}}."),
    ] = None,
    plans: Annotated[
        bool, typer.Option("--plans", help="Store plans whose facts the shipped extractor helps to find.")
    ] = False,
    stating: Annotated[
        bool, typer.Option("--stating", help="With --plans: leave out sentences that state nothing of their table.")
    ] = False,
    season: SeasonDir = None,
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Turn tables with texts into a dataset of ids, which training reads through memory maps."""
    from boxscribe.batches.prepare_files import prepare_files

    made = prepare_files(
        sources,
        out,
        vocab=vocab,
        derive=derive or (),
        copy_only=copy_only or (),
        partial_texts=partial_texts or (),
        where=where or (),
        season=season,
        min_count=min_count,
        reference=reference,
        plans=plans,
        stating=stating,
        writers=writers,
        format=input_format,
        domain=domain,
        report=reporter(skip_invalid),
        progress=progress,
    )
    words = made.vocabularies
    typer.echo(
        f"{out}: {len(made):,} games, {made.lengths.sum():,} target words; vocabularies: {len(words.target):,} target "
        f"words, {len(words.value):,} values, {len(words.entity):,} entities, {len(words.type):,} types; "
        f"signature {made.about['signature']}"
    )


@data.command(epilog="Example: boxscribe data nba seasons/ --date 2019-01-05 --team Hawks | boxscribe write -")
def nba(
    folder: Annotated[
        Path, typer.Argument(metavar="SEASON_DIR", help="A folder with parquet files of hoopR-nba-data, one a season.")
    ],
    date: Annotated[str, typer.Option(help="The day of the games: 2019-01-05 or 01/05/2019.")],
    team: Annotated[str | None, typer.Option(help="Only the game of this team: its name or city.")] = None,
    out: Out = "-",
    domain: DomainFile = None,
) -> None:
    """Write the NBA games of a day as tables, with starters, arena and the collection's credit."""
    from boxscribe.files import atomic_write
    from boxscribe.season.nba.find import tables_on
    from boxscribe.tables.domain import load_domain
    from boxscribe.tables.write import write_tables

    described = load_domain(domain) if domain else None
    tables = tables_on(folder, date, team, described, reporter(skip_invalid=True))
    with atomic_write(out) as stream:
        write_tables(tables, stream)


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
