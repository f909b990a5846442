"""Text files: lines to read, and atomic output.

Files and folders are written under a temporary name, and renamed when they are complete and on disk.
"""

import errno
import glob
import gzip
import os
import platform
import secrets
import shutil
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO

from boxscribe.errors import InputError, OutputClosed

STDIN = STDOUT = "-"


def read_lines(source: str | Path) -> list[str]:
    """The lines of a UTF-8 text file, gzipped or not, without their line ends; `-` is standard input."""
    return lines_in(read_bytes(source), called(source))


def read_bytes(source: str | Path) -> bytes:
    """The content of a file, gzipped or not; `-` is standard input."""
    name = called(source)
    try:
        content = sys.stdin.buffer.read() if str(source) == STDIN else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be read: {why_not_opened(error)}") from None
    try:
        return gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError(f"{name}: the gzip data is cut off or damaged; fetch or write the file again") from None


def lines_in(content: bytes, name: str) -> list[str]:
    """The lines of a UTF-8 text without their line ends; `name` is what messages call it."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InputError(f"{name}: line {line}: is not UTF-8; save the file in this encoding") from None
    lines = text.removesuffix("\n").split("\n") if text else []
    return [line.removesuffix("\r") for line in lines]


def why_not_opened(error: OSError | ValueError) -> str:
    """Why there is no such file; a ValueError is raised for a path that no file can have."""
    return getattr(error, "strerror", None) or f"{error}"


def called(source: str | Path) -> str:
    """What messages call a file that is read."""
    return "standard input" if str(source) == STDIN else str(source)


@contextmanager
def atomic_write(path: str | Path, mode: int = 0o666) -> Iterator[TextIO]:
    """A text file to write, gzipped if its name ends in .gz. An error in the block leaves the old file, or none.

    `-` is standard output. `mode` are the permissions of the file, from which those of the umask are taken away.
    """
    if str(path) == STDOUT:
        with explained("standard output"):
            yield sys.stdout
            sys.stdout.flush()
        return
    with atomic_bytes(path, mode) as file, _text(file, zipped=Path(path).suffix == ".gz") as stream:
        yield stream


@contextmanager
def atomic_bytes(path: str | Path, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """The same for a file of bytes."""
    target = Path(path)
    with explained(str(target)):
        part = _temporary(target)
        try:
            with open(part, "xb", opener=partial(os.open, mode=mode)) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
            sync(target.parent)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def atomic_folder(path: str | Path, marker: str) -> Iterator[Path]:
    """A folder to fill, which replaces the one at `path` at the end. An error in the block leaves the old one, or none.

    At every instant `whole_folder(path)` is a complete copy, the old or the new one, also after a kill or a power cut:
    the new one is on disk before the old one is renamed, and the old one is removed only when the new one has its name.

    An old folder is replaced only if it is empty or holds the file `marker`, which shows that boxscribe wrote it.
    """
    with explained(str(path)):
        target, old = Path(os.path.realpath(path)), _previous(path)
        filled = target.exists() and (not target.is_dir() or any(target.iterdir()))
        if filled and not (target / marker).is_file():
            raise InputError(f"{path}: exists and was not made by boxscribe; choose another --out")
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _temporary(target)
        try:
            part.mkdir()
            yield part
            _sync_all(part)
            if filled:
                shutil.rmtree(old, ignore_errors=True)  # left by a process that was killed
                target.rename(old)
            part.rename(target)
            sync(target.parent)
        finally:
            if (target / marker).is_file():
                shutil.rmtree(old, ignore_errors=True)
            elif old.exists() and not target.exists():
                old.rename(target)
            shutil.rmtree(part, ignore_errors=True)


def whole_folder(path: str | Path) -> Path:
    """The folder that `atomic_folder` wrote at `path`, wherever a killed process has left its complete copy."""
    try:
        old = _previous(path)
    except ValueError:  # no path at all
        return Path(path)
    return old if os.path.exists(old) and not os.path.exists(path) else Path(path)  # noqa: PTH110 (whatever the name)


def whole_file(path: str | Path) -> Path:
    """The file at `path`, also where a killed process has set aside the folder that it is in."""
    return whole_folder(Path(path).parent) / Path(path).name


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder of this name, whatever the name is: `Path.is_dir` raises where it is too long."""
    return os.path.isdir(path)  # noqa: PTH112


def _previous(path: str | Path) -> Path:
    """What the folder at `path` is called while it is set aside, until another has its name."""
    target = Path(os.path.realpath(path))
    return target.with_name(f".{target.name}.boxscribe-old") if target.name else target


def _sync_all(folder: Path) -> None:
    """Wait until all files and folders below `folder` are on disk."""
    for parent, _, files in os.walk(folder, topdown=False):
        for file in files:
            sync(Path(parent, file))
        sync(Path(parent))


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk; some file systems cannot do the latter."""
    if os.name == "nt":  # which opens no folders, and no files to sync without writing
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


@contextmanager
def _text(file: IO[bytes], zipped: bool) -> Iterator[TextIO]:
    """A text stream over an open file, which stays open. Gzip without a time stamp: equal contents give equal files."""
    raw: IO[bytes] = gzip.GzipFile("", "wb", fileobj=file, mtime=0) if zipped else file  # type: ignore[assignment]
    stream = TextIOWrapper(raw, encoding="utf-8", newline="\n")
    yield stream
    stream.flush()
    stream.detach()
    if zipped:
        raw.close()


def _temporary(target: Path) -> Path:
    """An unused name beside the target. It is chosen before the file exists, so that it can be removed in any case.

    What processes of this computer that are gone have left under such names is removed.
    """
    start = f".{target.name}.{zlib.crc32(platform.node().encode()):08x}-"
    for left in target.parent.glob(f"{glob.escape(start)}*.part"):
        process = left.name.removeprefix(start).partition("-")[0]
        if process.isdecimal() and not _runs(int(process)):
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)
    return target.with_name(f"{start}{os.getpid()}-{secrets.token_hex(4)}.part")


def _runs(process: int) -> bool:
    """Whether a process of this number is running; True where that cannot be known."""
    if os.name == "nt":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True


@contextmanager
def explained(place: str, when_full: str = "or choose another place; no partial output is left") -> Iterator[None]:
    """Turn errors of the operating system into an `InputError`; `when_full` ends the advice for a full disk."""
    try:
        yield
    except BrokenPipeError:
        raise OutputClosed from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
        advice = f"free some space {when_full}" if full else "check the path"
        raise InputError(f"{place}: cannot be written: {error.strerror or error}; {advice}") from None
