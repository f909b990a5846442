"""Where sentences end: tables, and the property that nothing is lost or moved."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxscribe.text import PARAGRAPH, sentences

# Tokens with a bar where one sentence ends and the next begins.
SPLITS = [
    "The Kings won . | The Hawks lost .",
    "The Kings won 44 - 30 . | 12 of the 13 Hawks scored .",
    "C.J. Miles led . | C.J . Miles led . | C.J Miles led .",
    "Guards D.J . Augustin and P.J. Tucker scored .",
    "It was C. J . Miles and T. J. Warren .",
    "Tim Hardaway Jr. led St. Louis vs. Dr. Jones .",
    "They lost to Otto Porter , Jr . | Both responded .",
    "They play in L.A. | The Magic rest .",
    "They play in Washington , D.C . | After that , they rest .",
    "It was keyed by C.J . | The Sixers lost .",
    "It ended after 1 a.m . | Hicks struck out .",
    "It starts at 7 p.m. EST in Tampa , Fla. on Aug. 12 .",
    "The No . 1 pick met Mr . Extra Innings . | No . | Never .",
    "The Nos . 8 and 9 hitters singled .",
    "Played at AT & T . | It was close .",
    "He called it `` normal . '' | Durant 's play was not .",
    "`` Out ! '' he cried . | `` MVP ! '' chants from fans rose .",
    "( He left early . ) | The Heat won .",
    "He said `` how about [ that ] ? '' | Manuel asked .",
    "Game over ? | Not so fast ! | Yes .",
    "Glenn Robinson ! ! ! led the Pacers .",
    "11 assists ... and 10 turnovers .",
    "He struck out in the ninth .. .. | The Cubs lost .",
    "He had 27 points . | five rebounds too .",
    f"One . {PARAGRAPH} | Two {PARAGRAPH} | `` Three . '' {PARAGRAPH} | Four .",
    "No stop at the end",
    "One . | no stop at the end",
]


@pytest.mark.parametrize("marked", SPLITS)
def test_split(marked: str) -> None:
    expected = [part.split() for part in marked.split(" | ")]
    assert sentences([token for part in expected for token in part]) == expected


def test_no_tokens_no_sentences() -> None:
    assert sentences([]) == []


TOKENS = st.sampled_from([".", "..", "...", "?", "!", "''", ")", "'", "No", "C.J", "Jr.", "The", "he", "1", PARAGRAPH])


@given(st.lists(TOKENS | st.text(max_size=4)))
def test_the_parts_are_the_whole(tokens: list[str]) -> None:
    parts = sentences(tokens)
    assert [token for part in parts for token in part] == tokens
    assert all(parts)


@pytest.mark.parametrize("token", [".", "!", "''", "C.J", "Jr.", PARAGRAPH])
def test_hostile_repetition_takes_linear_time(token: str) -> None:
    start = time.process_time()
    sentences([token] * 50_000 + ["on"])
    assert time.process_time() - start < 0.5
