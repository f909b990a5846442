"""`python -m benchmarks choices`: what speaks for and against the settings of configs/rotowire.toml.

A quarter of the training games is learned once, with the settings and with one of them changed at a time; then every
fourth development game is read by the model that is kept. That takes hours. What is done is kept in
results/rotowire/choices.json and not done again.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.kept import ROOT, Figures, Kept
from benchmarks.results import DATA
from boxscribe.batches import Vocabularies
from boxscribe.batches.dataset import Dataset, prepare
from boxscribe.cli.progress import follow
from boxscribe.config import load_config
from boxscribe.models.store import load_model
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.training.distributed import Group
from boxscribe.training.loop import train
from boxscribe.training.validate import validate

WHOLE, EXCERPTS = ("train.json.gz",), ("train_partial_text.json.gz",)
DERIVED = ("rank", "standing", "slot", "source", "WEEKDAY")


class Choice(NamedTuple):
    """One change of the settings: of the configuration, or of the data."""

    name: str
    changes: Sequence[str] = ()
    derived: Sequence[str] = DERIVED
    copied: Sequence[str] = ("player",)
    whole: Sequence[str] = WHOLE
    excerpts: Sequence[str] = EXCERPTS
    every: int = 4
    min_count: int = 3


CHOICES = (
    Choice("as they are"),
    Choice("another seed", ["training.seed=2"]),
    Choice("no marks of who was named", ["model.mentions=false"]),
    Choice("no reading back", ["model.read_back=false"]),
    Choice("no pace", ["model.pace=false"]),
    Choice("no guide", ["guide.weight=0"]),
    Choice("nothing worked out from the table", derived=()),
    Choice("names may be generated", copied=()),
    Choice("no name hidden", ["data.name_dropout=0"]),
    Choice("all words known (a perplexity of its own)", min_count=1),
    Choice("no excerpts, as many words", excerpts=(), every=3),
    Choice("n = 256, p = 128", ["model.hidden=256", "model.embedding=256", "model.memory=128"]),
    Choice("dropout 0.1", ["model.dropout=0.1"]),
    Choice("batches of 16", ["data.batch=16"]),
    Choice("half the rate", ["optimiser.rate=5e-4"]),
    Choice("twice the rate", ["optimiser.rate=2e-3"]),
    Choice("a rate that does not fall", ["schedule.decay=epochs"]),
    Choice("the mean of the last four of eight models", ["training.validations=8", "training.average=4"]),
    Choice("the paper's optimiser", ["optimiser.name=adagrad", "optimiser.rate=0.15", "optimiser.per=summary"]),
    Choice("the paper's first parameters", ["model.init=uniform"]),
)


def main() -> None:
    kept = Kept("choices", [choice.name for choice in CHOICES])
    kept.measure(lambda name: measured(next(choice for choice in CHOICES if choice.name == name)))
    kept.show(
        {
            "development perplexity": ("perplexity", ".1f"),
            "attention to the right entity": ("right_entity", ".2f"),
            "to the right record": ("right_record", ".2f"),
        }
    )


def measured(choice: Choice) -> Figures:
    """Figures of the development games after one pass over the training games."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        domain = load_domain("rotowire").extended(choice.derived).model_copy(update={"min_count": choice.min_count})

        def made(part: str, of: Choice, known: Vocabularies | None = None) -> Dataset:
            whole, excerpts = (
                follow(islice(games(files), 0, None, of.every), f"{choice.name}: {part}")
                for files in (of.whole, of.excerpts)
            )
            return prepare(whole, domain, folder / part, known, copied=choice.copied, excerpts=excerpts)

        # One vocabulary, whatever the games, or perplexities could not be compared.
        words = made("vocabulary", CHOICES[0]).vocabularies
        made("train", choice, words)
        valid = made("valid", Choice("", whole=["valid.json.gz"], excerpts=()), words)
        places = [f"data.{part}={folder / part}" for part in ("train", "valid")]
        config = load_config(ROOT / "configs" / "rotowire.toml", [*choice.changes, *places, "training.epochs=1"])
        for _ in follow(train(config, folder / "run"), f"{choice.name}: learning", unit="batches"):
            pass
        found = validate(load_model(folder / "run" / "best"), valid, config.data.batch, Group())
        return {part: getattr(found, part) for part in ("perplexity", "right_entity", "right_record")}


def games(files: Sequence[str]) -> Iterator[Table]:
    return chain.from_iterable(read_tables(DATA / file) for file in files)
