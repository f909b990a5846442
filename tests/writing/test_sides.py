"""Verified sentences name whom they are about, on the right side, and read as sentences do."""

import pytest

from boxscribe.planning.plan import PlannedFact
from boxscribe.tables.phrasing import VerifiedWords
from boxscribe.writing.fluency import broken, clumsy, lower_first
from boxscribe.writing.sides import new_subject, said_of_a_side, unnamed, wrong_sides
from small_baseball_game import DOMAIN, TABLE

HOMER = (PlannedFact("play 1", "HIT-NOUN", "homer"),)
LEE, MOSS = (PlannedFact("0", "h", "2"),), (PlannedFact("1", "p_h", "5"),)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Ann Lee homered for the Red Sox .", True),
        ("Ann Lee homered for Boston .", True),
        ("Ann Lee homered for the Tigers .", False),
        ("Ann Lee of Detroit homered .", False),
        ("Red Sox starter Bea Moss struck out seven .", True),
        ("Tigers starter Bea Moss struck out seven .", False),
        ("Tigers 's Bea Moss struck out seven .", False),
        ("Ann Lee homered off Dee Park to give the Red Sox a 4 - 1 lead .", True),
        ("Ann Lee homered off Dee Park to give the Tigers a 4 - 1 lead .", False),
        ("Ann Lee homered , and the Red Sox beat the Tigers .", True),
        ("Bea Moss beat the Tigers and Cleo Nash .", True),
    ],
)
def test_people_are_of_their_own_side(text: str, right: bool) -> None:
    assert (not list(wrong_sides(TABLE, DOMAIN, text.split()))) == right


@pytest.mark.parametrize(
    ("text", "facts", "last", "right"),
    [
        ("Lee hit a homer .", HOMER, (), True),
        ("He hit a homer .", HOMER, (), False),
        ("She hit a homer .", HOMER, MOSS, False),
        ("She hit a homer .", HOMER, LEE, True),
        ("Lee and Moss played .", LEE + MOSS, (), True),
        ("Lee played .", LEE + MOSS, (), False),
    ],
)
def test_a_sentence_names_all_whom_its_facts_are_about(
    text: str, facts: tuple[PlannedFact, ...], last: tuple[PlannedFact, ...], right: bool
) -> None:
    assert (not list(unnamed(TABLE, DOMAIN, facts, last, text.split()))) == right


@pytest.mark.parametrize(
    "text",
    [
        "The Red Sox 4 - 1 over the Tigers on Friday .",
        "The Tigers 's victory was their first .",
        "The second homer in the third .",
        "Ann Lee , who had two hits .",
        "After Ann Lee hit a homer and the Red Sox won .",
        "Ann Lee walked and Lee scored .",
        "This time , and the Red Sox beat the Tigers .",
        "Ann Lee homered for a 8 - 4 lead .",
    ],
)
def test_a_sentence_has_a_verb_of_its_own_no_false_genitive_and_no_name_twice(text: str) -> None:
    assert list(broken([["Ann", "Lee"]], text.split()))
    assert not list(broken([["Ann", "Lee"]], "Ann Lee , who had two hits , homered in the third .".split()))
    assert not list(broken([["Ann", "Lee"]], "After Ann Lee had homered , the Red Sox won .".split()))


def test_scores_have_the_higher_number_first() -> None:
    assert list(lower_first("The Red Sox trailed 0 - 1 .".split()))
    assert not list(lower_first("Moss ( 5 - 7 ) made it 4 - 1 and went 2 - for - 4 .".split()))


def test_a_longer_phrase_may_be_repeated_if_the_description_says_so() -> None:
    before, sentence = "Ann homered in the third inning .".split(), "Bea walked in the third inning .".split()
    assert list(clumsy(before, sentence))
    assert not list(clumsy(before, sentence, repeated=7))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Bea Moss led the Red Sox .", False),
        ("Bea Moss led Boston .", False),
        ("Bea Moss led the bench .", True),
        ("Cleo Nash led the Tigers , while Dee Park led Detroit .", False),
        ("Bea Moss pitched .", True),
        ("Cleo Nash led the Tigers .", True),
    ],
)
def test_a_side_is_led_once(text: str, right: bool) -> None:
    words = VerifiedWords(once_a_side=("led the *", "led *"))
    domain = DOMAIN.model_copy(update={"verified": words})
    before = "Ann Lee led the Red Sox . Bea Moss pitched .".split()
    assert (not list(said_of_a_side(TABLE, domain, before, text.split()))) == right


@pytest.mark.parametrize(
    ("text", "right"), [("Lee also walked .", True), ("Moss also pitched .", False), ("Moss pitched .", True)]
)
def test_also_is_said_of_whom_the_sentence_before_is_about(text: str, right: bool) -> None:
    domain = DOMAIN.model_copy(update={"verified": VerifiedWords(same_subject=("also",))})
    before = "Bea Moss pitched . Ann Lee homered .".split()
    assert (not list(new_subject(TABLE, domain, before, text.split()))) == right
