"""Outputs appear whole or not at all, and what the disk refuses is reported in a sentence."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.files import atomic_write
from helpers import boxscribe, file_size_limit


def test_a_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with atomic_write(path) as stream:
        stream.write("new ü")
        assert path.read_text() == "old"
    assert path.read_text(encoding="utf-8") == "new ü"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_no_scraps(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with pytest.raises(RuntimeError), atomic_write(path) as stream:
        stream.write("new")
        raise RuntimeError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_zipped_file_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with atomic_write(tmp_path / name) as stream:
            stream.write("line\n" * 1000)
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"line\n" * 1000
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_a_path_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: No such file"), atomic_write(tmp_path / "no" / "x"):
        pass


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "--games", "50", "--out", "games.jsonl"],
        ["simulate", "--games", "50", "--out", "games.jsonl.gz"],
        ["convert", "source.jsonl", "--out", "games.jsonl"],
        ["prepare", "source.jsonl", "--out", "set"],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_reported_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("source.jsonl").write_bytes(boxscribe("data", "simulate", "--games", 20, "--texts").stdout)
    with file_size_limit(20_000):
        done = boxscribe("data", *arguments)
    assert done.returncode == 2, done.stderr.decode()
    assert b"cannot be written: File too large; free some space" in done.stderr
    assert b"Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["source.jsonl"]


def test_a_full_standard_output_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "boxscribe", "data", "simulate", "--games", "50"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"standard output: cannot be written: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_ends_the_command_quietly() -> None:
    shell = f"{sys.executable} -m boxscribe data simulate --games 500 | head -c 10"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", shell], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
