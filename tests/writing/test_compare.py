"""Several systems about the same games, side by side."""

import re
from pathlib import Path

import pytest

from boxscribe.tables import rotowire
from helpers import boxscribe, games, write_json

TABLES = games(3, seed=4)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_json(tmp_path / "games.json", [rotowire.dump(table) for table in TABLES])
    teams = [table.of_kind("team")[0].name for table in TABLES]
    for name, verb in (("a", "won"), ("b", "lost")):
        lines = [f"The {team} {verb} . {team} {verb} <b> ." for team in teams]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return tmp_path


def compare(folder: Path, *arguments: object) -> str:
    """What the command prints; the page is `page.html`."""
    return boxscribe(
        "compare", *arguments, "--data", folder / "games.json", "--out", folder / "page.html"
    ).stderr.decode()


def test_every_system_has_a_column_and_an_entity_one_colour(folder: Path) -> None:
    compare(folder, f"Ann={folder / 'a.txt'}", f"B & C={folder / 'b.txt'}", "--game", 2, "--game", 3)
    page = (folder / "page.html").read_text()
    assert page.count("<article ") == 2
    assert re.findall(r"<h3[^>]*>(.*?)</h3>", page.partition("<details>")[0]) == ["Gold", "Ann", "B &amp; C"]
    _, *columns = page.partition("<details>")[0].split("<section>")
    team = TABLES[1].of_kind("team")[0].name.split()[-1]
    looks = {
        look for column in columns for look in re.findall(rf'class="name (e\d+)[^>]*>(?:<[^>]*>|[\w ])*{team}', column)
    }
    assert len(looks) == 1
    assert "&lt;b&gt;" in page and "<script" not in page


def test_without_the_text_of_the_tables(folder: Path) -> None:
    compare(folder, f"Ann={folder / 'a.txt'}", "--no-gold")
    assert ">Gold<" not in (folder / "page.html").read_text()


def test_all_games_are_shown_or_their_number_is_said(folder: Path) -> None:
    assert "page.html: 3 games, 1 system\n" in compare(folder, f"Ann={folder / 'a.txt'}")
    assert (folder / "page.html").read_text().count("<article ") == 3
    for arguments in (("--limit", 2), ("--game", 1, "--game", 3)):
        printed = compare(folder, f"Ann={folder / 'a.txt'}", *arguments)
        assert "page.html: 2 of 3 games, 1 system; --game N or --limit 3 shows others" in printed
        page = (folder / "page.html").read_text()
        assert page.count("<article ") == 2
        assert "2 of 3 games" in page


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("Ann",), "write NAME=TEXTS"),
        (("Ann={}/a.txt", "--game", 9), "has no game 9; it has 3"),
        (("Ann={}/short.txt",), "has 1 text, but"),
    ],
)
def test_bad_input_is_explained(folder: Path, arguments: tuple[object, ...], problem: str) -> None:
    (folder / "short.txt").write_text("A text .\n")
    assert problem in compare(folder, *(str(argument).format(folder) for argument in arguments))
    assert not (folder / "page.html").exists()
