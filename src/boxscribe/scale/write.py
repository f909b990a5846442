"""`boxscribe write --engine ray`: tables in, a file of stories out."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.files import atomic_write, is_folder
from boxscribe.parquet import require_file
from boxscribe.progress import Progress, no_progress
from boxscribe.scale.run import DEFAULT_SHARDING, ShardedRun, Sharding
from boxscribe.scale.shards import ShardResult, WorkItem
from boxscribe.scale.worker import Do
from boxscribe.tables.domain import Describe
from boxscribe.tables.read import describe_of
from boxscribe.tables.table import Table
from boxscribe.writing.author import BATCH_SIZE, Author, load
from boxscribe.writing.decoding import Decoding, Preset
from boxscribe.writing.formats import TRACED, Format
from boxscribe.writing.parquet import write_stories
from boxscribe.writing.run import WritingRun
from boxscribe.writing.table_plans import Planning


class WrittenFile(NamedTuple):
    """A file of stories."""

    stories: int
    author: str


@dataclass(frozen=True)
class WriteWork:
    """Writes stories; `load` makes the author."""

    describe: Describe
    load: Callable[[], Author]
    form: Format
    trace: bool
    source: str

    def start(self) -> Do:
        author = self.load()

        def write(games: Sequence[WorkItem]) -> ShardResult:
            problems: list[Problem] = []
            stream, tables = StringIO(), [game.table for game in games]
            WritingRun(author, tables, self.form, self.source, self.trace, problems.append).to_stream(stream)
            return ShardResult(stream.getvalue(), len(tables) - len(problems), problems)

        return write


def write_file(
    tables: Iterable[Table],
    out: str | Path,
    model: str | Path | None = None,
    decoding: Decoding | Mapping[str, Any] | None = None,
    device: str = "cpu",
    *,
    form: Format = "text",
    trace: bool = True,
    source: str = "tables",
    on_invalid: Report | None = None,
    preset: Preset | None = None,
    batch_size: int = BATCH_SIZE,
    describe: Describe | None = None,
    planning: Planning | None = None,
    sharding: Sharding = DEFAULT_SHARDING,
    progress: Progress = no_progress,
) -> WrittenFile:
    """Write stories about tables on many machines; the file is the same as that of one machine.

    `tables` are read once, as they are needed. `form`, `trace`, `source` and `on_invalid` are those of
    `writing.run.WritingRun`; without `on_invalid` the first table that cannot be written is an error when it is met,
    and finished shards are kept. All other options are those of `boxscribe.load`. Folders of models and seasons must
    have the same path on all machines.
    """
    if form == "parquet":
        require_file(out)
    if form == "html":
        raise InputError("--format html: a page shows a few games; leave out --engine ray, or choose another format")
    describe = describe or describe_of(tables)
    games = _GamesOf(tables)
    make = partial(
        load, _same_path(model), decoding, device, domain=games.domain, preset=preset, batch_size=batch_size, workers=1,
        description_of=describe, planning=planning and replace(planning, season=_same_path(planning.season)),
    )  # fmt: skip
    author = make()
    name, traced = author.name, trace and form in TRACED
    settings = [form, traced, dict(author.settings), *(author.describe(one).model_dump_json() for one in games.first)]
    work = WriteWork(describe, make, "jsonl" if form == "parquet" else form, traced, source)
    run = ShardedRun(
        work, settings, games, f"writing {source}", on_invalid or raise_first, gpus=0 if device == "cpu" else 1
    )
    del author  # its memory is of use to the workers of this machine
    with run.finished(sharding, out, progress) as folder:
        if form == "parquet":
            write_stories(map(json.loads, folder.lines()), out)
        else:
            with atomic_write(out) as file:
                folder.write_to(file)
        return WrittenFile(folder.documents, name)


class _GamesOf:
    """The games of tables, which are read once; the first of them is known before the others are read."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._tables, self._stream = tables, iter(tables)
        self.first = list(islice(self._stream, 1))

    @property
    def domain(self) -> str:
        """That of the first table; "" where there is none."""
        return self.first[0].domain if self.first else ""

    @property
    def fraction(self) -> float | None:
        return getattr(self._tables, "fraction", None)

    def __iter__(self) -> Iterator[WorkItem]:
        return map(WorkItem, chain(self.first, self._stream))


def _same_path(place: Any) -> Any:
    """A folder by its whole path, which is the same in every process; anything else as it is."""
    return Path(place).resolve() if isinstance(place, str | Path) and is_folder(place) else place
