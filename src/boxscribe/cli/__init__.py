"""The command line. A verb parses its options, calls a function of the library and prints; only this folder prints.

Verbs import what they need themselves, so that --help is quick. Exit codes: 0 done, 2 the user's input is wrong, 1 a
fault of boxscribe.
"""

import gc
import signal
import sys
import warnings

import typer

from boxscribe.cli.check import check
from boxscribe.cli.compare import compare
from boxscribe.cli.data import data
from boxscribe.cli.evaluate import evaluate
from boxscribe.cli.export import export
from boxscribe.cli.extractor import extractor
from boxscribe.cli.planner import plan, planner
from boxscribe.cli.plans import plans
from boxscribe.cli.retrosheet import mlb, retrosheet
from boxscribe.cli.serve import serve
from boxscribe.cli.streams import standard_streams
from boxscribe.cli.study import study
from boxscribe.cli.train import config, train
from boxscribe.cli.write import write
from boxscribe.errors import InputError, OutputClosed

# Objects before a garbage collection. Tables are many small objects without cycles: by default a third of the time of
# `data enrich` is spent on looking for cycles among them.
COLLECTION_THRESHOLDS = 50_000, 20, 20

app = typer.Typer(
    name="boxscribe",
    help="Tables about entities in, stories out; training and evaluation of the models that write them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
data.command(epilog="Example: boxscribe data plans examples/games.jsonl --by extractor --out plans.txt")(plans)
data.command(epilog="Example: boxscribe data retrosheet 2018BOS.EVA --rosters rosters/ --out games.jsonl")(retrosheet)
data.add_typer(mlb, name="mlb")
app.add_typer(data, name="data")
app.command(epilog="Example: boxscribe train configs/rotowire.toml --set model.hidden=384 --out runs/ent")(train)
app.add_typer(config, name="config")
app.command(epilog="Example: boxscribe export runs/ent --out models/ent --decoding decoding.toml")(export)
app.command(
    epilog="Example: boxscribe plan examples/games.jsonl --game 1 --focus 'Lockett, Heat defence' --out plan.txt"
)(plan)
app.add_typer(planner, name="planner")
app.command(
    epilog="Example: boxscribe write games.json --model runs/ent --format html --out games.html. With a model that "
    "follows plans: boxscribe write games.json --model runs/plan --style brief --focus 'Jokic, Nuggets' --words 200. "
    "On many machines: boxscribe write games.parquet --engine ray --address 10.0.0.1:6379 --out stories.parquet"
)(write)
app.command(epilog="Example: boxscribe compare ENT=ent.txt TEMPL=templ.txt --data valid.json.gz --out page.html")(
    compare
)
app.command(epilog="Example: boxscribe check texts.txt --data valid.json.gz --format html --out check.html")(check)
app.command(epilog="Example: boxscribe evaluate texts.txt --data valid.json.gz --html report.html")(evaluate)
app.add_typer(extractor, name="extractor")
app.add_typer(study, name="study")
app.command(epilog="Example: boxscribe serve --port 8000")(serve)


@app.callback(invoke_without_command=True)
def _version(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        from boxscribe import __version__

        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """The command `boxscribe`."""
    gc.set_threshold(*COLLECTION_THRESHOLDS)
    warnings.showwarning = lambda message, *_: sys.stderr.write(f"Warning: {message}\n")  # type: ignore[assignment]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # unwinds, so that temporary files are removed
    with standard_streams():
        try:
            try:
                app()
            finally:
                sys.stdout.flush()  # so that what cannot be written is reported here
        except InputError as error:
            sys.stderr.write(f"Error: {error}\n")
            sys.exit(2)
        except OutputClosed:
            sys.exit(0)
