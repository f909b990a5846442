"""`python -m benchmarks ablations`: the settings of configs/rotowire.toml, and each of them changed alone.

For each row a model is trained for one epoch on a quarter of the pre-training games, then measured on every fourth
development game. That takes hours, so results/rotowire/ablations.json keeps the figures; rows in it are not measured
again.
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
from boxscribe.training.distributed import ProcessGroup
from boxscribe.training.loop import BEST
from boxscribe.training.train import training_steps
from boxscribe.training.validate import validate

OFFICIAL, PRETRAINING = ("train.json.gz",), ("train.json.gz", "later_seasons.json.gz")
DERIVED = ("rank", "standing", "slot", "source", "WEEKDAY")


class Ablation(NamedTuple):
    """One change of the settings: of the configuration, or of the data."""

    name: str
    changes: Sequence[str] = ()
    derived: Sequence[str] = DERIVED
    copy_only: Sequence[str] = ("player",)
    files: Sequence[str] = PRETRAINING
    every: int = 4
    min_count: int = 3


ABLATIONS = (
    Ablation("our settings"),
    Ablation("another seed", ["training.seed=2"]),
    Ablation("no mention features", ["model.mention_features=false"]),
    Ablation("copied records not fed", ["model.feed_copied_records=false"]),
    Ablation("no length control", ["model.length_control=false"]),
    Ablation("no attention supervision", ["attention_supervision.weight=0"]),
    Ablation("no derived features and records", derived=()),
    Ablation("player names in the output vocabulary", copy_only=()),
    Ablation("no name dropout", ["data.name_dropout=0"]),
    Ablation("no minimum count (perplexity not comparable)", min_count=1),
    Ablation("official texts only, about as many words", files=OFFICIAL, every=2),
    Ablation("n = 256, p = 128", ["model.hidden=256", "model.embedding=256", "model.memory=128"]),
    Ablation("dropout 0.1", ["model.dropout=0.1"]),
    Ablation("batch size 16", ["data.batch_size=16"]),
    Ablation("half the learning rate", ["optimiser.learning_rate=5e-4"]),
    Ablation("twice the learning rate", ["optimiser.learning_rate=2e-3"]),
    Ablation("constant learning rate", ["schedule.decay=none"]),
    Ablation(
        "average of the last 4 of 8 checkpoints", ["training.validations_per_epoch=8", "training.average_checkpoints=4"]
    ),
    Ablation(
        "the paper's optimiser",
        ["optimiser.name=adagrad", "optimiser.learning_rate=0.15", "optimiser.loss_normalisation=summary"],
    ),
    Ablation("the paper's initialisation", ["model.initialisation=uniform"]),
)


def main() -> None:
    table = CachedTable("ablations", [ablation.name for ablation in ABLATIONS])
    table.measure(lambda name: measure(next(ablation for ablation in ABLATIONS if ablation.name == name)))
    table.show(
        {
            "development perplexity": ("perplexity", ".1f"),
            "attention to the right entity": ("right_entity", ".2f"),
            "to the right record": ("right_record", ".2f"),
        }
    )


def measure(ablation: Ablation) -> Figures:
    """Figures of the development games after one epoch."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        domain = load_domain("rotowire").extended(ablation.derived).model_copy(update={"min_count": ablation.min_count})

        def dataset(part: str, files: Sequence[str], every: int, known: Vocabularies | None = None) -> Dataset:
            tables = progress(islice(games(files), 0, None, every), f"{ablation.name}: {part}")
            return prepare(tables, domain, folder / part, known, copy_only=ablation.copy_only)

        # The same vocabulary for all rows: perplexities over different vocabularies cannot be compared.
        reference = ABLATIONS[0]
        words = dataset("vocabulary", reference.files, reference.every).vocabularies
        train_set = dataset("train", ablation.files, ablation.every, words)
        valid_set = dataset("valid", ["valid.json.gz"], reference.every, words)
        config = load_config(ROOT / "configs" / "rotowire.toml", [*ablation.changes, "training.epochs=1"])
        steps = training_steps(config, folder / "run", train_set=train_set, valid_set=valid_set)
        for _ in progress(steps, f"{ablation.name}: training", unit="batches"):
            pass
        result = validate(load_model(folder / "run" / BEST), valid_set, config.data.batch_size, ProcessGroup())
        return {part: getattr(result, part) for part in ("perplexity", "right_entity", "right_record")}


def games(files: Sequence[str]) -> Iterator[Table]:
    return chain.from_iterable(read_tables(DATA / file) for file in files)
