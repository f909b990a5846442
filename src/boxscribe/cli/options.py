"""Options that several verbs share, so that a flag means the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.errors import Problem, Report, raise_first

TABLES = (
    "A file or folder of tables (RotoWire or MLB JSON, JSON lines, CSV; .gz of each; a folder of NBA seasons; files of "
    "Retrosheet), or - for standard input."
)
Source = Annotated[str, typer.Argument(metavar="TABLES", help=TABLES)]
Sources = Annotated[list[str], typer.Argument(metavar="TABLES…", help=TABLES)]
InputFormat = Annotated[
    str | None,
    typer.Option("--input-format", help="native, rotowire, mlb, retrosheet, nba or csv; by default it is recognised."),
]
DomainFile = Annotated[str | None, typer.Option("--domain", help="The description of a domain of your own: FILE.toml.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else, on standard output.")]
Out = Annotated[str, typer.Option("--out", help="The file to write (.gz compresses); - is standard output.")]
SkipInvalid = Annotated[bool, typer.Option("--skip-invalid", help="Report invalid games and leave them out.")]
SeasonDir = Annotated[
    Path | None,
    typer.Option(
        "--season",
        metavar="DIR",
        help="The season around the games: a folder of parquet files, or all its games as a file or folder of tables.",
    ),
]

PublishedNames = Annotated[
    bool,
    typer.Option("--published-names", help="Find only the names of the extractor's training games, as published."),
]


def reporter(skip_invalid: bool, warn: bool = False) -> Report:
    """The first error stops the work, or with `skip_invalid` each problem is printed, once however often it is met.

    With `warn`, warnings are printed in any case.
    """
    if not skip_invalid and not warn:
        return raise_first
    reported: set[Problem] = set()

    def report(problem: Problem) -> None:
        if not skip_invalid:
            raise_first(problem)
        if problem not in reported:
            reported.add(problem)
            typer.echo(f"{'Warning' if problem.warning else 'Skipped'}: {problem}", err=True)

    return report
