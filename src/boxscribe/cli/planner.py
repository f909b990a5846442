"""`boxscribe planner` and `boxscribe plan`: tables with texts → a planner → plans of tables."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.cli.options import TABLES, AsJson, DomainFile, InputFormat, SeasonDir, SkipInvalid, Source, reporter
from boxscribe.cli.progress import progress

planner = typer.Typer(help="Content planning: what to say, in which order.", no_args_is_help=True)

Writers = Annotated[
    Path | None,
    typer.Option(
        help="Who wrote the texts, JSON {number: writer} or {split: {number: writer}}; by default meta.writer of each "
        "table."
    ),
]
Which = Annotated[
    str | None,
    typer.Option("--planner", metavar="NAME|DIR", help="A planner; by default the shipped one of the domain."),
]


@planner.command(
    epilog="Example: boxscribe planner train train.json.gz --writers writers.json --out runs/planner-rotowire"
)
def train(
    source: Source,
    out: Annotated[Path, typer.Option("--out", help="The folder for the planner.")] = Path("runs/planner"),
    by: Annotated[str, typer.Option(help="How the facts of texts are found: extractor or alignment.")] = "extractor",
    extractor: Annotated[
        str | None, typer.Option(help="The folder of an extractor; by default the shipped one of the domain.")
    ] = None,
    writers: Writers = None,
    seed: Annotated[int, typer.Option(help="Random seed.")] = 0,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the planner in --out.")] = False,
    season: SeasonDir = None,
    derive: Annotated[
        list[str] | None,
        typer.Option(metavar="TYPE", help="Plan records of this derived type (NEXT-OPPONENT), too; repeatable."),
    ] = None,
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Train a planner: tables with texts in, a folder with a planner out."""
    from boxscribe.planning.train import train_planner_file

    made = train_planner_file(
        source, out, by, writers, seed, overwrite, extractor=extractor, season=season, derive=derive or (),
        format=input_format, domain=domain, report=reporter(skip_invalid), progress=progress,
    )  # fmt: skip
    space = made.selector.space
    typer.echo(f"{out}: the planner; it plans {space.n_planned} record types and knows {len(space.writers)} writers")


@planner.command(epilog="Example: boxscribe planner score rotowire --data valid.json.gz")
def score(
    which: Annotated[str, typer.Argument(metavar="PLANNER", help="A folder, or a shipped planner such as rotowire.")],
    data: Annotated[str, typer.Option("--data", metavar="TABLES", help=TABLES)],
    writers: Writers = None,
    with_writer: Annotated[
        bool, typer.Option("--with-writer", help="Plan in the style of each text's writer.")
    ] = False,
    as_json: AsJson = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """CS and CO of plans alone: their facts against the relations that the texts of the tables state."""
    import json

    from boxscribe.planning.make import score_planner

    figures = score_planner(which, data, with_writer, writers, format=input_format, domain=domain, progress=progress)
    if as_json:
        typer.echo(json.dumps(figures))
        return
    typer.echo(
        f"CS precision {figures['cs_precision']:.1f} %, recall {figures['cs_recall']:.1f} %, "
        f"F1 {figures['cs_f1']:.1f} %; CO {figures['co']:.1f} %; "
        f"{figures['facts']:.1f} facts a plan, {figures['games']:,} games"
    )


@planner.command(epilog="Example: boxscribe planner styles rotowire --data train.json.gz --writers writers.json")
def styles(
    which: Annotated[str, typer.Argument(metavar="PLANNER", help="A folder, or a shipped planner such as rotowire.")],
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="TABLES", help="Print the profiles of the writers of these texts instead."),
    ] = None,
    writers: Writers = None,
    by: Annotated[str, typer.Option(help="How the facts of texts are found: extractor or alignment.")] = "extractor",
    as_json: AsJson = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """The styles of a planner; with --data the profiles of writers, from which styles are chosen."""
    import json

    from boxscribe.planning.profiles import profile_files
    from boxscribe.planning.store import load_planner

    if data is None:
        known = load_planner(which).styles
        declared = {name: style.model_dump() for name, style in known.items()}
        lines = [f"{name:<10} {style.about} (writer {style.writer})" for name, style in known.items()]
        empty = f"{which}: declares no styles; see docs/planning.md"
        typer.echo(json.dumps(declared, indent=1) if as_json else "\n".join(lines) or empty)
        return
    profiles = profile_files(data, writers, by, format=input_format, domain=domain, progress=progress)
    named = {style.writer: name for name, style in load_planner(which).styles.items()}
    if as_json:
        typer.echo(json.dumps([profile.as_dict() for profile in profiles], indent=1))
        return
    typer.echo("writer    texts  words  numbers  facts  a sentence  pairs  about teams  without facts  style")
    for one in profiles:
        typer.echo(
            f"{one.writer:<8} {one.texts:6,} {one.words:6.0f} {one.numbers:8.1f} {one.facts:6.1f} "
            f"{one.facts_per_sentence:11.2f} {one.pairs:6.1f} {one.about_competitors:12.0%} {one.without_facts:14.0%}  "
            f"{named.get(one.writer, '')}".rstrip()
        )


