"""Writing as a notebook calls it: tables in memory, any author, and a file that survives an interruption."""

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError, Problem
from boxscribe.tables import Table, rotowire
from boxscribe.tables.domain import Domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.author import Author, load
from boxscribe.writing.run import WritingRun, write
from boxscribe.writing.story import Story
from helpers import WEATHER, games, write_json

TABLES = games(4, texts=False)
TEMPLATE = load("template")


def texts(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_tables_in_memory() -> None:
    expected = [TEMPLATE.write(table).text for table in TABLES]
    assert [story.text for story in write(TABLES, "template")] == expected
    assert [story.text for story in write(iter(TABLES), TEMPLATE)] == expected
    assert [story.text for story in write(TABLES[0], "template")] == expected[:1]
    assert list(write([])) == []
    with pytest.raises(InputError, match="template has its settings already"):
        write(TABLES, TEMPLATE, {"beam": 2})


def test_only_as_many_tables_are_read_as_are_written() -> None:
    read = []

    def endless() -> Iterator[Table]:
        while True:
            read.append(1)
            yield TABLES[0]

    stories = write(endless(), "template")
    assert [next(stories).text for _ in range(3)] == [TEMPLATE.write(TABLES[0]).text] * 3
    assert len(read) < 6


def test_the_description_of_an_own_domain(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER)
    day = {"domain": "weather", "entities": [{"name": "Rome", "kind": "station", "records": {"high": "31"}}]}
    (tmp_path / "days.jsonl").write_text(json.dumps(day))
    tables = read_tables(tmp_path / "days.jsonl")
    expected = ["For Rome, the highest temperature was 31 degrees."]
    assert [story.text for story in write(tables, "template")] == expected
    assert [story.text for story in write(list(tables), "template", domain=str(tmp_path / "weather.toml"))] == expected
    with pytest.raises(InputError, match="no description of the domain 'weather'"):
        list(write(list(tables), "template"))


def test_a_stream_gets_each_story_when_it_is_finished() -> None:
    stream, seen = io.StringIO(), []

    class Watching(Watched):
        def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
            for stories in self.author.write_best(tables, trace):
                seen.append(stream.getvalue().count("\n"))
                yield stories

    WritingRun(Watching(TEMPLATE), TABLES, "tokens").to_stream(stream)
    assert seen == [0, 1, 2, 3]
    assert stream.getvalue().splitlines() == [" ".join(story.tokens) for story in write(TABLES, "template")]


@dataclass(frozen=True)
class Watched(Author):
    """An author that does what another does."""

    author: Author
    fails_at: int = 99

    @property
    def name(self) -> str:
        return self.author.name

    @property
    def settings(self) -> Mapping[str, Any]:
        return self.author.settings

    def check(self, table: Table) -> None:
        if not table.entities:
            raise InputError(f"game {table.id}: has no entities")

    def describe(self, table: Table) -> Domain:
        return self.author.describe(table)

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        for number, stories in enumerate(self.author.write_best(tables, trace)):
            if number == self.fails_at:
                raise KeyboardInterrupt
            yield stories


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    out = tmp_path / "stories.txt"
    for fails_at, kept in ((2, 2), (1, 3)):
        with pytest.raises(KeyboardInterrupt):
            WritingRun(Watched(TEMPLATE, fails_at), TABLES).to_file(out, resume=True)
        assert not out.exists()
        assert len(texts(tmp_path / "stories.txt.part")) == 1 + kept
    with pytest.raises(InputError, match="belongs to a run with another model"):
        WritingRun(TEMPLATE, TABLES[::-1]).to_file(out, resume=True)
    assert WritingRun(Watched(TEMPLATE), TABLES).to_file(out, resume=True) == 4
    assert texts(out) == [story.text for story in write(TABLES, "template")]
    assert [path.name for path in tmp_path.iterdir()] == ["stories.txt"]


def test_invalid_tables(tmp_path: Path) -> None:
    tables = [TABLES[0], replace(TABLES[1], entities=()), TABLES[2]]
    with pytest.raises(InputError, match=r"^season: game .* has no entities"):
        WritingRun(Watched(TEMPLATE), tables, source="season").to_file(tmp_path / "out")
    assert not list(tmp_path.iterdir())
    problems: list[Problem] = []
    assert WritingRun(Watched(TEMPLATE), tables, on_invalid=problems.append).to_file(tmp_path / "out") == 2
    assert texts(tmp_path / "out") == [TEMPLATE.write(table).text for table in (TABLES[0], TABLES[2])]
    assert [problem.message for problem in problems] == [f"game {TABLES[1].id}: has no entities"]


def test_a_page_of_games_with_the_same_id(tmp_path: Path) -> None:
    tables = [replace(table, id="today") for table in TABLES]
    tables[1] = replace(tables[1], entities=())
    WritingRun(Watched(TEMPLATE), tables, "html", on_invalid=lambda _: None).to_file(tmp_path / "out.html")
    page = re.sub(r"<[^>]*>", "", (tmp_path / "out.html").read_text(encoding="utf-8"))
    for number, table in enumerate(TABLES):
        winner = max(table.of_kind("team"), key=lambda team: int(team.value("TEAM-PTS") or 0))
        assert (winner.name in page) == (number != 1)
        assert page.count(TEMPLATE.write(table).text[:60]) == (number != 1)


# ---------------------------------------------------------------------------------------------- planner and author


@dataclass(frozen=True)
class PlannedAuthor(Watched):
    """A planner in front of an author: it chooses the records of each table, and the author writes those."""

    players: int = 1

    @property
    def name(self) -> str:
        return f"{self.players} planned + {self.author.name}"

    @property
    def settings(self) -> Mapping[str, Any]:
        return {**self.author.settings, "players": self.players}

    def plan(self, table: Table) -> Table:
        def points(player: Any) -> int:
            return int(player.value("PTS") or 0)

        best = sorted(table.of_kind("player"), key=points, reverse=True)[: self.players]
        return replace(table, entities=(*best, *table.of_kind("team")))

    def write_best(self, tables: Iterable[Table], trace: bool = True) -> Iterator[list[Story]]:
        return self.author.write_best(map(self.plan, tables), trace)


def test_a_planner_in_front_of_an_author_needs_no_change_elsewhere(tmp_path: Path) -> None:
    author = PlannedAuthor(TEMPLATE, players=2)
    assert [story.text.count(" scored ") for story in write(TABLES, author)] == [2] * 4
    assert author.write(TABLES[0]).text.count(" scored ") == 2
    write_json(tmp_path / "games.json", [rotowire.dump(table) for table in TABLES])
    tables = read_tables(tmp_path / "games.json")
    assert WritingRun(author, tables, "jsonl").to_file(tmp_path / "out") == 4
    written = [json.loads(line) for line in texts(tmp_path / "out")]
    assert {line["model"] for line in written} == {"2 planned + template"}
    assert [line["text"].count(" scored ") for line in written] == [2] * 4
