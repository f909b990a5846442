"""`boxscribe write`: tables in, stories out."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from boxscribe.cli.options import (
    ClusterAddress,
    DomainFile,
    Engine,
    InputFormat,
    Out,
    SeasonDir,
    ShardsDir,
    ShardSize,
    SkipInvalid,
    Source,
    reporter,
    sharding_of,
)
from boxscribe.cli.progress import progress
from boxscribe.errors import InputError
from boxscribe.files import STDOUT, atomic_write, is_folder

Model = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|DIR",
        help="A shipped model, the folder of a model or of a training run, or template, which writes every domain; by "
        "default the shipped model of the tables' domain.",
    ),
]
Games = Annotated[
    list[int] | None, typer.Option("--game", min=1, help="Only this game of the file, counted from 1; repeatable.")
]
Form = Annotated[
    Literal["text", "tokens", "jsonl", "html", "parquet"] | None,
    typer.Option(
        "--format",
        help="Plain text, tokens, JSON lines with the trace, a page, or a Parquet file; by default text, or parquet "
        "if the name of --out ends in .parquet.",
    ),
]


def _decoding(help: str, min: int | None = None) -> Any:
    """An option that changes one decoding setting of the model."""
    return typer.Option(help=help, min=min, rich_help_panel="Decoding")


PLANNED = "Models that follow plans"


def _planned(help: str, metavar: str | None = None) -> Any:
    """An option that only a model that follows plans heeds."""
    return typer.Option(help=help, metavar=metavar, rich_help_panel=PLANNED)


Preset = Annotated[
    Literal["model", "paper", "greedy"],
    _decoding("Settings to start from: the model's, the paper's (beam 5, plain log p) or greedy."),
]


def write(
    context: typer.Context,
    source: Source,
    model: Model = None,
    games: Games = None,
    season: SeasonDir = None,
    out: Out = STDOUT,
    given_form: Form = None,
    preset: Preset = "model",
    beam: Annotated[int | None, _decoding("Beam size.", min=1)] = None,
    min_length: Annotated[int | None, _decoding("Fewest words of a story.", min=0)] = None,
    max_length: Annotated[int | None, _decoding("Most words of a story.", min=1)] = None,
    best: Annotated[int | None, _decoding("Stories per game, best first; jsonl only.", min=1)] = None,
    length_penalty: Annotated[float | None, _decoding("Divide log p by words to this power.", min=0)] = None,
    word_reward: Annotated[float | None, _decoding("Add this to log p for each word: longer sentences.", min=0)] = None,
    block_ngrams: Annotated[int | None, _decoding("Repeat no n-gram of this size; 0: off.", min=0)] = None,
    block_records: Annotated[bool | None, _decoding("Copy no record twice.")] = None,
    whole_names: Annotated[bool | None, _decoding("Mix no names of two entities.")] = None,
    whole_sentences: Annotated[bool | None, _decoding("End no story within a sentence.")] = None,
    words: Annotated[int | None, _decoding("Length to aim at; 0: free.", min=0)] = None,
    numbers: Annotated[int | None, _decoding("Count of numbers to aim at; 0: free.", min=0)] = None,
    temperature: Annotated[float | None, _decoding("Sample words with this temperature.", min=0)] = None,
    seed: Annotated[int | None, _decoding("Random seed of sampling.")] = None,
    batch_size: Annotated[int, typer.Option(min=1, help="Games decoded together.")] = 16,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; by default one for each core.")] = None,
    plan: Annotated[
        str | None, _planned("Plans to follow, from 'boxscribe plan'; by default a planner plans.", metavar="FILE")
    ] = None,
    style: Annotated[
        str | None, _planned("A style of the planner: see 'boxscribe planner styles'.", metavar="NAME")
    ] = None,
    writer: Annotated[str | None, _planned("Write in the style of this writer of the planner.")] = None,
    focus: Annotated[
        str | None, _planned('What the story must say, and early: "Jokic, Nuggets defence".', metavar="WISHES")
    ] = None,
    keep: Annotated[
        list[str] | None,
        _planned("A sentence that the story has as it is, if it is true; repeatable.", metavar="SENTENCE"),
    ] = None,
    free: Annotated[
        bool,
        typer.Option(
            "--free",
            help="Write as the model likes, without verifying the sentences of a plan.",
            rich_help_panel=PLANNED,
        ),
    ] = False,
    trace: Annotated[bool, typer.Option(help="Add to jsonl where each word came from.")] = True,
    resume: Annotated[bool, typer.Option("--resume", help="Resume a killed run.")] = False,
    skip_invalid: SkipInvalid = False,
    engine: Engine = "local",
    address: ClusterAddress = None,
    shard_size: ShardSize = None,
    shards: ShardsDir = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Write a story for each table. An invalid game is an error before anything is written, or see --skip-invalid."""
    from boxscribe.planning.files import read_plans
    from boxscribe.season.enrich import enrich
    from boxscribe.tables.read import read_tables
    from boxscribe.writing.author import load
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.parquet import is_parquet
    from boxscribe.writing.run import WritingRun
    from boxscribe.writing.table_plans import Planning

    form = given_form or ("parquet" if is_parquet(out) else "text")
    sharding = sharding_of(engine, address, shard_size, shards, resume, out)
    _check_options(out, form, best, resume and sharding is None)
    if workers is not None and sharding is not None:
        raise InputError("--workers is for one process; with --engine ray every core has a process")
    report = reporter(skip_invalid)
    read = read_tables(source, input_format, domain, report, games or ())
    # Plans and wishes can have derived records of the tables.
    source_tables = read if (season, plan, focus) == (None, None, None) else enrich(read, season, report=report)
    read_once = sharding is not None and plan is None  # so that it may be a stream without end
    tables = source_tables if (read.repeatable or read_once) and not keep else list(source_tables)
    if isinstance(tables, list) and keep and len(tables) > 1:
        raise InputError(f"--keep is about one game, and there are {len(tables):,}; choose one with --game")
    plans = None if plan is None else {table.id: one for table, one in read_plans(plan, tables, read.domain)}
    settings = {name: context.params[name] for name in Decoding.model_fields if context.params[name] is not None}
    planning = Planning(plans, writer, season, free, style, focus, tuple(keep or ()))
    chosen = None if preset == "model" else preset
    label, on_invalid = " --game ".join([read.name, *map(str, games or ())]), report if skip_invalid else None
    if sharding is not None:
        from boxscribe.scale.write import write_file

        written = write_file(
            tables, out, _checkpoint(model), settings, device, form=form, trace=trace, source=label,
            on_invalid=on_invalid, preset=chosen, batch_size=batch_size, describe=read.domain, planning=planning,
            sharding=sharding, progress=progress,
        )  # fmt: skip
        _print_written(out, written.stories, written.author)
        return
    first = next(iter(tables), None)
    author = load(
        _checkpoint(model), settings, device, domain=first.domain if first else "", preset=chosen,
        batch_size=batch_size, workers=workers, description_of=read.domain, planning=planning,
    )  # fmt: skip
    run = WritingRun(author, tables, form, label, trace, on_invalid, progress)
    if out == STDOUT:
        with atomic_write(STDOUT) as stream:
            run.to_stream(stream)
    else:
        _print_written(out, run.to_file(out, resume), author.name)


def _print_written(out: str, count: int, author: str) -> None:
    if out != STDOUT:
        typer.echo(f"{out}: {count:,} {'story' if count == 1 else 'stories'} by {author}", err=True)


def _check_options(out: str, form: str, best: int | None, resume: bool) -> None:
    if resume and out == STDOUT:
        raise InputError("--resume needs a file: give --out")
    if best is not None and best > 1 and form != "jsonl":
        raise InputError("--best writes several stories of a game, which only --format jsonl can hold")


def _checkpoint(model: str | None) -> str | Path | None:
    """The model; of the folder of a training run the checkpoint, which is printed."""
    if model is None or not is_folder(model):
        return model
    from boxscribe.writing.model_folder import find_model

    folder = find_model(model)
    if folder != Path(model):
        typer.echo(f"{model}: using the model {folder}", err=True)
    return folder
