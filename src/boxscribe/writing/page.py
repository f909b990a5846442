"""Stories as people read them: coloured text beside its box score, each word linked to the cells that it came from.

In: stories; out: one HTML page that needs no network (`page`, or `side_by_side` for several writers), or a piece for a
notebook's cell (`fragment`). As in
Figure 1 of the paper, entities that recur are coloured. The markup is made here, once for both; what moves on the page
is in `static/*.js`, which reads the trace of each story from JSON beside it.
"""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boxscribe.tables.show import html_sheet, label_of, sheets
from boxscribe.text import PARAGRAPH
from boxscribe.text.tokens import pieces
from boxscribe.writing.named import looks_of, names_in
from boxscribe.writing.story import Source, Story, Word

LEAST = 0.005  # a weight below it would be shown as 0.00, and says nothing

_SCRIPTS = ("dom.js", "matrix.js", "panel.js", "draw.js", "heat.js", "story.js", "main.js")


def page(stories: Sequence[Story], title: str = "") -> str:
    """One self-contained page; by default its title says what the stories are about."""
    drafts = [_Draft(story) for story in stories]
    told = title or (drafts[0].heading if len(drafts) == 1 else f"{len(drafts)} stories")
    chooser = _chooser(drafts)
    bar = f'<header><strong dir="auto">{escape(told)}</strong>{chooser}</header>\n' if title or chooser else ""
    style, script = _style("story.css", "page.css"), _script()
    policy = f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(script)}"
    articles = "\n".join(_article(draft, hidden=number > 0) for number, draft in enumerate(drafts))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'  # nothing from a table can ever run
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(told)}</title>\n<style>{style}</style>\n"
        f'<body class="boxscribe">\n{bar}{articles}\n<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def fragment(story: Story) -> str:
    """A story for a notebook: the coloured text, and the box score folded away. It runs no script."""
    draft = _Draft(story)
    return (
        f'<div class="boxscribe alone"><style>{_style("story.css")}</style>{draft.text()}'
        f"<details><summary>{escape(draft.heading)}: box score</summary>{draft.box_score()}</details></div>"
    )


def side_by_side(games: Sequence[Mapping[str, Story]], title: str = "Side by side") -> str:
    """One page that compares who writes what about the same tables: for each game a column for each writer.

    An entity has the same colour in all columns. The page runs no script.
    """
    style = _style("story.css", "page.css", "columns.css")
    policy = f"default-src 'none'; style-src {_digest(style)}"
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n"
        f'<body class="boxscribe">\n<header><strong dir="auto">{escape(title)}</strong></header>\n'
        + "\n".join(map(_columns, games))
        + "\n</body>\n</html>\n"
    )


