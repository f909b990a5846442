"""Outputs appear whole or not at all, and what the disk refuses is reported in a sentence."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.files import atomic_folder, atomic_write, whole_folder
from faults import KINDS, Kind, content, every_fault, recorded_syncs
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


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_the_old_or_the_new_one_after_every_fault(tmp_path: Path, kind: Kind) -> None:
    path = tmp_path / "out.txt"

    def save() -> None:
        with atomic_write(path) as stream:
            stream.write("new")

    found = set()
    for _ in every_fault(kind, lambda: path.write_text("old"), save):
        found.add(path.read_text())
    assert found == {"old", "new"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_the_old_or_the_new_one_after_every_fault(tmp_path: Path, kind: Kind) -> None:
    folder = tmp_path / "out"

    def save(text: str) -> None:
        with atomic_folder(folder, "marker") as part:
            (part / "marker").write_text(text)
            (part / "sub").mkdir()
            (part / "sub" / "more").write_text(text)

    found = set()
    for _ in every_fault(kind, lambda: save("old"), lambda: save("new")):
        if kind in ("full disk", "signal"):
            assert folder.is_dir(), "a process that goes on leaves no copy under another name"
        copy = content(whole_folder(folder))
        assert len(copy) == 2 and len(set(copy.values())) == 1
        found |= set(copy.values())
        save("next")  # needs no hand, whatever was left
        assert set(content(folder).values()) == {b"next"}
        assert not whole_folder(folder).name.startswith(".")
        assert not list(tmp_path.glob("*old"))
    assert found == {b"old", b"new"}


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_takes_a_name_is_on_disk_before_and_its_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Otherwise a power cut could leave a name with nothing behind it, and no old copy."""
    renamed: list[str] = []

    def watched(name: str) -> Callable[[Path, Path], None]:
        rename = getattr(os, name)

        def call(source: Path, target: Path) -> None:
            if source.name.endswith(".part"):
                assert {path.stat().st_ino for path in (source, *source.rglob("*"))} <= set(synced)
                renamed.append(target.name)
                synced.clear()
            rename(source, target)

        return call

    for name in ("rename", "replace"):
        monkeypatch.setattr(os, name, watched(name))
    for _ in range(2):
        with recorded_syncs() as synced:
            if what == "file":
                with atomic_write(tmp_path / "out") as stream:
                    stream.write("text")
            else:
                with atomic_folder(tmp_path / "out", "marker") as part:
                    (part / "marker").write_text("text")
                    (part / "sub").mkdir()
                    (part / "sub" / "more").write_text("text")
            assert synced == [tmp_path.stat().st_ino]
    assert renamed == ["out", "out"]


def test_a_folder_of_another_person_beside_is_no_copy(tmp_path: Path) -> None:
    (tmp_path / ".out.old").mkdir()
    with atomic_folder(tmp_path / "out", "marker") as part:
        (part / "marker").write_text("")
    assert (tmp_path / ".out.old").is_dir()


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk")
    for text in ("old", "new"):
        with atomic_folder(tmp_path / "out", "marker") as part:
            (part / "marker").write_text(text)
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "disk" / "marker").read_text() == "new"


@pytest.mark.parametrize("name", ["x" * 5000, "x\0y", "", ".", "/", "loop"])
def test_any_name_can_be_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    assert whole_folder(name) == Path(name)


def test_what_killed_processes_have_left_is_removed(tmp_path: Path) -> None:
    code = f"""
import os
from boxscribe.files import atomic_folder, atomic_write
with atomic_folder({str(tmp_path / "folder")!r}, "marker"), atomic_write({str(tmp_path / "file")!r}):
    os._exit(0)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert len(list(tmp_path.glob(".*.part"))) == 2
    with atomic_folder(tmp_path / "folder", "marker") as part, atomic_write(tmp_path / "file"):
        (part / "marker").write_text("")
        assert len(list(tmp_path.glob(".*.part"))) == 2
        with atomic_write(tmp_path / "file"):
            assert len(list(tmp_path.glob(".*.part"))) == 3, "those of a running process stay"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
