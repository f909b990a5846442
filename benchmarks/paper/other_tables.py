"""Table 1, the size of the data; Table 5, human evaluation; Table 6, hyperparameters."""

import json
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.cached_table import ROOT
from benchmarks.paper.paper_table import Cell, PaperTable
from benchmarks.saved import DOMAINS, RESULTS, data_folder, published_figures
from boxscribe.config import Config, load_config
from boxscribe.errors import InputError
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.stats import statistics as count_tables

CONFIGS, EXAMPLES = ROOT / "configs", ROOT / "examples"
STATISTICS = RESULTS / "statistics.json"  # made by `boxscribe data stats FILES --json`
FILES = {"rotowire": ("train.json.gz", "valid.json.gz")}  # that are counted where they are at hand
LINES = {
    "Vocab Size": "vocabulary",
    "# Tokens": "tokens",
    "# Instances": "instances",
    "Avg Length": "average_length",
    "# Record Types": "record_types",
    "Avg Records": "average_records",
}
DEMONSTRATION = "demonstration"


def statistics() -> PaperTable:
    """Table 1: counted in the data where they are at hand, or else as they were counted before."""
    published = published_figures()["statistics"]
    ours = {domain: _counted(domain) for domain in published}
    columns = [f"{label}, {whose}" for label in DOMAINS.values() for whose in ("published", "ours")]
    rows: list[Sequence[Cell]] = [
        (line, *(source[domain].get(key) for domain in published for source in (published, ours)))
        for line, key in LINES.items()
    ]
    caption = [
        "Published: all three splits. Ours: what is at hand of the training and development splits (docs/results.md, "
        "docs/mlb.md); the test splits are not here. "
        f"RotoWire: {ours['rotowire'].get('about', 'none')}. MLB: {ours['mlb'].get('about', 'none')}. "
        "A cell without a value (N/A) is no record here, and each inning of MLB is a record type."
    ]
    nothing = "no data under BOXSCRIBE_DATA, and no saved counts in results/"
    missing = {label: ours[domain].get("missing", nothing) for domain, label in DOMAINS.items()}
    reasons = [f"{label}: {reason}" for label, reason in missing.items() if reason]
    return PaperTable(1, "size of the data", caption, ("", *columns), rows, reasons)


def _counted(domain: str) -> dict[str, Any]:
    files = [data_folder(domain) / file for file in FILES.get(domain, ())]
    if files and all(file.is_file() for file in files):
        counts = count_tables({file.name: read_tables(file) for file in files})["all"]
        return _rounded(counts) | {"about": " and ".join(FILES[domain]), "missing": ""}
    saved = json.loads(STATISTICS.read_text(encoding="utf-8")).get(domain)
    return _rounded(saved["all"]) | {"about": saved["about"], "missing": saved.get("missing", "")} if saved else {}


def _rounded(counts: Mapping[str, float]) -> dict[str, Any]:
    return {key: round(counts[key], 2) for key in LINES.values() if key in counts}


def human_evaluation() -> PaperTable:
    """Table 5: as published; and, to show how it is made, the study of examples/, whose answers are random."""
    published = published_figures()["human_evaluation"]
    rows: list[Sequence[Cell]] = []
    for domain, label in DOMAINS.items():
        for name, figures in published[domain].items():
            rows.append((label, name, "published", *figures))
            rows.append((label, name, "ours", *[None] * len(figures)))
    reasons = ["ours: no people have been asked; `boxscribe study` makes, serves and analyses such a study"]
    try:
        rows += _demonstration(published["columns"])
    except InputError as error:
        reasons.append(f"{DEMONSTRATION}: {error}")
    caption = [
        f"Facts per sentence and best-worst scaling. The rows of the {DEMONSTRATION} are no result: examples/study has "
        "random answers about six simulated games, analysed as those of people would be."
    ]
    columns = ("data", "system", "figures", "#Supp", "#Contra", "Gram", "Coher", "Concis")
    return PaperTable(5, "human evaluation", caption, columns, rows, reasons)


def _demonstration(measures: Sequence[str]) -> list[Sequence[Cell]]:
    from boxscribe.study.analyse import analyse
    from boxscribe.study.collect import collect
    from boxscribe.study.make import make_study

    with tempfile.TemporaryDirectory(prefix="boxscribe-paper-") as folder:
        study = make_study(EXAMPLES / "study.toml", Path(folder) / "study")
        collect(study, [EXAMPLES / "study" / f"{form}.csv" for form in ("facts", "quality")], lambda problem: None)
        result = analyse(study)
    means = {measure.name: measure.mean for measure in result.measures}
    return [
        ("simulated", name, DEMONSTRATION, *(float(means[measure][at]) for measure in measures))
        for at, name in enumerate(result.systems)
    ]


def hyperparameters() -> PaperTable:
    """Table 6: the configurations that restate the paper's, and those of our own models."""
    published = published_figures()["hyperparameters"]
    files = {"rotowire": ("rotowire-paper", "rotowire", "rotowire-plan"), "mlb": ("mlb-paper",)}
    columns, settings = [""], []
    for domain, names in files.items():
        columns += [f"{domain}, published", *(f"{name}.toml" for name in names)]
        settings += [published[domain], *(_settings(name, domain) for name in names)]
    rows = [(line, *(one[line] for one in settings)) for line in published["rotowire"]]
    caption = [
        "Ours: configs/. The files that end in -paper have the paper's settings. rotowire.toml is the first part of "
        "the training of the shipped model, which rotowire-official.toml continues; its beam is that of "
        "decoding-rotowire.toml."
    ]
    return PaperTable(6, "hyperparameters", caption, columns, rows)


def _settings(name: str, domain: str) -> dict[str, Cell]:
    config: Config = load_config(CONFIGS / f"{name}.toml", [])
    by_epochs = config.schedule.decay == "epochs"
    return {
        "Word embeddings": config.model.embedding,
        "Hidden state size": config.model.hidden,
        "Entity memory size": config.model.memory,
        "LSTM layers": config.model.layers,
        "Input feeding": "yes",
        "Dropout": config.model.dropout,
        "Optimizer": config.optimiser.name,
        "Initial learning rate": config.optimiser.learning_rate,
        "Learning rate decay": config.schedule.decay_factor if by_epochs else config.schedule.decay,
        "Epochs": config.training.epochs,
        "BPTT size": config.training.tbptt_steps,
        "Batch size": config.data.batch_size,
        "Inference beam size": _beam(name, domain),
    }


def _beam(name: str, domain: str) -> int:
    """Of the decoding settings that are published with a model, or else the default of the domain."""
    settings = CONFIGS / f"decoding-{name}.toml"
    default = load_domain(domain).decoding.beam
    return int(tomllib.loads(settings.read_text(encoding="utf-8"))["beam"]) if settings.is_file() else default
