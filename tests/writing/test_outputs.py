"""The texts of a system: files and memory, tokens or plain English, paragraphs, and what is wrong with a file."""

import gzip
import json
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.files import read_lines
from boxscribe.tables import load_domain
from boxscribe.text import PARAGRAPH, detokenise
from boxscribe.writing.formats import lines_of, to_json
from boxscribe.writing.outputs import outputs_of, read_outputs
from boxscribe.writing.template import write_template
from helpers import games

ROTOWIRE, MLB = load_domain("rotowire"), load_domain("mlb")
TOKENS = "The Kings ( 3 - 1 ) did n't lose . They won ."
PLAIN = "The Kings (3-1) didn't lose. They won."


def written(folder: Path, content: str | bytes, name: str = "texts.txt") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(("content", "tokenised"), [(TOKENS, True), (PLAIN, False)])
def test_tokens_and_plain_english_are_told_apart_and_give_the_same(
    tmp_path: Path, content: str, tokenised: bool
) -> None:
    texts = read_outputs(written(tmp_path, content + "\n"))
    assert texts.tokenised is tokenised
    assert texts.tokens(0, ROTOWIRE) == TOKENS.split()


def test_simulated_stories_are_recognised_either_way(tmp_path: Path) -> None:
    for table in (*games(5), *games(5, "mlb")):
        tokens = written(tmp_path, " ".join(table.tokens), "tokens")
        plain = written(tmp_path, detokenise(table.tokens).replace("\n", " "), "plain")
        assert (read_outputs(tokens).tokenised, read_outputs(plain).tokenised) == (True, False)


def test_real_texts_are_recognised_either_way(data_dir: Path, tmp_path: Path) -> None:
    lines = read_lines(data_dir / "rotowire" / "reference_valid.txt.gz")
    for number, line in enumerate(lines[::8]):
        assert read_outputs(written(tmp_path, line, "tokens")).tokenised, number
        assert not read_outputs(written(tmp_path, detokenise(line.split()), "plain")).tokenised, number


def test_what_is_declared_is_believed(tmp_path: Path) -> None:
    texts = read_outputs(written(tmp_path, PLAIN), tokenised=True)
    assert texts.tokens(0, ROTOWIRE) == PLAIN.split()


def test_a_mixture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"2 full stops and commas stand alone and 2 end a word.*--format tokens or --format text"
    ):
        read_outputs(written(tmp_path, f"{TOKENS}\n{PLAIN}\n"))


def test_plain_english_is_tokenised_as_its_domain_does(tmp_path: Path) -> None:
    lines = [json.dumps({"id": "a", "text": "J.D. won.\n\nThey lost."})]
    assert read_outputs(written(tmp_path, "\n".join(lines))).tokens(0, MLB)[:5] == [
        "J.",
        "D.",
        "won",
        ".",
        PARAGRAPH,
    ]


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_text_per_line_gzipped_or_not(tmp_path: Path, end: str) -> None:
    line = "\r\n" if end == "\r\n" else "\n"
    content = f"Ann won .{line}Bo\u2028 lost .{end}"
    for path in (written(tmp_path, content), written(tmp_path, gzip.compress(content.encode()), "texts.gz")):
        texts = read_outputs(path)
        assert [texts.tokens(n, ROTOWIRE) for n in range(len(texts))] == [["Ann", "won", "."], ["Bo", "lost", "."]]
        assert texts.ids is None


def test_json_lines_have_tokens_or_a_text(tmp_path: Path) -> None:
    entry = {"id": "a", "tokens": TOKENS.split(), "text": "Another text."}
    path = written(tmp_path, json.dumps(entry) + "\n")
    assert read_outputs(path).tokens(0, ROTOWIRE) == TOKENS.split(), "tokens need not be guessed"
    assert read_outputs(path).ids == ["a"]
    assert read_outputs(path, tokenised=False).tokens(0, ROTOWIRE) == ["Another", "text", "."]
    del entry["tokens"]
    assert read_outputs(written(tmp_path, json.dumps(entry))).tokens(0, ROTOWIRE) == ["Another", "text", "."]


def test_what_is_written_is_read_whatever_its_format(tmp_path: Path) -> None:
    """Stories with several paragraphs and with one, alone and together."""
    stories = [write_template(table, MLB) for table in games(3, "mlb")]
    data = [to_json(story, "template") for story in stories]
    several = {"text": "One.\n\nTwo.\n\nThree.", "tokens": ["One", ".", PARAGRAPH, "Two", ".", PARAGRAPH, "Three", "."]}
    single = {"text": "One.", "tokens": ["One", "."]}
    for chosen in ([several], [single, several], [several, single], [single, single], data):
        chosen = [{"id": "a", **story} for story in chosen]
        for form in ("text", "tokens", "jsonl"):
            lines = lines_of(chosen, form)
            texts = read_outputs(written(tmp_path, "".join(f"{line}\n" for line in lines)))
            assert len(texts) == len(chosen)
            for number, story in enumerate(chosen):
                assert detokenise(texts.tokens(number, MLB)) == story["text"], (form, number)


def test_paragraphs_of_tokens_are_tokens(tmp_path: Path) -> None:
    texts = read_outputs(written(tmp_path, "Ann won .\n\tBo lost .\nCy won .\n"))
    assert texts.tokens(0, MLB) == ["Ann", "won", ".", PARAGRAPH, "Bo", "lost", "."]
    assert texts.tokens(1, MLB) == ["Cy", "won", "."]


def test_texts_in_memory() -> None:
    domain, tables = load_domain("rotowire"), games(2)
    stories = [write_template(table, domain) for table in tables]
    assert outputs_of(stories).ids == [table.id for table in tables]
    for texts in ([TOKENS], [TOKENS.split()], [PLAIN], iter([PLAIN])):
        assert outputs_of(texts).tokens(0, ROTOWIRE) == TOKENS.split()
        assert outputs_of([TOKENS]).ids is None
    with pytest.raises(InputError, match="ENT: text 2: is empty"):
        outputs_of([["A", "."], []], "ENT")


PROBLEMS = [
    ("", "holds no texts"),
    ("A won .\n\nB won .\n", "line 2: is empty; every game needs a text"),
    (b"A won .\nB won \xe9 .\n", "line 2: is not UTF-8"),
    (gzip.compress(b"A won .\n" * 99, mtime=0)[:20], "the gzip data is cut off or damaged"),
    ('{"id": "a", "text": "A won ."}\nB won .\n', "line 2: is not JSON: Expecting value at column 1"),
    ('{"id": "a", "text": "A won ."}\n{"id": "b"}\n', "line 2: write .*; text is missing or no string"),
    ('{"id": 7, "text": "A won ."}\n', "line 1: write .*; id is missing or no string"),
    ('{"id": "a", "tokens": "A won ."}\n', "line 1: write .*; tokens is missing or no list of strings"),
    ('{"id": "a", "text": " "}\n', "line 1: has an empty text"),
    ("A won .\n\t\n", "line 2: is empty"),
]


@pytest.mark.parametrize(("content", "sentence"), PROBLEMS)
def test_a_wrong_file_is_explained_in_one_sentence(tmp_path: Path, content: str | bytes, sentence: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(InputError, match=f"^{path}: {sentence}"):
        read_outputs(path)


def test_a_missing_file_is_reported() -> None:
    with pytest.raises(InputError, match="no/such: cannot be read"):
        read_outputs("no/such")
