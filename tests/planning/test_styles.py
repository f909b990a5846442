"""Styles of a planner, the profiles of writers behind them, and the length of plans."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.length import SentenceLength, fit_length
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import LogisticPlanner, train_planner
from boxscribe.planning.profiles import writer_profiles
from boxscribe.planning.store import load_planner, save_planner
from boxscribe.planning.styles import PlannerStyle, read_styles
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.write import write_tables
from helpers import boxscribe, games

TABLES = games(4)
STYLES = {
    "long": PlannerStyle(writer="Ann", about='the writer "Ann"'),
    "bünd\nig": PlannerStyle(writer="Bob", about=""),
}


def trained(writers: tuple[str, ...] = ("Ann", "Bob", "Ann", "Bob")) -> LogisticPlanner:
    return train_planner(TABLES, [plan for _, plan in plans_of(TABLES, load_domain)], writers=writers)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        write_tables(TABLES, stream)
    return path


def test_the_shipped_styles_are_plans_of_different_length() -> None:
    planner = load_planner("rotowire")
    sizes = {name: len(planner.plan(TABLES[0], style.writer).facts) for name, style in planner.styles.items()}
    assert 4 <= len(sizes) <= 5
    assert all(style.about for style in planner.styles.values())
    assert sizes["brief"] < sizes["balanced"] < sizes["detailed"]


def test_a_style_is_its_writer(file: Path) -> None:
    writer = load_planner("rotowire").styles["brief"].writer
    by_style = boxscribe("plan", file, "--style", "brief")
    assert by_style.returncode == 0
    assert by_style.stdout == boxscribe("plan", file, "--writer", writer).stdout


WRONG = {
    "--style: the planner has no style 'breif'; did you mean 'brief'?": ("--style", "breif"),
    "--style and --writer both say how to write; give one of them": ("--style", "brief", "--writer", "13"),
    "--words 5: a sentence has about": ("--words", 5),
    "has facts for about": ("--words", 100_000),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_wishes_get_a_sentence(message: str, file: Path) -> None:
    done = boxscribe("plan", file, *WRONG[message])
    assert done.returncode == 2 and done.stderr.count(b"Error") == 1
    assert message in done.stderr.decode()


def test_a_planner_without_styles_says_so(file: Path, tmp_path: Path) -> None:
    save_planner(trained(), tmp_path / "planner")
    done = boxscribe("plan", file, "--planner", tmp_path / "planner", "--style", "brief")
    assert "has no style 'brief'; its folder declares none" in done.stderr.decode()
    assert b"declares no styles" in boxscribe("planner", "styles", tmp_path / "planner").stdout


def test_styles_are_saved_and_stay_when_the_planner_is_trained_anew(tmp_path: Path) -> None:
    save_planner(replace(trained(), styles=STYLES), tmp_path / "planner")
    assert load_planner(tmp_path / "planner").styles == STYLES
    save_planner(trained(("Ann", "Cleo", "Ann", "Cleo")), tmp_path / "planner")
    assert [*load_planner(tmp_path / "planner").styles] == ["long"], "Bob is no writer of it"


DAMAGED = {
    "[brief]\nwriter = 'Zoe'\nabout = ''": "brief: the planner knows no writer 'Zoe'",
    "[brief]\nwrite = 'Ann'\nabout = ''": "styles.toml: brief: writer: field required",
    "brief = 3": "styles.toml: brief",
    "[brief": "styles.toml",
}


@pytest.mark.parametrize("content", DAMAGED)
def test_a_damaged_file_of_styles_gets_a_sentence(content: str, tmp_path: Path) -> None:
    save_planner(trained(), tmp_path / "planner")
    (tmp_path / "planner" / "styles.toml").write_text(content)
    with pytest.raises(InputError) as raised:
        load_planner(tmp_path / "planner")
    assert DAMAGED[content] in str(raised.value)
    assert read_styles(tmp_path) == {}


def entity(id: str, kind: str, *cells: tuple[str, str]) -> Entity:
    return Entity.of(id, id, kind, cells)


def test_the_profile_of_a_writer() -> None:
    """Two sentences, one about a team; 4 of 7 shots, the only pair of a part and its whole."""
    table = Table(
        "rotowire",
        "1",
        (
            entity("Kings", "team", ("TEAM-PTS", "99")),
            entity("Ann", "player", ("FGM", "4"), ("FGA", "7"), ("PTS", "9")),
        ),
        tuple("The Kings had 99 . Ann had nine points on 4 - of - 7 shooting . They left .".split()),
    )
    made, tried, points = (PlannedFact("Ann", *cell) for cell in (("FGM", "4"), ("FGA", "7"), ("PTS", "9")))
    plan = Plan(((PlannedFact("Kings", "TEAM-PTS", "99"),), (points, made, tried), ()))
    known, unknown = writer_profiles([(table, plan)] * 3, ["Ann", None, "Ann"], load_domain("rotowire"))
    assert (known.writer, known.texts, unknown.writer, unknown.texts) == ("Ann", 2, "unknown", 1)
    assert (known.words, known.numbers, known.facts, known.pairs) == (len(table.tokens), 4, 4, 1)
    assert (known.facts_per_sentence, known.about_competitors) == (2, 0.5)
    assert known.without_facts == pytest.approx(1 / 3)


def test_the_command_prints_profiles(file: Path, tmp_path: Path) -> None:
    writers = tmp_path / "writers.json"
    writers.write_text('{"0": "13", "1": "13", "2": "2"}')
    given = ("planner", "styles", "rotowire", "--data", file, "--writers", writers)
    lines = boxscribe(*given).stdout.decode().splitlines()
    assert lines[1].startswith("13 ") and lines[1].endswith(" brief") and len(lines) == 4
    assert [one["texts"] for one in json.loads(boxscribe(*given, "--json").stdout)] == [2, 1, 1]
    assert b"brief" in boxscribe("planner", "styles", "rotowire").stdout


def test_the_length_of_sentences_is_fitted_to_those_that_state_facts() -> None:
    facts = [PlannedFact("a", str(number), "1") for number in range(5)]
    text = "a b c d . " + "a b c d e f . " + "no facts , and therefore not counted ."
    table = Table("rotowire", "1", (), tuple(text.split()))
    length = fit_length([table], [Plan((tuple(facts[:1]), tuple(facts[1:3]), ()))])
    assert length == pytest.approx((3, 2))
    assert length.of(Plan((tuple(facts), ()))) == pytest.approx(13)
    assert fit_length([table], [Plan((tuple(facts),))]) == SentenceLength(), "the sentences are not those of the text"


@pytest.mark.parametrize("words", [60, 150, 300, 500])
def test_plans_have_the_length_that_is_asked_for(words: int) -> None:
    planner = load_planner("rotowire")
    for table in TABLES:
        plan = planner.plan(table, words=words)
        assert planner.length.of(plan) == pytest.approx(words, rel=0.15)
        assert max(map(len, plan.sentences)) <= 8
