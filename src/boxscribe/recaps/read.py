"""Recaps from JSON lines: one game a line, with `retro_id`, `split` and `paragraphs`."""

from pathlib import Path
from typing import Any, NamedTuple

from boxscribe.errors import InputError
from boxscribe.files import called, read_lines
from boxscribe.foreign import ForeignError, parse_json

SPLITS = {"train": "train", "none": "train", "valid": "valid"}  # of a recap → the file that it goes to


class Recap(NamedTuple):
    """The text of a game."""

    retro_id: str
    split: str  # of the official dataset; "none": outside it
    paragraphs: tuple[str, ...]
    key: str = ""  # of the official dataset: day-visitors-home-runs


def read_recaps(source: str | Path) -> dict[str, Recap]:
    """The recaps of a file, by the Retrosheet id of their game."""
    recaps: dict[str, Recap] = {}
    for number, line in enumerate(read_lines(source), 1):
        if not line.strip():
            continue
        try:
            recap = _recap(parse_json(line))
        except ForeignError as error:
            raise InputError(f"{called(source)}: line {number}: {error}") from None
        if recap.retro_id in recaps:
            raise InputError(f"{called(source)}: line {number}: retro_id: {recap.retro_id} is there twice; remove one")
        recaps[recap.retro_id] = recap
    if not recaps:
        raise InputError(f"{called(source)}: holds no recaps; give JSON lines with retro_id, split and paragraphs")
    return recaps


def _recap(value: Any) -> Recap:
    given = value if isinstance(value, dict) else {}
    for key in ("retro_id", "split"):
        if not isinstance(given.get(key), str):
            raise ForeignError(f"{key}: must be a string")
    paragraphs = given.get("paragraphs")
    if not isinstance(paragraphs, list) or not all(isinstance(paragraph, str) for paragraph in paragraphs):
        raise ForeignError("paragraphs: must be a list of strings")
    if given["split"] not in SPLITS:
        raise ForeignError(f"split: must be one of {', '.join(SPLITS)}, not '{given['split']:.40}'")
    return Recap(given["retro_id"], given["split"], tuple(paragraphs), str(given.get("key", "")))
