"""`python -m benchmarks decoding`: figures behind the decoding settings in configs/decoding-rotowire.toml.

Every sixth development game is written with these settings, and with one of them changed at a time. BOXSCRIBE_MODEL
names the model: a folder, or a shipped one.
"""

import os
import tomllib
from functools import cache
from itertools import islice
from typing import Any

from benchmarks.cached_table import ROOT, CachedTable, Figures
from benchmarks.results import DATA, LABELS, formal
from benchmarks.saved import METRICS
from boxscribe.cli.progress import progress
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.store import load_extractor
from boxscribe.scores.evaluate import evaluate
from boxscribe.tables.read import read_tables
from boxscribe.writing.author import load
from boxscribe.writing.decoding import Decoding

EVERY = 6
CHANGES: dict[str, dict[str, Any]] = {
    "settings unchanged": {},
    **{f"beam {beam}": {"beam": beam} for beam in (2, 3, 5)},
    "beam 3, length penalty 1": {"beam": 3, "length_penalty": 1.0},
    "sampling, temperature 0.4": {"temperature": 0.4},
    **{f"{numbers} numbers": {"numbers": numbers} for numbers in (30, 36, 42)},
    **{f"{words} words": {"words": words} for words in (300, 380)},
    "no target length": {"words": 0},
    "stories may end within a sentence": {"whole_sentences": False},
    "names may be mixed": {"whole_names": False},
    "no n-gram blocked": {"block_ngrams": 0},
    "5-grams blocked": {"block_ngrams": 5},
    "records copied once at most": {"block_records": True},
}


def main() -> None:
    table = CachedTable("decoding", list(CHANGES))
    table.measure(measure)
    columns = {LABELS[metric]: (metric, ".1f") for metric in METRICS}
    table.show(columns | {"length": ("share_of_gold", ".0%"), "repeats": ("repeating", ".1%")})


def measure(name: str) -> Figures:
    """Figures of every sixth development game, with one change of the settings."""
    settings = tomllib.loads((ROOT / "configs" / "decoding-rotowire.toml").read_text(encoding="utf-8"))
    author = load(os.environ.get("BOXSCRIBE_MODEL", "rotowire-ent"), Decoding(**settings | CHANGES[name]))
    games = islice(read_tables(DATA / "valid.json.gz"), 0, None, EVERY)
    found = evaluate(author.write_all(progress(games, name)), extractor=extractor())
    return {metric: found.figures[metric] for metric in METRICS} | formal(found)


@cache
def extractor() -> Extractor:
    return load_extractor("rotowire")
