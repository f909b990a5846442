"""Relations as the published systems write them: `entity|value|type` lines, a blank line before each document."""

from collections.abc import Collection
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.facts.relations import Relation
from boxscribe.files import read_lines
from boxscribe.tables.validate import MAX_VALUE


def read_relations(source: str | Path, types: Collection[str] = ()) -> list[list[Relation]]:
    """The relations of each document. The file does not say whether the table confirms them, so they count as correct.

    `types` are the record types of the domain: PLAYER-PTS of the file is PTS if the domain has only that.
    """
    lines = read_lines(source)
    documents: list[list[Relation]] = []
    if lines and lines[0].strip():
        documents.append([])  # a file with blank lines between documents instead of before each
        while lines and not lines[-1].strip():
            lines.pop()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            documents.append([])
            continue
        parts = line.split("|")
        if len(parts) != 3:
            raise InputError(f"{source}: line {number}: write a relation as entity|value|type, not {line!r:.60}")
        if len(line) > MAX_VALUE:
            raise InputError(f"{source}: line {number}: has {len(line):,} characters, and {MAX_VALUE:,} are allowed")
        entity, value, type = (part.strip() for part in parts)
        documents[-1].append(Relation(entity, value, record_type(type, types), correct=True))
    return documents


def record_type(written: str, types: Collection[str]) -> str:
    """The record type that a published relation names: PLAYER-PTS is PTS where the domain has only that."""
    _, _, rest = written.partition("-")
    return rest if written not in types and rest in types else written
