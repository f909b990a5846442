"""`boxscribe train` and `boxscribe config`: a dataset → a model."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boxscribe.cli.progress import Bar, Lines

if TYPE_CHECKING:
    from boxscribe.training.loop import TrainingProgress
    from boxscribe.training.validate import Validation

config = typer.Typer(help="The configuration of a training, explained.", no_args_is_help=True)

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="What to train, on what, and how.")]
Changes = Annotated[
    list[str],
    typer.Option("--set", metavar="SECTION.KEY=VALUE", help="Change one key of the configuration; repeatable."),
]


def train(
    file: ConfigFile,
    changes: Changes = [],  # noqa: B006 (typer reads the default and never changes it)
    out: Annotated[
        Path, typer.Option("--out", help="The folder for checkpoints, the best model and the metrics.")
    ] = Path("runs/model"),
    resume: Annotated[bool, typer.Option("--resume", help="Go on where the run in --out stopped.")] = False,
) -> None:
    """Train a model: a dataset in, a folder with the best model out."""
    from boxscribe.config import load_config
    from boxscribe.training.loop import train as trained

    show, event = _Display(), None
    try:
        for event in trained(load_config(file, changes), out, resume):
            if event.leads:
                show(event)
            if event.stopped:
                if event.leads:
                    typer.echo(f"Stopped at step {event.position.step:,}; go on with --resume.", err=True)
                raise typer.Exit(130)
    finally:
        show.close()
    if event is None or event.leads:
        typer.echo(f"{out / 'best'}: the model with the lowest development loss")


@config.command("show", epilog="Example: boxscribe config show configs/rotowire.toml --set model.hidden=384")
def show_config(
    file: ConfigFile,
    changes: Changes = [],  # noqa: B006 (typer reads the default and never changes it)
) -> None:
    """Print every key of a configuration with its value and what it means."""
    from boxscribe.config import explained, load_config

    section = ""
    for name, value, meaning in explained(load_config(file, changes)):
        head, _, key = name.partition(".")
        if head != section:
            section = head
            typer.echo(f"\n[{section}]")
        typer.echo(f"{key} = {value!r:<24} # {meaning}")


class _Display:
    """A bar on a terminal, now and then a line elsewhere, and a line for each validation."""

    def __init__(self) -> None:
        self._shown: Bar | Lines | None = None
        self._due = 0.0

    def __call__(self, event: "TrainingProgress") -> None:
        position = event.position
        label = f"epoch {position.epoch + 1}, loss {event.loss:.2f}, {event.words_per_second:,.0f} words/s"
        if self._shown is None:
            self._shown = (Bar if sys.stderr.isatty() else Lines)(label, "words", event.fraction)
        if event.validation is not None:
            typer.echo(self._told(event.validation, position.step), err=True)
        if time.monotonic() >= self._due:
            self._shown.relabel(label)
            self._shown.show(position.words, event.fraction)
            self._due = time.monotonic() + self._shown.every

    def _told(self, result: "Validation", step: int) -> str:
        attention = ", ".join(f"{kind} {share:.2f}" for kind, share in result.attention.items())
        return (
            f"step {step:,}: development perplexity {result.perplexity:.2f}, "
            f"copy gate at copyable words {result.copy_gate:.2f}, attention: {attention}, "
            f"to the right entity {result.right_entity:.2f}, to the right record {result.right_record:.2f}"
        )

    def close(self) -> None:
        if self._shown:
            self._shown.close()
