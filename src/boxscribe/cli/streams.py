"""The standard streams of the command line.

Output is UTF-8, as all files are, whatever the locale or PYTHONIOENCODING says: what one verb writes another one reads.
An output that cannot be written (a full disk, a closed stream) ends the command with one sentence, and one whose
reader has gone (`| head`) ends it quietly; messages that cannot be written are dropped.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import BinaryIO, TextIO

from boxscribe.files import explained


class _Output(TextIOWrapper):
    """Standard output: its errors are those of any output."""

    def write(self, text: str) -> int:
        with explained("standard output", "and run the command again"):
            return super().write(text)

    def flush(self) -> None:
        with explained("standard output", "and run the command again"):
            super().flush()


class _Messages(TextIOWrapper):
    """Standard error; a failure to write it cannot be reported."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


@contextmanager
def standard_streams() -> Iterator[None]:
    """Within the block, `sys.stdin`, `sys.stdout` and `sys.stderr` can be used, even if the caller has closed them."""
    before = sys.stdin, sys.stdout, sys.stderr
    # A closed stream is replaced by one that fails when it is used; this also occupies its descriptor, which the next
    # file would get otherwise.
    sys.stdin = before[0] or os.fdopen(os.open(os.devnull, os.O_WRONLY), encoding="utf-8")
    out = _Output(_bytes_of(before[1]), "utf-8", "backslashreplace", newline="", line_buffering=_is_terminal(before[1]))
    messages = _Messages(_bytes_of(before[2]), "utf-8", "backslashreplace", newline="", line_buffering=True)
    sys.stdout, sys.stderr = out, messages
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in (out, messages):
            try:
                TextIOWrapper.flush(stream)
            except OSError:  # what remains must not fail again when Python flushes its streams at exit
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            stream.detach()


def _bytes_of(stream: TextIO | None) -> BinaryIO:
    return stream.buffer if stream is not None else os.fdopen(os.open(os.devnull, os.O_RDONLY), "wb")


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()
