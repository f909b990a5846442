"""Faults at every system call of a save: at the first call, the second, and so on.

The calls are those that change a disk: opening a file to write, writing, copying, fsync, rename, unlink, mkdir, rmdir,
truncate.
"""

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from boxscribe.errors import InputError

Kind = Literal["full disk", "lost disk", "signal", "kill"]  # a full disk fails once, a lost one from then on
KINDS: tuple[Kind, ...] = ("full disk", "lost disk", "signal", "kill")
CALLS = ("open", "write", "pwrite", "sendfile", "fsync", "rename", "replace", "unlink", "mkdir", "rmdir", "ftruncate")


class Killed(BaseException):
    """The process is gone: no call after this one reaches the disk."""


@dataclass
class Faults:
    """Counts system calls and fails at number `at`."""

    kind: Kind
    at: int
    count: int = 0

    @property
    def reached(self) -> bool:
        return self.count > self.at

    def call(self, half: Callable[[], object] = lambda: None) -> None:
        """Note a call and fail if it is its turn; `half` is what it has done to the disk by then."""
        self.count += 1
        if self.count - 1 == self.at:
            half()
            self._fail()
        if self.kind in ("lost disk", "kill") and self.reached:
            self._fail()

    def _fail(self) -> None:
        if self.kind == "signal":
            raise KeyboardInterrupt
        if self.kind == "kill":
            raise Killed
        number = errno.ENOSPC if self.kind == "full disk" else errno.EIO
        raise OSError(number, os.strerror(number))

    @contextmanager
    def injected(self) -> Iterator[None]:
        """Within the block the functions of Python that make these calls count and fail."""
        opened = io.open

        def wrapped(call: Callable[..., Any]) -> Callable[..., Any]:
            def counted(*arguments: Any, **options: Any) -> Any:
                if call.__name__ in ("write", "pwrite"):
                    descriptor, data, *rest = arguments
                    self.call(lambda: call(descriptor, data[: len(data) // 2], *rest))
                elif call.__name__ != "open" or arguments[1] & (os.O_WRONLY | os.O_RDWR):
                    self.call()
                return call(*arguments, **options)

            return counted

        def open_file(file: Any, mode: str = "r", buffering: int = -1, *text: Any, **options: Any) -> Any:
            if isinstance(file, int) or not set(mode) & set("wxa+"):
                return opened(file, mode, buffering, *text, **options)
            self.call()
            raw: Any = _FaultyFile(file, mode.replace("b", "").replace("t", ""), self)
            if buffering:
                raw = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
            return raw if "b" in mode else io.TextIOWrapper(raw, *text, **options)

        calls: dict[str, Any] = {name: wrapped(getattr(os, name)) for name in CALLS}
        with (
            patch.multiple(os, **calls),
            patch.object(io, "open", open_file),
            patch.object(builtins, "open", open_file),
        ):
            yield


class _FaultyFile(io.FileIO):
    """A file whose writes can fail half-way."""

    def __init__(self, file: Any, mode: str, faults: Faults) -> None:
        super().__init__(file, mode)
        self._faults = faults

    def write(self, data: Any) -> int:
        content = bytes(data)
        self._faults.call(lambda: io.FileIO.write(self, content[: len(content) // 2]))
        return super().write(content)


def every_fault(kind: Kind, prepare: Callable[[], object], save: Callable[[], object]) -> Iterator[int]:
    """Save once for each system call of the save, each time after `prepare`, with a fault at this call.

    Yields the number of the call after each fault, for the caller to look at what is on disk.
    """
    for at in range(10_000):
        prepare()
        faults = Faults(kind, at)
        with faults.injected():
            try:
                save()
            except (InputError, KeyboardInterrupt, Killed):
                assert faults.reached
        if not faults.reached:
            assert at > 3, "the save makes no system calls that are seen"
            return
        yield at


@contextmanager
def recorded_syncs() -> Iterator[list[int]]:
    """The inodes of files and folders that are synced within the block, in order."""
    synced: list[int] = []
    fsync = os.fsync

    def recorded(descriptor: int) -> None:
        fsync(descriptor)
        synced.append(os.fstat(descriptor).st_ino)

    with patch.object(os, "fsync", recorded):
        yield synced


def content(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
