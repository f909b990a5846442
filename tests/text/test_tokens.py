"""Tokens of plain English and English of tokens: tables, real summaries, any Unicode text, hostile text."""

import gzip
import time
from collections.abc import Callable
from functools import partial
from io import BufferedReader
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from boxscribe.tables.json_stream import json_values
from boxscribe.text import MLB, PARAGRAPH, ROTOWIRE, Convention, detokenise, sentences, straighten, tokenise

GAMES = 300  # of each real file

# English, and the same in RotoWire tokens; true in both directions.
BOTH_WAYS = [
    ("The Kings beat the Hawks 44-30.", "The Kings beat the Hawks 44 - 30 ."),
    ("a double-double", "a double - double"),
    ("on 7-of-11 shooting (8-for-14)", "on 7 - of - 11 shooting ( 8 - for - 14 )"),
    ("The T-Wolves' All-Star is a Third-year guard", "The T-Wolves ' All-Star is a Third-year guard"),
    ("Karl-Anthony Towns's 20-point game", "Karl-Anthony Towns 's 20 - point game"),
    ("post-All-Star-break play", "post - All - Star - break play"),
    ("second- and third-quarter runs", "second - and third - quarter runs"),
    ("a back-and-forth, down-to-the-wire game", "a back - and - forth , down - to - the - wire game"),
    ("the red-hot Spurs - who had won five", "the red - hot Spurs - who had won five"),
    ("a late dunk - his third - and a steal", "a late dunk - his third - and a steal"),
    ("46 points -- his second highest total", "46 points - - his second highest total"),
    ("They didn't, can't and won't lose", "They did n't , ca n't and wo n't lose"),
    ("He'd say they're good, we've won, she'll play", "He 'd say they 're good , we 've won , she 'll play"),
    ("They cannot lose; it's gonna rain", "They can not lose ; it 's gon na rain"),
    ("Sacramento's win, the Hawks' next game", "Sacramento 's win , the Hawks ' next game"),
    ("the Hawks'.", "the Hawks ' ."),
    ("De'Aaron Fox and O'Neal's son", "De'Aaron Fox and O'Neal 's son"),
    ('the "Greek Freak" led', "the `` Greek Freak '' led"),
    ('"MVP," they said. "MVP!" ("MVP")', "`` MVP , '' they said . `` MVP ! '' ( `` MVP '' )"),
    ("the 'big four' of the 'Wolves", "the 'big four ' of the 'Wolves"),
    ("39% shooting for $50 million", "39 % shooting for $ 50 million"),
    ("at AT&T Center with LeBron & Co. again", "at AT & T Center with LeBron & Co. again"),
    ("11 assists ... and 10 turnovers", "11 assists ... and 10 turnovers"),
    ("Tim Hardaway Jr. and C.J. Miles of St. Louis", "Tim Hardaway Jr. and C.J. Miles of St. Louis"),
    ("Sunday vs. the Cavaliers at 7 p.m. EST", "Sunday vs. the Cavaliers at 7 p.m. EST"),
    ("with Tim Hardaway Jr.", "with Tim Hardaway Jr ."),
    ("in L.A. The Magic lost.", "in L.A . The Magic lost ."),
    ("the No. 1 pick on Feb. 22", "the No . 1 pick on Feb. 22"),
    ("hitting .304 with a 2.98 ERA in 1 1/3 innings", "hitting .304 with a 2.98 ERA in 1 1/3 innings"),
    ("45,269 fans, 5:30 left, the 12th time: 3", "45,269 fans , 5:30 left , the 12th time : 3"),
    ("twenty-five", "twenty - five"),
    ("Bogdanović scored", "Bogdanović scored"),
    ("", ""),
]

# The same for MLB, where it differs.
BOTH_WAYS_MLB = [
    ("ATLANTA (AP) -- Tom Glavine", "ATLANTA ( AP ) -- Tom Glavine"),
    ("the left-hander's two-run homer", "the left-hander 's two - run homer"),
    ("went 0-for-4 in a 12-11 win", "went 0 - for - 4 in a 12 - 11 win"),
    ("a 10-game trip, a 3 1/2-game lead", "a 10-game trip , a 3 1/2-game lead"),
    ("J.J. Hardy of the U.S. team", "J. J. Hardy of the U. S. team"),
    ("It ended.\n\nThen rain fell.", f"It ended . {PARAGRAPH} Then rain fell ."),
]

ENGLISH_ONLY = [
    ("with Tim Hardaway Jr. .", "with Tim Hardaway Jr."),
    ("C.J . Miles scored", "C.J. Miles scored"),
    ("the ' 32 Phillies had the Cubs ' 32 hits", "the '32 Phillies had the Cubs' 32 hits"),
    ("with 20 + points", "with 20+ points"),
    ("they can not only win", "they can not only win"),
]

TOKENS_ONLY = [
    ("runs—his\tfirst\n\nof two", "runs — his first of two"),
    ("He said “yes”", "He said “ yes ”"),
    ("it didn’t", "it didn’t"),
    ("points.The", "points.The"),
    ("the seventh--his best--of", "the seventh - - his best - - of"),
]


