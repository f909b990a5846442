"""Which entity and which value a token states: by hand, on simulated games, and against the published relations."""

import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.batches.align import Fact, align
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.domain import Domain
from boxscribe.tables.frozen import FrozenDict
from boxscribe.tables.read import read_tables
from boxscribe.text import sentences, to_number
from boxscribe.text.forms import forms
from helpers import games, tables, words

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(id: str, first: str, second: str, **values: str) -> Entity:
    cells = [*values.items(), ("FIRST_NAME", first), ("SECOND_NAME", second)]
    return Entity.of(id, f"{first} {second}", "player", cells)


def team(id: str, city: str, name: str, points: str, turnovers: str) -> Entity:
    cells = [("TEAM-PTS", points), ("TEAM-TOV", turnovers), ("TEAM-CITY", city), ("TEAM-NAME", name)]
    return Entity.of(id, f"{city} {name}", "team", cells)


NBA = (
    player("lowry", "Kyle", "Lowry", START_POSITION="G", PTS="24", REB="6", AST="1"),
    player("isaiah", "Isaiah", "Thomas", START_POSITION="G", PTS="20", REB="6"),
    player("lance", "Lance", "Thomas", START_POSITION="F", PTS="25", REB="6", AST="4"),
    player("early", "Cleanthony", "Early", START_POSITION="C", PTS="8", STL="2"),
    player("miles", "CJ", "Miles", PTS="13", AST="105"),
    player("oubre", "Kelly", "Oubre Jr.", PTS="9", FG3M="3"),
    team("clippers", "Los Angeles", "Clippers", "99", "20"),
    team("lakers", "Los Angeles", "Lakers", "101", "13"),
    team("york", "New York", "Knicks", "7", "5"),
)
BASEBALL = (
    Entity.of(
        "drew",
        "J.D. Drew",
        "player",
        [("first_name", "J.D."), ("last_name", "Drew"), ("avg", ".304"), ("p_ip1", "2"), ("p_ip2", "1/3"), ("h", "4")],
    ),
    Entity.of("cruz", "Ed De La Cruz", "player", [("first_name", "Ed"), ("last_name", "De La Cruz"), ("pos", "SS")]),
    Entity.of("sox", "Boston Red Sox", "team", [("team_name", "Red Sox"), ("team_city", "Boston"), ("result", "win")]),
    Entity.of("0", "play 0", "play", [("batter", "Ed De La Cruz"), ("event", "Sac Fly"), ("inning", "8"), ("o", "2")]),
    Entity.of("1", "play 1", "play", [("batter", "J.D. Drew"), ("event", "Single"), ("inning", "9")]),
    Entity.of("2", "play 2", "play", [("batter", "J.D. Drew"), ("event", "Single"), ("inning", "9")]),
)


