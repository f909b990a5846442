"""Downloading the official files of a dataset: fetch, unpack, verify."""

import hashlib
import json
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from boxscribe.errors import InputError, Problem
from boxscribe.files import atomic_folder
from boxscribe.progress import Progress, no_progress
from boxscribe.tables.domain import Domain, Download
from boxscribe.tables.json_stream import json_values

BLOCK = 1 << 16


def download(domain: Domain, out: Path, source: str | None = None, progress: Progress = no_progress) -> dict[Path, int]:
    """Write the official files into the folder `out`, which appears when they are verified; returns file → games.

    `source` is the archive if you have it (a path), or another address than the official one.
    """
    official = domain.download
    if official is None:
        raise InputError(f"no download is known for '{domain.name}'; put its files anywhere and name them as TABLES")
    first = next(iter(official.files))
    with tempfile.TemporaryDirectory() as temporary:
        local = Path(source) if source and "://" not in source else None
        archive = local or Path(temporary) / "archive"
        if local is None:
            _fetch(source or official.url, archive, domain.name, progress)
        elif not local.is_file():
            raise InputError(f"{local}: there is no such archive")
        with atomic_folder(out, first) as folder:
            _unpack(archive, official, folder)
            games = {file: _verified(folder / file, official, progress) for file in official.files}
    return {out / file: count for file, count in games.items()}


def _fetch(url: str, target: Path, name: str, progress: Progress) -> None:
    try:
        with urllib.request.urlopen(url, timeout=30) as response, target.open("wb") as file:
            size = int(response.headers.get("Content-Length") or 0)
            blocks = iter(lambda: response.read(BLOCK), b"")
            for block in progress(blocks, f"fetching {name}", size // BLOCK, "blocks"):
                file.write(block)
    except (urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise InputError(
            f"cannot fetch {url} ({reason}); where there is a network, save it as {Path(url).name}, "
            f"then run: boxscribe data download {name} --from {Path(url).name}"
        ) from None
    if size and target.stat().st_size != size:
        raise InputError(
            f"{url}: the connection broke off after {target.stat().st_size:,} of {size:,} bytes; try again"
        )


def _unpack(archive: Path, official: Download, folder: Path) -> None:
    """Only the expected files, by name, from any folder of the archive."""
    try:
        with tarfile.open(archive) as tar:
            for member in tar:
                name = Path(member.name).name
                if member.isfile() and name in official.files:
                    content = tar.extractfile(member)
                    assert content is not None
                    with (folder / name).open("wb") as file:
                        shutil.copyfileobj(content, file)
    except (tarfile.TarError, EOFError, OSError) as error:
        raise InputError(f"{archive}: is damaged or no archive ({error}); fetch it again") from None
    for name in official.files:
        if not (folder / name).exists():
            raise InputError(f"{archive}: holds no {name}; is this the official archive?")


def _verified(path: Path, official: Download, progress: Progress) -> int:
    """The number of games. It must be the official one, and so must the digest if it is known."""
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
