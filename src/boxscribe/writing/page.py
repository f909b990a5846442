"""Stories as people read them: coloured text beside its box score, each copied word linked to the cells it came from.

In: stories; out: one HTML page (`page`, or `comparison` for several systems on the same tables), or a piece for a
notebook's cell (`fragment`). As in Figure 1 of the paper, entities that recur are coloured. What is shown is prepared
here and written by templates of `pages/`; the scripts of the page read the trace of each story from JSON beside it.
"""

import base64
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boxscribe.pages.render import render
from boxscribe.tables.labels import label_in
from boxscribe.tables.show import sheets
from boxscribe.tables.show_context import sources_of
from boxscribe.tables.title import subtitle, title
from boxscribe.text import PARAGRAPH
from boxscribe.text.tokens import pieces
from boxscribe.writing.named import entity_colours, entity_spans
from boxscribe.writing.outline import OutlineSentence, outline_of
from boxscribe.writing.story import Source, Story, Word

LEAST = 0.005  # a smaller weight would be shown as 0.00

Words = list[tuple[bool, str, str, str]]
"""Whether there is a space before a word, the word, its classes, and where it was copied from."""
Run = tuple[bool, int | None, str, Words]
"""Whether there is a space before some words, the entity that they name (or None), its colour, and the words."""


def page(stories: Sequence[Story], title: str = "") -> str:
    """One self-contained page; by default its title says what the stories are about."""
    views = [_StoryView(story) for story in stories]
    shown = title or (views[0].title if len(views) == 1 else f"{len(views)} stories")
    return render("story.html", title=shown, subject=title or ("Story" if len(views) == 1 else shown), stories=views)


def fragment(story: Story) -> str:
    """A story for a notebook: the coloured text, and the box score folded away. It runs no script."""
    return render("story_fragment.html", story=_StoryView(story))


def comparison(games: Sequence[Mapping[str, Story]], title: str = "", total: int | None = None) -> str:
    """One page that compares the texts of systems on the same tables: for each table a column for each system.

    An entity has the same colour in all columns. The page runs no script. `total` is the number of games that there
    are, for a page that shows only some of them.
    """
    views = [_GameView(stories) for stories in games]
    systems = list(dict.fromkeys(system for stories in games for system in stories))
    count = f"{len(games):,} of {total:,}" if total not in (None, len(games)) else f"{len(games):,}"
    return render(
        "comparison.html",
        title=title or ", ".join(systems),
        about=f"{count} {'game' if count == '1' else 'games'}\u00a0· {len(systems)} systems",
        traced=any(view.traced for game in views for view in game.stories.values()),
        games=views,
    )


