"""Stories in Parquet files: a row for each, with the keys of JSON lines as columns, without the trace."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from boxscribe.extras import needs_extra
from boxscribe.parquet import SUFFIX, write_rows


def is_parquet(out: str | Path) -> bool:
    return str(out).endswith(SUFFIX)


def write_stories(stories: Iterable[Mapping[str, Any]], out: str | Path) -> int:
    """Write stories, as `formats.to_json` has them, and return their number."""
    with needs_extra("scale", "writing a Parquet file"):
        import pyarrow
    text = pyarrow.string()
    cells = pyarrow.list_(pyarrow.struct({"entity": text, "type": text}))
    schema = pyarrow.schema(
        {
            "id": text,
            "model": text,
            "text": text,
            "tokens": pyarrow.list_(text),
            "score": pyarrow.float64(),
            "plan": cells,
            "outline": pyarrow.list_(cells),
            "origins": pyarrow.list_(text),
        }
    )
    return write_rows(out, schema, map(_row, stories))


def _row(story: Mapping[str, Any]) -> dict[str, Any]:
    row = {key: story[key] for key in ("id", "model", "text", "tokens", "score")}
    outline = [_cells(sentence) for sentence in story.get("outline", ())]
    return row | {"plan": _cells(story.get("plan", ())), "outline": outline, "origins": story.get("origins", [])}


def _cells(planned: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"entity": entity, "type": type} for entity, type in planned]
