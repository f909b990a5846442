"""Where tables are read from: a file, a folder, standard input or an open file, compressed with gzip or not."""

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, BytesIO, RawIOBase, StringIO
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError
from boxscribe.files import is_folder, whole_file, why_not_opened

STDIN = "-"
BUFFER = 1 << 16  # bytes; also the longest `RawInput.head`
GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class RawInput:
    """An open source, as a format sees it."""

    path: Path | None  # None for standard input and open files
    stream: BufferedReader | None  # the bytes, uncompressed; None for a folder

    @property
    def head(self) -> bytes:
        """The first bytes of the stream, which stay in it; none of a folder or an empty file."""
        return self.stream.peek(BUFFER) if self.stream is not None else b""

    def lines(self) -> Iterator[str]:
        """The lines of a UTF-8 text, without their ends."""
        for line in self.stream or ():
            yield line.decode().rstrip("\r\n")


class InputSource:
    """What `read_tables` was given. It can be opened more than once, unless it is a stream that cannot go back."""

    def __init__(self, given: str | Path | IO[Any]) -> None:
        self.path = whole_file(given) if isinstance(given, str | Path) and str(given) != STDIN else None
        self._file = None if isinstance(given, str | Path) else _binary(given)
        named = str(Path(given)) if isinstance(given, str | Path) else str(getattr(given, "name", "the open file"))
        self.name = "standard input" if self.path is None and self._file is None else named
        self._start = self._file.tell() if self._file is not None and self._file.seekable() else None
        self._opened = False
        self._read: IO[bytes] | None = None
        self._size = 0

    @property
    def repeatable(self) -> bool:
        """Whether it can be opened more than once."""
        return self.path is not None or self._start is not None

    @property
    def fraction(self) -> float | None:
        """How much of a file has been read, 0 to 1; None where that is not known."""
        if self._read is None:
            return None
        return min(1.0, self._read.tell() / self._size) if self._size and not self._read.closed else 1.0

    @contextmanager
    def open(self) -> Iterator[RawInput]:
        if self._opened and not self.repeatable:
            raise InputError(f"{self.name}: can be read only once")
        self._opened = True
        if self.path is None:
            try:
                stream = _uncompressed(self._stream())
            except OSError as error:
                raise InputError(f"{self.name}: cannot be read: {error.strerror}") from None
            yield RawInput(None, stream)
        elif is_folder(self.path):
            yield RawInput(self.path, None)
        else:
            try:
                file: BufferedReader = self.path.open("rb", BUFFER)  # type: ignore[assignment]
                self._size = self.path.stat().st_size
            except (OSError, ValueError) as error:
                raise InputError(f"{self.name}: cannot be read: {why_not_opened(error)}") from None
            with file:
                self._read = file
                yield RawInput(self.path, _uncompressed(file))

    def _stream(self) -> BufferedReader:
        """Standard input or the open file, which stay open."""
        stream = sys.stdin.buffer if self._file is None else self._file
        if self._start is not None:
            stream.seek(self._start)
        return stream if isinstance(stream, BufferedReader) else BufferedReader(_Lent(stream), BUFFER)


class _Lent(RawIOBase):
    """The bytes of a file that is not closed with whatever reads them."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def _binary(file: IO[Any]) -> IO[bytes]:
    """The bytes of an open file, whether it was opened for bytes or for text."""
    if isinstance(file, StringIO):
        return BytesIO(file.getvalue().encode())
    binary: IO[bytes] = getattr(file, "buffer", file)
    return binary


def _uncompressed(stream: BufferedReader) -> BufferedReader:
    if stream.peek(len(GZIP)).startswith(GZIP):
        return BufferedReader(gzip.GzipFile(fileobj=stream), BUFFER)
    return stream
