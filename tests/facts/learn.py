"""A tiny extractor, trained in seconds."""

from pathlib import Path
from typing import NamedTuple

from boxscribe.facts.config import ExtractorConfig
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.store import load_extractor
from boxscribe.facts.train import ExtractorProgress, train_extractor
from boxscribe.tables import Table
from boxscribe.tables.write import write_tables
from helpers import games

CLASSIFIER = {"word_embedding": 24, "distance_embedding": 12, "features": 16, "hidden": 32, "dropout": 0.1}


class Trained(NamedTuple):
    folder: Path
    extractor: Extractor
    events: list[ExtractorProgress]


def write_games(tables: list[Table], path: Path) -> None:
    with path.open("w", encoding="utf-8") as stream:
        write_tables(tables, stream)


def learn(folder: Path, domain: str, count: int, *kinds: str) -> Trained:
    """Train classifiers of these kinds on simulated games; all files stay in `folder`."""
    write_games(games(count, domain), folder / "games.jsonl")
    config = ExtractorConfig.model_validate(
        {
            "data": {"train": [str(folder / "games.jsonl")]},
            "training": {"epochs": 5, "learning_rate": 0.015, "batch_size": 2000},
            "classifiers": [{"kind": kind, **CLASSIFIER} for kind in kinds],
        }
    )
    events = list(train_extractor(config, folder / "extractor"))
    return Trained(folder, load_extractor(folder / "extractor"), events)