def stated(text: str, entities: tuple[Entity, ...], domain: Domain) -> str:
    """The facts of a text, as `token=entity`, or `token/value=entity` where the token is not the value."""
    table = Table(domain.name, "x", entities, tuple(text.split()))
    facts = align(table, domain)
    assert len(facts) == len(table.tokens)
    return " ".join(
        (token if token == fact.value else f"{token}/{fact.value}") + f"={entities[fact.entity].id}"
        for token, fact in zip(table.tokens, facts, strict=True)
        if fact is not None
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names
        ("Kyle Lowry sat .", "Kyle=lowry Lowry=lowry"),
        ("Lowry and Kyle sat .", "Lowry=lowry Kyle=lowry"),
        ("The Los Angeles Clippers won .", "Los=clippers Angeles=clippers Clippers=clippers"),
        ("Los Angeles won .", ""),
        ("The Lakers lost . Los Angeles was cold .", "Lakers=lakers Los=lakers Angeles=lakers"),
        ("The Lakers met the Clippers in Los Angeles .", "Lakers=lakers Clippers=clippers"),
        ("Thomas sat .", ""),
        ("Lance Thomas sat . Thomas left .", "Lance=lance Thomas=lance Thomas=lance"),
        ("Lance Thomas met Isaiah Thomas . Thomas left .", "Lance=lance Thomas=lance Isaiah=isaiah Thomas=isaiah"),
        ("They host Kyle Korver and the New Orleans Pelicans .", ""),
        ("New York beat Kyle Monday .", "New=york York=york Kyle=lowry"),
        ("Early on , it was early .", ""),
        ("It was Early who was early .", "Early=early"),
        ("C.J . Miles , C.J. Miles and CJ", "C.J/CJ=miles Miles=miles C.J./CJ=miles Miles=miles CJ=miles"),
        ("Jr. sat , Oubre Jr. and Oubre’s team won .", "Oubre=oubre Jr.=oubre Oubre’s/Oubre=oubre"),
        ("lowry , LOWRY and the clippers", ""),
        # numbers
        ("Lowry had 24 points and six rebounds .", "Lowry=lowry 24=lowry six/6=lowry"),
        ("Lance Thomas had twenty - five .", "Lance=lance Thomas=lance twenty/25=lance"),
        ("Miles had one hundred and five .", "Miles=miles one/105=miles"),
        ("He had 24 points . Lowry sat .", "Lowry=lowry"),
        ("Oubre hit three - pointers , three of them late .", "Oubre=oubre three/3=oubre"),
        ("Lowry had one of his six .", "Lowry=lowry six/6=lowry"),
        ("Lowry had one assist , one block and one point .", "Lowry=lowry one/1=lowry"),
        ("Lowry had no one .", "Lowry=lowry"),
        ("The Lakers beat the Clippers 101 - 99 .", "Lakers=lakers Clippers=clippers 101=lakers 99=clippers"),
        ("Kyle and Isaiah grabbed six .", "Kyle=lowry Isaiah=isaiah six/6=isaiah"),
        ("With six from Kyle and Isaiah , they won .", "six/6=lowry Kyle=lowry Isaiah=isaiah"),
        # the unit decides, then what most of the numbers say
        ("Isaiah paid the Clippers 20 points .", "Isaiah=isaiah Clippers=clippers 20=isaiah"),
        ("The Clippers had 20 turnovers to Isaiah .", "Clippers=clippers 20=clippers Isaiah=isaiah"),
        ("The Clippers had 20 assists .", "Clippers=clippers"),
        ("Isaiah led the Clippers , 20 and 6 .", "Isaiah=isaiah Clippers=clippers 20=isaiah 6=isaiah"),
        ("Isaiah had six boards and six swipes .", "Isaiah=isaiah six/6=isaiah"),
        ("Oubre hit three three - pointers and three free throws .", "Oubre=oubre three/3=oubre"),
        ("Isaiah had six offensive rebounds and six early turnovers .", "Isaiah=isaiah six/6=isaiah"),
        # numbers in other forms, with the unit of a cell
        ("Lowry had six rebounds and an assist in a game .", "Lowry=lowry six/6=lowry an/1=lowry"),
        ("Lowry had a dime and a steal .", "Lowry=lowry a/1=lowry"),
        ("Early had a pair of steals and a pair .", "Early=early pair/2=early"),
        ("Early had a steal .", "Early=early"),
        ("The Knicks lost the fifth turnover in the fifth quarter .", "Knicks=york fifth/5=york"),
        ("Isaiah had the 6th rebound of his second half .", "Isaiah=isaiah 6th/6=isaiah"),
        ("Oubre was shy of a triple - double .", "Oubre=oubre"),
        # what is in no cell
        ("Isaiah missed six games , six straight and his last six .", "Isaiah=isaiah"),
        ("Isaiah won six of their last seven in a six - game stretch .", "Isaiah=isaiah"),
        ("Oubre drained a deep three for the starting five .", "Oubre=oubre"),
        ("Down six , Isaiah passed six Bulls fans .", "Isaiah=isaiah"),
        ("Isaiah , averaging 20 points , had 6 . Isaiah had 6 .", "Isaiah=isaiah Isaiah=isaiah 6=isaiah"),
        # pronouns
        ("Kyle Lowry shot well . He had six rebounds .", "Kyle=lowry Lowry=lowry six/6=lowry"),
        ("Lowry shot well . The Lakers beat him by six .", "Lowry=lowry Lakers=lakers"),
        # other values
        ("C Early at C .", "C=early Early=early C=early"),
        ("C for two .", ""),
    ],
)
def test_basketball(text: str, expected: str) -> None:
    assert stated(text, NBA, ROTOWIRE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("J. D. Drew hit .304 in 2 1/3 scoreless innings", "J./J.D.=drew Drew=drew .304=drew 2=drew 1/3=drew"),
        ("J.D. Drew hit .305 with two in .", "J.D.=drew Drew=drew"),
        ("J.D. Drew hit .305 with two out .", "J.D.=drew Drew=drew"),
        ("Drew got four hits with two outs .", "Drew=drew four/4=drew"),
        ("Ed De La Cruz and De La Cruz", "Ed=cruz De=cruz La=cruz Cruz=cruz De=cruz La=cruz Cruz=cruz"),
        ("The Sox and the Red Sox of Boston", "Sox=sox Red=sox Sox=sox Boston=sox"),
        ("A Sac Fly in the 8 , a Single in the 9 .", ""),
        ("A Sac bunt to SS for the win .", ""),
    ],
)
def test_baseball(text: str, expected: str) -> None:
    assert stated(text, BASEBALL, MLB) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A city under another name is mentioned, but its words are no value of the table.
        ("Los Angeles had 20 turnovers and Thomas 6 .", "20=la Thomas=isaiah 6=isaiah"),
        ("LA had 20 turnovers .", "LA=la 20=la"),
        ("Robinson had 2 , Thomas 6 .", "Robinson=robinson 2=robinson Thomas=isaiah 6=isaiah"),
        ("T.J. Robinson had 2 .", "T.J./TJ=robinson Robinson=robinson 2=robinson"),
    ],
)
def test_other_names_and_last_names_first(text: str, expected: str) -> None:
    entities = (
        player("isaiah", "Isaiah", "Thomas", PTS="6"),
        player("other", "Thomas", "Welsh", PTS="6"),
        player("robinson", "TJ", "Robinson", PTS="2"),
        team("la", "LA", "Clippers", "99", "20"),
    )
    assert stated(text, entities, ROTOWIRE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Clippers had five players in double figures .", "Clippers=clippers five/5=clippers"),
        ("The Clippers had five bench players .", "Clippers=clippers five/5=clippers"),
        ("The Clippers had five .", "Clippers=clippers"),  # a table has many derived numbers
        ("The Clippers had 40 points off the bench .", "Clippers=clippers 40=clippers"),
        ("The Clippers had 40 points .", "Clippers=clippers"),  # another type has this unit, so the label decides
        ("The Clippers had two players .", "Clippers=clippers"),  # a rank is no cardinal
    ],
)
def test_derived_numbers_need_their_unit(text: str, expected: str) -> None:
    derived = [("DOUBLE-FIGURES", "5"), ("BENCH-PTS", "40"), ("PTS-RANK", "2")]
    cells = [("TEAM-PTS", "99"), *derived, ("TEAM-CITY", "Los Angeles"), ("TEAM-NAME", "Clippers")]
    entity = Entity.of("clippers", "Los Angeles Clippers", "team", cells)
    assert stated(text, (entity,), ROTOWIRE.extended(type for type, _ in derived)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Lakers won their third straight game .", [("third", "WIN-STREAK")]),
        ("The Lakers have won three in a row .", [("three", "WIN-STREAK")]),
        ("The Lakers have lost three in a row .", []),
        ("The Lakers have won four straight .", []),
        ("The Lakers played in the third quarter .", []),
    ],
)
def test_a_streak_states_its_record(text: str, expected: list[tuple[str, str]]) -> None:
    cells = [("TEAM-CITY", "Los Angeles"), ("TEAM-NAME", "Lakers"), ("WIN-STREAK", "3")]
    lakers = Entity.of("home", "Los Angeles Lakers", "team", cells, {"side": "home"})
    domain = ROTOWIRE.extended(["WIN-STREAK"])
    table = Table("rotowire", "x", (lakers,), tuple(text.split()), {"season": {"games": []}})
    facts = zip(table.tokens, align(table, domain), strict=True)
    assert [(token, fact.type) for token, fact in facts if fact and fact.value == "3"] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # "4 - 8 FG" are field goals though the free throws have the same numbers, and the other way round.
        ("Lowry had 24 points ( 4 - 8 FG , 4 - 8 FT ) .", [("4", "FGM"), ("8", "FGA"), ("4", "FTM"), ("8", "FTA")]),
        ("The Lakers outscored the Knicks 31 - 22 in the second quarter .", [
            ("31", "TEAM-PTS_QTR2"), ("22", "TEAM-PTS_QTR2"),
        ]),
        ("Next , the Lakers host the Boston Celtics on Monday .", [
            ("Boston", "NEXT-OPPONENT-CITY"), ("Celtics", "NEXT-OPPONENT"), ("Monday", "NEXT-WEEKDAY"),
        ]),
        ("The Lakers won on Friday .", [("Friday", "WEEKDAY")]),
        # What is not true states nothing.
        ("Lowry had 4 rebounds .", []),
    ],
)  # fmt: skip
def test_a_true_claim_states_the_record_that_proves_it(text: str, expected: list[tuple[str, str]]) -> None:
    ahead = {"NEXT-OPPONENT": "Celtics", "NEXT-OPPONENT-CITY": "Boston", "NEXT-SIDE": "home", "NEXT-WEEKDAY": "Monday"}
    derived = {"WEEKDAY": "Friday", **ahead}
    quarters = {"TEAM-PTS_QTR1": "31", "TEAM-PTS_QTR2": "31", "TEAM-PTS": "99", **derived}
    others = {"TEAM-PTS_QTR1": "22", "TEAM-PTS_QTR2": "22", "TEAM-PTS": "88", "WEEKDAY": "Friday"}
    lowry = player("lowry", "Kyle", "Lowry", PTS="24", FGM="4", FGA="8", FTM="4", FTA="8")
    entities = (
        replace(lowry, features=FrozenDict(HOME)),
        named_team("lakers", "Los Angeles", "Lakers", HOME, quarters),
        named_team("knicks", "New York", "Knicks", AWAY, others),
    )
    meta = {"season": {"games": []}, "day": "04_15_16"}
    table = Table("rotowire", "x", entities, tuple(text.split()), meta)
    facts = align(table, ROTOWIRE.extended(derived))
    names = {"Lowry", "Lakers", "Knicks"}
    typed = [(token, fact.type) for token, fact in zip(table.tokens, facts, strict=True) if fact and token not in names]
    assert [pair for pair in typed if pair[0] != "24"] == expected


