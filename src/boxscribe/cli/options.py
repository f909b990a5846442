"""Options that several verbs share, so that a flag means the same everywhere."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from boxscribe.errors import InputError, Problem, Report, raise_first

if TYPE_CHECKING:
    from boxscribe.scale.run import Sharding

TABLES = (
    "A file or folder of tables (RotoWire or MLB JSON, JSON lines, CSV; .gz of each; Parquet; a folder of NBA seasons; "
    "files of Retrosheet), or - for standard input."
)
Source = Annotated[str, typer.Argument(metavar="TABLES", help=TABLES)]
Sources = Annotated[list[str], typer.Argument(metavar="TABLES…", help=TABLES)]
InputFormat = Annotated[
    str | None,
    typer.Option(
        "--input-format", help="native, rotowire, mlb, retrosheet, nba, csv or parquet; by default it is recognised."
    ),
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


def _scale(help: str, metavar: str | None = None, min: int | None = None) -> Any:
    """An option of work on many machines."""
    return typer.Option(help=help, metavar=metavar, min=min, rich_help_panel="Many machines (docs/scale.md)")


Engine = Annotated[
    Literal["local", "ray"], _scale("Where the work is done: in this process, or by a Ray cluster (extra [scale]).")
]
ClusterAddress = Annotated[
    str | None, _scale("The Ray cluster, such as 10.0.0.1:6379; by default the cores of this machine.", "HOST:PORT")
]
ShardSize = Annotated[int | None, _scale("Games of a shard, which one worker does; by default 96.", min=1)]
ShardsDir = Annotated[Path | None, _scale("The folder of finished shards until the end; by default OUT.shards.", "DIR")]
ResumeShards = Annotated[bool, _scale("Keep the finished shards of a killed run; needs --out or --shards.")]

PublishedNames = Annotated[
    bool,
    typer.Option("--published-names", help="Find only the names of the extractor's training games, as published."),
]


def sharding_of(
    engine: str, address: str | None, shard_size: int | None, shards: Path | None, resume: bool, out: str | None = None
) -> "Sharding | None":
    """How the work is spread over machines; None where it is done here."""
    given = {"--address": address, "--shard-size": shard_size, "--shards": shards}
    if engine == "local":
        for option, value in given.items():
            if value is not None:
                raise InputError(f"{option} is for work on many machines; add --engine ray")
        return None
    from boxscribe.scale.run import SHARD_SIZE, Sharding

    found = Sharding(address, shard_size or SHARD_SIZE, shards, resume)
    if resume and found.place(out) is None:
        raise InputError("--resume needs the folder of shards: give --out or --shards")
    return found


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
