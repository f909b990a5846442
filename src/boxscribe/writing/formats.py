"""Output formats of stories: plain text, tokens, JSON lines with the trace, an HTML page, or a Parquet file."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.outputs import BREAK, INDENT
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word

Format = Literal["text", "tokens", "jsonl", "html", "parquet"]
TRACED: tuple[Format, ...] = ("jsonl", "html")  # the formats that have a trace
DIGITS = 4


def to_json(story: Story, model: str, trace: bool = True) -> dict[str, Any]:
    """A story as JSON. A source of a word is [entity id, record type, weight], a planned cell [entity id, record
    type]; the outline has the planned cells of each sentence, origins where it comes from."""
    ids = [entity.id for entity in story.table.entities]
    data: dict[str, Any] = {"id": story.table.id, "model": model, "text": story.text, "tokens": list(story.tokens)}
    data["score"] = story.score
    if story.plan:
        data["plan"] = [[ids[entity], type] for entity, type in story.plan]
    if story.outline:
        data["outline"] = [[[ids[entity], type] for entity, type in cells] for cells in story.outline]
    if story.origins:
        data["origins"] = list(story.origins)
    if trace:
        data["words"] = [
            {
                "gate": round(word.gate, DIGITS),
                "copied": round(word.copied, DIGITS),
                "sources": [[ids[s.entity], s.type, round(s.weight, DIGITS)] for s in word.sources],
            }
            for word in story.trace.words
        ]
        data["entities"] = ids
        data["attention"] = _rounded(story.trace.entities)
        data["update_rate"] = _rounded(story.trace.update_rate)
    return data


def from_json(data: dict[str, Any], table: Table, domain: Domain) -> Story:
    """The inverse of `to_json`; `table` is the table of the story."""
    number = {entity.id: k for k, entity in enumerate(table.entities)}
    words = tuple(
        Word(
            word["gate"],
            word["copied"],
            tuple(Source(number[entity], type, weight) for entity, type, weight in word["sources"]),
        )
        for word in data.get("words", ())
    )
    trace = Trace(words, _matrix(data.get("attention")), _matrix(data.get("update_rate")))
    plan, *outline = (
        tuple((number[entity], type) for entity, type in cells)
        for cells in (data.get("plan", ()), *data.get("outline", ()))
    )
    origins = tuple(data.get("origins", ()))
    return Story(table, domain, tuple(data["tokens"]), trace, data["score"], plan, tuple(outline), origins)


def lines_of(stories: Iterable[dict[str, Any]], form: Format) -> Iterator[str]:
    """The lines of a file of stories: one for each story; plain English has one for each paragraph, and all but the
    first of a story begin with a tab. `outputs.read_outputs` reads them."""
    for story in stories:
        if form == "jsonl":
            yield json.dumps(story, ensure_ascii=False, separators=(",", ":"))
        elif form == "tokens":
            yield " ".join(story["tokens"])
        else:
            first, *others = story["text"].split(BREAK)
            yield first
            yield from (INDENT + paragraph for paragraph in others)


def _rounded(matrix: NDArray[np.float32]) -> list[list[float]]:
    rounded: list[list[float]] = matrix.astype(np.float64).round(DIGITS).tolist()
    return rounded


def _matrix(rows: list[list[float]] | None) -> NDArray[np.float32]:
    return np.asarray(rows, np.float32) if rows else NO_ATTENTION