HOME, AWAY = {"side": "home"}, {"side": "away"}


def named_team(id: str, city: str, name: str, features: dict[str, str], values: dict[str, str]) -> Entity:
    return Entity.of(
        id, f"{city} {name}", "team", [*values.items(), ("TEAM-CITY", city), ("TEAM-NAME", name)], features
    )


def test_a_kind_without_a_description_is_never_named() -> None:
    stranger = Entity.of("x", "Ann", "coach", [("FIRST_NAME", "Ann"), ("AGE", "50")])
    assert stated("Ann and Kyle are 50", (*NBA, stranger), ROTOWIRE) == "Ann=x Kyle=lowry"


@pytest.mark.parametrize("domain", [ROTOWIRE, MLB])
def test_in_simulated_games_facts_are_true_and_full_names_are_known(domain: Domain) -> None:
    for table in games(40, domain.name):
        facts = align(table, domain)
        for token, fact in zip(table.tokens, facts, strict=True):
            if fact is not None:
                held = {word for record in table.entities[fact.entity].records for word in record.value.split()}
                assert fact.value in held
                assert token == fact.value or to_number([token]) is not None or token in forms(fact.value)
        for number, entity in enumerate(table.entities):
            types, name = domain.kinds[entity.kind].name, tuple(entity.name.split())
            # RotoWire's columns have only two words of a longer name, so its third word is no value.
            parts = {word for type in types for value in entity.values(type) for word in value.split()}
            expected = [Fact(number, word) if word in parts else None for word in name]
            for at in range(len(facts)):
                if types and table.tokens[at : at + len(name)] == name:
                    assert facts[at : at + len(name)] == expected


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Lowry had 24 points and six rebounds .", ["PTS", "REB"]),
        ("Lowry had a 24 - point game with six .", ["PTS", ""]),
        ("Lowry had one assist and 24 in all .", ["AST", ""]),
        ("The Clippers had 20 turnovers .", ["TEAM-TOV"]),
    ],
)
def test_where_a_text_names_the_unit_the_type_is_known(text: str, types: list[str]) -> None:
    facts = align(Table("rotowire", "x", NBA, tuple(text.split())), ROTOWIRE)
    assert [fact.type for fact in facts if fact is not None and fact.value.isdigit()] == types