@planner.command(epilog="Example: boxscribe planner length runs/planner --stories stories.jsonl")
def length(
    which: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a planner, which is changed.")],
    stories: Annotated[
        str,
        typer.Option("--stories", metavar="FILE", help="Stories of its model: write --format jsonl."),
    ],
) -> None:
    """Fit the length that --words plans for to the sentences that a model writes."""
    from boxscribe.writing.story_length import fit_planner

    found = fit_planner(which, stories)
    typer.echo(f"{which}: a sentence has {found.words:.1f} words, and {found.words_per_fact:.2f} for each fact")


@planner.command(epilog="Example: boxscribe planner factless runs/planner train.json.gz --by alignment --season nba")
def factless(
    which: Annotated[str, typer.Argument(metavar="DIR", help="The folder of a planner, which is changed.")],
    source: Source,
    by: Annotated[str, typer.Option(help="How the facts of texts are found: extractor or alignment.")] = "extractor",
    writers: Writers = None,
    season: SeasonDir = None,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Count the sentences without facts that texts have, for stories that are written with --free."""
    from boxscribe.planning.train import fit_factless_file

    found = fit_factless_file(
        which, source, by, writers, season=season, format=input_format, domain=domain, progress=progress
    )
    rates = ", ".join(f"{gap} {rate:.2f}" for gap, rate in found[""].items())
    typer.echo(f"{which}: sentences without facts in a gap: {rates}; of {len(found) - 1} writers, too")


def plan(
    source: Source,
    which: Which = None,
    style: Annotated[
        str | None, typer.Option(metavar="NAME", help="A style of the planner: see 'boxscribe planner styles'.")
    ] = None,
    writer: Annotated[str | None, typer.Option(help="Plan in the style of this writer of the planner.")] = None,
    focus: Annotated[
        str | None,
        typer.Option(metavar="WISHES", help='What the text must say, and early: "Jokic, Nuggets defence, rebounds".'),
    ] = None,
    words: Annotated[int | None, typer.Option(min=1, help="Plan a text of about so many words.")] = None,
    paragraphs: Annotated[
        bool, typer.Option("--paragraphs", help="Begin a paragraph where a plan turns to another side.")
    ] = False,
    games: Annotated[
        list[int] | None, typer.Option("--game", min=1, help="Only this game of the file, counted from 1; repeatable.")
    ] = None,
    season: SeasonDir = None,
    out: Annotated[
        str, typer.Option(help="The file to write, JSON lines, or text to read and edit if it ends in .txt; - prints.")
    ] = "-",
    as_json: AsJson = False,
    skip_invalid: SkipInvalid = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Plan a text for each table: its facts, sentence by sentence, as text that people read and edit."""
    from boxscribe.files import atomic_write
    from boxscribe.planning.files import as_text, write_plans
    from boxscribe.planning.make import make_plans

    made = make_plans(
        source, which, writer, words, paragraphs, style=style, focus=focus, games=games or (), season=season,
        format=input_format, domain=domain, report=reporter(skip_invalid), progress=progress,
    )  # fmt: skip
    with atomic_write(out) as stream:
        write_plans(made, stream, as_text(out, as_json))
