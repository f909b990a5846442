"""Fixed sentences of given facts: by the phrases of the description, and from its labels alone."""

from dataclasses import replace

import pytest

import small_baseball_game
from boxscribe.checking.checker import Checker
from boxscribe.checking.verdict import VerdictStatus
from boxscribe.derived import derive
from boxscribe.planning.arranged import arranged
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import LogisticPlanner
from boxscribe.planning.store import load_planner
from boxscribe.tables import load_domain
from boxscribe.tables.table import Table
from boxscribe.writing.template.facts import open_sentence, state_facts
from helpers import games

DOMAIN = load_domain("rotowire")


@pytest.fixture(scope="module")
def table() -> Table:
    return derive(games(1, texts=False)[0], DOMAIN)


def fact(table: Table, id: str, type: str) -> PlannedFact:
    entity = next(entity for entity in table.entities if entity.id == id)
    values = {record.type: record.value for record in (*entity.derived, *entity.records)}
    return PlannedFact(id, type, values[type])


def test_the_result(table: Table) -> None:
    home, away = table.of_kind("team")
    loser, winner = sorted((home, away), key=lambda team: int(team.value("TEAM-PTS") or 0))
    types = ("TEAM-WINS", "TEAM-LOSSES", "TEAM-PTS")
    facts = tuple(fact(table, team.id, type) for team in (loser, winner) for type in types)
    text = " ".join(state_facts(table, DOMAIN, facts))
    wins, losses, points = ([entity.value(type) for entity in (winner, loser)] for type in types)
    assert text == (
        f"The {winner.name} ( {wins[0]} - {losses[0]} ) defeated the {loser.name} ( {wins[1]} - {losses[1]} ) "
        f"{points[0]} - {points[1]} ."
    )


def test_what_no_phrase_states_is_said_from_labels(table: Table) -> None:
    player = next(entity for entity in table.of_kind("player") if entity.value("PF") not in (None, "0", "1"))
    one = replace(player, id="p", records=tuple(r._replace(value="3") if r.type == "PF" else r for r in player.records))
    changed = replace(table, entities=(*table.entities, one))
    facts = (PlannedFact("p", "PTS", one.value("PTS") or ""), PlannedFact("p", "PF", "3"))
    points = state_facts(changed, DOMAIN, facts[:1])[len(one.name.split()) + 1]
    expected = f"{one.name} had {points} points and three personal fouls ."
    assert " ".join(state_facts(changed, DOMAIN, facts)) == expected
    bare = DOMAIN.model_copy(update={"phrases": ()})
    assert " ".join(state_facts(changed, bare, facts)) == expected, "a description without phrases has labels"


def test_a_known_side_has_the_last_part_of_its_name(table: Table) -> None:
    home, away = table.of_kind("team")
    player = table.of_kind("player")[0]
    facts = fact(table, home.id, "TEAM-REB"), fact(table, away.id, "TEAM-REB"), fact(table, player.id, "PTS")
    text = " ".join(state_facts(table, DOMAIN, facts, f"The {home.name} won . {player.name} played .".split()))
    assert text.startswith(f"The {home.value('TEAM-NAME')} grabbed ")
    assert f"to the {away.name} ' " in text and f"and {player.name} had" in text


@pytest.mark.parametrize("first", [0, 1])
def test_a_phrase_about_either_side_is_about_the_one_that_comes_first(table: Table, first: int) -> None:
    teams = table.of_kind("team")
    one, other = teams[first], teams[1 - first]
    facts = fact(table, one.id, "FIRST-HALF"), fact(table, other.id, "FIRST-HALF")
    text = " ".join(state_facts(table, DOMAIN, facts))
    points = f"{facts[0].value} - {facts[1].value}"
    assert text == f"The {one.name} led the {other.name} {points} at halftime ."


def test_no_facts_no_words(table: Table) -> None:
    assert state_facts(table, DOMAIN, ()) == []


