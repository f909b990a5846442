"""STUDY.toml's tables and texts → the sampled games, each with the tokens of one story per system."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from boxscribe.errors import InputError
from boxscribe.study.settings import StudySettings
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, Convention, tokenise


@dataclass(frozen=True, slots=True)
class SampledGame:
    """A game of the study."""

    id: str  # unique within the study
    table: Table
    domain: Domain
    stories: dict[str, list[str]]  # system → tokens


def sample_games(study: StudySettings, folder: Path) -> list[SampledGame]:
    """The games of the study in the order of the file; the paths of the settings are relative to `folder`."""
    source, domain = folder / study.tables, study.domain and str(folder / study.domain)
    ids = _unique([table.id for table in read_tables(source, domain=domain)])
    if len(ids) < study.summaries:
        raise InputError(f"{source}: has {len(ids):,} games, fewer than summaries = {study.summaries:,}")
    texts = {name: _read_texts(folder / file, ids) for name, file in study.systems.items()}
    sampled = set(Random(f"{study.seed} games").sample(range(len(ids)), study.summaries))
    games = []
    tables = read_tables(source, domain=domain)
    for at, table in enumerate(tables):
        if at not in sampled:
            continue
        about = tables.domain(table.domain)
        convention = CONVENTIONS[about.convention]
        stories = {study.gold: list(table.tokens)} if study.gold else {}
        stories |= {name: _tokens(lines[at], convention) for name, lines in texts.items()}
        for name, tokens in stories.items():
            if not tokens:
                where = folder / study.systems.get(name, study.tables)
                raise InputError(f"{where}: '{name}' has no text for game {at + 1} ({ids[at]}), which is in the sample")
        games.append(SampledGame(ids[at], table, about, stories))
    return games


def _unique(ids: list[str]) -> list[str]:
    """The same ids, where a repeated one gets a number: a file may have two tables of one game."""
    seen: dict[str, int] = {}
    for at, id in enumerate(ids):
        seen[id] = seen.get(id, 0) + 1
        if seen[id] > 1:
            ids[at] = f"{id}~{seen[id]}"
    return ids


def _read_texts(path: Path, ids: list[str]) -> list[str]:
    """A text for each game."""
    try:
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if raw.startswith(b"\x1f\x8b") else raw).decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot read these stories: {error}") from None
    lines = text.removesuffix("\n").split("\n")
    if lines[0].startswith("{"):
        return _by_id(path, lines, ids)
    if len(lines) != len(ids):
        raise InputError(
            f"{path}: has {len(lines):,} lines for {len(ids):,} games; write one story per line in the order of the "
            "tables, or JSON lines with 'id' and 'text'"
        )
    return lines


def _by_id(path: Path, lines: list[str], ids: list[str]) -> list[str]:
    found: dict[str, str] = {}
    for number, (id, text) in enumerate(_json_lines(path, lines), 1):
        if id in found and found[id] != text:
            raise InputError(f"{path}: line {number}: the id '{id}' has a text already; an id names one story")
        found[id] = text
    missing = [id for id in ids if id.partition("~")[0] not in found and id not in found]
    if missing:
        raise InputError(f"{path}: has no story with the id '{missing[0]}' ({len(missing):,} of {len(ids):,} missing)")
    return [found[id] if id in found else found[id.partition("~")[0]] for id in ids]


def _json_lines(path: Path, lines: list[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            id, text = entry["id"], entry["text"]
        except (ValueError, TypeError, KeyError):
            raise InputError(f"{path}: line {number}: must be a JSON object with 'id' and 'text'") from None
        if not isinstance(text, str):
            raise InputError(f"{path}: line {number}: 'text' must be a string")
        yield str(id), text


def _tokens(text: str, convention: Convention) -> list[str]:
    """Tokens of a story; one with a space before a full stop is taken to be cut into tokens already."""
    return text.split() if " ." in text else tokenise(text, convention)
