"""Claims of a sentence about a small game, and the verdict on each."""

import pytest

from boxscribe.checking.checker import Checker
from small_game import DOMAIN, TABLE

CLAIMS = [
    ("Ann Lee had 20 points and 11 rebounds .", []),
    ("Ann Lee had 22 points and 11 rebounds .", [("22", "20")]),
    ("Ann Lee led the Hawks with 20 points , 11 rebounds and a steal .", []),
    ("Bea Moss added nine points and a pair of steals .", [("pair", "0")]),
    ("Ann Lee had 20 points for the Hawks . He had five assists .", [("five", "4")]),
    ("Ann Lee scored 20 points on 8 - of - 14 shooting .", [("14", "15")]),
    ("The Hawks held the Bulls to 44 percent from the field .", [("44", "41")]),
    ("The Atlanta Hawks ( 3 - 1 ) defeated the Chicago Bulls ( 1 - 3 ) 98 - 90 on Wednesday .", []),
    ("The Hawks ( 3 - 2 ) defeated the Bulls ( 1 - 3 ) 98 - 91 .", [("2", "1"), ("91", "90")]),
    ("The Chicago Bulls defeated the Atlanta Hawks 98 - 90 .", [("defeated", "Atlanta Hawks won")]),
    ("Cleo Nash is averaging 25 points per game .", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wrong"), CLAIMS, ids=[text[:40] for text, _ in CLAIMS])
def test_what_a_sentence_claims(text: str, wrong: list[tuple[str, str]]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, TABLE)
    assert verdicts or "averaging" in text
    found = [(" ".join(tokens[v.start : v.end]), v.expected) for v in verdicts if v.status == "contradicted"]
    assert found == wrong


def test_the_number_in_the_name_of_a_part_of_the_game_counts_nothing() -> None:
    def unread(text: str) -> list[str]:
        verdicts = Checker(DOMAIN).check(text.split(), TABLE)
        return [verdict.said for verdict in verdicts if verdict.family == "number"]

    assert unread("The Hawks led after three quarters , and 17 fans cheered .") == ["17"]
    assert unread("The Hawks met after three meals .") == ["three"]
