"""`boxscribe compare`: what several writers say about the same games, side by side."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.cli.options import DomainFile, InputFormat, Source
from boxscribe.errors import InputError

GOLD = "Gold"


def compare(
    source: Source,
    writers: Annotated[
        list[str], typer.Argument(metavar="NAME=TEXTS…", help="A writer's name and texts, one per game; repeatable.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The page to write.")],
    game: Annotated[
        list[int] | None, typer.Option(min=1, help="A game of the file, counted from 1; repeatable. Else the first.")
    ] = None,
    gold: Annotated[bool, typer.Option(help="Show the text of the tables, too, where there is one.")] = True,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Write a page with a column for each writer, the entities in the same colours in all of them."""
    from boxscribe.files import atomic_write
    from boxscribe.scores.texts import Texts, read_texts
    from boxscribe.tables.read import read_tables
    from boxscribe.writing.page import comparison
    from boxscribe.writing.story import NO_ATTENTION, Story, Trace

    texts: dict[str, Texts] = {}
    for writer in writers:
        name, equals, file = writer.partition("=")
        if not (name and equals and file):
            raise InputError(f"{writer}: write NAME=FILE, such as ENT=texts.txt")
        texts[name] = read_texts(file)
    tables = read_tables(source, input_format, domain)
    wanted = game or [1]
    untold = Trace((), NO_ATTENTION, NO_ATTENTION)
    found = list(tables)
    for own in texts.values():
        own.check([table.id for table in found], source)
    for number in wanted:
        if number > len(found):
            raise InputError(f"{source}: has no game {number}; it has {len(found):,}")
    pages = []
    for number in wanted:
        table = found[number - 1]
        described = tables.domain(table.domain)
        told = {GOLD: list(table.tokens)} if gold and table.tokens else {}
        told |= {name: own.tokens(number - 1, table.id, described) for name, own in texts.items()}
        pages.append({name: Story(table, described, said, untold) for name, said in told.items()})
    with atomic_write(out) as page:
        page.write(comparison(pages))
    typer.echo(f"{out}: {len(wanted)} games, {len(texts)} writers", err=True)
