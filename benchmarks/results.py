"""`make results`: the tables of docs/results.md, from the saved texts of every system in results/rotowire.

The development games are not part of this project: BOXSCRIBE_DATA names the folder that holds `rotowire/`.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import torch

from benchmarks.cached_table import PAGE, ROOT, SAVED, put
from benchmarks.saved import FIGURES, METRICS, data_folder, published_figures, saved_results
from boxscribe.cli.progress import progress
from boxscribe.files import atomic_write
from boxscribe.pages.chart import curves
from boxscribe.scores.documents import System
from boxscribe.scores.evaluate import evaluate_systems
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.families import standard_families
from boxscribe.scores.games import games_of
from boxscribe.scores.significance import DEFAULT_RESAMPLING, intervals
from boxscribe.scores.subset import Subset, clean
from boxscribe.tables.read import read_tables
from boxscribe.text import sentences
from boxscribe.training.curve import curve
from boxscribe.writing.comparison import compare_outputs
from boxscribe.writing.outputs import read_outputs
from boxscribe.writing.page import comparison

PICTURE, SIDE_BY_SIDE = PAGE.with_name("learning.svg"), PAGE.with_name("side-by-side.html")
DATA = data_folder("rotowire")
BEGIN, END = "<!-- made by `make results` -->", "<!-- end -->"
LABELS = {metric: label for family in standard_families() for metric, label in family.labels.items()}


def main() -> None:
    torch.set_num_threads(1)
    saved = saved_results("rotowire")
    published = {name: published_figures()["rotowire"]["valid"][name] for name in saved.published}
    outputs = [System(read_outputs(system.texts)) for system in saved.systems.values()]
    games = games_of(DATA / "valid.json.gz")
    found = dict(zip(saved.systems, evaluate_systems(outputs, games, progress=progress), strict=True))
    training = [read_tables(DATA / file) for file in saved.training]
    subset = clean(chain.from_iterable(training), ", ".join(saved.training))
    first = next(iter(found.values()))
    left = sum(document.id in subset for document in first.documents)
    parts = [
        f"### All {len(first.documents)} development games",
        *_table(found, published),
        "",
        f"signature: `{first.signature}`",
        "",
        f"### The {left} development games that do not occur in {', '.join(saved.training)}",
        *_table({name: _part(one, subset) for name, one in found.items()}, {}),
        "",
        "### Form",
        *_form(found),
        *_learning({name: _joined(one.metrics) for name, one in saved.systems.items() if one.metrics}),
        "",
        "### How each was written",
        *(f"- {name}: `{one.made_by}`" for name, one in saved.systems.items() if one.made_by),
    ]
    print(put(PAGE, BEGIN, END, parts))
    with atomic_write(SAVED / FIGURES) as file:
        digests = {name: {"texts": system.digest} for name, system in saved.systems.items()}
        figures = {name: one.as_json() | formal(one) | digests[name] for name, one in found.items()}
        json.dump(figures, file, indent=1)
        file.write("\n")
    write_side_by_side()


def write_side_by_side() -> None:
    """The page with the texts of three systems about three simulated games, saved in results/examples."""
    files = {"TEMPL": "templ.jsonl", "ED+CC": "edcc.jsonl", "ENT": "ent.jsonl"}
    outputs = {name: read_outputs(ROOT / "results" / "examples" / file) for name, file in files.items()}
    games = read_tables(ROOT / "examples" / "games.jsonl", games=[1, 2, 3])
    shown, _ = compare_outputs(outputs, games, gold=False)
    with atomic_write(SIDE_BY_SIDE) as file:
        file.write(comparison(shown))


def _table(found: dict[str, Evaluation], published: dict[str, Sequence[float]]) -> Iterator[str]:
    """Every system's figures with their intervals, the published ones below each."""
    yield f"| | {' | '.join(LABELS[metric] for metric in METRICS)} |"
    yield "|---" * (len(METRICS) + 1) + "|"
    for name in dict.fromkeys((*found, *published)):
        if name in found:
            scores = (found[name].scores[metric] for metric in METRICS)
            cells = (f"**{s.value:.2f}** <sub>{s.low:.1f}–{s.high:.1f}</sub>" for s in scores)
            yield f"| {name} | {' | '.join(cells)} |"
        if name in published:
            yield f"| *{name}, published* | {' | '.join(f'{value:.2f}' for value in published[name])} |"


def _part(one: Evaluation, subset: Subset) -> Evaluation:
    """The figures of some games."""
    rows = [number for number, document in enumerate(one.documents) if document.id in subset]
    counted = one.statistics.part(rows)
    documents = [one.documents[row] for row in rows]
    return replace(one, statistics=counted, documents=documents, scores=intervals(counted, DEFAULT_RESAMPLING))


def _form(found: dict[str, Evaluation]) -> Iterator[str]:
    yield "| | words per text | of the gold texts' | texts with a repeated sentence | unknown words |"
    yield "|---|---|---|---|---|"
    for name, one in found.items():
        form = formal(one)
        yield (
            f"| {name} | {form['words']:.0f} | {form['share_of_gold']:.0%} | {form['repeating']:.1%} "
            f"| {form['unknown']} |"
        )


def _joined(files: Sequence[str]) -> list[dict[str, Any]]:
    """The metrics of a training in several parts; the words of a part continue the count of the part before."""
    lines: list[dict[str, Any]] = []
    for file in files:
        before = lines[-1]["words"] if lines else 0
        part = map(json.loads, (SAVED / file).read_text(encoding="utf-8").splitlines())
        lines += [line | {"words": before + line["words"]} for line in part]
    return lines


def _learning(runs: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """The development perplexity of each run after every epoch, and a chart of it."""
    if not runs:
        return
    with atomic_write(PICTURE) as file:
        lines = {name: curve(metrics, "perplexity") for name, metrics in runs.items()}
        file.write(curves("Development perplexity", lines, "words", alone=True) + "\n")
    epochs = max(map(len, runs.values()))
    yield from ("", "### Learning", f"Development perplexity after each epoch.\n\n![learning curves]({PICTURE.name})\n")
    yield f"| | {' | '.join(map(str, range(1, epochs + 1)))} | right entity | right record |"
    yield "|---" * (epochs + 3) + "|"
    for name, metrics in runs.items():
        cells = [f"{line['perplexity']:.2f}" for line in metrics] + [""] * (epochs - len(metrics))
        cells += [f"{metrics[-1][f'right_{what}']:.2f}" for what in ("entity", "record")]
        yield f"| {name} | {' | '.join(cells)} |"


def formal(one: Evaluation) -> dict[str, float]:
    """Length, repeated sentences and unknown words of the texts."""
    texts = [document.text.split() for document in one.documents]
    gold = sum(len(document.gold_text.split()) for document in one.documents)
    words = sum(map(len, texts))
    return {
        "words": words / len(texts),
        "share_of_gold": words / gold,
        "repeating": sum(map(_repeats, texts)) / len(texts),
        "unknown": sum(text.count("<unk>") for text in texts),
    }


def _repeats(text: Iterable[str]) -> bool:
    found = [tuple(sentence) for sentence in sentences(list(text))]
    return len(set(found)) < len(found)
