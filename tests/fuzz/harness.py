"""Running one input: what goes wrong, how long it takes and how much memory, and the smallest input that does it."""

import json
import os
import resource
import shutil
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boxscribe.errors import InputError
from fuzz.targets import TARGETS, Input

SECONDS = 20.0  # that an input may take
MEMORY = 1 << 30  # bytes that the process may grow by with one input
DEPTH = 20  # of a JSON value that is made smaller


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an input."""

    failure: str  # where and why it fails; "" if it does not
    accepted: bool
    seconds: float  # of CPU time
    grown: int  # bytes, at the peak


class Workspace:
    """A folder for each target, with its valid files; an input replaces one of them as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._valid: dict[str, dict[str, tuple[int, int]]] = {}  # target → file → what shows that it is the valid one

    def run(self, tried: Input) -> Outcome:
        target, folder = TARGETS[tried.target], self._folder / tried.target
        self._restore(tried.target)
        (folder / tried.file).write_bytes(tried.content)
        here = Path.cwd()
        os.chdir(folder)
        before = _reset_peak()
        start = time.process_time()  # on a busy machine a process may wait for seconds
        failure, accepted = "", False
        try:
            accepted = target.run(tried.file)
        except InputError as error:
            failure = f"a message of several lines: {error!r:.200}" if "\n" in str(error) else ""
        except (Exception, SystemExit) as error:
            failure = _described(error)
        seconds, grown = time.process_time() - start, _peak() - before
        os.chdir(here)
        if not failure and seconds > SECONDS:
            failure = f"{tried.target}: takes more than {SECONDS:.0f} s"
        if not failure and grown > MEMORY:
            failure = f"{tried.target}: takes more than {MEMORY >> 20} MB"
        return Outcome(failure, accepted, seconds, max(0, grown))

    def _restore(self, name: str) -> None:
        """All files of the folder as they were; what is not among them is removed."""
        folder, files = self._folder / name, TARGETS[name].files()
        valid = self._valid.setdefault(name, {})
        folder.mkdir(exist_ok=True)
        for entry in list(os.scandir(folder)):
            if entry.is_file() and entry.name not in files:
                Path(entry.path).unlink()
            elif entry.is_dir() and not any(file.startswith(f"{entry.name}/") for file in files):
                shutil.rmtree(entry.path)
        for file, content in files.items():
            path = folder / file
            if valid.get(file) != _version(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink(missing_ok=True)  # whoever has the old file open keeps it
                path.write_bytes(content)
                valid[file] = _version(path)


def _version(path: Path) -> tuple[int, int]:
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_mtime_ns, found.st_ino
    return 0, 0


def _described(error: BaseException) -> str:
    """The error and its place: the last line of ours, or else the last line."""
    places = traceback.extract_tb(error.__traceback__)
    ours = [place for place in places if "boxscribe" in Path(place.filename).parts]
    place = (ours or places)[-1]
    detail = f" ({error})" if isinstance(error, AssertionError) and str(error) else ""
    return f"{type(error).__name__}{detail} in {Path(place.filename).name}, {place.name}"


def _reset_peak() -> int:
    """The memory in use; from here on `_peak` is the most that is in use at a time. Only Linux can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_bytes(b"5")
    return _peak()


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def minimal(content: bytes, fails: Callable[[bytes], bool], trials: int = 2_000) -> bytes:
    """A small input that still fails: parts are left out as long as it does, at most `trials` times."""
    left = trials
    shrunk = True
    while shrunk:
        shrunk = False
        for smaller in _smaller(content):
            left -= 1
            if left < 0:
                return content
            if fails(smaller):
                content, shrunk = smaller, True
                break
    return content


def _smaller(content: bytes) -> Iterator[bytes]:
    """Inputs with a part left out, the largest parts first: parts of the JSON value, or else bytes."""
    try:
        value = json.loads(content.decode())
    except (ValueError, RecursionError):
        size = len(content) // 2
        while size:
            yield from (content[:start] + content[start + size :] for start in range(0, len(content), size))
            size //= 2
        return
    for path in sorted(_paths(value), key=len):
        yield json.dumps(_without(value, path)).encode()


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        if len(path) < DEPTH:
            yield from _paths(inner, (*path, key))


def _without(value: Any, path: tuple[Any, ...]) -> Any:
    key, *rest = path
    if isinstance(value, dict):
        return {k: _without(v, tuple(rest)) if k == key else v for k, v in value.items() if rest or k != key}
    return [_without(v, tuple(rest)) if k == key else v for k, v in enumerate(value) if rest or k != key]