def test_in_simulated_games_points_belong_to_the_player_just_named() -> None:
    checked = 0
    for table in games(40):
        named = -1
        for token, following, fact in zip(table.tokens, table.tokens[1:], align(table, ROTOWIRE), strict=False):
            if fact is None or table.entities[fact.entity].kind != "player":
                continue
            if token in table.entities[fact.entity].name.split():
                named = fact.entity
            elif following == "points":
                checked += 1
                assert fact == Fact(named, table.entities[named].value("PTS") or "", "PTS")
    assert checked > 200


def coverage(found: list[tuple[Table, list[Fact | None]]]) -> float:
    """The share of the tokens that could be copied for which it is known from where."""
    copyable = [
        fact is not None
        for table, facts in found
        for held in [{word for record in table.records for word in record.value.split()}]
        for token, fact in zip(table.tokens, facts, strict=True)
        if token in held
    ]
    return sum(copyable) / len(copyable)


def test_most_copies_of_simulated_games_are_known() -> None:
    for domain in (ROTOWIRE, MLB):
        known = coverage([(table, align(table, domain)) for table in games(60, domain.name)])
        assert known > (0.95 if domain.cues.bare_numbers else 0.92)


@given(tables(), st.lists(st.one_of(words, st.sampled_from(["6", "six", ".", "Ann", "of", "’s"])), max_size=20))
def test_any_table_and_any_text_can_be_aligned(table: Table, tokens: list[str]) -> None:
    domain = load_domain(table.domain)
    kinds = [(kind, type) for kind in domain.kinds for type in domain.kinds[kind].types]
    known = tuple(
        Entity.of(entity.id, entity.name, kind, [(type, entity.name), ("AGE", "6")])
        for entity, (kind, type) in zip(table.entities, kinds[::-1], strict=False)
    )
    parts = [word for entity in table.entities for word in entity.name.split()]
    for entities in (table.entities, known):
        changed = Table(table.domain, table.id, entities, (*table.tokens, *tokens, *parts))
        for fact in align(changed, domain):
            if fact is not None:
                values = [record.value for record in entities[fact.entity].records]
                assert any(fact.value in value.split() for value in values)


