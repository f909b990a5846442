"""STUDY.toml's tables and texts → the sampled games, each with the tokens of one story per system."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from boxscribe.errors import InputError
from boxscribe.study.settings import StudySettings
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Table
from boxscribe.writing.assignment import assign
from boxscribe.writing.outputs import read_outputs


@dataclass(frozen=True, slots=True)
class SampledGame:
    """A game of the study."""

    id: str  # unique within the study
    table: Table
    domain: Domain
    stories: dict[str, list[str]]  # system → tokens


def sample_games(study: StudySettings, folder: Path) -> list[SampledGame]:
    """The games of the study in the order of the file; the paths of the settings are relative to `folder`."""
    tables = read_tables(folder / study.tables, domain=study.domain and str(folder / study.domain))
    games = list(tables)
    if len(games) < study.summaries:
        raise InputError(f"{tables.name}: has {len(games):,} games, fewer than summaries = {study.summaries:,}")
    outputs = [read_outputs(folder / file) for file in study.systems.values()]
    texts = dict(zip(study.systems, assign(outputs, games, tables.name), strict=True))
    ids = _unique([table.id for table in games])
    sample = []
    for number in sorted(Random(f"{study.seed} games").sample(range(len(games)), study.summaries)):
        table = games[number]
        if not ids[number].isprintable():
            raise InputError(
                f"{tables.name}: game {number + 1}: its id {ascii(ids[number])[:80]} holds a line break or another "
                "character that CSV files of crowd platforms do not keep; change the id"
            )
        domain = tables.domain(table.domain)
        stories = {study.gold: list(table.tokens)} if study.gold else {}
        if study.gold and not table.tokens:
            raise InputError(f"{tables.name}: game {number + 1} ({table.id}), which is in the sample, has no gold text")
        stories |= {name: assigned.tokens(number, domain) for name, assigned in texts.items()}
        sample.append(SampledGame(ids[number], table, domain, stories))
    return sample


def _unique(ids: list[str]) -> list[str]:
    """The same ids, where a repeated one gets a number: a file may have two tables of one game."""
    seen: dict[str, int] = {}
    taken = set(ids)
    for at, id in enumerate(ids):
        seen[id] = seen.get(id, 0) + 1
        if seen[id] > 1:
            while f"{id}~{seen[id]}" in taken:
                seen[id] += 1
            ids[at] = f"{id}~{seen[id]}"
    return ids
