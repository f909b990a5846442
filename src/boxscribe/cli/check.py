"""`boxscribe check`: texts and tables → a verdict on every claim."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from boxscribe.cli.evaluate import TEXTS
from boxscribe.cli.options import (
    TABLES,
    ClusterAddress,
    DomainFile,
    Engine,
    InputFormat,
    Out,
    ResumeShards,
    SeasonDir,
    ShardsDir,
    ShardSize,
    sharding_of,
)
from boxscribe.cli.progress import progress
from boxscribe.files import STDOUT, atomic_write

if TYPE_CHECKING:
    from boxscribe.checking.texts import CheckedText

FORMATS = (
    "text: what is wrong, and why; json: a line for each text, with all verdicts; html: a page; factgenie and "
    "label-studio: annotations; csv: as the accuracy shared task has it."
)


def check(
    texts: Annotated[str, typer.Argument(metavar="TEXTS", help=TEXTS)],
    data: Annotated[str, typer.Option("--data", metavar="TABLES", help=f"The games. {TABLES}")],
    game: Annotated[
        list[int] | None, typer.Option(min=1, help="The game of the text, counted from 1; repeatable. By default all.")
    ] = None,
    season: SeasonDir = None,
    form: Annotated[
        Literal["text", "json", "html", "factgenie", "label-studio", "csv"], typer.Option("--format", help=FORMATS)
    ] = "text",
    out: Out = STDOUT,
    tokens: Annotated[
        bool | None,
        typer.Option(
            "--tokens/--english",
            help="TEXTS are tokens with blanks between them, or plain English; by default their punctuation decides.",
        ),
    ] = None,
    engine: Engine = "local",
    address: ClusterAddress = None,
    shard_size: ShardSize = None,
    shards: ShardsDir = None,
    resume: ResumeShards = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Compare every claim of texts with their tables: what is supported, contradicted, unsupported or unknown."""
    from boxscribe.checking.texts import check_texts
    from boxscribe.tables.read import read_tables
    from boxscribe.writing.outputs import read_outputs

    sharding = sharding_of(engine, address, shard_size, shards, resume, out)
    outputs, tables = read_outputs(texts, tokens, any_text=True), read_tables(data, input_format, domain)
    if sharding is not None:
        from boxscribe.scale.check import check_file

        check_file(outputs, tables, out, season, game or (), form=form, sharding=sharding, progress=progress)
        return
    checked = check_texts(outputs, tables, season, game or (), progress)
    if form == "text" and out == STDOUT and sys.stdout.isatty():
        _print(checked)
        return
    with atomic_write(out) as stream:
        for line in _lines(checked, form, outputs.name):
            stream.write(f"{line}\n")


def _lines(checked: "Iterable[CheckedText]", form: str, name: str) -> Iterator[str]:
    from boxscribe.checking import export
    from boxscribe.checking.page import page
    from boxscribe.checking.report import LINE_FORMS, lines

    if form in LINE_FORMS:
        for one in checked:
            yield from lines(one, form)
    elif form == "html":
        yield page(list(checked))
    elif form == "factgenie":
        yield from export.factgenie(checked, Path(name).name.split(".")[0])
    elif form == "label-studio":
        yield from export.label_studio(checked)
    else:
        yield from export.shared_task(checked)


def _print(checked: "Iterable[CheckedText]") -> None:
    """On a terminal the text comes first, in colours."""
    from rich.console import Console

    from boxscribe.checking.report import coloured, report_lines

    console = Console(highlight=False)
    for one in checked:
        first, *others = report_lines(one)
        console.print(first, style="bold", markup=False)
        console.print(coloured(one))
        for line in others:
            console.print(line, markup=False, soft_wrap=True)
        console.print()
