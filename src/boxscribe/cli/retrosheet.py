"""`boxscribe data retrosheet` and `boxscribe data mlb build`: tables and datasets from Retrosheet's event files."""

from pathlib import Path
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

Rosters = Annotated[
    list[str] | None, typer.Option(help="Rosters (BOS2018.ROS) and team lists, or their folder; repeatable.")
]
mlb = typer.Typer(help="The MLB dataset: recaps joined with tables of Retrosheet.", no_args_is_help=True)


def retrosheet(
    files: EventFiles,
    rosters: Rosters = None,
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


@mlb.command(epilog="Example: boxscribe data mlb build recaps.jsonl.gz retrosheet/ --out data/mlb")
def build(
    recaps: Annotated[str, typer.Argument(metavar="RECAPS", help="JSON lines with retro_id, split and paragraphs.")],
    files: EventFiles,
    out: Annotated[Path, typer.Option("--out", help="The folder to write; it appears when it is complete.")],
    rosters: Rosters = None,
    skip_invalid: SkipInvalid = False,
) -> None:
    """Join recaps with the tables of their games, clean them by the paper's rules, and leave out those of other games.

    The folder gets train.jsonl.gz, valid.jsonl.gz in the official split, and report.json with every recap left out.
    """
    from boxscribe.recaps.build import build as built

    result = built(recaps, files, out, rosters or (), reporter(skip_invalid, warn=True), progress)
    games = sum(result.written.values())
    written = ", ".join(f"{count:,} {split}" for split, count in result.written.items())
    typer.echo(f"{out}: {games:,} of {result.recaps:,} recaps joined ({written})")
    for reason, count in result.reasons.most_common():
        typer.echo(f"left out, {reason}: {count:,}")
    for rule, count in result.cleaned.most_common():
        typer.echo(f"cleaned, {rule}: {count:,} recaps")
    if games:
        typer.echo(
            f"agreement: {result.named / games:.1f} players named a game, the score in {result.scores / games:.1%}, "
            f"{result.right_records:,} of {result.records:,} pitchers' records as in the tables"
        )
