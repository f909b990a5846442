"""The journal of a run: stories on disk as they are finished, so that a killed run can be resumed without loss.

`OUT.part` is the journal: a first line that identifies the run and the process that writes it, then a line for each
story, its checksum and its JSON. When all stories are there, the output is written from it, and the journal is removed.
One process at a time has the journal; it is locked where the file system can lock files.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from boxscribe.errors import InputError
from boxscribe.files import explained, sync
from boxscribe.foreign import ForeignError, parse_json

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing is locked
    fcntl = None  # type: ignore[assignment]

WHEN_FULL = "and continue with --resume; no finished story is lost"


class Journal:
    """The stories of a run so far; `run` is a digest of all that a resumed run must have in common with the one before.

    Without `resume` the journal of another run is removed, unless its process is still writing.
    """

    def __init__(self, out: Path, run: str, resume: bool) -> None:
        self.path, self.run = out.with_name(out.name + ".part"), run
        with self._explained():
            self._descriptor = open_locked(self.path)
            try:
                self.count = self._recover(resume)
                sync(self.path.parent)  # the name of the journal, before its first story
            except BaseException:
                os.close(self._descriptor)
                raise

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._descriptor)

    def _explained(self) -> Any:
        return explained(str(self.path), WHEN_FULL)

    def _recover(self, resume: bool) -> int:
        """The number of stories to keep of the run before. A line that was cut off or damaged ends them."""
        with self.path.open("rb") as file:
            size = self._check_header(file.readline(), resume)
            count = 0
            for line in file if resume and size else ():
                if _story(line) is None:
                    break
                size, count = size + len(line), count + 1
        os.ftruncate(self._descriptor, size if resume else 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        self._write(b'{"run":"%b","pid":%10d}\n' % (self.run.encode(), os.getpid()))  # as long for every process
        os.lseek(self._descriptor, 0, os.SEEK_END)
        return count

    def _check_header(self, header: bytes, resume: bool) -> int:
        """The length of the first line; 0 if it is not there or was cut off."""
        found = _json_object(header)
        cut_off = not header.endswith(b"\n") and b'{"run":"'.startswith(header[:8])
        if not cut_off and (found is None or not (resume or "run" in found)):
            raise InputError(f"{self.path}: is in the way and no journal of a run; move it or choose another --out")
        if resume and found and found.get("run") != self.run:
            raise InputError(
                f"{self.path}: belongs to a run with another model, other tables or other settings; resume it with "
                "those, or leave out --resume to start again"
            )
        return 0 if cut_off else len(header)

    def append(self, story: dict[str, Any]) -> None:
        data = json.dumps(story, ensure_ascii=False, separators=(",", ":")).encode()
        with self._explained():
            self._write(b"%08x %b\n" % (crc32(data), data))
        self.count += 1

    def _write(self, line: bytes) -> None:
        while line:
            line = line[os.write(self._descriptor, line) :]
        os.fsync(self._descriptor)

    def stories(self) -> Iterator[dict[str, Any]]:
        with self.path.open("rb") as file:
            next(file)
            yield from filter(None, map(_story, file))

    def remove(self) -> None:
        with self._explained():
            self.path.unlink()


def _story(line: bytes) -> dict[str, Any] | None:
    """The story of a line; None if the line is not whole."""
    checksum, _, data = line.removesuffix(b"\n").partition(b" ")
    whole = line.endswith(b"\n") and checksum == b"%08x" % crc32(data)
    return _json_object(data) if whole else None


def _json_object(line: bytes) -> dict[str, Any] | None:
    try:
        found = parse_json(line)
    except ForeignError:
        return None
    return found if isinstance(found, dict) else None


def open_locked(path: Path) -> int:
    """A descriptor of the file, which no other process has until it is closed. Its first line names the process."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(descriptor, path)
            if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # its run ended and removed it in between


def _lock(descriptor: int, path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        header = _json_object(os.read(descriptor, 1000).partition(b"\n")[0]) or {}
        raise InputError(
            f"{path}: another run (process {header.get('pid', 'unknown')}) is writing this output; wait for its end, "
            "or choose another --out"
        ) from None
    except OSError:
        return  # a file system without locks
