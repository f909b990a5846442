"""The learning curve of a run as one self-contained page: perplexity, and whether attention and copying work."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 260, 50, 30
STYLE = "body{font:15px/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem} svg{max-width:100%}"
COLOURS = ("#1f6fb2", "#c2410c", "#15803d", "#7e22ce", "#be185d", "#0f766e", "#a16207", "#525252")


def page(metrics: Sequence[Mapping[str, Any]], title: str) -> str:
    """HTML from the lines of `metrics.jsonl`."""
    kinds = metrics[0]["attention"]
    shares = {"copy gate at copyable words": [line["copy_gate"] for line in metrics]}
    shares |= {f"attention to {kind}": [line["attention"][kind] for line in metrics] for kind in kinds}
    for right in ("entity", "record"):
        shares[f"attention to the right {right}, where it is known"] = [line[f"right_{right}"] for line in metrics]
    shares["repeated 4-grams of samples"] = [line["repeats"] for line in metrics]
    words = [line["words"] for line in metrics]
    charts = (
        chart("development perplexity", words, "words", {"perplexity": [line["perplexity"] for line in metrics]}),
        chart("shares", words, "words", shares, top=1.0),
    )
    samples = "".join(f'<p dir="auto">{escape(text)}</p>' for text in metrics[-1]["samples"])
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>\n'
        f"<h1>{escape(title)}</h1>\n{''.join(charts)}\n<h2>Latest samples</h2>{samples}\n</html>\n"
    )


def chart(
    title: str, x: Sequence[float], unit: str, lines: Mapping[str, Sequence[float]], top: float | None = None
) -> str:
    """Lines over x as a heading and an SVG picture."""
    highest = top or 1.1 * max(max(values) for values in lines.values())
    furthest = max(x)

    def point(at: float, value: float) -> str:
        across = LEFT + (WIDTH - LEFT - 10) * at / furthest
        return f"{across:.1f},{(HEIGHT - BOTTOM) * (1 - min(value, highest) / highest) + 5:.1f}"

    parts = []
    for fraction in (0.0, 0.5, 1.0):
        _, y = point(0, fraction * highest).split(",")
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y}" text-anchor="end" font-size="11">{fraction * highest:.3g}</text>')
    for colour, (name, values) in zip(COLOURS, lines.items(), strict=False):
        points = " ".join(point(at, value) for at, value in zip(x, values, strict=True))
        line = f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2">'
        parts.append(f"{line}<title>{escape(name)}</title></polyline>")
    parts.append(
        f'<text x="{WIDTH - 10}" y="{HEIGHT}" text-anchor="end" font-size="11">{furthest:,.0f} {escape(unit)}</text>'
    )
    legend = " ".join(f'<span style="color:{c}">■ {escape(n)}</span>' for c, n in zip(COLOURS, lines, strict=False))
    svg = f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 5}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    return f"<h2>{escape(title)}</h2>{svg}<p>{legend}</p>"
