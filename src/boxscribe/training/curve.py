"""The learning curve of a run as one self-contained page: perplexity, and whether attention and copying work."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, LINE = 640, 280, 50, 30, 30, 18
STYLE = "body{font:15px/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem} svg{max-width:100%}"
COLOURS = ("#1f6fb2", "#c2410c", "#15803d", "#7e22ce", "#be185d", "#0f766e", "#a16207", "#525252")
Point = tuple[float, float]


def page(metrics: Sequence[Mapping[str, Any]], title: str) -> str:
    """HTML from the lines of `metrics.jsonl`."""
    shares = {"copy gate at copyable words": curve(metrics, "copy_gate")}
    for kind in metrics[0]["attention"]:
        shares[f"attention to {kind}"] = [(line["words"], line["attention"][kind]) for line in metrics]
    for right in ("entity", "record"):
        shares[f"attention to the right {right}, where it is known"] = curve(metrics, f"right_{right}")
    shares["repeated 4-grams of samples"] = curve(metrics, "repeats")
    perplexity = {"development perplexity": curve(metrics, "perplexity")}
    charts = chart("development perplexity", perplexity, "words") + chart("shares", shares, "words", top=1.0)
    samples = "".join(f'<p dir="auto">{escape(text)}</p>' for text in metrics[-1]["samples"])
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>\n'
        f"<h1>{escape(title)}</h1>\n{charts}\n<h2>Latest samples</h2>{samples}\n</html>\n"
    )


def curve(metrics: Sequence[Mapping[str, Any]], name: str) -> list[Point]:
    """A figure over the words that had been learned from."""
    return [(line["words"], line[name]) for line in metrics]


def chart(title: str, lines: Mapping[str, Sequence[Point]], unit: str, top: float | None = None) -> str:
    """Lines as an SVG picture with a legend, which can stand in a page or in a file of its own."""
    highest = top or 1.1 * max(y for points in lines.values() for _, y in points)
    furthest = max(x for points in lines.values() for x, _ in points)

    def place(x: float, y: float) -> str:
        across = LEFT + (WIDTH - LEFT - 10) * x / furthest
        return f"{across:.1f},{TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(y, highest) / highest):.1f}"

    parts = [f'<text x="{LEFT}" y="14" font-weight="bold">{escape(title)}</text>']
    for fraction in (0.0, 0.5, 1.0):
        _, y = place(0, fraction * highest).split(",")
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y}" dy="4" text-anchor="end">{fraction * highest:.3g}</text>')
    parts.append(f'<text x="{WIDTH - 10}" y="{HEIGHT}" text-anchor="end">{furthest:,.0f} {escape(unit)}</text>')
    for number, (colour, (name, points)) in enumerate(zip(COLOURS, lines.items(), strict=False)):
        where = " ".join(place(x, y) for x, y in points)
        line = f'<polyline points="{where}" fill="none" stroke="{colour}" stroke-width="2">'
        parts.append(f"{line}<title>{escape(name)}</title></polyline>")
        parts.append(f'<text x="{LEFT}" y="{HEIGHT + LINE * (number + 1)}" fill="{colour}">■ {escape(name)}</text>')
    height = HEIGHT + LINE * (len(lines) + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
