"""Fetching the official files: whole or not at all, with a sentence for every failure."""

import http.server
import io
import json
import re
import socket
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from boxscribe.cli.progress import progress
from boxscribe.errors import InputError
from boxscribe.tables import Domain, load_domain
from boxscribe.tables.domain import Download
from boxscribe.tables.download import download
from boxscribe.tables.read import read_tables
from helpers import boxscribe, file_size_limit, raw_game


def archive(path: Path, files: dict[str, str]) -> Path:
    with tarfile.open(path, f"w:{path.suffix[1:]}") as tar:  # type: ignore[call-overload]
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            tar.addfile(info, io.BytesIO(content.encode()))
    return path


def described(url: str = "http://nowhere.invalid/set.tar.bz2", **digests: str) -> Domain:
    """RotoWire's description with an official archive of three games."""
    official = Download(url=url, files={"train.json": 2, "valid.json": 1}, digests=digests)
    return load_domain("rotowire").model_copy(update={"download": official})


GOOD = {
    "rotowire/train.json": json.dumps([raw_game(1), raw_game(2)]),
    "rotowire/valid.json": json.dumps([raw_game(3)]),
    "../../evil.txt": "x",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    handler = partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, args=[0.02], daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


def test_an_archive_is_fetched_verified_and_unpacked(tmp_path: Path, server: str) -> None:
    archive(tmp_path / "set.tar.bz2", GOOD)
    out = tmp_path / "deep" / "out"
    made = download(described(f"{server}/set.tar.bz2"), out, None, progress)
    assert made == {out / "train.json": 2, out / "valid.json": 1}
    assert len(list(read_tables(out / "train.json"))) == 2
    assert sorted(path.name for path in out.iterdir()) == ["train.json", "valid.json"], "and nothing else"
    download(described(), out, str(tmp_path / "set.tar.bz2"), progress)  # again, from a file: replaces


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"train.json": "[]", "valid.json": "[]"}, r"train\.json: has 0 games, not the official 2"),
        ({"train.json": GOOD["rotowire/train.json"]}, r"holds no valid\.json"),
        (GOOD | {"rotowire/train.json": "[{}, {]"}, r"train\.json: is not JSON"),
        (GOOD | {"rotowire/valid.json": json.dumps([raw_game(4)])}, r"valid\.json: differs from the official file"),
    ],
)
def test_an_archive_that_is_not_the_official_one_is_refused(
    tmp_path: Path, files: dict[str, str], sentence: str
) -> None:
    import hashlib

    digest = hashlib.sha256(json.dumps(raw_game(3), sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    source = archive(tmp_path / "set.tar.bz2", files)
    with pytest.raises(InputError, match=sentence):
        download(described(**{"valid.json": digest}), tmp_path / "out", str(source), progress)
    assert list(tmp_path.iterdir()) == [source], "nothing is left behind"


@pytest.mark.parametrize("compression", ["bz2", "gz", "xz"])
def test_a_damaged_archive_is_refused(tmp_path: Path, server: str, compression: str) -> None:
    source = archive(tmp_path / f"set.tar.{compression}", GOOD)
    whole = source.read_bytes()
    middle = len(whole) // 2
    for damaged in (whole[:-200], whole[:middle] + b"\0" * 200 + whole[middle + 200 :]):
        source.write_bytes(damaged)
        for place in (str(source), f"{server}/{source.name}"):
            with pytest.raises(InputError, match=f"^{re.escape(place)}: is damaged or no archive"):
                download(described(), tmp_path / "out", place, progress)
    assert list(tmp_path.iterdir()) == [source]


def test_a_full_disk_is_not_blamed_on_the_archive(tmp_path: Path, server: str) -> None:
    source = archive(tmp_path / "set.tar.bz2", GOOD)
    for place in (str(source), f"{server}/set.tar.bz2"):
        with file_size_limit(1000), pytest.raises(InputError, match="out: cannot be written: File too large"):
            download(described(), tmp_path / "out", place, progress)
    assert list(tmp_path.iterdir()) == [source]


def test_a_server_that_does_not_speak_http(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(b"garbage\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(InputError, match=r"cannot fetch .* \(garbage"):
            download(described(f"http://127.0.0.1:{listening.getsockname()[1]}/set.tar"), tmp_path / "out")
    assert not list(tmp_path.iterdir())


def test_without_a_network_a_sentence_says_what_to_put_where(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot fetch .*; where there is a network, save it as set\.tar\.bz2"):
        download(described("http://127.0.0.1:9/set.tar.bz2"), tmp_path / "out", None, progress)
    done = boxscribe("data", "download", "rotowire", "--out", tmp_path / "x", "--from", "http://127.0.0.1:9/r.tar.bz2")
    assert done.returncode == 2
    assert b"then run: boxscribe data download rotowire --from r.tar.bz2" in done.stderr
    assert b"Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_archive_or_a_dataset_that_is_unknown_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such archive"):
        download(described(), tmp_path / "out", str(tmp_path / "nowhere.tar"), progress)
    with pytest.raises(InputError, match="no download is known for 'mlb'"):
        download(load_domain("mlb"), tmp_path / "out", None, progress)


def test_the_digest_of_the_official_development_file_is_right(data_dir: Path) -> None:
    import gzip
    import hashlib

    digest = hashlib.sha256()
    with gzip.open(data_dir / "rotowire" / "valid.json.gz") as stream:
        for game in json.load(stream):
            digest.update(json.dumps(game, sort_keys=True, separators=(",", ":")).encode())
    official = load_domain("rotowire").download
    assert official is not None
    assert official.digests["valid.json"] == digest.hexdigest()