class _StoryView:
    """What is shown of a story."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.title, self.subtitle = title(story.table, story.domain, full=True), subtitle(story.table, story.domain)
        self.traced = bool(story.trace.words)
        self.names = entity_spans(story)
        self.colours = entity_colours(self.names)
        self._label = cache(self._label_of)

    @cached_property
    def sheets(self) -> list[Any]:
        return sheets(self.story.table, self.story.domain)

    @property
    def about(self) -> str:
        """One line of facts about the story."""
        story = self.story
        count = sum(token != PARAGRAPH for token in story.tokens)
        copied = sum(word.copied >= 0.5 for word in story.trace.words)
        length = f"{count} tokens, {copied} of them copied from the table" if self.traced else f"{count} tokens"
        return "\u00a0· ".join([self.subtitle, length, f"{len(self.colours)} entities named"])

    @cached_property
    def outline(self) -> list[OutlineSentence]:
        """The plan that the story follows."""
        return outline_of(self.story)

    @property
    def paragraphs(self) -> Iterator[list[Run]]:
        """The text in runs of words; the end of a paragraph is an empty word, so that each token has one."""
        starts, ends = {name.start: name.entity for name in self.names}, {name.end for name in self.names}
        tokens = self.story.tokens
        trace = self.story.trace.words or [None] * len(tokens)
        runs: list[Run] = []
        open_run: Words | None = None  # the words that the next one joins
        for at, (token, piece, word) in enumerate(zip(tokens, pieces(tokens), trace, strict=True)):
            if at in ends:
                open_run = None
            if token == PARAGRAPH:
                yield [*runs, (False, None, "", [(False, "", "", "")])]
                runs, open_run = [], None
                continue
            text = piece.removeprefix(" ")
            spaced = text != piece
            entity = starts.get(at)
            kind, origin = self._origin(word)
            if entity is not None or open_run is None:
                open_run = [(False, text, kind, origin)]
                runs.append((spaced, entity, self.colours.get(entity, "") if entity is not None else "", open_run))
            else:
                open_run.append((spaced, text, kind, origin))
        yield runs

    def _origin(self, word: Word | None) -> tuple[str, str]:
        """The classes of a copied word, and a sentence about where it came from; both empty for a generated one."""
        sources = _heavy(word)
        if word is None or not sources:
            return "", ""
        cells = "; ".join(f"{self._cell(source)}, weight {source.weight:.2f}" for source in sources[:2])
        rest = f"; and {len(sources) - 2} more" if len(sources) > 2 else ""
        return "copied" if word.copied >= 0.5 else "copied partly", f"copied from {cells}{rest}"

    def _cell(self, source: Source) -> str:
        entity = self.story.table.entities[source.entity]
        computed_from = self._computed_from(source.entity, source.type)
        explained = f" (from {'; '.join(computed_from)})" if computed_from else ""
        return f"{entity.name}, {self._label(source.type, entity.kind)}{explained}"

    def _computed_from(self, entity: int, type: str) -> tuple[str, ...]:
        """The games and cells behind a derived record, in words; none of a cell of the table."""
        table = self.story.table
        derived = next((record for record in table.entities[entity].derived if record.type == type), None)
        return sources_of(derived, table, self.story.domain) if derived is not None else ()

    def _label_of(self, type: str, kind: str) -> str:
        return label_in(self.story.domain, kind, type)

    @property
    def data(self) -> dict[str, Any]:
        """What the scripts read: entities, tokens, cells as [entity, type, label, what it was computed from], words as
        [gate, copied, [[cell, weight], …]], planned sentences as [start, end, [[entity, type], …]], matrices."""
        trace, entities = self.story.trace, self.story.table.entities
        cells: dict[tuple[int, str], tuple[int, str]] = {}  # (entity, type) → (its number, the label)
        words = []
        for word in trace.words:
            found = []
            for source in _heavy(word):
                label = self._label(source.type, entities[source.entity].kind)
                number, _ = cells.setdefault((source.entity, source.type), (len(cells), label))
                found.append((number, round(source.weight, 3)))
            words.append((round(word.gate, 3), round(word.copied, 3), found))
        return {
            "entities": [(entity.name, self.colours.get(number, "")) for number, entity in enumerate(entities)],
            "tokens": ["¶" if token == PARAGRAPH else token for token in self.story.tokens],
            "cells": [(*cell, label, self._computed_from(*cell)) for cell, (_, label) in cells.items()],
            "words": words,
            "outline": [(sentence.start, sentence.end, sentence.cells) for sentence in self.outline],
            "psi": _packed(trace.entities),
            "update_rate": _packed(trace.update_rate),
        }


class _GameView:
    """What is shown of a table that several systems have written about."""

    def __init__(self, stories: Mapping[str, Story]) -> None:
        self.stories = {system: _StoryView(story) for system, story in stories.items()}
        self.colours = entity_colours([name for view in self.stories.values() for name in view.names])
        for view in self.stories.values():
            view.colours = self.colours
        first = next(iter(self.stories.values()))
        self.title, self.sheets = first.title, first.sheets
        self.about = first.subtitle


def _heavy(word: Word | None) -> list[Source]:
    return [source for source in word.sources if source.weight >= LEAST] if word else []


def _packed(matrix: NDArray[np.float32]) -> dict[str, Any] | None:
    """A matrix in bytes: q stands for max · (q / 255)², so that small values keep their digits; None if empty."""
    if not matrix.size:
        return None
    most = float(matrix.max()) or 1.0
    shades = np.rint(np.sqrt(np.clip(matrix / most, 0, 1)) * 255).astype(np.uint8)
    return {"max": round(most, 4), "bytes": base64.b64encode(shades.tobytes()).decode()}