@pytest.mark.parametrize(("english", "tokens"), BOTH_WAYS)
def test_english_and_rotowire_tokens(english: str, tokens: str) -> None:
    assert tokenise(english) == tokens.split()
    assert detokenise(tokens.split()) == english


@pytest.mark.parametrize(("english", "tokens"), BOTH_WAYS_MLB)
def test_english_and_mlb_tokens(english: str, tokens: str) -> None:
    assert tokenise(english, MLB) == tokens.split()
    assert detokenise(tokens.split()) == english


@pytest.mark.parametrize(("tokens", "english"), ENGLISH_ONLY)
def test_odd_tokens_become_good_english(tokens: str, english: str) -> None:
    assert detokenise(tokens.split()) == english


@pytest.mark.parametrize(("english", "tokens"), TOKENS_ONLY)
def test_odd_english_becomes_tokens(english: str, tokens: str) -> None:
    assert tokenise(english) == tokens.split()


def test_straightened_text_tokenises_like_typed_text() -> None:
    pasted = "The Hawks’ “big three” didn’t lose 44–30 — again"
    assert " ".join(tokenise(straighten(pasted))) == ("The Hawks ' `` big three '' did n't lose 44 - 30 - - again")


@pytest.mark.parametrize(
    ("file", "convention"),
    [
        ("rotowire/valid.json.gz", ROTOWIRE),
        ("rotowire/train.json.gz", ROTOWIRE),
        ("mlb/official_sample.json.gz", MLB),
        ("mlb/train_partial_text.json.gz", MLB),
    ],
)
def test_real_sentences_survive_the_round_trip(data_dir: Path, file: str, convention: Convention) -> None:
    path = data_dir / file
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    total, exceptions = 0, []
    with gzip.open(path) as stream:
        for game in islice(json_values(BufferedReader(stream)), GAMES):
            for sentence in sentences(game["summary"]):
                tokens = [token for token in sentence if token != PARAGRAPH]
                again = tokenise(detokenise(tokens), convention)
                total += 1
                if again != tokens:
                    exceptions.append(f"{' '.join(tokens)}\n{' '.join(again)}\n")
    assert 1 - len(exceptions) / total >= 0.99, "\n".join([f"{len(exceptions)} of {total}", *exceptions[:20]])


def test_paragraphs_survive_the_round_trip() -> None:
    recap = f"One . {PARAGRAPH} Two ( 2 - 0 ) . {PARAGRAPH} `` Three , '' he said .".split()
    assert tokenise(detokenise(recap), MLB) == recap


WORDS = st.sampled_from(
    ["the", "Kings", "-", "--", "'", "'s", '"', "``", "''", ".", "...", "C.J.", "Jr.", "5:30", "No", "(", ")", "\n\n"]
)
TEXTS = st.text() | st.lists(WORDS | st.text(max_size=3)).map(" ".join) | st.lists(WORDS).map("".join)


@pytest.mark.parametrize("convention", [ROTOWIRE, MLB])
@given(text=TEXTS)
@example(text="🏀 שלום مرحبا \x00\x1b\u200b\ufeff ﬁ İ")
@example(text="-".join(["Wolfe"] * 200) + " von " + " ".join(["Plant"] * 200))
def test_no_character_is_lost(convention: Convention, text: str) -> None:
    text = text.replace('"', "")  # a straight quote becomes `` or '', the one thing that is rewritten
    tokens = [token for token in tokenise(text, convention) if token != PARAGRAPH]
    assert "".join(tokens) == "".join(text.split())
    assert not any(token == "" or token.isspace() for token in tokens)


@given(text=TEXTS, tokens=st.lists(WORDS | st.text(max_size=3)))
def test_any_text_and_any_tokens_are_accepted(text: str, tokens: list[str]) -> None:
    for convention in (ROTOWIRE, MLB):
        detokenise(tokenise(text, convention))
    detokenise(tokens)


LONG, LIMIT = 50_000, 0.5  # characters or tokens, seconds: a quadratic loop needs minutes
NASTY = [
    "a",
    "-",
    "'",
    '"',
    ".",
    "'s",
    "a.",
    "a-",
    "n't",
    "one-",
    "1-for-",
    ",1",
    "`",
    "(",
    "\n ",
    "\n\n",
    "! ",
    "- ",
    "' 1 ",
    "Jr. ",
]


@pytest.mark.parametrize("unit", NASTY)
def test_hostile_repetition_takes_linear_time(unit: str) -> None:
    text = unit * (LONG // len(unit))
    for convention in (ROTOWIRE, MLB):
        assert _seconds(partial(tokenise, text, convention)) < LIMIT
    tokens = tokenise(text)
    assert _seconds(lambda: detokenise(tokens)) < LIMIT
    assert _seconds(lambda: detokenise([unit.strip() or "x"] * LONG)) < LIMIT


def test_a_megabyte_takes_less_than_a_second_each_way() -> None:
    english = " ".join(english for english, _ in BOTH_WAYS)
    text = f"{english} " * (1_000_000 // len(english) + 1)
    assert _seconds(lambda: tokenise(text)) < 1
    tokens = tokenise(text)
    assert _seconds(lambda: detokenise(tokens)) < 1


def _seconds(work: Callable[[], object]) -> float:
    """Processor time, so that a busy machine changes little."""
    start = time.process_time()
    work()
    return time.process_time() - start
