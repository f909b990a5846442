"""Statements about a side, and texts that contradict or repeat themselves."""

from itertools import pairwise

import pytest

from boxscribe.checking.checker import Checker
from small_game import DOMAIN, TABLE

TEXTS = [
    ("The Bulls will look to bounce back on Friday .", "contradicted", []),
    ("The Hawks will look to bounce back on Friday .", "contradicted", ["bounce back"]),
    ("The Bulls will look to keep rolling on Friday .", "contradicted", ["keep rolling"]),
    ("The Hawks earned a huge home win .", "contradicted", []),
    ("The Hawks earned a huge road win .", "contradicted", ["road win"]),
    ("The Hawks defeated the visiting Bulls .", "contradicted", []),
    ("The Hawks defeated the host Bulls .", "contradicted", ["host"]),
    ("Ann Moss had a strong game .", "contradicted", ["Ann Moss"]),
    ("The Hawks have won three straight games . The Hawks have lost three straight games .", "contradicted", ["lost"]),
    ("The Hawks have won three straight games . The Bulls have lost three straight games .", "contradicted", []),
    ("Ann Lee and Ann Lee met again .", "contradicted", ["Ann Lee and Ann Lee"]),
    ("The Hawks regrouped at halftime and were strong in the second quarter .", "contradicted", ["second quarter"]),
    ("The Hawks regrouped at halftime and were strong in the third quarter .", "contradicted", []),
    ("The Hawks were ahead at halftime after they were strong in the second quarter .", "contradicted", []),
    ("The Hawks were better in all parts of the game . " * 2, "unsupported", ["."]),
]


@pytest.mark.parametrize(("text", "status", "expected"), TEXTS, ids=[text[:50] for text, *_ in TEXTS])
def test_texts_against_the_result_and_themselves(text: str, status: str, expected: list[str]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, TABLE)
    assert [" ".join(tokens[v.start : v.end]) for v in verdicts if v.status == status] == expected


def test_verdicts_do_not_overlap_where_a_name_is_wrong_twice() -> None:
    tokens = "Cleo Moss had 20 points and 11 rebounds .".split()  # Bea Moss, and the numbers of Ann Lee
    verdicts = Checker(DOMAIN).check(tokens, TABLE)
    assert all(one.end <= other.start for one, other in pairwise(verdicts))
    assert sum(v.status == "contradicted" for v in verdicts) == 1
