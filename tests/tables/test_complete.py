"""What a table must have: real and simulated games have it, and what is missing is reported."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.complete import incomplete
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.read import read_tables
from boxscribe.tables.write import write_tables
from boxscribe.writing.author import load
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.template import write_template
from helpers import ROOT, WEATHER, games
from helpers import boxscribe as command
from writing.authors import model

Change = Callable[[Entity], Entity | None]


def changed(table: Table, change: Change) -> Table:
    """The table with each entity changed, or left out."""
    return replace(table, entities=tuple(new for new in map(change, table.entities) if new is not None))


def without(*types: str) -> Change:
    return lambda entity: replace(entity, records=tuple(one for one in entity.records if one.type not in types))


def with_cell(type: str, value: str) -> Change:
    def change(entity: Entity) -> Entity:
        records = tuple(one._replace(value=value) if one.type == type else one for one in entity.records)
        return replace(entity, records=records)

    return change


def no_side(entity: Entity) -> Entity:
    records = tuple(one._replace(features=FrozenDict()) for one in entity.records)
    return replace(entity, features=FrozenDict(), records=records)


def is_visiting_team(entity: Entity) -> bool:
    return entity.kind == "team" and entity.features["side"] == "away"


SHOOTING = ("FGM", "FGA", "FG_PCT", "FG3M", "FG3A", "FG3_PCT", "FTM", "FTA", "FT_PCT")
STATS = (*SHOOTING, "MIN", "PTS", "OREB", "DREB", "REB", "AST", "TO", "STL", "BLK", "PF", "START_POSITION")

CASES: list[tuple[Change, str]] = [
    (without(*SHOOTING), "lacks FGM, FGA, FG_PCT, FG3M, FG3A, FG3_PCT, FTM, FTA, FT_PCT; add what is missing"),
    (without(*STATS), "home has 0 entities of kind 'player' with records, and needs 5"),
    (without("FIRST_NAME", "SECOND_NAME", "TEAM-CITY", "TEAM-NAME"), "lacks FIRST_NAME"),
    (without("TEAM-PTS"), "lacks TEAM-PTS"),
    (with_cell("TEAM-PTS", "N/A"), "lacks TEAM-PTS"),
    (with_cell("TEAM-PTS", "0"), "all have 0 points, so there is no winner"),
    (with_cell("TEAM-PTS", "101"), "all have 101 points, so there is no winner"),
    (no_side, "has no side (home or away)"),
    (lambda entity: None if entity.kind == "player" else entity, "home has 0 entities of kind 'player'"),
    (lambda entity: None if is_visiting_team(entity) else entity, "away has 0 entities of kind 'team' instead of one"),
]


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_simulated_games_are_complete(domain: str) -> None:
    assert [str(one) for table in games(40, domain) for one in incomplete(table, load_domain(domain))] == []


@pytest.mark.parametrize("file", ["rotowire/valid.json.gz", "mlb/official_sample.json.gz", "mlb/complete_text.json.gz"])
def test_real_games_are_complete(data_dir: Path, file: str) -> None:
    tables = read_tables(data_dir / file)
    assert [str(one) for table in tables for one in incomplete(table, tables.domain(table.domain))] == []


@pytest.mark.parametrize(("change", "sentence"), CASES)
def test_what_is_missing_is_a_warning_and_the_model_refuses_it(change: Change, sentence: str) -> None:
    table = changed(games(1, texts=False)[0], change)
    found = list(incomplete(table, load_domain("rotowire")))
    assert all(problem.warning for problem in found)
    assert any(sentence in str(problem) for problem in found), list(map(str, found))
    author = ModelAuthor(model(), "m")
    for refused in (author.check, author.write):
        with pytest.raises(InputError, match=rf"game {table.id}: .*; the model needs complete tables"):
            refused(table)


def test_the_model_refuses_kinds_that_it_does_not_know() -> None:
    (table,) = games(1, texts=False)
    coach = Entity.of("c", "Ann Lee", "coach", [("years", "3")])
    with pytest.raises(InputError, match=r"Ann Lee: the model knows no kind 'coach'; known: player, team"):
        ModelAuthor(model(), "m").write(replace(table, entities=(*table.entities, coach)))


@pytest.mark.parametrize(("change", "sentence"), CASES)
def test_the_template_writes_what_there_is(change: Change, sentence: str) -> None:
    table = changed(games(1, texts=False)[0], change)
    if len(list(table.of_kind("team"))) == 2:
        story = write_template(table, load_domain("rotowire"))
        assert "N/A" not in story.text
        assert ("defeated" in story.text) == ("TEAM-PTS" not in sentence and "winner" not in sentence)


def test_the_shipped_model_needs_what_the_description_requires() -> None:
    author, shipped = load("rotowire-ent"), load_domain("rotowire")
    assert isinstance(author, ModelAuthor)
    for name, kind in shipped.kinds.items():
        own = author.model.domain.kinds[name]
        assert (own.required, own.all_or_none) == (kind.required, kind.all_or_none)
        assert (own.min_per_side, own.has_winner) == (kind.min_per_side, kind.has_winner)


def test_on_the_command_line(tmp_path: Path) -> None:
    good, other = games(2, texts=False)
    file = tmp_path / "games.jsonl"
    with file.open("w") as stream:
        write_tables([changed(other, without(*SHOOTING)), good], stream)
    checked = command("data", "check", file)
    assert b"lacks FGM, FGA" in checked.stdout + checked.stderr
    brief = ("--max-length", 5, "--min-length", 0, "--preset", "greedy")
    refused = command("write", file, *brief)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"lacks FGM, FGA" in refused.stderr and b"the model needs complete tables" in refused.stderr
    skipped = command("write", file, *brief, "--skip-invalid", "--format", "jsonl")
    assert (skipped.returncode, skipped.stdout.count(b"\n")) == (0, 1)
    assert good.id.encode() in skipped.stdout


def test_a_description_of_ones_own_requires_nothing_unless_it_says_so(tmp_path: Path) -> None:
    empty = Table("weather", "a day", (Entity.of("0", "Oslo", "station", []),))
    file = tmp_path / "weather.toml"
    file.write_text(WEATHER)
    assert list(incomplete(empty, load_domain(str(file)))) == []
    file.write_text(WEATHER.replace('name = ["place"]', 'name = ["place"]\nrequired = ["place", "high"]'))
    assert [str(one) for one in incomplete(empty, load_domain(str(file)))] == [
        "Oslo: lacks place, high; add what is missing"
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('required = ["hihg"]', "required: no type 'hihg'; did you mean 'high'?"),
        ('all_or_none = [["low", "hihg"]]', "no type 'hihg'; did you mean 'high'?"),
        ("has_winner = true", "needs a score"),
        ("min_per_side = 2", "need a side"),
    ],
)
def test_a_description_that_requires_what_it_does_not_have(tmp_path: Path, line: str, sentence: str) -> None:
    file = tmp_path / "weather.toml"
    file.write_text(WEATHER.replace('name = ["place"]', f'name = ["place"]\n{line}'))
    with pytest.raises(InputError) as error:
        load_domain(str(file))
    assert sentence in str(error.value)


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    section = (
        (ROOT / "docs" / "descriptions.md")
        .read_text(encoding="utf-8")
        .partition("## What a complete table has")[2]
        .partition("\n## ")[0]
    )
    description, shown = re.findall(r"^```(?:toml|text)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    (tmp_path / "chess.toml").write_text(description, encoding="utf-8")
    domain = load_domain(str(tmp_path / "chess.toml"))
    keys = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert keys == ["required", "all_or_none", "min_per_side", "has_winner"]
    assert all(any(getattr(kind, key) for kind in domain.kinds.values()) for key in keys)
    teams = [
        Entity.of(side, f"{side} club", "team", [("club", f"{side} club"), ("points", "2")], {"colour": side})
        for side in ("white", "black")
    ]
    player = Entity.of("k", "Kovac", "player", [("surname", "Kovac"), ("moves", "40")], {"colour": "white"})
    found = incomplete(Table("chess", "a match", (*teams, player)), domain)
    assert [str(problem) for problem in found] == shown.splitlines()
