"""The learning curve of a run as one self-contained page: perplexity, attention, copying, repetition."""

from collections.abc import Mapping, Sequence
from typing import Any

from boxscribe.pages.chart import Point, curves
from boxscribe.pages.render import render


def page(metrics: Sequence[Mapping[str, Any]], title: str) -> str:
    """HTML from the lines of `metrics.jsonl`, one for each validation; lines can be of models of different domains."""
    shares = {"copy gate at copyable words": curve(metrics, "copy_gate")}
    for kind in dict.fromkeys(kind for line in metrics for kind in line["attention"]):
        having = (line for line in metrics if kind in line["attention"])
        shares[f"attention to {kind} entities"] = [(line["words"], line["attention"][kind]) for line in having]
    for target in ("entity", "record"):
        shares[f"attention to the right {target}, where it is known"] = curve(metrics, f"right_{target}")
    shares["repeated 4-grams in samples"] = curve(metrics, "repeats")
    perplexity = {"development perplexity": curve(metrics, "perplexity")}
    charts = {
        "Development perplexity": curves("Development perplexity", perplexity, "words"),
        "Attention, copying, repetition": curves("Attention, copying, repetition", shares, "words", top=1.0),
    }
    last = metrics[-1]
    about = f"{len(metrics)} validations\u00a0· {last['words']:,} target words of training"
    return render(
        "charts.html", title=title, subject="Learning curve", about=about, charts=charts, samples=last["samples"]
    )


def curve(metrics: Sequence[Mapping[str, Any]], name: str) -> list[Point]:
    """A figure of each validation that has it, over the target words that training had seen."""
    return [(line["words"], line[name]) for line in metrics if name in line]
