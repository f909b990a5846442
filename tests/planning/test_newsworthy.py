"""What is newsworthy is planned where its conditions hold, and what is implied is not."""

from collections.abc import Mapping, Sequence

import pytest
from pydantic import ValidationError

from boxscribe.planning.factless import Gap
from boxscribe.planning.focus import Wish
from boxscribe.planning.length import SentenceLength
from boxscribe.planning.newsworthy import MOST, NewsPlanner
from boxscribe.planning.plan import Plan, PlannedFact, PlannedSentence
from boxscribe.planning.styles import PlannerStyle
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.tables.newsworthy import Implied, Newsworthy
from boxscribe.tables.table import Entity, Table

PLAIN = load_domain("rotowire").model_copy(update={"newsworthy": (), "implied": ()})


def team(side: str, **values: str) -> Entity:
    records = [("TEAM-CITY", side.title()), ("TEAM-NAME", "Team"), *values.items()]
    return Entity.of(side, f"{side.title()} Team", "team", records, {"side": side})


TABLE = Table(
    "rotowire",
    "1",
    (
        team("home", **{"TEAM-PTS": "100", "TEAM-REB": "52", "TEAM-AST": "20", "TEAM-TOV": "9"}),
        team("vis", **{"TEAM-PTS": "90", "TEAM-REB": "40", "TEAM-AST": "30", "TEAM-TOV": "9"}),
        Entity.of("ann", "Ann Lee", "player", [("PTS", "31"), ("REB", "4"), ("AST", "9")], {"side": "home"}),
    ),
)


def fact(id: str, type: str) -> PlannedFact:
    return PlannedFact(id, type, next(entity.value(type) or "" for entity in TABLE.entities if entity.id == id))


def facts(id: str, *types: str) -> PlannedSentence:
    return tuple(fact(id, type) for type in types)


RESULT = (fact("home", "TEAM-PTS"), fact("vis", "TEAM-PTS"))


class Fixed:
    """A planner with the same plan for all tables, which notes the words that it is asked for."""

    styles: Mapping[str, PlannerStyle] = {}
    length = SentenceLength(10, 2)
    factless: Mapping[str, Mapping[Gap, float]] = {}

    def __init__(self, *sentences: PlannedSentence) -> None:
        self.sentences, self.words = sentences, list[int | None]()

    def knows(self, writer: str | None) -> bool:
        return writer == "Ann"

    def plan(
        self, table: Table, writer: str | None = None, words: int | None = None, focus: Sequence[Wish] = ()
    ) -> Plan:
        self.words.append(words)
        return Plan(self.sentences)


def news(*types: str, kind: str = "team", when: str = "", both: bool = False, **more: object) -> Newsworthy:
    return Newsworthy.model_validate(
        {"kind": kind, "types": types, "when": (when,) if when else (), "both": both, **more}
    )


def planned(
    base: Fixed,
    *newsworthy: Newsworthy,
    implied: tuple[Implied, ...] = (),
    words: int | None = None,
    focus: Sequence[Wish] = (),
) -> tuple[PlannedSentence, ...]:
    domain = PLAIN.model_copy(update={"newsworthy": newsworthy, "implied": implied})
    return NewsPlanner(base, lambda _: domain).plan(TABLE, words=words, focus=focus).sentences


LINE = facts("ann", "PTS", "AST")


def test_news_follow_the_first_sentence_where_their_conditions_hold() -> None:
    found = planned(
        Fixed(RESULT, LINE), news("TEAM-REB", when="REB-DIFF >= 10"), news("TEAM-TOV", when="TEAM-TOV >= 10")
    )
    assert found == (RESULT, facts("home", "TEAM-REB"), LINE)


def test_both_sides_share_a_sentence_and_the_one_of_the_condition_comes_first() -> None:
    [_, found] = planned(Fixed(RESULT), news("TEAM-AST", when="AST-DIFF >= 10", both=True))
    assert found == (fact("vis", "TEAM-AST"), fact("home", "TEAM-AST"))


def test_facts_join_the_sentence_about_their_entity() -> None:
    assert planned(Fixed(RESULT, LINE), news("REB", kind="player", joins=True)) == (
        RESULT,
        (fact("ann", "PTS"), fact("ann", "REB"), fact("ann", "AST")),
    )
    assert planned(Fixed(RESULT), news("REB", kind="player", joins=True)) == (RESULT,), "there is none"


def test_what_is_planned_is_no_news() -> None:
    assert planned(Fixed(RESULT, facts("home", "TEAM-REB")), news("TEAM-REB", when="REB-DIFF >= 1", both=True)) == (
        RESULT,
        facts("home", "TEAM-REB"),
    )


def test_of_a_group_the_first_that_holds_is_planned() -> None:
    grouped = [news(type, when=when, group="g") for type, when in (("TEAM-TOV", "TEAM-TOV >= 20"), ("TEAM-REB", ""))]
    found = planned(Fixed(RESULT), *grouped, news("TEAM-AST", when="AST-DIFF >= 1", group="g"))
    assert found == (RESULT, facts("home", "TEAM-REB"))


def test_news_have_a_few_sentences_alone() -> None:
    every = [news(type) for type in ("TEAM-REB", "TEAM-AST", "TEAM-TOV")]  # of both teams
    assert len(planned(Fixed(RESULT), *every)) == 1 + MOST


