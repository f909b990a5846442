"""Outputs appear whole or not at all: they are written beside their place and moved there when complete."""

import errno
import gzip
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TextIO

from boxscribe.errors import InputError, ReaderGone

STDOUT = "-"


@contextmanager
def atomic_write(path: str | Path) -> Iterator[TextIO]:
    """A text file to write, gzipped if its name ends in .gz; `path` holds it only once the block has ended well.

    `-` is standard output.
    """
    if str(path) == STDOUT:
        with _explained("standard output"):
            yield sys.stdout
            sys.stdout.flush()
        return
    target = Path(path)
    with _explained(str(target)):
        part = _beside(target)
        try:
            with part.open("xb") as file:
                with _text(file, zipped=target.suffix == ".gz") as stream:
                    yield stream
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def atomic_folder(path: str | Path, marker: str) -> Iterator[Path]:
    """A folder to fill; `path` is it only once the block has ended well.

    An older folder there is replaced if it holds the file `marker`, which shows that it is one of ours.
    """
    target = Path(path)
    with _explained(str(target)):
        if target.exists() and not (target / marker).is_file() and (not target.is_dir() or any(target.iterdir())):
            raise InputError(f"{target}: exists and was not made by boxscribe; choose another --out")
        target.parent.mkdir(parents=True, exist_ok=True)
        part = _beside(target)
        old = part.with_suffix(".old")
        try:
            part.mkdir()
            yield part
            if target.exists():
                target.replace(old)
            part.replace(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _text(file: IO[bytes], zipped: bool) -> Iterator[TextIO]:
    """A text stream over an open file, which stays open; gzipped without a time stamp, so equal in equals out."""
    raw: IO[bytes] = gzip.GzipFile("", "wb", fileobj=file, mtime=0) if zipped else file  # type: ignore[assignment]
    stream = TextIOWrapper(raw, encoding="utf-8", newline="\n")
    yield stream
    stream.flush()
    stream.detach()
    if zipped:
        raw.close()


def _beside(target: Path) -> Path:
    """A name that nobody has. It is known before anything stands there, so whatever comes between, it is removed."""
    return target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")


@contextmanager
def _explained(place: str) -> Iterator[None]:
    """Turn what the disk says into a sentence for the user."""
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
        advice = "free some space or choose another place; nothing was left half-written" if full else "check the path"
        raise InputError(f"{place}: cannot be written: {error.strerror}; {advice}") from None
