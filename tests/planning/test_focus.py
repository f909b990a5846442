"""Wishes in words: what they mean in a table, how a plan fulfils them, and what cannot be fulfilled."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.planning.focus import find_focus
from boxscribe.planning.plan import Plan, PlannedFact, check_plan
from boxscribe.planning.planner import LogisticPlanner, train_planner
from boxscribe.planning.store import load_planner
from boxscribe.season.enrich import enrich
from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.write import write_tables
from helpers import WEATHER, boxscribe, games

DOMAIN = load_domain("rotowire")


@cache
def game() -> Table:
    [table] = enrich(games(1, texts=False))
    return table


def player(place: int = 0) -> Entity:
    """By falling points: 0 is the best scorer."""
    return sorted(game().of_kind("player"), key=lambda one: -int(one.value("PTS") or -1))[place]


def types(text: str) -> list[set[str]]:
    return [{fact.type for fact in wish.facts} for wish in find_focus(text, game(), DOMAIN)]


def names(text: str) -> list[set[str]]:
    called = {entity.id: entity.name for entity in game().entities}
    return [{called[fact.entity] for fact in wish.facts} for wish in find_focus(text, game(), DOMAIN)]


def last(name: str) -> str:
    return name.split()[-1]


def test_a_part_of_a_name_in_any_case_is_enough() -> None:
    team = game().of_kind("team")[0]
    for called in (player().name, last(player().name).lower(), f"{last(player().name)}'s"):
        assert names(called) == [{player().name}]
    assert names(f"the {last(team.name).upper()}") == [{team.name}]


SUBJECTS = {
    "rebounds": {"REB", "OREB", "TEAM-REB"},
    "three-pointers": {"TEAM-FG3M", "TEAM-FG3A", "FG3M", "FG3A"},
    "Surveyors three-pointers": {"TEAM-FG3M", "TEAM-FG3A", "TEAM-FG3_PCT"},
    "bench": {"BENCH-PTS", "BENCH-REB", "BENCH-AST"},
    "fourth quarter": {"TEAM-PTS_QTR4"},
    "Surveyors defence": {"TEAM-BLK", "TEAM-STL", "TEAM-FG_PCT"},
    "Surveyors defense": {"TEAM-BLK", "TEAM-STL", "TEAM-FG_PCT"},
    "Surveyors' turnovers": {"TEAM-TOV"},
    "shooting of Osborne": {"FGM", "FGA", "FG3M", "FG3A"},
    "Osborne steals": {"STL"},
    "Surveyors personal fouls": {"TEAM-PF"},
}


@pytest.mark.parametrize("text", SUBJECTS)
def test_subjects_are_words_of_the_description(text: str) -> None:
    assert types(text) == [SUBJECTS[text]]


def test_a_subject_without_a_name_is_that_of_both_sides() -> None:
    teams = {team.name for team in game().of_kind("team")}
    assert names("bench") == [teams]
    assert teams < names("rebounds")[0], "and the best of each side"


def test_defence_has_the_shooting_of_the_opponent() -> None:
    own, other = game().of_kind("team")
    (wish,) = find_focus(f"{own.name} defence", game(), DOMAIN)
    assert {fact.entity for fact in wish.facts if fact.type == "TEAM-FG_PCT"} == {other.id}


@cache
def planner() -> LogisticPlanner:
    return load_planner("rotowire")


def entities_of(plan: Plan, sentence: int) -> set[str]:
    return {fact.entity for fact in plan.sentences[sentence]}


@pytest.mark.parametrize("words", [None, 120])
def test_who_is_in_focus_is_planned_with_his_best_facts_after_the_first_sentence(words: int | None) -> None:
    benched = player(12)
    free = planner().plan(game(), words=words)
    assert benched.id not in {fact.entity for fact in free.facts}
    plan = planner().plan(game(), words=words, focus=find_focus(benched.name, game(), DOMAIN))
    check_plan(plan, game(), "plan")
    assert entities_of(plan, 0) == {team.id for team in game().of_kind("team")}, "the result"
    assert entities_of(plan, 1) == {benched.id}
    own = [fact for fact in plan.facts if fact.entity == benched.id]
    assert len(own) >= 3 and all(fact.value != "0" for fact in own)
    if words is None:
        assert {*free.facts} < {*plan.facts}, "the rest stays"
    else:
        assert abs(planner().length.of(plan) - words) < 0.15 * words


def test_subjects_in_focus_are_planned_though_the_planner_does_not_know_their_types() -> None:
    assert "TEAM-PF" not in planner().selector.space.types[: planner().selector.space.n_planned]
    team = game().of_kind("team")[0]
    wishes = find_focus(f"{player(1).name} rebounds, {team.name} personal fouls", game(), DOMAIN)
    plan = planner().plan(game(), focus=wishes)
    check_plan(plan, game(), "plan")
    assert all(fact in plan.facts for wish in wishes for fact in wish.facts)
    early = [fact for sentence in plan.sentences[:4] for fact in sentence]
    assert all(fact in early for wish in wishes for fact in wish.facts)


def absent() -> Table:
    """The best scorer did not play."""
    names_only = tuple(record for record in player().records if "NAME" in record.type)
    idle = replace(player(), records=names_only, derived=())
    return replace(game(), entities=tuple(idle if one is player() else one for one in game().entities))


IMPOSSIBLE = {
    "Nikola Jokic": "'Nikola Jokic' is not in this game; name a player or team of it, or a subject (bench, defence",
    "Osbrone": "did you mean 'J.T. Osborne'?",
    "Surveyors dunks": "Surveyors dunks: 'dunks' is no subject; known: bench, defence",
    " , ": "names nothing; give names or subjects",
    ", ".join(["bench"] * 21): "has 21 parts, and 20 are allowed",
}


@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_what_a_table_does_not_have_gets_a_sentence(text: str) -> None:
    with pytest.raises(InputError) as raised:
        find_focus(text, game(), DOMAIN)
    assert str(raised.value).startswith("--focus: ") and IMPOSSIBLE[text] in str(raised.value)


def test_who_did_not_play_gets_a_sentence() -> None:
    with pytest.raises(InputError, match=f"--focus: {player().name} did not play in this game; choose somebody who"):
        find_focus(last(player().name), absent(), DOMAIN)


def test_a_name_of_several_gets_a_sentence() -> None:
    one, other = player(), player(1)
    cells = [("FIRST_NAME", "Zeno"), ("SECOND_NAME", one.value("SECOND_NAME") or ""), ("PTS", "3")]
    twin = Entity.of(other.id, f"Zeno {one.value('SECOND_NAME')}", "player", cells, other.features)
    table = replace(game(), entities=tuple(twin if entity is other else entity for entity in game().entities))
    with pytest.raises(InputError, match=f"names several; write .*'{twin.name}'"):
        find_focus(one.value("SECOND_NAME") or "", table, DOMAIN)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        write_tables([game(), absent()], stream)
    return path


def test_the_command_plans_what_is_in_focus(file: Path) -> None:
    done = boxscribe("plan", file, "--game", 1, "--focus", f"{player(12).name}, bench")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert lines[2].startswith(f"{player(12).name}: ")
    assert "BENCH-PTS" in lines[3]


def test_the_command_says_what_cannot_be_planned(file: Path) -> None:
    done = boxscribe("plan", file, "--focus", player().name)
    assert done.returncode == 2
    assert f"game 2: --focus: {player().name} did not play in this game" in done.stderr.decode().splitlines()[-1]


def test_any_domain_has_a_focus(tmp_path: Path) -> None:
    """Weather: no sides, no scores, no declared subjects."""
    (tmp_path / "weather.toml").write_text(WEATHER)
    weather = load_domain(str(tmp_path / "weather.toml"))
    stations = [
        Entity.of(str(k), name, "station", [("place", name), ("high", f"{20 + k}.5"), ("low", "9.0"), ("rain", str(k))])
        for k, name in enumerate(["Oslo", "Bergen", "Tromso"])
    ]
    table = Table("weather", "1", tuple(stations))
    (rain,) = find_focus("rain", table, weather)
    assert rain.facts == (PlannedFact("2", "rain", "2"),)
    plans = [Plan(((PlannedFact("0", "high", "20.5"),), (PlannedFact("1", "low", "9.0"),)))] * 8
    trained = train_planner([table] * 8, plans, weather)
    plan = trained.plan(table, focus=find_focus("Tromso, Bergen rain", table, weather))
    assert [entities_of(plan, sentence) for sentence in range(1, 3)] == [{"2"}, {"1"}]
    idle = replace(table, entities=(*stations[:2], Entity.of("2", "Tromso", "station", [("place", "Tromso")])))
    with pytest.raises(InputError, match="the table has no figures of Tromso; choose another station, such as 'Oslo'"):
        find_focus("tromso", idle, weather)
