"""The forms in which a text can name an entity."""

import pytest

from boxscribe.tables import Entity, load_domain
from boxscribe.tables.names import NamePart, name_forms, name_key, name_words

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")


def player(name: str, first: str, second: str) -> Entity:
    return Entity.of(name, name, "player", [("FIRST_NAME", first), ("SECOND_NAME", second), ("PTS", "20")])


def forms(entity: Entity) -> dict[str, str]:
    return {form.key: form.part.name for form in name_forms(entity, ROTOWIRE)}


@pytest.mark.parametrize(
    ("entity", "expected"),
    [
        (player("LeBron James", "LeBron", "James"), {"LeBron James": "FULL", "James": "LAST", "LeBron": "OTHER"}),
        (
            player("Glenn Robinson III", "Glenn", "Robinson"),
            {"Glenn Robinson III": "FULL", "Glenn Robinson": "FULL", "Robinson": "LAST", "Glenn": "OTHER"},
        ),
        (
            player("Kelly Oubre Jr.", "Kelly", "Oubre Jr."),
            {"Kelly Oubre Jr": "FULL", "Kelly Oubre": "FULL", "Oubre Jr": "LAST", "Oubre": "LAST", "Kelly": "OTHER"},
        ),
        (  # RotoWire's columns have only two words of this name
            player("Luc Mbah a Moute", "Luc", "Mbah"),
            {"Luc Mbah a Moute": "FULL", "Luc Mbah": "FULL", "Mbah": "LAST", "Luc": "OTHER", "Moute": "OTHER"},
        ),
        (
            Entity.of("0", "LA Clippers", "team", [("TEAM-CITY", "LA"), ("TEAM-NAME", "Clippers")]),
            {
                "LA Clippers": "FULL",
                "Los Angeles Clippers": "FULL",
                "Clippers": "LAST",
                "LA": "OTHER",
                "Los Angeles": "OTHER",
                "Los": "OTHER",
                "Angeles": "OTHER",
            },
        ),
        (Entity.of("0", "a play", "coach", [("FIRST_NAME", "Ann")]), {}),  # a kind that the description does not have
    ],
)
def test_forms_of_a_name(entity: Entity, expected: dict[str, str]) -> None:
    assert forms(entity) == expected


def test_runs_of_a_long_part_begin_and_end_with_words_that_can_stand_alone() -> None:
    keys = forms(player("Ed De La Cruz", "Ed", "De La Cruz")).keys()
    assert keys == {"Ed De La Cruz", "De La Cruz", "De La", "De", "La Cruz", "La", "Cruz", "Ed"}
    keys = forms(player("Luc Mbah a Moute", "Luc", "Mbah a Moute")).keys()
    assert keys == {"Luc Mbah a Moute", "Mbah a Moute", "Mbah", "Moute", "Luc"}


def test_a_name_is_tokenised_as_its_corpus_does_and_as_one_word() -> None:
    entity = Entity.of("0", "J.D. Drew", "player", [("first_name", "J.D."), ("last_name", "Drew")])
    found = {form.key: form for form in name_forms(entity, MLB)}
    assert found.keys() == {"JD Drew", "J D Drew", "JD", "J D", "Drew"}
    assert found["J D Drew"].tokens == "J. D. Drew"
    assert found["JD Drew"].tokens == "J.D. Drew"
    assert found["J D Drew"].words == ("J.D.", None, "Drew")
    assert found["J D Drew"].part == NamePart.FULL


def test_the_number_of_forms_is_linear_in_the_length_of_a_name() -> None:
    def count(words: int) -> int:
        name = " ".join(f"W{n}" for n in range(words))
        return len(forms(player(name, "Ann", name)))

    assert count(2000) < 25 * count(100)


@pytest.mark.parametrize(
    ("token", "key"), [("C.J.", "CJ"), ("C.J", "CJ"), ("Amar’e", "Amar'e"), ("...", "..."), ("A", "A")]
)
def test_spellings_of_a_word_share_a_key(token: str, key: str) -> None:
    assert name_key(token) == key


def test_words_of_a_name_leave_out_punctuation() -> None:
    assert name_words(player("Ann B & C", "Ann", "B & C"), ROTOWIRE) == ["Ann", "B", "C"]
