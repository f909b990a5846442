"""`boxscribe extractor`: tables with texts → an extractor → the relations that texts state."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.cli.options import TABLES, AsJson, DomainFile, InputFormat, Out, PublishedNames
from boxscribe.cli.progress import Status, progress
from boxscribe.cli.train import Changes

extractor = typer.Typer(help="Information extraction: the relations that texts state.", no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="EXTRACTOR", help="A folder, or a shipped extractor such as rotowire.")]
TablesFile = Annotated[str, typer.Option("--data", metavar="TABLES", help=TABLES)]


@extractor.command(
    epilog="Example: boxscribe extractor train configs/extractor-rotowire.toml --out runs/extractor-rotowire"
)
def train(
    file: Annotated[
        Path, typer.Argument(metavar="CONFIG.toml", help="The settings, such as configs/extractor-rotowire.toml.")
    ],
    changes: Changes = [],  # noqa: B006 (typer reads the default and never changes it)
    out: Annotated[Path, typer.Option("--out", help="The folder for the extractor.")] = Path("runs/extractor"),
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the extractor in --out.")] = False,
) -> None:
    """Train an extractor: tables with texts in, a folder with an ensemble of classifiers out.

    No annotation is needed: a number in a text that the table has for an entity of its sentence is an example.
    """
    from boxscribe.facts.config import load_extractor_config
    from boxscribe.facts.train import train_extractor

    with Status("pairs") as status:
        for event in train_extractor(load_extractor_config(file, changes), out, overwrite, progress):
            label = f"classifier {event.classifier}, epoch {event.epoch}, loss {event.loss:.3f}"
            if event.score is not None:
                figures = f"development precision {event.score.precision:.2%}, recall {event.score.recall:.2%}"
                typer.echo(f"{label}: {figures}", err=True)
            status.show(label, event.pairs, event.fraction)
    typer.echo(f"{out}: the extractor")


@extractor.command(epilog="Example: boxscribe extractor score rotowire --data valid.json.gz")
def score(
    which: Which,
    data: TablesFile,
    published_names: PublishedNames = False,
    as_json: AsJson = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Precision and recall on the pairs of entity and value mentions in the texts of tables.

    Precision: of the pairs with a predicted type, the share for which the table has the value under this type.
    Recall: of the pairs whose value the table has under some type, the share with one of these types predicted.
    """
    import json

    from boxscribe.facts.score import score_tables
    from boxscribe.facts.store import load_extractor
    from boxscribe.tables.read import read_tables

    loaded = load_extractor(which, published_names)
    tables = read_tables(data, input_format, domain)
    result, games = score_tables(loaded, progress(tables, "reading")), tables.number
    if as_json:
        figures = {"extractor": loaded.id, "games": games, "pairs": result.pairs, "predicted": result.predicted}
        typer.echo(json.dumps(figures | {"precision": result.precision, "recall": result.recall}))
        return
    typer.echo(
        f"precision {result.precision:.2%}, recall {result.recall:.2%}, "
        f"{result.predicted / games:.2f} relations per text "
        f"({result.pairs:,} pairs of {games:,} texts; extractor {loaded.id})"
    )


@extractor.command(epilog="Example: boxscribe extractor extract output.txt --data valid.json.gz --out relations.jsonl")
def extract(
    data: TablesFile,
    texts: Annotated[
        str,
        typer.Argument(
            metavar="[TEXTS]",
            help="One text a line, in the order of the tables, or JSON lines with id "
            "and text; by default the tables' own texts.",
            show_default=False,
        ),
    ] = "",
    which: Annotated[str, typer.Option("--extractor", help="A folder; by default the shipped one of the domain.")] = "",
    out: Out = "-",
    published_names: PublishedNames = False,
    input_format: InputFormat = None,
    domain: DomainFile = None,
) -> None:
    """Print the relations of each text as a line of JSON: id, and [entity, value, type, correct] of each relation."""
    import json

    from boxscribe.facts.extract import extract_file
    from boxscribe.files import atomic_write
    from boxscribe.tables.read import read_tables

    tables = read_tables(data, input_format, domain)
    with atomic_write(out) as stream:
        for table, relations in extract_file(tables, texts or None, which or None, published_names, progress):
            stream.write(json.dumps({"id": table.id, "relations": relations}, ensure_ascii=False) + "\n")
