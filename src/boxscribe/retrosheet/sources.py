"""Where Retrosheet's files come from: files, folders and archives (.zip, .tar, .tar.xz …), as they are published."""

import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from lzma import LZMAError
from pathlib import Path
from typing import NamedTuple
from zlib import error as ZlibError

from boxscribe.errors import InputError
from boxscribe.files import why_not_opened

EVENTS = re.compile(r"(\d{4}).*\.EV[A-Z]", re.IGNORECASE)
ROSTER = re.compile(r"([A-Z0-9]{3})(\d{4})\.ROS", re.IGNORECASE)
TEAMS = re.compile(r"TEAM(\d{4})(?:\.TXT)?", re.IGNORECASE)
MAX_BYTES = 200_000_000  # of one file, unpacked; a season of event files has 15 MB
ARCHIVES = (".zip", ".tar", ".tar.xz", ".tar.gz", ".tgz", ".txz", ".tar.bz2")
UNREADABLE = (OSError, EOFError, ValueError, LZMAError, ZlibError, tarfile.TarError, zipfile.BadZipFile)


class RetrosheetFile(NamedTuple):
    """A file on disk, or a member of an archive."""

    path: Path
    name: str  # without folders
    year: str
    inner: str = ""  # the name within the archive

    @property
    def has_events(self) -> bool:
        return ROSTER.fullmatch(self.name) is None and TEAMS.fullmatch(self.name) is None

    def __str__(self) -> str:
        return f"{self.path}: {self.inner}" if self.inner else str(self.path)


def is_source(path: Path) -> bool:
    """Whether a path is an event file, or a folder or archive that has one; of a folder only the names are read."""
    try:
        if path.is_dir():
            return any(EVENTS.fullmatch(child.name) or _is_archive(child) for child in path.iterdir())
        if _is_archive(path):
            return any(EVENTS.fullmatch(Path(name).name) for name in _listed(path))
        return EVENTS.fullmatch(path.name) is not None
    except UNREADABLE:
        return False


def find_files(sources: Iterable[str | Path]) -> dict[str, list[RetrosheetFile]]:
    """The files of each season, by its year. Beside an event file on disk the rosters and team list count, too."""
    found: dict[str, dict[tuple[Path, str], RetrosheetFile]] = {}
    for source in sources:
        for file in _expanded(Path(source)):
            found.setdefault(file.year, {})[file.path, file.inner] = file
    return {year: list(files.values()) for year, files in sorted(found.items())}


def read_files(files: Iterable[RetrosheetFile]) -> Iterator[tuple[RetrosheetFile, str]]:
    """The files with their text; an archive is unpacked once."""
    by_path: dict[Path, list[RetrosheetFile]] = {}
    for file in files:
        by_path.setdefault(file.path, []).append(file)
    for path, members in by_path.items():
        try:
            if members[0].inner:
                wanted = {member.inner: member for member in members}
                yield from ((wanted[name], content.decode("latin-1")) for name, content in _unpacked(path, wanted))
            else:
                yield members[0], path.read_bytes().decode("latin-1")
        except UNREADABLE as error:
            raise InputError(f"{path}: cannot be read: {_reason(error)}") from None


def _expanded(path: Path) -> Iterator[RetrosheetFile]:
    """The files of a source that this package reads."""
    try:
        if path.is_dir():
            for child in sorted(path.iterdir()):
                if _is_archive(child):
                    yield from _expanded(child)
                elif file := _named(child, child.name):
                    yield file
        elif _is_archive(path):
            yield from (file for name in _listed(path) if (file := _named(path, Path(name).name, name)))
        else:
            with path.open("rb") as stream:
                start = stream.read(80).decode("latin-1")
            given = _named(path, path.name) or _unnamed(path, start)
            yield given
            if given.has_events:
                beside = (_named(other, other.name) for other in sorted(path.parent.iterdir()))
                yield from (other for other in beside if other and other.year == given.year and not other.has_events)
    except UNREADABLE as error:
        raise InputError(f"{path}: cannot be read: {_reason(error)}") from None


def _is_archive(path: Path) -> bool:
    return path.name.lower().endswith(ARCHIVES)


def _named(path: Path, name: str, inner: str = "") -> RetrosheetFile | None:
    """A file whose name says what it is."""
    for pattern, year in ((EVENTS, 1), (ROSTER, 2), (TEAMS, 1)):
        if found := pattern.fullmatch(name):
            return RetrosheetFile(path, name, found[year], inner)
    return None


def _unnamed(path: Path, start: str) -> RetrosheetFile:
    """An event file of another name, which begins with the id of a game."""
    found = re.search(r"^id,[A-Z0-9]{3}(\d{4})\d{5}", start, re.MULTILINE)
    if not found:
        raise InputError(f"{path}: is no event file, which begins with id,BOS201804050, no roster and no archive")
    return RetrosheetFile(path, path.name, found[1])


def _listed(path: Path) -> list[str]:
    if path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    with tarfile.open(path) as archive:
        return [member.name for member in archive if member.isfile()]


def _unpacked(path: Path, wanted: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    names = {*wanted}
    if path.suffix.lower() == ".zip":
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if info.filename in names:
                    _bound(path, info.file_size)
                    yield info.filename, archive.read(info)
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                stream = archive.extractfile(member) if member.name in names else None
                if stream is not None:
                    _bound(path, member.size)
                    yield member.name, stream.read()


def _bound(path: Path, size: int) -> None:
    if size > MAX_BYTES:
        raise InputError(f"{path}: holds a file of {size:,} bytes; files of Retrosheet are smaller")


def _reason(error: Exception) -> str:
    if (isinstance(error, OSError) and error.strerror) or isinstance(error, ValueError):
        return why_not_opened(error)
    return "the archive is cut off or damaged; fetch it again"
