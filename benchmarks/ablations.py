"""`python -m benchmarks ablations`: what speaks for and against the settings of configs/rotowire.toml.

A quarter of the training games is learned once, with the settings and with one of them changed at a time; then every
fourth development game is read by the model that is kept. That takes hours. What is done is kept in
results/rotowire/ablations.json and not done again.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.cached_table import ROOT, CachedTable, Figures
from benchmarks.results import DATA
from boxscribe.batches import Vocabularies
from boxscribe.batches.dataset import Dataset, prepare
from boxscribe.cli.progress import progress
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


class Ablation(NamedTuple):
    """One change of the settings: of the configuration, or of the data."""

    name: str
    changes: Sequence[str] = ()
    derived: Sequence[str] = DERIVED
    copy_only: Sequence[str] = ("player",)
    whole: Sequence[str] = WHOLE
    partial_texts: Sequence[str] = EXCERPTS
    every: int = 4
    min_count: int = 3


ABLATIONS = (
    Ablation("as they are"),
    Ablation("another seed", ["training.seed=2"]),
    Ablation("no marks of who was named", ["model.mention_features=false"]),
    Ablation("no reading back", ["model.feed_copied_records=false"]),
    Ablation("no pace", ["model.length_control=false"]),
    Ablation("no guide", ["attention_supervision.weight=0"]),
    Ablation("nothing worked out from the table", derived=()),
    Ablation("names may be generated", copy_only=()),
    Ablation("no name hidden", ["data.name_dropout=0"]),
    Ablation("all words known (a perplexity of its own)", min_count=1),
    Ablation("no excerpts, as many words", partial_texts=(), every=3),
    Ablation("n = 256, p = 128", ["model.hidden=256", "model.embedding=256", "model.memory=128"]),
    Ablation("dropout 0.1", ["model.dropout=0.1"]),
    Ablation("batches of 16", ["data.batch_size=16"]),
    Ablation("half the rate", ["optimiser.learning_rate=5e-4"]),
    Ablation("twice the rate", ["optimiser.learning_rate=2e-3"]),
    Ablation("a rate that does not fall", ["schedule.decay=epochs"]),
    Ablation("the mean of the last four of eight models", ["training.validations=8", "training.average_checkpoints=4"]),
    Ablation(
        "the paper's optimiser",
        ["optimiser.name=adagrad", "optimiser.learning_rate=0.15", "optimiser.loss_normalisation=summary"],
    ),
    Ablation("the paper's first parameters", ["model.init=uniform"]),
)


def main() -> None:
    kept = CachedTable("ablations", [ablation.name for ablation in ABLATIONS])
    kept.measure(lambda name: measured(next(ablation for ablation in ABLATIONS if ablation.name == name)))
    kept.show(
        {
            "development perplexity": ("perplexity", ".1f"),
            "attention to the right entity": ("right_entity", ".2f"),
            "to the right record": ("right_record", ".2f"),
        }
    )


def measured(ablation: Ablation) -> Figures:
    """Figures of the development games after one pass over the training games."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        domain = load_domain("rotowire").extended(ablation.derived).model_copy(update={"min_count": ablation.min_count})

        def made(part: str, of: Ablation, known: Vocabularies | None = None) -> Dataset:
            whole, partial = (
                progress(islice(games(files), 0, None, of.every), f"{ablation.name}: {part}")
                for files in (of.whole, of.partial_texts)
            )
            return prepare(whole, domain, folder / part, known, copy_only=ablation.copy_only, partial_texts=partial)

        # One vocabulary, whatever the games, or perplexities could not be compared.
        words = made("vocabulary", ABLATIONS[0]).vocabularies
        made("train", ablation, words)
        valid = made("valid", Ablation("", whole=["valid.json.gz"], partial_texts=()), words)
        places = [f"data.{part}={folder / part}" for part in ("train", "valid")]
        config = load_config(ROOT / "configs" / "rotowire.toml", [*ablation.changes, *places, "training.epochs=1"])
        for _ in progress(train(config, folder / "run"), f"{ablation.name}: learning", unit="batches"):
            pass
        found = validate(load_model(folder / "run" / "best"), valid, config.data.batch_size, Group())
        return {part: getattr(found, part) for part in ("perplexity", "right_entity", "right_record")}


def games(files: Sequence[str]) -> Iterator[Table]:
    return chain.from_iterable(read_tables(DATA / file) for file in files)