def test_the_checker_supports_the_fixed_sentences_of_plans() -> None:
    planner, checker = load_planner("rotowire"), Checker(DOMAIN)
    assert isinstance(planner, LogisticPlanner)
    sentences = 0
    for table in games(12, texts=False):
        derived, before = derive(table, DOMAIN), list[str]()
        for facts in planner.plan(table).sentences:
            tokens = state_facts(derived, DOMAIN, facts)
            verdicts = [one for one in checker.check([*before, *tokens], table) if one.end > len(before)]
            wrong = [one.said for one in verdicts if one.status is not VerdictStatus.SUPPORTED]
            assert not wrong, (" ".join(tokens), wrong)
            stated = " ".join(tokens)
            assert len(verdicts) >= 1 and all(tokens), stated
            before += tokens
            sentences += 1
    assert sentences > 60


BASEBALL = load_domain("mlb").extended(sorted(load_domain("mlb").derived))


def baseball(*facts: tuple[str, str]) -> str:
    """The sentence of facts of the small game, by entity and type."""
    table = derive(small_baseball_game.TABLE, small_baseball_game.DOMAIN)
    return " ".join(state_facts(table, BASEBALL, tuple(fact(table, *one) for one in facts)))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("1: p_w p_l p_r p_h p_ip1 p_ip2", "Bea Moss ( 7 - 5 ) allowed one run and five hits in 6 1/3 innings ."),
        ("3: p_h p_ip1", "Dee Park allowed eight hits in five innings ."),
        ("3: p_so p_bb", "Dee Park struck out three and walked one ."),
        ("play 1: runs HIT-NOUN inning", "Ann Lee hit a three - run homer in the third inning ."),
        (
            "play 0: RBI-HIT HIT-NOUN inning home_team_runs away_team_runs",
            "Cleo Nash had an RBI single in the second inning to make it 1 - 0 .",
        ),
        ("0: h rbi", "Ann Lee had two hits and three RBIs ."),
        ("2: h", "Cleo Nash had one hit ."),
        (
            "play 1: runs HIT-NOUN; home: team_runs WEEKDAY; vis: team_runs",
            "Ann Lee hit a three - run homer , and the Boston Red Sox defeated the Detroit Tigers 4 - 1 on Friday .",
        ),
    ],
)
def test_sentences_of_baseball(facts: str, expected: str) -> None:
    pairs = [one.split(": ") for one in facts.split("; ")]
    assert baseball(*((id, type) for id, types in pairs for type in types.split())) == expected


def test_a_dateline_stands_before_the_sentence() -> None:
    described = small_baseball_game.DOMAIN
    table = derive(replace(small_baseball_game.TABLE, meta={"day": "06_11_10", "city": "DENVER, Colo."}), described)
    dateline, score = fact(table, "home", "DATELINE"), [fact(table, id, "team_runs") for id in ("home", "vis")]
    assert open_sentence(table, BASEBALL, (dateline, *score)) == (["DENVER", "--"], tuple(score))
    text = " ".join(state_facts(table, BASEBALL, (dateline, *score)))
    assert text == "DENVER -- The Boston Red Sox defeated the Detroit Tigers 4 - 1 ."


def test_a_name_that_repeats_itself_has_its_last_part() -> None:
    table = small_baseball_game.TABLE
    mets = small_baseball_game.team("mets", "NY Mets", "Mets", "home", 0, 4, hits=7)
    changed = derive(replace(table, entities=(mets, *table.entities[5:])), small_baseball_game.DOMAIN)
    told = state_facts(changed, BASEBALL, (fact(changed, "mets", "team_hits"),))
    assert " ".join(told) == "The Mets had seven hits ."


def test_the_checker_supports_the_fixed_sentences_of_baseball() -> None:
    described = small_baseball_game.DOMAIN
    checker = Checker(described)
    told = 0
    for game in games(30, "mlb", texts=False):
        table = derive(game, described)
        chosen = tuple(
            PlannedFact(entity.id, record.type, record.value)
            for entity in table.entities
            for record in (*entity.records, *entity.derived)
        )
        before: list[str] = []
        for facts in arranged(Plan((chosen,)), table, described):
            sentence = state_facts(table, BASEBALL, facts, before)
            verdicts = [v for v in checker.check([*before, *sentence], table) if v.end > len(before)]
            wrong = [v for v in verdicts if v.status is not VerdictStatus.SUPPORTED]
            assert not wrong, (" ".join(sentence), wrong)
            told += bool(verdicts)
            before += sentence
    assert told > 200
