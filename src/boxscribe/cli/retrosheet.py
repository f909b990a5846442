"""`boxscribe data retrosheet`: tables from Retrosheet's event files."""

from typing import Annotated

import typer

from boxscribe.cli.options import Out, SkipInvalid, reporter
from boxscribe.cli.progress import progress

EventFiles = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES…",
        help="Event files of Retrosheet (2018BOS.EVA), folders or archives of them; rosters are found beside them.",
    ),
]


def retrosheet(
    files: EventFiles,
    rosters: Annotated[
        list[str] | None, typer.Option(help="Rosters (BOS2018.ROS) and team lists, or their folder; repeatable.")
    ] = None,
    out: Out = "-",
    skip_invalid: SkipInvalid = False,
) -> None:
    """Turn Retrosheet's event files into MLB tables: box score, line score, play-by-play, with Retrosheet's notice.

    Averages and records to date need the files of all teams of a season.
    """
    from boxscribe.files import atomic_write
    from boxscribe.retrosheet.tables import read_retrosheet
    from boxscribe.tables.write import write_tables

    tables = read_retrosheet(files, rosters or (), reporter(skip_invalid, warn=True), progress)
    with atomic_write(out) as stream:
        write_tables(tables, stream)
