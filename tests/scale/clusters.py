"""A Ray cluster of this machine, and work that can be watched, held up and killed."""

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

from boxscribe.errors import raise_first
from boxscribe.progress import no_progress
from boxscribe.scale.cluster import connect, import_ray
from boxscribe.scale.run import ShardedRun, Sharding
from boxscribe.scale.shards import ShardResult, WorkItem
from boxscribe.scale.worker import Do
from boxscribe.tables import load_domain
from boxscribe.tables.domain import Domain
from helpers import games

# Ray is not imported here: it reads our settings when it is.
needs_ray = pytest.mark.skipif(
    not (find_spec("ray") and find_spec("pyarrow")), reason="--engine ray needs the extra: pip install -e '.[scale]'"
)
COUNT, SIZE = 10, 2  # games, and those of a shard


@pytest.fixture(scope="session")
def cluster() -> Iterator[None]:
    """Ray as a notebook has it: it is running already, and every run in this process uses it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # workers import this module
        connect(None)
    yield
    import_ray().shutdown()


@dataclass(frozen=True)
class Ids:
    """Writes the ids of games, and the ids that a worker begins with into the file `begun`.

    kill: the id of a game whose worker is killed, `times` times. hold: the id of a game that waits until it is killed.
    """

    folder: Path
    kill: str = ""
    times: int = 1
    hold: str = ""

    def describe(self, name: str) -> Domain:
        return load_domain(name)

    def start(self) -> Do:
        def write(items: Sequence[WorkItem]) -> ShardResult:
            with (self.folder / "begun").open("a") as begun:
                begun.writelines(f"{item.table.id}\n" for item in items)
            for item in items:
                if item.table.id == self.kill and self.begun().count(self.kill) <= self.times:
                    os.kill(os.getpid(), signal.SIGKILL)
                while item.table.id == self.hold:
                    time.sleep(0.05)
            return ShardResult("".join(f"{item.table.id} {item.about}\n" for item in items), len(items), [])

        return write

    def begun(self) -> list[str]:
        path = self.folder / "begun"
        return path.read_text().splitlines() if path.exists() else []


def write_ids(work: Ids, resume: bool = False) -> str:
    """Do the work on some games, whose shards are in its folder until the end."""
    sharding = Sharding(shard_size=SIZE, folder=work.folder / "shards", resume=resume)
    items = [WorkItem(table, number) for number, table in enumerate(games(COUNT))]
    run = ShardedRun(work, "ids", items, "writing ids", raise_first)
    with run.finished(sharding, None, no_progress) as shards:
        assert shards.documents == COUNT
        return "".join(shards.lines())


def expected() -> str:
    return "".join(f"{table.id} {number}\n" for number, table in enumerate(games(COUNT)))
