"""`boxscribe compare`: the texts of several systems about the same games, side by side."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.cli.options import TABLES, DomainFile, InputFormat
from boxscribe.errors import InputError


def compare(
    systems: Annotated[
        list[str],
        typer.Argument(metavar="NAME=TEXTS…", help="The name of a system and its texts, one per game; repeatable."),
    ],
    data: Annotated[str, typer.Option("--data", metavar="TABLES", help=f"The games. {TABLES}")],
    out: Annotated[Path, typer.Option("--out", help="The page to write.")],
    game: Annotated[
        list[int] | None, typer.Option(min=1, help="A game to show, counted from 1; repeatable. Else the first ones.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Games that are shown at most, unless --game names them.")] = 30,
    gold: Annotated[bool, typer.Option(help="Show the gold texts of the tables, too, where there are any.")] = True,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Write a page with a column for each system, the entities in the same colours in all of them."""
    from boxscribe.files import atomic_write
    from boxscribe.tables.read import read_tables
    from boxscribe.writing.comparison import compare_outputs
    from boxscribe.writing.outputs import Outputs, read_outputs
    from boxscribe.writing.page import comparison

    outputs: dict[str, Outputs] = {}
    for system in systems:
        name, equals, file = system.partition("=")
        if not (name and equals and file):
            raise InputError(f"{system}: write NAME=TEXTS, such as ENT=texts.txt")
        outputs[name] = read_outputs(file)
    shown, total = compare_outputs(outputs, read_tables(data, input_format, domain), game or (), limit, gold)
    count = f"{len(shown):,} of {total:,} games" if len(shown) < total else f"{total:,} games"
    systems_shown = f"{len(outputs)} {'system' if len(outputs) == 1 else 'systems'}"
    with atomic_write(out) as page:
        page.write(comparison(shown, total=total))
    more = f"; --game N or --limit {total} shows others" if len(shown) < total else ""
    typer.echo(f"{out}: {count}, {systems_shown}{more}", err=True)
