"""Claims of a sentence about a small game of baseball: the numbers that are supported, and those that are not."""

import pytest

from boxscribe.checking.checker import Checker
from small_baseball_game import DOMAIN, TABLE

CLAIMS = [
    ("Bea Moss allowed one run and five hits in 6 1/3 innings .", ["one", "five", "6", "1/3"], []),
    ("Bea Moss allowed one run and four hits in 6 2/3 innings .", ["one", "6"], [("four", "5"), ("2/3", "1/3")]),
    ("Bea Moss ( 7 - 5 ) gave up five hits .", ["7", "5", "five"], []),
    ("Bea Moss ( 7 - 6 ) gave up nine hits .", ["7"], [("6", "5"), ("nine", "5")]),
    ("Bea Moss struck out seven and walked two .", ["seven", "two"], []),
    ("Bea Moss struck out eight and walked two .", ["two"], [("eight", "7")]),
    ("Dee Park gave up four runs , three earned runs and eight hits in five - plus innings .",
     ["four", "three", "eight", "five"], []),
    ("Bea Moss gave up two hits .", [], []),
    ("Bea Moss has given up 18 hits in 25 innings this season .", [], []),
    ("Ann Lee drove in three runs .", ["three"], []),
    ("Ann Lee drove in four runs .", [], [("four", "3")]),
    ("Ann Lee had two hits and three RBIs .", ["two", "three"], []),
    ("Ann Lee hit a three - run homer in the third inning .", ["three", "third"], []),
    ("Ann Lee hit a two - run homer in the third inning .", [], [("two", "3")]),
    ("Ann Lee hit a three - run homer in the fifth inning .", ["three"], [("fifth", "3")]),
    ("Cleo Nash hit an RBI single in the second inning .", ["RBI", "second"], []),
    ("Cleo Nash homered .", [], [("homered", "no Home Run of Cleo Nash")]),
    ("The Red Sox took a two - run lead .", [], []),
    ("Ann Lee went 2 - for - 4 .", ["2", "4"], []),
    ("Ann Lee went 3 - for - 4 .", ["4"], [("3", "2")]),
    ("The Red Sox scored three runs in the third inning .", ["three"], []),
    ("Ann Lee homered to make it 3 - 1 .", ["homered", "3", "1"], []),
    ("Ann Lee homered to make it 3 - 2 .", ["homered", "3"], [("2", "1")]),
    ("Ann Lee hit a homer to lead the Red Sox to a 4 - 1 victory over the Tigers .", ["4", "1", "victory over"], []),
    ("Ann Lee hit a homer to lead the Tigers to a 4 - 1 victory over the Red Sox .", ["4", "1"],
     [("victory over", "Boston Red Sox won")]),
    ("Ann Lee homered for a 3 - 1 lead .", ["homered", "3", "1"], []),
    ("Ann Lee homered for a 3 - 4 lead .", ["homered", "3"], [("4", "1")]),
    ("The Red Sox took a 4 - 4 victory .", ["4"], [("4", "1")]),
    ("Ann Lee was 2 for 4 .", ["2", "4"], []),
    ("The Boston Red Sox beat the Detroit Tigers 4 - 1 on Friday .", ["beat", "4", "1", "Friday"], []),
    ("The Boston Red Sox beat the Detroit Tigers 5 - 1 on Friday .", ["beat", "1", "Friday"], [("5", "4")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right", "wrong"), CLAIMS, ids=[text[:50] for text, _, _ in CLAIMS])
def test_what_a_sentence_claims(text: str, right: list[str], wrong: list[tuple[str, str]]) -> None:
    tokens = text.split()
    verdicts = Checker(DOMAIN).check(tokens, TABLE)
    found = [(" ".join(tokens[v.start : v.end]), v.expected) for v in verdicts if v.status == "contradicted"]
    assert found == wrong
    assert [" ".join(tokens[v.start : v.end]) for v in verdicts if v.status == "supported"] == right