class _Draft:
    """What is shown of a story."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.sheets = sheets(story.table, story.domain)
        self.names = names_in(story)
        self.looks = looks_of(self.names)

    @property
    def heading(self) -> str:
        """The names of the line score, "Rockets – Nuggets", or else the table's id."""
        domain = self.story.domain
        sides = domain.features[domain.side].values if domain.side else ()
        if sides and self.sheets and len(self.sheets[0].rows) == len(sides):
            return "\u00a0– ".join(row[0] for row in self.sheets[0].rows)
        return self.story.table.id

    @property
    def about(self) -> str:
        """One line of facts about the story."""
        story = self.story
        length = f"{sum(token != PARAGRAPH for token in story.tokens)} words"
        copied = f", {sum(word.copied >= 0.5 for word in story.trace.words)} copied" if story.trace.words else ""
        return "\u00a0· ".join(
            [story.domain.title, story.table.id, length + copied, f"{len(self.looks)} entities named"]
        )

    def text(self) -> str:
        """The paragraphs: a <span> for each token, a <bdi> around those that name an entity."""
        starts, ends = {name.start: name for name in self.names}, {name.end for name in self.names}
        words = self.story.trace.words or [None] * len(self.story.tokens)
        parts = ['<div class="prose"><p dir="auto">']
        written = pieces(self.story.tokens)
        for at, (token, piece, word) in enumerate(zip(self.story.tokens, written, words, strict=True)):
            if at in ends:
                parts.append("</bdi>")
            if token == PARAGRAPH:
                parts.append('<span></span></p><p dir="auto">')
                continue
            said = piece.removeprefix(" ")
            parts.append(piece[: len(piece) - len(said)])
            if name := starts.get(at):
                parts.append(f'<bdi class="name {self.looks[name.entity]}" data-entity="{name.entity}">')
            parts.append(f"<span{self._origin(word)}>{escape(said)}</span>")
        parts.append("</bdi></p></div>" if len(written) in ends else "</p></div>")
        return "".join(parts)

    def _origin(self, word: Word | None) -> str:
        """The attributes of a copied word, which say where it came from."""
        sources = _heavy(word)
        if word is None or not sources:
            return ""
        kind = "copied" if word.copied >= 0.5 else "copied partly"
        said = "; ".join(f"{self._cell(source)}, weight {source.weight:.2f}" for source in sources[:2])
        rest = f"; and {len(sources) - 2} more" if len(sources) > 2 else ""
        return f' class="{kind}" title="copied from {escape(said)}{rest}"'

    def _cell(self, source: Source) -> str:
        return f"{self.story.table.entities[source.entity].name}, {self._label(source)}"

    def _label(self, source: Source) -> str:
        entity = self.story.table.entities[source.entity]
        return label_of(source.type, self.story.domain.kinds.get(entity.kind))

    def box_score(self) -> str:
        return f'<div class="sheets">{"".join(html_sheet(sheet, self.looks) for sheet in self.sheets)}</div>'

    def data(self) -> dict[str, Any]:
        """What the scripts read: entities, tokens, cells, words as [gate, copied, [[cell, weight], …]], matrices."""
        trace, entities = self.story.trace, self.story.table.entities
        cells: dict[tuple[int, str], tuple[int, str]] = {}  # (entity, type) → (its number, the label)
        words = []
        for word in trace.words:
            found = []
            for source in _heavy(word):
                number, _ = cells.setdefault((source.entity, source.type), (len(cells), self._label(source)))
                found.append((number, round(source.weight, 3)))
            words.append((round(word.gate, 3), round(word.copied, 3), found))
        return {
            "entities": [(entity.name, self.looks.get(number, "")) for number, entity in enumerate(entities)],
            "tokens": ["¶" if token == PARAGRAPH else token for token in self.story.tokens],
            "cells": [(*cell, label) for cell, (_, label) in cells.items()],
            "words": words,
            "psi": _packed(trace.entities),
            "update_rate": _packed(trace.update_rate),
        }


def _heavy(word: Word | None) -> list[Source]:
    return [source for source in word.sources if source.weight >= LEAST] if word else []


def _packed(matrix: NDArray[np.float32]) -> dict[str, Any] | None:
    """A matrix in bytes: q stands for max · (q / 255)², so that small values keep their digits; None if empty."""
    if not matrix.size:
        return None
    most = float(matrix.max()) or 1.0
    shades = np.rint(np.sqrt(np.clip(matrix / most, 0, 1)) * 255).astype(np.uint8)
    return {"max": round(most, 4), "bytes": base64.b64encode(shades.tobytes()).decode()}


def _article(draft: _Draft, hidden: bool) -> str:
    data = json.dumps(draft.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'<article{" hidden" * hidden}><div class="spread"><div class="story">'
        f'<h1 dir="auto">{escape(draft.heading)}</h1><p class="about">{escape(draft.about)}</p>{draft.text()}</div>'
        f'<div class="side">{draft.box_score()}</div></div><script type="application/json">{data}</script></article>'
    )


def _columns(stories: Mapping[str, Story]) -> str:
    drafts = {writer: _Draft(story) for writer, story in stories.items()}
    looks = looks_of([name for draft in drafts.values() for name in draft.names])
    for draft in drafts.values():
        draft.looks = looks
    first = next(iter(drafts.values()))
    columns = "".join(
        f'<section><h2 dir="auto">{escape(writer)}</h2>{draft.text()}</section>' for writer, draft in drafts.items()
    )
    return (
        f'<article><h1 dir="auto">{escape(first.heading)}</h1><div class="columns">{columns}</div>'
        f"<details><summary>Box score</summary>{first.box_score()}</details></article>"
    )


def _chooser(drafts: list[_Draft]) -> str:
    if len(drafts) < 2:
        return ""
    options = "".join(f"<option>{number}. {escape(draft.heading)}</option>" for number, draft in enumerate(drafts, 1))
    return (
        '<div class="chooser"><button aria-label="Previous story">‹</button>'
        f'<select aria-label="Story">{options}</select><button aria-label="Next story">›</button></div>'
    )


@cache
def _static(name: str) -> str:
    return (resources.files("boxscribe.writing") / "static" / name).read_text(encoding="utf-8")


def _style(*names: str) -> str:
    return "".join(map(_static, names))


def _script() -> str:
    return "".join(map(_static, _SCRIPTS))


def _digest(source: str) -> str:
    """What a browser compares a style or a script with before it obeys it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"
