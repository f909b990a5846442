"""Downloading the official files of a dataset: fetch, unpack, verify."""

import hashlib
import json
import lzma
import os
import tarfile
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError, Problem
from boxscribe.files import atomic_folder
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.domain import Domain, Download
from boxscribe.tables.json_stream import json_values

BLOCK = 1 << 16
ARCHIVE = ".archive"  # the file in the new folder that an archive is fetched into


def download(domain: Domain, out: Path, source: str | None = None, progress: Progress = no_progress) -> dict[Path, int]:
    """Write the official files into the folder `out`, which appears when they are verified; returns file → games.

    `source` is the archive if you have it (a path), or another address than the official one.
    """
    official = domain.download
    if official is None:
        raise InputError(f"no download is known for '{domain.name}'; put its files anywhere and name them as TABLES")
    source = source or official.url
    local = "://" not in source
    if local and not os.path.isfile(source):  # noqa: PTH113 (Path.is_file raises if the name is too long)
        raise InputError(f"{source}: there is no such archive")
    with atomic_folder(out, next(iter(official.files))) as folder:
        archive = Path(source) if local else folder / ARCHIVE
        if not local:
            with archive.open("wb") as file:
                file.writelines(_fetched(source, domain.name, progress))
        for name, content in _expected_files(archive, source, official):
            with (folder / name).open("wb") as file:
                file.writelines(content)
        games = {name: _verified(folder / name, source, official, progress) for name in official.files}
        (folder / ARCHIVE).unlink(missing_ok=True)
    return {out / name: count for name, count in games.items()}


def _fetched(url: str, name: str, progress: Progress) -> Iterator[bytes]:
    """The archive at an address, block by block."""
    received = 0
    try:
        with urllib.request.urlopen(url, timeout=30) as response:
            size = int(response.headers.get("Content-Length") or 0)
            blocks = iter(lambda: response.read(BLOCK), b"")
            for block in progress(blocks, f"fetching {name}", size // BLOCK, "blocks"):
                received += len(block)
                yield block
    except (HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            f"cannot fetch {url} ({reason}); where there is a network, save it as {Path(url).name}, "
            f"then run: boxscribe data download {name} --from {Path(url).name}"
        ) from None
    if size and received != size:
        raise InputError(f"{url}: the connection broke off after {received:,} of {size:,} bytes; try again")


def _expected_files(archive: Path, source: str, official: Download) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Only the expected files, by name, from any folder of the archive."""
    with _explained(source), tarfile.open(archive) as tar:
        for member in tar:
            name = Path(member.name).name
            if member.isfile() and name in official.files:
                content = tar.extractfile(member)
                assert content is not None
                yield name, _blocks(content, source)


def _blocks(content: IO[bytes], source: str) -> Iterator[bytes]:
    with _explained(source):
        yield from iter(lambda: content.read(BLOCK), b"")


@contextmanager
def _explained(source: str) -> Iterator[None]:
    """Turn errors in reading an archive into an `InputError`."""
    try:
        yield
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        raise InputError(f"{source}: is damaged or no archive ({error}); fetch it again") from None


def _verified(path: Path, source: str, official: Download, progress: Progress) -> int:
    """The number of games. It must be the official one, and so must the digest if it is known."""
    if not path.exists():
        raise InputError(f"{source}: holds no {path.name}; is this the official archive?")
    digest, games = hashlib.sha256(), 0
    with path.open("rb") as file:
        for game in progress(_games(file, path.name), f"verifying {path.name}", official.files[path.name], "games"):
            games += 1
            digest.update(json.dumps(game, sort_keys=True, separators=(",", ":")).encode())
    if games != official.files[path.name]:
        raise InputError(f"{path.name}: has {games:,} games, not the official {official.files[path.name]:,}")
    if digest.hexdigest() != official.digests.get(path.name, digest.hexdigest()):
        raise InputError(f"{path.name}: differs from the official file; fetch it again")
    return games


def _games(file: IO[bytes], name: str) -> Iterator[Any]:
    for game in json_values(file):  # type: ignore[arg-type]
        if isinstance(game, Problem):
            raise InputError(f"{name}: {game.message}")
        yield game