def test_news_come_after_what_is_in_focus() -> None:
    wish = Wish("Ann", LINE)
    assert planned(Fixed(RESULT, LINE), news("TEAM-REB", when="REB-DIFF >= 1"), focus=[wish])[1] == LINE


def test_words_are_kept_for_news_if_there_is_room() -> None:
    base = Fixed(RESULT)
    declared = news("TEAM-REB", when="REB-DIFF >= 1")
    assert len(planned(base, declared, words=100)) == 2
    assert len(planned(base, declared, words=25)) == 1
    assert base.words == [100 - 12, 25]


def test_implied_facts_are_not_planned_unless_they_are_in_focus() -> None:
    rebounds = Implied(kind="team", types=("TEAM-REB",), when=("side = home",))
    said = facts("home", "TEAM-REB"), facts("vis", "TEAM-REB")
    assert planned(Fixed(RESULT, *said), implied=(rebounds,)) == (RESULT, said[1])
    assert planned(Fixed(RESULT, *said), implied=(rebounds,), focus=[Wish("x", said[0])]) == (RESULT, *said)


def test_a_condition_compares_texts_of_both_sides() -> None:
    """Two sides that play each other again: one sentence says so."""
    teams = [
        team(side, **{"TEAM-PTS": points, "TEAM-REB": "40", "NEXT-OPPONENT": words})
        for side, points, words in (("home", "100", "Rome"), ("vis", "90", "Rome"))
    ]
    table = Table("rotowire", "2", tuple(teams))
    same = Implied(kind="team", types=("TEAM-REB",), when=("NEXT-OPPONENT = opponent.NEXT-OPPONENT", "side = vis"))
    domain = PLAIN.model_copy(update={"implied": (same,)})
    said = tuple((PlannedFact(id, "TEAM-REB", "40"),) for id in ("home", "vis"))
    assert NewsPlanner(Fixed(*said), lambda _: domain).plan(table).sentences == said[:1]


def test_writers_and_length_are_those_of_the_planner() -> None:
    found = NewsPlanner(Fixed(RESULT), lambda _: PLAIN)
    assert found.knows("Ann") and not found.knows("Bob")
    assert found.length == SentenceLength(10, 2)


@pytest.mark.parametrize(
    ("key", "declared", "said"),
    [
        ("newsworthy", {"kind": "coach", "types": ["PTS"]}, "no kind 'coach'"),
        ("newsworthy", {"kind": "team", "types": ["TEAM-REBS"]}, "no type 'TEAM-REBS'; did you mean 'TEAM-REB'"),
        ("implied", {"kind": "team", "types": ["TEAM-REB"], "when": ["TEAM-AS >= 2"]}, "no type 'TEAM-AS'"),
        ("implied", {"kind": "team", "types": ["TEAM-REB"], "when": ["many"]}, "no type 'many'"),
        ("newsworthy", {"kind": "team", "types": ["TEAM-REB"], "when": ["TEAM-REB > > 2"]}, "is not a condition"),
    ],
)
def test_a_description_with_unknown_names_is_refused(key: str, declared: dict[str, object], said: str) -> None:
    described = PLAIN.model_dump(exclude_defaults=True) | {key: [declared]}
    with pytest.raises(ValidationError, match=said):
        Domain.model_validate(described)


def played(home: Sequence[int], away: Sequence[int]) -> Table:
    """A game of which the points of the quarters are given, and those of the whole."""

    def side(name: str, points: Sequence[int]) -> Entity:
        quarters = {f"TEAM-PTS_QTR{number}": str(own) for number, own in enumerate(points[:4], 1)}
        return team(name, **{"TEAM-PTS": str(sum(points)), **quarters})

    return Table("rotowire", "3", (side("home", home), side("vis", away)))


@pytest.mark.parametrize(
    ("home", "away", "told"),
    [
        ((20, 20, 20, 40), (30, 20, 20, 20), {"THREE-QUARTERS": ("60", "70"), "TEAM-PTS_QTR4": ("40", "20")}),
        ((20, 20, 30, 30), (25, 20, 20, 20), {"FIRST-HALF": ("40", "45"), "SECOND-HALF": ("60", "40")}),
        ((20, 20, 30, 30), (20, 20, 20, 20), {"SECOND-HALF": ("60", "40")}),
        ((35, 25, 20, 20), (20, 25, 20, 20), {"FIRST-HALF": ("60", "45")}),
        ((25, 25, 25, 25, 9), (25, 25, 25, 25, 4), {"OVERTIME": ("9", "4")}),
        ((25, 25, 25, 26), (25, 25, 25, 25), {}),
    ],
)
def test_news_of_basketball_tell_the_course_of_the_game(
    home: Sequence[int], away: Sequence[int], told: Mapping[str, tuple[str, str]]
) -> None:
    """How far the winner was behind, else where the game was decided."""
    for table, winner, loser in ((played(home, away), "home", "vis"), (played(away, home), "vis", "home")):
        plan = NewsPlanner(Fixed(RESULT), load_domain).plan(table)
        found = {(fact.entity, fact.type): fact.value for sentence in plan.sentences[1:] for fact in sentence}
        expected = {
            (id, type): own for type, values in told.items() for id, own in zip((winner, loser), values, strict=True)
        }
        assert found == expected
