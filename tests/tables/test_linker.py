"""Mentions of entities: which spans, which entities, how certain."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.linker import NO_NAMES, Certainty, Discourse, EntityLinker, Gazetteer, Mention
from boxscribe.tables.names import name_forms
from boxscribe.text import sentences
from helpers import games, tables, words

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(name: str, first: str, second: str) -> Entity:
    return Entity.of(name, name, "player", [("FIRST_NAME", first), ("SECOND_NAME", second), ("PTS", "20")])


def team(city: str, name: str) -> Entity:
    return Entity.of(name, f"{city} {name}", "team", [("TEAM-CITY", city), ("TEAM-NAME", name)])


TABLE = Table(
    "rotowire",
    "1",
    (
        player("LeBron James", "LeBron", "James"),
        player("Glenn Robinson III", "Glenn", "Robinson"),
        player("JJ Redick", "JJ", "Redick"),
        player("Luc Mbah a Moute", "Luc", "Mbah a Moute"),
        player("Isaiah Thomas", "Isaiah", "Thomas"),
        player("Lance Thomas", "Lance", "Thomas"),
        player("Thomas Robinson", "Thomas", "Robinson"),
        player("Marc Gasol", "Marc", "Gasol"),
        player("Marc Loria", "Marc", "Loria"),
        player("Orlando Johnson", "Orlando", "Johnson"),
        player("Cleanthony Early", "Cleanthony", "Early"),
        team("Portland", "Trail Blazers"),
        team("Orlando", "Magic"),
        team("LA", "Clippers"),
        team("Oklahoma City", "Thunder"),
    ),
)


def link(text: str, gazetteer: Gazetteer = NO_NAMES, table: Table = TABLE) -> list[Mention]:
    found = EntityLinker(table, load_domain(table.domain), gazetteer).link(sentences(text.split()))
    return [mention for sentence in found for mention in sentence]


def names_of(table: Table) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for entity in table.entities:
        found.setdefault(entity.kind, set()).update(form.tokens for form in name_forms(entity, ROTOWIRE))
    return found


@pytest.mark.parametrize(
    ("text", "longest", "published"),
    [
        ("LeBron James and James won", "LeBron James|James", "LeBron James|James"),
        ("Glenn Robinson III scored", "Glenn Robinson III", "Glenn Robinson III"),
        ("the Portland Trail Blazers", "Portland Trail Blazers", "Portland|Trail Blazers"),
        ("he and his III went to Jr.", "", ""),
        ("a Moute and Mbah a Moute had a win", "Moute|Mbah a Moute", "Moute|Mbah|Moute"),
        ("Kevin Durant and James Harden", "James", "James"),
        ("the Los Angeles Clippers", "Los Angeles Clippers", "Los Angeles Clippers"),
        ("the Blazers beat Oklahoma City", "Blazers|Oklahoma City", "Blazers|Oklahoma City"),
        ("the Oklahoma City Thunder", "Oklahoma City Thunder", "Oklahoma City Thunder"),
        ("J.J. Redick , Redick", "JJ Redick|Redick", "Redick|Redick"),
    ],
)
def test_names_are_found_by_longest_match(text: str, longest: str, published: str) -> None:
    assert "|".join(mention.name for mention in link(text)) == longest
    assert "|".join(mention.name for mention in link(text, Gazetteer(names_of(TABLE)))) == longest
    assert "|".join(mention.name for mention in link(text, Gazetteer(names_of(TABLE), published=True))) == published


@pytest.mark.parametrize(
    "text", ["J.J. Redick", "J.J Redick", "J.J . Redick", "JJ Redick’s", "JJ Redick'", "JJ Redick Jr.", "JJ Redick III"]
)
def test_texts_and_tables_need_not_agree_about_full_stops_possessives_and_suffixes(text: str) -> None:
    for gazetteer in (NO_NAMES, Gazetteer({"player": ["J.J. Redick", "JJ Redick Jr.", "JJ Redick III"]})):
        first = link(f"{text} scored 20 points .", gazetteer)[0]
        assert (first.name, first.entity, first.start) == ("JJ Redick", 2, 0)


def test_an_apostrophe_can_belong_to_a_name() -> None:
    cells = [("team_city", "Oakland"), ("team_name", "Athletics")]
    table = Table("mlb", "1", (Entity.of("0", "Oakland Athletics", "team", cells),))
    assert [mention.name for mention in link("A win for the A's and Oakland's fans", table=table)] == ["A's", "Oakland"]


def resolved(text: str) -> list[tuple[str, list[str], str]]:
    """(name, its entities, certainty) of each mention."""
    return [
        (mention.name, [TABLE.entities[entity].name for entity in mention.entities], mention.certainty.name)
        for mention in link(text)
    ]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("LeBron sat .", ("LeBron", ["LeBron James"], "CERTAIN")),
        ("Thomas sat .", ("Thomas", ["Isaiah Thomas", "Lance Thomas"], "LIKELY")),  # a last name before a first name
        ("Lance Thomas sat . Thomas left .", ("Thomas", ["Lance Thomas"], "CERTAIN")),
        ("Lance Thomas met Isaiah Thomas . Thomas left .", ("Thomas", ["Isaiah Thomas", "Lance Thomas"], "LIKELY")),
        ("Isaiah Thomas met Lance Thomas . Thomas left .", ("Thomas", ["Lance Thomas", "Isaiah Thomas"], "LIKELY")),
        ("Marc sat .", ("Marc", ["Marc Gasol", "Marc Loria"], "UNKNOWN")),  # no reason to prefer one
        ("Marc Loria sat . Marc left .", ("Marc", ["Marc Loria"], "CERTAIN")),
        ("Orlando won .", ("Orlando", ["Orlando Magic"], "CERTAIN")),  # a team before one of many players
        ("Orlando Johnson won .", ("Orlando Johnson", ["Orlando Johnson"], "CERTAIN")),
        ("They met LeBron Jones .", ("LeBron", ["LeBron James"], "LIKELY")),  # perhaps another LeBron
        ("They met LeBron Monday .", ("LeBron", ["LeBron James"], "CERTAIN")),
        ("Early on , it was early .", ("Early", ["Cleanthony Early"], "LIKELY")),  # perhaps no name at all
        ("It was Early who was early .", ("Early", ["Cleanthony Early"], "CERTAIN")),
    ],
)
def test_mentions_are_resolved(text: str, last: tuple[str, list[str], str]) -> None:
    assert resolved(text)[-1] == last


def test_a_mention_knows_its_kinds_and_the_words_of_its_name() -> None:
    magic, thomas, redick = link("The Magic met Thomas and J.J . Redick .")
    assert magic.kinds == {"team"}
    assert thomas.kinds == {"player"}
    assert (magic.entity, thomas.entity, thomas.likeliest) == (12, None, 4)
    assert redick.words == ((5, "JJ"), (7, "Redick"))
    assert thomas.words == ()


def test_a_gazetteer_adds_names_and_their_kinds() -> None:
    text = "Kevin Durant beat LeBron James and the Bulls"
    others = Gazetteer({"player": ["Kevin Durant", "Kevin", "Orlando"], "team": ["Bulls"]})
    durant, james, bulls = link(text, others)
    assert (durant.name, durant.entities, durant.certainty) == ("Kevin Durant", (), Certainty.UNKNOWN)
    assert (james.entity, bulls.entity) == (0, None)
    assert durant.kinds == {"player"}
    assert bulls.kinds == {"team"}
    alone = Gazetteer({"player": ["Kevin Durant", "Kevin"]}, published=True)
    assert [mention.name for mention in link(text, alone)] == ["Kevin Durant"]
    assert link("Orlando won .", others)[0].kinds == {"team"}  # the table knows better


def test_state_is_in_the_discourse_alone() -> None:
    linker = EntityLinker(TABLE, ROTOWIRE)
    first, second = "Lance Thomas sat .".split(), "Thomas left .".split()
    discourse = Discourse.of([first, second])
    linker.link_sentence(first, discourse)
    assert linker.link_sentence(second, discourse)[0].entity == 5
    assert linker.link_sentence(second, Discourse.of([second]))[0].entity is None


@given(table=tables(), text=st.lists(st.one_of(words, st.sampled_from([".", "’s", "Ann", "'"])), max_size=30))
def test_any_text_about_any_table_can_be_linked(table: Table, text: list[str]) -> None:
    domain = load_domain(table.domain)
    kinds = [(kind, type) for kind in domain.kinds for type in domain.kinds[kind].types]
    named = tuple(
        Entity.of(entity.id, entity.name, kind, [(type, entity.name)])
        for entity, (kind, type) in zip(table.entities, kinds[::-1], strict=False)
    )
    sentence = [*text, *(word for entity in named for word in entity.name.split())]
    for gazetteer in (NO_NAMES, Gazetteer({"player": text}), Gazetteer({"player": text}, published=True)):
        end = 0
        for mention in EntityLinker(Table(table.domain, "1", named), domain, gazetteer).link([sentence])[0]:
            assert end <= mention.start < mention.end <= len(sentence)
            end = mention.end
            assert mention.kinds
            assert {named[entity].kind for entity in mention.entities} <= mention.kinds
            assert (mention.certainty == Certainty.UNKNOWN) or mention.entities


def test_every_full_name_of_a_simulated_game_is_found() -> None:
    for table in games(10):
        found = {mention.entity for mention in link(" ".join(table.tokens), table=table)}
        text = " ".join(table.tokens)
        assert {n for n, entity in enumerate(table.entities) if f" {entity.name} " in text} <= found


def test_time_is_linear_in_the_text_and_in_the_table() -> None:
    def seconds(count: int) -> float:
        entities = tuple(player(f"A{count} B{n}", f"A{count}", f"B{n}") for n in range(count))
        text = [["Ann", f"A{count}", f"B{n}", "met", f"B{n}", f"A{count}", "."] for n in range(count)]
        table = Table("rotowire", "1", entities)
        start = process_time()
        EntityLinker(table, ROTOWIRE).link(text)
        return process_time() - start

    assert min(seconds(5000) for _ in range(2)) < 50 * seconds(500)  # quadratic time would be 100 times
