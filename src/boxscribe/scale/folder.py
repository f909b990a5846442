"""The folder of finished shards: `OUT.shards` beside the output, until all of them are there and are joined.

The file `run` identifies the run and is locked by its process; each finished shard is a file that appears when it is
complete: a first line about it, then its part of the output.
"""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple, TextIO
from zlib import crc32

from boxscribe.errors import InputError, Problem
from boxscribe.files import atomic_write, explained
from boxscribe.scale.shards import Shard, ShardResult
from boxscribe.writing.journal import open_locked

RUN = "run"
CHUNK = 1 << 20  # characters that are copied at a time


class FinishedShard(NamedTuple):
    """What the folder knows of a shard."""

    documents: int
    problems: list[Problem]


class ShardFolder:
    """The finished shards of a run; `run` is a digest of all that they depend on besides the games.

    With `resume` those of a killed run are kept, without it they are removed.
    """

    def __init__(self, path: Path, run: str, resume: bool) -> None:
        self.path, self.shards = path, 0
        self.documents = 0  # of all shards so far
        with explained(str(path)):
            path.mkdir(parents=True, exist_ok=True)
            if not (path / RUN).exists() and any(path.iterdir()):
                raise InputError(f"{path}: is in the way and no folder of shards; move it, or give another --shards")
            self._descriptor = open_locked(path / RUN)
            try:
                self._begin(run, resume)
            except BaseException:
                os.close(self._descriptor)
                raise

    def __enter__(self) -> "ShardFolder":
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._descriptor)

    def _begin(self, run: str, resume: bool) -> None:
        found = (self.path / RUN).read_bytes()
        with suppress(ValueError):  # its process was killed when it began
            if resume and found and json.loads(found)["run"] != run:
                raise InputError(
                    f"{self.path}: belongs to a run with another model or other settings; resume it with those, or "
                    "leave out --resume to start again"
                )
        if not resume:
            for file in self.path.iterdir():
                if file.name != RUN:
                    file.unlink()
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, json.dumps({"run": run, "pid": os.getpid()}).encode() + b"\n", 0)
        os.fsync(self._descriptor)

    def find(self, shard: Shard) -> FinishedShard | None:
        """The shard, if it is finished and of the same games."""
        try:
            with self._file(shard.number).open(encoding="utf-8", newline="\n") as file:
                about, text = json.loads(file.readline()), file.read()
        except (OSError, ValueError):
            return None
        if about["digest"] != shard.digest or about["checksum"] != crc32(text.encode()):
            return None
        return self._added(shard, about["documents"], [Problem(**problem) for problem in about["problems"]])

    def store(self, shard: Shard, result: ShardResult) -> FinishedShard:
        """Write the result of a shard; it is on disk when this returns."""
        about = {
            "digest": shard.digest,
            "checksum": crc32(result.text.encode()),
            "documents": result.documents,
            "problems": [asdict(problem) for problem in result.problems],
        }
        with atomic_write(self._file(shard.number)) as file:
            file.write(json.dumps(about) + "\n" + result.text)
        return self._added(shard, result.documents, result.problems)

    def _added(self, shard: Shard, documents: int, problems: list[Problem]) -> FinishedShard:
        self.shards = max(self.shards, shard.number + 1)
        self.documents += documents
        return FinishedShard(documents, problems)

    def write_to(self, stream: TextIO) -> None:
        """Join the shards in their order."""
        for part in self._opened():
            shutil.copyfileobj(part, stream, CHUNK)

    def lines(self) -> Iterator[str]:
        """The lines of all shards in their order."""
        for part in self._opened():
            yield from part

    def _opened(self) -> Iterator[TextIO]:
        """Each shard, from its second line on."""
        for number in range(self.shards):
            with self._file(number).open(encoding="utf-8", newline="\n") as file:
                file.readline()
                yield file

    def _file(self, number: int) -> Path:
        return self.path / f"{number:08}"

    def remove(self) -> None:
        """Remove the folder, whose shards are in the output."""
        with explained(str(self.path)):
            shutil.rmtree(self.path)
