"""A run: all shards, each once, and their results in the folder of shards."""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

from boxscribe import __version__
from boxscribe.errors import Report
from boxscribe.files import STDOUT
from boxscribe.progress import Progress
from boxscribe.scale.cluster import RayCluster
from boxscribe.scale.folder import FinishedShard, ShardFolder
from boxscribe.scale.shards import Shard, WorkItem, shards_of
from boxscribe.scale.worker import Work

SHARD_SIZE = 96  # games: half a minute of verified writing; a multiple of the batches of writing and of extraction
SUFFIX = ".shards"


@dataclass(frozen=True, slots=True)
class Sharding:
    """How a run is spread over machines."""

    address: str | None = None  # of a Ray cluster; None: the cores of this machine
    shard_size: int = SHARD_SIZE  # games of a shard
    folder: Path | None = None  # of finished shards; by default beside the output
    resume: bool = False  # keep the finished shards of a killed run

    def place(self, out: str | Path | None) -> Path | None:
        """The folder of finished shards; None where a temporary one will do."""
        if self.folder is not None or out is None or str(out) == STDOUT:
            return self.folder
        return Path(f"{out}{SUFFIX}")


DEFAULT_SHARDING = Sharding()


@dataclass(frozen=True)
class ShardedRun:
    """Work on games, which are read as they are needed.

    `settings` is all that the results depend on besides the games, as JSON: a run is resumed only with equal ones.
    """

    work: Work
    settings: Any
    games: Iterable[WorkItem]
    label: str  # what is done, for progress
    report: Report  # gets the problems of games, in their order
    total: int | None = None  # games, if that is known
    gpus: int = 0  # that a shard needs

    @contextmanager
    def finished(self, sharding: Sharding, out: str | Path | None, progress: Progress) -> Iterator[ShardFolder]:
        """The folder with all shards, to be joined in this block; afterwards it is removed."""
        settings = [__version__, sharding.shard_size, self.settings]
        digest = hashlib.sha256(json.dumps(settings).encode()).hexdigest()
        with ExitStack() as stack:
            place = sharding.place(out)
            if place is None:
                place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="boxscribe-"))) / "shards"
            folder = stack.enter_context(ShardFolder(place, digest, sharding.resume))
            with RayCluster(sharding.address, self.work, self.gpus) as cluster:
                for _ in progress(_FinishedGames(self, sharding.shard_size, folder, cluster), self.label, self.total):
                    pass
            yield folder
            folder.remove()


class _FinishedGames:
    """Does the shards that are not in the folder, and yields as many times as there are games in each."""

    def __init__(self, run: ShardedRun, size: int, folder: ShardFolder, cluster: RayCluster) -> None:
        self._run, self._size, self._folder, self._cluster = run, size, folder, cluster
        self._read = self._done = self._found = 0  # games; found are those of an earlier run
        self._reported = 0  # shards
        self._finished: dict[int, FinishedShard] = {}  # those whose problems are not reported yet

    @property
    def fraction(self) -> float | None:
        """How much is done of what this run has to do; None where that is not known."""
        read = getattr(self._run.games, "fraction", None)
        if not read or not self._read:
            return None
        left = self._read / read - self._found
        return min(1.0, self._done / left) if left > 0 else None

    def __iter__(self) -> Iterator[None]:
        for shard in shards_of(self._run.games, self._size, self._run.work.describe):
            self._read += len(shard.games)
            found = self._folder.find(shard)
            if found is not None:
                self._found += len(shard.games)
                self._note(shard, found)
                continue
            while self._cluster.is_full:
                yield from self._store()
            self._cluster.submit(shard)
        while self._cluster.is_busy:
            yield from self._store()

    def _store(self) -> Iterator[None]:
        for shard, result in self._cluster.finished():
            self._note(shard, self._folder.store(shard, result))
            self._done += len(shard.games)
            yield from repeat(None, len(shard.games))

    def _note(self, shard: Shard, finished: FinishedShard) -> None:
        """Report the problems of all shards up to the first that is not finished."""
        self._finished[shard.number] = finished
        while (first := self._finished.pop(self._reported, None)) is not None:
            self._reported += 1
            for problem in first.problems:
                self._run.report(problem)
