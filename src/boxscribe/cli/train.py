"""`boxscribe train` and `boxscribe config`: a dataset → a model."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boxscribe.cli.progress import Status

if TYPE_CHECKING:
    from boxscribe.training.loop import TrainingProgress
    from boxscribe.training.validate import Validation

config = typer.Typer(help="The settings of a model and of its training.", no_args_is_help=True)

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="The settings, such as configs/rotowire.toml.")]
Changes = Annotated[
    list[str],
    typer.Option("--set", metavar="SECTION.KEY=VALUE", help="Change one setting of the file; repeatable."),
]


def train(
    file: ConfigFile,
    changes: Changes = [],  # noqa: B006 (typer reads the default and never changes it)
    out: Annotated[
        Path, typer.Option("--out", help="The folder for the best model, checkpoints, metrics and learning curve.")
    ] = Path("runs/model"),
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in --out from its checkpoint.")] = False,
) -> None:
    """Train a model: a prepared dataset in, a folder with the best model out."""
    from boxscribe.config import load_config
    from boxscribe.training.train import TrainingStopped
    from boxscribe.training.train import train as run

    with Status("words", done=None) as status:
        is_main = True

        def watch(event: "TrainingProgress") -> None:
            nonlocal is_main
            is_main = event.is_main
            if is_main:
                if event.validation is not None:
                    typer.echo(_figures(event.validation, event.position.step), err=True)
                label = f"epoch {event.position.epoch + 1}, loss {event.loss:.2f}"
                label += f", {event.words_per_second:,.0f} words/s"
                status.show(label, event.position.words, event.fraction)

        try:
            best = run(load_config(file, changes), out, resume, watch=watch)
        except TrainingStopped as stopped:
            if is_main:
                typer.echo(stopped, err=True)
            raise typer.Exit(130) from None
    if is_main:
        typer.echo(f"{best}: the model with the lowest development loss")


def _figures(result: "Validation", step: int) -> str:
    attention = ", ".join(f"{kind} {share:.2f}" for kind, share in result.attention.items())
    return (
        f"step {step:,}: development perplexity {result.perplexity:.2f}, "
        f"copy gate at copyable words {result.copy_gate:.2f}, attention: {attention}, "
        f"to the right entity {result.right_entity:.2f}, to the right record {result.right_record:.2f}"
    )


@config.command("show", epilog="Example: boxscribe config show configs/rotowire.toml --set model.hidden=384")
def show_config(
    file: ConfigFile,
    changes: Changes = [],  # noqa: B006 (typer reads the default and never changes it)
) -> None:
    """Print all settings, those that the file leaves out included, with their documentation, as a TOML file."""
    from boxscribe.config import load_config

    typer.echo(load_config(file, changes).to_toml(), nl=False)
