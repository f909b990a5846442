"""What results/ holds: the saved texts of systems with their figures, and published figures.

`results/DOMAIN/systems.toml` is the one list of systems; `make results` scores their texts and saves the figures in
`figures.json` beside it. `results/published.toml` has the figures of the paper.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.cached_table import ROOT

RESULTS = ROOT / "results"
SYSTEMS, FIGURES, PUBLISHED = "systems.toml", "figures.json", RESULTS / "published.toml"
DOMAINS = {"rotowire": "RotoWire", "mlb": "MLB"}  # of the paper
METRICS = ("rg_count", "rg_precision", "cs_precision", "cs_recall", "co", "bleu")


def data_folder(domain: str) -> Path:
    """Where the data of a domain are, or would be."""
    return Path(os.environ.get("BOXSCRIBE_DATA", ROOT.parent / "shared" / "data")) / domain


@dataclass(frozen=True, slots=True)
class SavedSystem:
    """A system whose texts are saved."""

    name: str
    texts: Path
    made_by: str = ""  # the command; empty for texts that others have published
    metrics: Sequence[str] = ()  # files of its training

    @property
    def digest(self) -> str:
        """Of the texts: figures of other texts are not those of this system."""
        return hashlib.sha256(self.texts.read_bytes()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class SavedResults:
    """All systems of a domain."""

    domain: str
    systems: dict[str, SavedSystem]
    figures: dict[str, dict[str, Any]]  # system → figures with their signature
    published: Sequence[str] = ()  # systems of the paper that docs/results.md shows
    training: Sequence[str] = ()  # files whose games are not in the clean subset


def saved_results(domain: str) -> SavedResults:
    """The systems of a domain in the order of its list; none where nothing is saved."""
    folder = RESULTS / domain
    if not (folder / SYSTEMS).is_file():
        return SavedResults(domain, {}, {})
    about = tomllib.loads((folder / SYSTEMS).read_text(encoding="utf-8"))
    systems = {
        name: SavedSystem(name, folder / one["texts"], one["made_by"], one.get("metrics", ()))
        for name, one in about["systems"].items()
    }
    for name, file in about.get("published_texts", {}).items():
        systems[name] = SavedSystem(name, data_folder(domain) / file)
    figures = folder / FIGURES
    saved = json.loads(figures.read_text(encoding="utf-8")) if figures.is_file() else {}
    return SavedResults(domain, systems, saved, about.get("published", ()), about.get("training", ()))


@cache
def published_figures() -> dict[str, Any]:
    """The figures of the paper, by domain and split; and its other tables."""
    return tomllib.loads(PUBLISHED.read_text(encoding="utf-8"))
