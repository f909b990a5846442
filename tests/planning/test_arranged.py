"""Plans whose sentences the description declares."""

from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from boxscribe.derived import derive
from boxscribe.planning.arranged import ArrangedPlanner, arranged
from boxscribe.planning.factless import FactlessRates
from boxscribe.planning.focus import Wish
from boxscribe.planning.length import SentenceLength
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.styles import PlannerStyle
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.newsworthy import Arranged
from boxscribe.tables.table import Table
from small_baseball_game import DOMAIN, TABLE

DERIVED = derive(TABLE, DOMAIN)
HITS = PlannedFact("0", "h", "2")
SINGLE = PlannedFact("play 0", "HIT-NOUN", "single")


def sentences(*declared: Arranged, chosen: Sequence[PlannedFact] = ()) -> list[str]:
    """The sentences of a plan, each as "id: TYPE value, …"."""
    domain = DOMAIN.model_copy(update={"arranged": declared})
    found = arranged(Plan((tuple(chosen),)), DERIVED, domain)
    return ["; ".join(f"{fact.entity}: {fact.type} {fact.value}" for fact in facts) for facts in found]


def plays(*types: str, **keys: object) -> Arranged:
    return Arranged.model_validate({"kind": "play", "types": types} | keys)


def test_plays_are_in_the_order_of_time_where_the_planner_chose_one_of_their_facts() -> None:
    entry = plays("HIT-NOUN", "inning")
    chosen = [PlannedFact("play 2", "inning", "6"), PlannedFact("play 0", "inning", "2")]
    assert sentences(entry) == []
    assert sentences(entry, chosen=chosen) == [
        "play 0: HIT-NOUN single; play 0: inning 2",
        "play 2: HIT-NOUN single; play 2: inning 6",
    ]
    assert [one[:6] for one in sentences(plays("inning", order="plan"), chosen=chosen)] == ["play 2", "play 0"]
    assert len(sentences(plays("inning", always=True))) == 3
    assert len(sentences(plays("inning", always=True, at_most=1))) == 1


def test_the_first_of_several_types_and_what_only_the_planner_adds() -> None:
    entry = plays("SOLO-HOMER|RBI-HIT|runs", "inning?", always=True, when=("event = Home Run",))
    assert sentences(entry) == ["play 1: runs 3"]
    assert sentences(entry, chosen=[PlannedFact("play 1", "inning", "3")]) == ["play 1: runs 3; play 1: inning 3"]
    assert sentences(plays("SOLO-HOMER|RBI-HIT|runs", always=True, at_most=1)) == ["play 0: RBI-HIT RBI"]


def test_zeros_are_stated_where_the_entry_says_so() -> None:
    score = ("home_team_runs", "away_team_runs")
    assert sentences(plays(*score, always=True, at_most=1)) == ["play 0: away_team_runs 1"]
    first = "play 0: home_team_runs 0; play 0: away_team_runs 1"
    assert sentences(plays(*score, always=True, at_most=1, zeros=("home_team_runs",))) == [first]


def test_the_latest_play_has_a_sentence_only_if_it_is_of_the_kind_asked_for() -> None:
    keys = {"when": ("EFFECT = go-ahead",), "order": "latest", "at_most": 1, "always": True}
    assert sentences(plays("inning", **keys, then=("event = Home Run",))) == ["play 1: inning 3"]
    assert sentences(plays("inning", **keys, then=("event = Single",))) == []


def test_entries_join_and_merge() -> None:
    homer = plays("HIT-NOUN", always=True, when=("event = Home Run",))
    single = plays("HIT-NOUN", always=True, when=("event = Single",), merges=True)
    assert [one[:6] for one in sentences(homer, single)] == ["play 0", "play 1", "play 2"], "in the order of time"
    score = Arranged(kind="team", types=("team_runs",), when=("RESULT = win",), both=True, joins=True, always=True)
    assert sentences(homer, score) == ["play 1: HIT-NOUN homer; home: team_runs 4; vis: team_runs 1"]


def test_a_fact_is_planned_once() -> None:
    entry = plays("HIT-NOUN", always=True, needs=("HIT-NOUN",))
    assert len(sentences(entry, entry)) == 3


class Chosen:
    """A planner with one plan."""

    def __init__(self) -> None:
        self.styles: dict[str, PlannerStyle] = {}
        self.length = SentenceLength()
        self.factless: FactlessRates = {}

    def knows(self, writer: str | None) -> bool:
        return False

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        return Plan(((HITS, SINGLE),))


def test_what_no_entry_has_is_planned_only_in_focus() -> None:
    def describe(name: str) -> Domain:
        return DOMAIN.model_copy(update={"arranged": (plays("HIT-NOUN"),)})

    planner = ArrangedPlanner(Chosen(), describe)
    assert planner.plan(TABLE).facts == [SINGLE]
    assert planner.plan(TABLE, focus=[Wish("hits", (HITS,))]).facts == [SINGLE, HITS]
    unarranged = ArrangedPlanner(Chosen(), lambda _: DOMAIN.model_copy(update={"arranged": ()}))
    assert unarranged.plan(TABLE).facts == [HITS, SINGLE]


def test_an_unknown_type_is_an_error() -> None:
    raw = load_domain("mlb").model_dump()
    raw["arranged"] = [{"kind": "play", "types": ["HIT-NOUN", "HIT-NON?"]}]
    with pytest.raises(ValidationError, match=r"arranged\[0\]: no type 'HIT-NON'; did you mean"):
        Domain.model_validate(raw)
