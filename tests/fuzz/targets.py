"""What is fuzzed: functions of a file that may raise `InputError` only, each with valid files to mutate."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console

from boxscribe.config import load_config
from boxscribe.errors import InputError
from boxscribe.facts.config import load_extractor_config
from boxscribe.scores.evaluate import evaluate
from boxscribe.study.settings import load_settings as load_study
from boxscribe.tables import native_json, rotowire
from boxscribe.tables.check import check_files
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.show import as_html, on_terminal
from boxscribe.tables.stats import statistics
from boxscribe.tables.write import write_tables
from boxscribe.writing.formats import from_json, to_json
from boxscribe.writing.page import page
from boxscribe.writing.template import write_template
from fuzz.mutate import mutated_json, mutated_text
from helpers import ROOT, WEATHER, games

REAL = ROOT.parent / "shared" / "data" / "mlb" / "official_sample.json.gz"


@dataclass(frozen=True)
class Target:
    """A function of a file, and what its files look like."""

    run: Callable[[Path], object]
    mutated: Callable[[Random], bytes]
    suffix: str


def run_tables(path: Path) -> None:
    """`data check`, `show`, `stats` and `convert`, `write --model template` and `evaluate --metrics bleu`."""
    check_files([path])
    tables = read_tables(path, report=lambda _: None)
    good = list(tables)
    for table in good:
        domain = tables.domain(table.domain)
        Console(file=StringIO(), width=100).print(on_terminal(table, domain, 100))
        as_html(table, domain).encode()
        for format in ("native", "rotowire"):
            stream = StringIO()
            with suppress(InputError):
                write_tables([table], stream, format)
            stream.getvalue().encode()
        story = write_template(table, domain)
        assert all(token.split() == [token] for token in story.tokens), "tokens are words"
        data = json.loads(json.dumps(to_json(story, "template"), allow_nan=False))
        page([from_json(data, table, domain)]).encode()
        if table.tokens and story.tokens:
            evaluate([story.text], [table], metrics="bleu", domain=domain)
    statistics({"all": good})


def run_outputs(path: Path) -> None:
    """`evaluate TEXTS --metrics bleu`."""
    evaluate(path, games(3), metrics="bleu")


def run_settings(path: Path) -> None:
    """Every sort of settings: a file of one sort is refused as another."""
    for load in (load_config, load_extractor_config, load_study):
        with suppress(InputError):
            settings: Any = load(path)
            str(settings)
    with suppress(InputError):
        load_domain(str(path))


@cache
def _games() -> list[Any]:
    simulated = [*games(3), *games(2, "mlb")]
    made = [native_json.to_json(table) for table in simulated] + [rotowire.dump(table) for table in games(2)]
    made.append({
        "domain": "weather", "id": "1", "meta": {"day": "2026-01-02"}, "text": "Rome was hot .",
        "entities": [{"name": "Rome", "kind": "station", "features": {"hour": "9"},
                      "records": {"place": "Rome", "high": "31.5", "low": 20, "rain": None}}],
    })  # fmt: skip
    real = json.loads(gzip.decompress(REAL.read_bytes())) if REAL.is_file() else []
    plain: list[Any] = json.loads(json.dumps(made + real[:3]))
    return plain


@cache
def _texts() -> list[str]:
    tables = games(3)
    tokens = [" ".join(table.tokens) for table in tables]
    lines = [json.dumps({"id": table.id, "text": text}) for table, text in zip(tables, tokens, strict=True)]
    return ["\n".join(tokens) + "\n", "\n".join(lines) + "\n"]


@cache
def _settings() -> list[str]:
    files = [*sorted((ROOT / "configs").glob("*.toml")), ROOT / "examples" / "study.toml"]
    shipped = sorted((ROOT / "src" / "boxscribe" / "tables" / "domains").glob("*.toml"))
    return [WEATHER, *(path.read_text(encoding="utf-8") for path in (*files, *shipped))]


TARGETS = {
    "tables": Target(run_tables, lambda random: mutated_json(random.choice(_games()), random), ".json"),
    "outputs": Target(run_outputs, lambda random: mutated_text(random.choice(_texts()), random), ".txt"),
    "settings": Target(run_settings, lambda random: mutated_text(random.choice(_settings()), random), ".toml"),
}


def inputs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Endless inputs: the name of a target and a file for it. Most are tables, which have the most parts."""
    random = Random(seed)
    while True:
        name = random.choice(("tables", "tables", "tables", "outputs", "settings"))
        yield name, TARGETS[name].mutated(random)