# ---------------------------------------------------------------------------------------------------- real games

Found = list[tuple[Table, list[Fact | None]]]


@pytest.fixture(scope="module")
def valid(data_dir: Path) -> Found:
    return [(table, align(table, ROTOWIRE)) for table in read_tables(data_dir / "rotowire" / "valid.json.gz")]


@pytest.fixture(scope="module")
def published(data_dir: Path) -> list[list[tuple[str, str, str]]]:
    """(entity, number, type) as the published system found them; a blank line opens each document."""
    documents: list[list[tuple[str, str, str]]] = []
    for line in (
        gzip.decompress((data_dir / "rotowire" / "gold_tuples_valid.txt.gz").read_bytes()).decode().splitlines()
    ):
        if line:
            entity, number, type = line.split("|")
            documents[-1].append((entity, str(to_number(number)), type))
        else:
            documents.append([])
    return documents


def test_nine_of_ten_copies_of_real_games_are_known(valid: Found, data_dir: Path) -> None:
    assert coverage(valid) > 0.9
    assert coverage([(t, align(t, MLB)) for t in read_tables(data_dir / "mlb" / "complete_text.json.gz")]) > 0.87


def beside_names(table: Table, facts: list[Fact | None]) -> Iterator[Fact]:
    """The facts that the published system can find: cardinal numbers of entities whose names are in the sentence."""
    start = 0
    for sentence in sentences(table.tokens):
        stated = list(zip(sentence, facts[start : start + len(sentence)], strict=True))
        named = {fact.entity for _, fact in stated if fact is not None and not fact.value.isdigit()}
        for token, fact in stated:
            if fact is not None and fact.value.isdigit() and fact.entity in named and to_number([token]) is not None:
                yield fact
        start += len(sentence)


def test_the_facts_agree_with_the_published_relations(
    valid: Found, published: list[list[tuple[str, str, str]]]
) -> None:
    """Recall counts the relations that the table confirms; precision is a lower bound, for the system misses some."""
    recalled, confirmed, typed = [], [], []
    for (table, facts), relations in zip(valid, published, strict=True):
        mine = {fact._replace(type="") for fact in facts if fact is not None}
        theirs: set[Fact] = set()
        types: dict[Fact, set[str]] = {}
        for name, value, type in relations:
            kind = "player" if type.startswith("PLAYER") else "team"
            meant = {
                Fact(number, value)
                for number, entity in enumerate(table.entities)
                if entity.kind == kind and set(name.split()) <= set(entity.name.split())
            }
            theirs |= meant
            for fact in meant:
                types.setdefault(fact, set()).add(type.removeprefix("PLAYER-"))
            if any(record.value == value for fact in meant for record in table.entities[fact.entity].records):
                recalled.append(not mine.isdisjoint(meant))
        digits = [fact for fact in facts if fact is not None and fact.value.isdigit()]
        confirmed += [fact._replace(type="") in theirs for fact in beside_names(table, facts)]
        typed += [fact.type in types.get(fact._replace(type=""), {fact.type}) for fact in digits if fact.type]
    assert sum(recalled) / len(recalled) > 0.965
    assert sum(confirmed) / len(confirmed) > 0.9
    assert len(typed) > 5000 and sum(typed) / len(typed) > 0.97
