"""The texts of a system: which game each belongs to, tokens or plain English, and what is wrong with a file."""

import gzip
import json
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.scores.texts import read_lines, read_texts
from boxscribe.tables import load_domain
from boxscribe.text import PARAGRAPH, detokenise
from helpers import games

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")
TOKENS = "The Kings ( 3 - 1 ) did n't lose . They won ."
PLAIN = "The Kings (3-1) didn't lose. They won."


def atomic_write(folder: Path, content: str | bytes, name: str = "texts.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(("content", "tokenised"), [(TOKENS, True), (PLAIN, False)])
def test_tokens_and_plain_english_are_told_apart_and_give_the_same(
    tmp_path: Path, content: str, tokenised: bool
) -> None:
    texts = read_texts(atomic_write(tmp_path, content + "\n"))
    assert texts.tokenised is tokenised
    assert texts.tokens(0, "any", ROTOWIRE) == TOKENS.split()


def test_simulated_stories_are_recognised_either_way(tmp_path: Path) -> None:
    for table in (*games(5), *games(5, "mlb")):
        tokens = atomic_write(tmp_path, " ".join(table.tokens), "tokens")
        plain = atomic_write(tmp_path, detokenise(table.tokens).replace("\n", " "), "plain")
        assert (read_texts(tokens).tokenised, read_texts(plain).tokenised) == (True, False)


def test_real_texts_are_recognised_either_way(data_dir: Path, tmp_path: Path) -> None:
    lines = read_lines(data_dir / "rotowire" / "reference_valid.txt.gz")
    for number, line in enumerate(lines[::8]):
        assert read_texts(atomic_write(tmp_path, line, "tokens")).tokenised, number
        assert not read_texts(atomic_write(tmp_path, detokenise(line.split()), "plain")).tokenised, number


def test_what_is_declared_is_believed(tmp_path: Path) -> None:
    texts = read_texts(atomic_write(tmp_path, PLAIN), tokenised=True)
    assert texts.tokens(0, "any", ROTOWIRE) == PLAIN.split()


def test_a_mixture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"2 full stops and commas stand alone and 2 end a word.*--tokenised or --plain"
    ):
        read_texts(atomic_write(tmp_path, f"{TOKENS}\n{PLAIN}\n"))


def test_plain_english_is_tokenised_as_its_domain_does(tmp_path: Path) -> None:
    lines = [json.dumps({"id": "a", "text": "J.D. won.\n\nThey lost."})]
    assert read_texts(atomic_write(tmp_path, "\n".join(lines))).tokens(0, "a", MLB)[:5] == [
        "J.",
        "D.",
        "won",
        ".",
        PARAGRAPH,
    ]


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_lines_follow_the_order_of_the_games(tmp_path: Path, end: str) -> None:
    line = "\r\n" if end == "\r\n" else "\n"
    content = f"Ann won .{line}Bo\u2028 lost .{end}"
    for path in (atomic_write(tmp_path, content), atomic_write(tmp_path, gzip.compress(content.encode()), "texts.gz")):
        texts = read_texts(path)
        texts.check(["a", "b"], "games.json")
        assert [texts.tokens(n, id, ROTOWIRE) for n, id in enumerate("ab")] == [
            ["Ann", "won", "."],
            ["Bo", "lost", "."],
        ]


def test_json_lines_find_their_games_by_id(tmp_path: Path) -> None:
    entries = [("b", "B won ."), ("a", "A won ."), ("b", "B lost .")]
    texts = read_texts(atomic_write(tmp_path, "\n".join(json.dumps({"id": id, "text": text}) for id, text in entries)))
    texts.check(["a", "b", "b"], "games.json")
    assert [texts.tokens(n, id, ROTOWIRE)[1] for n, id in enumerate("abb")] == ["won", "won", "lost"]
    with pytest.raises(InputError, match=r"no text for game 4 \('b'\)"):
        texts.tokens(3, "b", ROTOWIRE)
    with pytest.raises(InputError, match=r"line 3: games.json has no game 'b', or too few with this id"):
        texts.check(["a", "b"], "games.json")


PROBLEMS = [
    ("", "holds no texts"),
    ("A won .\n\nB won .\n", "line 2: is empty; every game needs a text"),
    (b"A won .\nB won \xe9 .\n", "line 2: is not UTF-8"),
    (gzip.compress(b"A won .\n" * 99, mtime=0)[:20], "the gzip data is cut off or damaged"),
    ('{"id": "a", "text": "A won ."}\nB won .\n', "line 2: is not JSON, though the first line is"),
    ('{"id": "a", "text": "A won ."}\n{"id": "b"}\n', "line 2: write .*; text is missing or no string"),
    ('{"id": 7, "text": "A won ."}\n', "line 1: write .*; id is missing or no string"),
]


@pytest.mark.parametrize(("content", "sentence"), PROBLEMS)
def test_a_wrong_file_is_explained_in_one_sentence(tmp_path: Path, content: str | bytes, sentence: str) -> None:
    path = atomic_write(tmp_path, content)
    with pytest.raises(InputError, match=f"^{path}: {sentence}"):
        read_texts(path)


def test_a_wrong_number_of_lines_is_told_with_both_numbers(tmp_path: Path) -> None:
    texts = read_texts(atomic_write(tmp_path, "A won .\n"))
    with pytest.raises(
        InputError, match=r"texts.txt: has 1 lines, but games.json has 2 games; write one text per line"
    ):
        texts.check(["a", "b"], "games.json")


def test_a_missing_file_is_told() -> None:
    with pytest.raises(InputError, match="no/such: cannot be read"):
        read_texts("no/such")
