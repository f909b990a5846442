"""Cleaning recaps: what goes, what stays."""

import pytest

from boxscribe.recaps.clean import clean

BODY = "The Badgers beat the Archers 2-0 on Monday night."


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("MIAMI -- — Ann Lee won.", "MIAMI -- Ann Lee won."),
        ("MIAMI — Ann Lee won.", "MIAMI -- Ann Lee won."),
        ("MIAMI (AP) -- Ann Lee won.", "MIAMI (AP) -- Ann Lee won."),
        ("ST. LOUIS (ESPN.com news services) -- Ann Lee won.", "ST. LOUIS -- Ann Lee won."),
        ("OAKLAND,Calif. -- Ann Lee won.", "OAKLAND, Calif. -- Ann Lee won."),
        ("Cubs 4, Mets 2 CHICAGO (AP) -- Ann Lee won.", "CHICAGO (AP) -- Ann Lee won."),
        ("Avisaíl García pitched 6⅔ innings.", "Avisail Garcia pitched 6 2/3 innings."),
        ("He didn’t swing.", "He didn't swing."),
    ],
)
def test_opening_and_signs(given: str, cleaned: str) -> None:
    assert clean([given, BODY]).paragraphs == [cleaned, BODY]


@pytest.mark.parametrize(
    "spoken",
    [
        '"That was fun," Lee said. "Really."',
        "“That was fun,” Lee joked.",
        '"A tough one.',
        'Lee called it "a very strange night" for everybody.',
        'Lee, who said he was "tired," left.',
    ],
)
def test_quotations_go(spoken: str) -> None:
    assert clean([BODY, spoken]).paragraphs == [BODY]


@pytest.mark.parametrize("text", ['It was his sixth "splash hit" of the year.', "Lee said he was tired."])
def test_words_in_quotes_and_reported_speech_stay(text: str) -> None:
    assert clean([BODY, text]).paragraphs == [BODY, text]


def test_only_the_sentence_with_a_quotation_goes() -> None:
    mixed = 'Lee homered in the second. He called it "one of those lucky swings." Roe walked.'
    assert clean([mixed]).paragraphs == ["Lee homered in the second. Roe walked."]


def test_a_dateline_outlives_its_sentence() -> None:
    recap = clean(['DENVER -- "It is what it is," Lee said.', BODY])
    assert recap.paragraphs == [f"DENVER -- {BODY}"]


def test_a_recap_without_a_dateline_gets_the_city_of_the_ballpark() -> None:
    assert clean([BODY], "ANAHEIM, Calif.").paragraphs == [f"ANAHEIM, Calif. -- {BODY}"]
    assert clean([f"DENVER -- {BODY}"], "ANAHEIM, Calif.").paragraphs == [f"DENVER -- {BODY}"]


def test_bullet_points_and_attributions_go() -> None:
    assert clean([BODY, "• Hero: Ann Lee.", "-- Ann Lee, on the win"]).paragraphs == [BODY]


def test_captions_before_the_dateline_go() -> None:
    recap = clean(["Lee talks about the win. (0:45)", f"DENVER -- {BODY}", BODY])
    assert recap.paragraphs == [f"DENVER -- {BODY}", BODY]
    assert recap.used["captions before the dateline"] == 1


@pytest.mark.parametrize("heading", ["GAME NOTES", "Game notes", "NOTES: Lee rested.", "UP NEXT"])
def test_notes_go(heading: str) -> None:
    assert clean([f"DENVER -- {BODY}", heading, "Lee has a sore knee."]).paragraphs == [f"DENVER -- {BODY}"]


def test_tokens_are_those_of_the_dataset() -> None:
    tokens = clean(["DENVER -- Lee (3-1) hit a two-run homer.", "It was 4-2."]).tokens
    assert " ".join(tokens) == "DENVER -- Lee ( 3 - 1 ) hit a two - run homer . *NEWPARAGRAPH* It was 4 - 2 ."
