"""`boxscribe export`: a trained model → a folder to hand on."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    model: Annotated[Path, typer.Argument(help="The folder of a model, such as runs/ent/best.")],
    out: Annotated[Path, typer.Option("--out", help="The folder to write.")],
    decoding: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="How the model writes unless told otherwise.")
    ] = None,
    card: Annotated[Path | None, typer.Option(metavar="FILE.md", help="A text that tells about the model.")] = None,
) -> None:
    """Write a model in half precision, with its own way of writing and a card, into one folder."""
    from boxscribe.errors import InputError
    from boxscribe.toml import read_toml, validated
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.export import export as exported

    settings = validated(Decoding, read_toml(decoding, "decoding"), decoding) if decoding else None
    try:
        text = card.read_text(encoding="utf-8") if card else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{card}: cannot read this card: {error}") from None
    exported(model, out, settings, text)
    size = sum(file.stat().st_size for file in out.iterdir())
    typer.echo(f"{out}: {size / 1e6:.1f} MB")
