"""`boxscribe export`: a trained model in, a folder to publish out."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    model: Annotated[Path, typer.Argument(help="The folder of a model or of a training run, such as runs/ent.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")],
    decoding: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="The settings that the model decodes with by default.")
    ] = None,
    card: Annotated[Path | None, typer.Option(metavar="FILE.md", help="The model card.")] = None,
) -> None:
    """Write a model in half precision, with its decoding settings and a model card, into one folder."""
    from boxscribe.writing.export import export as exported

    size = exported(model, out, decoding, card)
    typer.echo(f"{out}: {size / 1e6:.1f} MB")
