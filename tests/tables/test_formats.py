"""A loader of one's own is one class: passed to `read`, or registered so that it recognises its sources."""

import struct
import tarfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError, Problem, Report
from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import Describe
from boxscribe.tables.formats import FORMATS, Format, register
from boxscribe.tables.read import read_tables
from boxscribe.tables.source import RawInput
from helpers import boxscribe


class Semicolons:
    """`Ann Lee;PTS;21;AST;4`: a player per line; an empty line ends a game."""

    name = "semicolons"
    description = "lines with a name, then types and values, separated by semicolons"

    def recognises(self, raw: RawInput) -> bool:
        return b";" in raw.head.partition(b"\n")[0]

    def games(self, raw: RawInput) -> Iterator[list[str] | Problem]:
        game: list[str] = []
        for line in chain(raw.lines(), [""]):
            if line:
                game.append(line)
            elif game:
                yield game if len(game) < 9 else Problem("has more than eight players")
                game = []

    def table(self, game: list[str], report: Report, describe: Describe) -> Table | None:
        players = []
        for number, line in enumerate(game):
            name, *cells = line.split(";")
            if len(cells) % 2:
                report(Problem("has a type without a value", field=f"line {number + 1}"))
            values = zip(cells[::2], cells[1::2], strict=False)
            players.append(Entity.of(str(number), name, "player", values, {"side": "home"}))
        return Table(describe("rotowire").name, "", tuple(players))


class Binary:
    """Points as 32-bit numbers: a game each."""

    name = "binary"
    description = "32-bit numbers"

    def recognises(self, raw: RawInput) -> bool:
        return raw.path is not None and raw.path.suffix == ".bin"

    def games(self, raw: RawInput) -> Iterator[int]:
        assert raw.stream is not None
        while data := raw.stream.read(4):
            yield struct.unpack("<i", data)[0]

    def table(self, game: int, report: Report, describe: Describe) -> Table:
        player = Entity.of("0", "Ann Lee", "player", [("PTS", str(game))], {"side": "home"})
        return Table("rotowire", "", (player,))


class Season(Binary):
    """A folder of such files."""

    name = "season"
    description = "a folder of 32-bit numbers"

    def recognises(self, raw: RawInput) -> bool:
        return raw.path is not None and raw.path.is_dir() and any(raw.path.glob("*.bin"))

    def games(self, raw: RawInput) -> Iterator[int]:
        assert raw.path is not None
        for file in sorted(raw.path.glob("*.bin")):
            with file.open("rb") as stream:
                yield struct.unpack("<i", stream.read())[0]


GAMES = "Ann Lee;PTS;21;AST;4\nBo Ray;PTS;7\n\nCy Fox;PTS;9\n"


@pytest.fixture(params=[Semicolons(), Binary(), Season()], ids=lambda format: format.name)
def known(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Format:
    monkeypatch.setattr("boxscribe.tables.formats.FORMATS", dict(FORMATS))
    register(request.param)
    format: Format = request.param
    return format


def sample(format: Format, folder: Path) -> Path:
    """A source of two games."""
    if format.name == "semicolons":
        (folder / "games.txt").write_text(GAMES)
        return folder / "games.txt"
    if format.name == "binary":
        (folder / "games.bin").write_bytes(struct.pack("<ii", 28, 9))
        return folder / "games.bin"
    for number, points in enumerate((28, 9)):
        (folder / f"{number}.bin").write_bytes(struct.pack("<i", points))
    return folder


def test_a_registered_format_recognises_its_sources(known: Format, tmp_path: Path) -> None:
    tables = list(read_tables(sample(known, tmp_path)))
    assert [sum(int(e.value("PTS") or 0) for e in table.entities) for table in tables] == [28, 9]
    assert [table.id for table in tables] == ["1", "2"]


def test_every_verb_takes_a_registered_format(known: Format, tmp_path: Path) -> None:
    done = boxscribe("data", "check", sample(known, tmp_path))
    assert (done.returncode, done.stdout.splitlines()[-1][:22]) == (0, b"2 good games, 0 errors")
    assert b"PTS" in boxscribe("data", "show", sample(known, tmp_path), "--input-format", known.name).stdout


def test_a_format_can_be_passed_without_being_registered(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAMES)
    assert len(list(read_tables(file, format=Semicolons()))) == 2
    with pytest.raises(InputError, match=r"games\.txt: must be a JSON list of games, or JSON lines"):
        list(read_tables(file))


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        (GAMES + "\nDi Orr;PTS\n", ["game 3: line 1: has a type without a value"]),
        ("Ann Lee;PTS;many\n\n" + GAMES, ["game 1: Ann Lee, PTS: 'many' is not a whole number"]),
        (GAMES + "\n" + "Di Orr;PTS;1\n" * 9, ["game 3: has more than eight players"]),
        ("Ann Lee;PTS;ü".encode("latin-1"), ["game 1: is not UTF-8 text (invalid start byte)"]),
        ("", ["holds no games"]),
    ],
)
def test_problems_of_any_format_name_file_game_and_field(
    tmp_path: Path, content: str | bytes, sentences: list[str]
) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    found: list[Problem] = []
    list(read_tables(file, format=Semicolons(), report=found.append))
    assert [str(problem).partition(";")[0] for problem in found] == [f"{file}: {sentence}" for sentence in sentences]


def test_a_source_that_no_format_recognises_lists_what_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boxscribe.tables.formats.FORMATS", dict(FORMATS))
    register(Semicolons())
    file = tmp_path / "games.txt"
    file.write_text("The Hawks won.")
    with pytest.raises(InputError, match=f"must be {Semicolons.description} or a JSON list of games"):
        list(read_tables(file))


def test_a_compressed_file_reaches_the_format_uncompressed(tmp_path: Path) -> None:
    import gzip

    file = tmp_path / "games.txt.gz"
    file.write_bytes(gzip.compress(GAMES.encode()))
    assert len(list(read_tables(file, format=Semicolons()))) == 2


def test_a_format_may_read_an_archive_by_its_path(tmp_path: Path) -> None:
    class Archive(Semicolons):
        def games(self, raw: RawInput) -> Iterator[Any]:
            assert raw.path is not None
            with tarfile.open(raw.path) as tar:
                for member in tar:
                    content = tar.extractfile(member)
                    assert content is not None
                    yield content.read().decode().split()

    (tmp_path / "game.txt").write_text("Ann;PTS;21\nBo;PTS;7")
    with tarfile.open(tmp_path / "season.tar.xz", "w:xz") as tar:
        tar.add(tmp_path / "game.txt", "a.txt")
        tar.add(tmp_path / "game.txt", "b.txt")
    tables = list(read_tables(tmp_path / "season.tar.xz", format=Archive()))
    assert [len(table.entities) for table in tables] == [2, 2]
