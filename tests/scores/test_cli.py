"""`boxscribe evaluate` as a user meets it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from boxscribe.cli import main
from boxscribe.scores.families import standard_families
from boxscribe.tables import Entity, Table
from boxscribe.tables.write import write_tables
from boxscribe.text import detokenise, tokenise
from facts.learn import learn, write_games
from helpers import WEATHER, boxscribe, games
from scores import fake

METRICS = [metric for family in standard_families() for metric in family.labels]
FROM_FILES = [metric for metric in METRICS if not metric.startswith("rg")]  # all that needs no extractor


class Done(NamedTuple):
    code: object
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line within this process, which is quicker than in one of its own."""

    def run(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["boxscribe", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return Done(ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Games, texts, and the relations of both in files."""
    fake.write_games(tmp_path / "games.jsonl")
    fake.write_texts(tmp_path / "texts.txt")
    fake.write_texts(tmp_path / "gold.txt", fake.GOLD)
    fake.write_relations(tmp_path / "stated", fake.TEXTS)
    fake.write_relations(tmp_path / "gold", fake.GOLD)
    return tmp_path


def given(folder: Path) -> list[object]:
    """The arguments of an evaluation that needs no extractor."""
    return [
        "evaluate",
        folder / "texts.txt",
        "--data",
        folder / "games.jsonl",
        "--relations",
        folder / "stated",
        "--gold-relations",
        folder / "gold",
    ]


def test_json_alone_with_the_agreed_keys(run: Run, folder: Path) -> None:
    done = run(*given(folder), "--json")
    data = json.loads(done.out)
    assert done.code == 0
    assert list(data) == [*FROM_FILES, "documents", "signature", "intervals"]
    assert data["cs_recall"] == pytest.approx(100 * 6 / 7)
    assert list(data["intervals"]) == FROM_FILES


def test_lines_for_people_end_with_the_signature(run: Run, folder: Path) -> None:
    lines = run(*given(folder)).out.splitlines()
    assert lines[0] == "\ttexts.txt\tinterval"
    assert lines[2].startswith("CS R %\t85.71\t")
    assert lines[-1].startswith("signature: metrics: cs dedup, co dedup, bleu | extractor: given, stated")


def test_the_page_is_written(run: Run, folder: Path) -> None:
    assert run(*given(folder), "--html", folder / "report.html").code == 0
    assert "TEAM-WINS" in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
def test_two_systems_are_compared(run: Run, folder: Path, test: str) -> None:
    base = ["evaluate", folder / "texts.txt", "--data", folder / "games.jsonl", "--metrics", "bleu", "--test", test]
    data = json.loads(run(*base, "--compare", folder / "gold.txt", "--json").out)
    found = data["comparison"]["metrics"]["bleu"]
    assert data["comparison"]["test"] == test
    assert found["other"] == data["comparison"]["other"]["bleu"] == 100
    assert found["difference"] == pytest.approx(data["bleu"] - 100)
    same = json.loads(run(*base, "--compare", folder / "texts.txt", "--json").out)
    assert same["comparison"]["metrics"]["bleu"]["p"] == 1
    lines = run(*base, "--compare", folder / "gold.txt").out.splitlines()
    assert lines[0].split("\t")[3:] == ["gold.txt", "difference", "p"]
    assert lines[-2].startswith(f"p: of a paired {test} test")


def test_clean_games_and_listed_games(run: Run, folder: Path) -> None:
    fake.write_games(folder / "train.jsonl", fake.GOLD[:1])
    (folder / "ids").write_text("b\nc\n")
    clean = json.loads(run(*given(folder), "--json", "--subset", "clean", "--train", folder / "train.jsonl").out)
    listed = json.loads(run(*given(folder), "--json", "--subset", folder / "ids").out)
    assert clean["documents"] == listed["documents"] == 2
    assert "subset: clean, without train.jsonl" in clean["signature"]
    assert {metric: clean[metric] for metric in FROM_FILES} == {metric: listed[metric] for metric in FROM_FILES}


def test_switches_reach_the_figures_and_the_signature(run: Run, folder: Path) -> None:
    usual = json.loads(run(*given(folder), "--json").out)
    switches = ["--metric-version", "all", "--blank-document", "--format", "text"]
    data = json.loads(run(*given(folder), "--json", *switches).out)
    assert data["cs_precision"] < usual["cs_precision"]
    for part in ("cs all", "co all with a blank document", "texts: plain, tokenised by boxscribe"):
        assert part in data["signature"]


def test_tables_from_standard_input(folder: Path) -> None:
    base = ["evaluate", folder / "texts.txt", "--metrics", "bleu", "--json", "--data"]
    data = json.loads(boxscribe(*base, "-", input=(folder / "games.jsonl").read_bytes()).stdout)
    usual = json.loads(boxscribe(*base, folder / "games.jsonl").stdout)
    assert data["bleu"] == usual["bleu"]


def test_texts_of_an_own_domain_with_paragraphs(run: Run, tmp_path: Path) -> None:
    """`write --out t.txt` and `evaluate t.txt` agree on what a text with several paragraphs looks like."""
    day = '\n[kinds.day]\nlabel = "Days"\n[kinds.day.types]\ndate = { label = "date", value = "text" }\n'
    (tmp_path / "weather.toml").write_text(WEATHER + day)
    entities = [Entity.of("o", "Oslo", "station", [("place", "Oslo"), ("high", "31"), ("rain", "4")])]
    entities.append(Entity.of("d", "today", "day", [("date", "Monday")]))
    tokens = tokenise("Oslo had 31 degrees.")
    with (tmp_path / "days.jsonl").open("w", encoding="utf-8") as file:
        write_tables([Table("weather", f"day {n}", tuple(entities), tuple(tokens)) for n in range(3)], file)
    for form in ("text", "tokens", "jsonl"):
        out = tmp_path / f"stories.{form}"
        written = run("write", tmp_path / "days.jsonl", "--model", "template", "--format", form, "--out", out)
        assert written.code == 0, written.err
        scored = run("evaluate", out, "--data", tmp_path / "days.jsonl", "--metrics", "bleu", "--json")
        assert scored.code == 0, scored.err
        assert json.loads(scored.out)["documents"] == 3
    lines = (tmp_path / "stories.text").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6 and [line.startswith("\t") for line in lines] == [False, True] * 3
    refused = run("evaluate", tmp_path / "stories.text", "--data", tmp_path / "days.jsonl")
    assert refused.code == 2
    assert "no extractor is shipped for the domain 'weather'" in refused.err and "--metrics bleu" in refused.err


def test_the_page_shows_a_comparison(run: Run, folder: Path) -> None:
    page = folder / "page.html"
    base = ["evaluate", folder / "texts.txt", "--data", folder / "games.jsonl", "--metrics", "bleu", "--html", page]
    assert run(*base, "--compare", folder / "gold.txt").code == 0
    assert '"title":"gold.txt"' in page.read_text(encoding="utf-8")


PROBLEMS = [
    (["--metrics", "bleu"], b"a won .\n", "texts.txt: has 1 text, but {games} has 3 games"),
    (["--metrics", "bleu"], b"a won .\n\nb won .\n", "texts.txt: line 2: is empty"),
    (["--metrics", "bleu"], b"a won .\n\xff\n", "texts.txt: line 2: is not UTF-8"),
    (["--metrics", "rouge"], None, "--metrics: no metric 'rouge'; known: bleu, co, cs, errors, errors_gold, rg"),
    (["--subset", "clean"], None, "--subset clean: say which games were trained on with --train TABLES"),
    (["--train", "x"], None, "--train: is of use only with --subset clean"),
    (["--subset", "no"], None, "no: cannot be read"),
    (["--extractor", "no/such"], None, "no/such: no such folder"),
    (["--compare", "no"], None, "no: cannot be read"),
]


@pytest.mark.parametrize(("arguments", "texts", "sentence"), PROBLEMS)
def test_bad_input_is_one_sentence(
    run: Run, folder: Path, arguments: list[str], texts: bytes | None, sentence: str
) -> None:
    games = folder / "games.jsonl"
    if texts is not None:
        (folder / "texts.txt").write_bytes(texts)
    done = run("evaluate", folder / "texts.txt", "--data", games, *arguments)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert line.startswith("Error: ")
    assert sentence.format(games=games) in line


def test_missing_gold_texts_are_reported(run: Run, folder: Path) -> None:
    fake.write_games(folder / "games.jsonl", [fake.GOLD[0], "", ""])
    done = run("evaluate", folder / "texts.txt", "--data", folder / "games.jsonl", "--metrics", "bleu")
    assert done.code == 2
    assert "games.jsonl: game 2: has no gold text" in done.err


def test_relations_of_one_system_cannot_serve_two(run: Run, folder: Path) -> None:
    done = run(*given(folder), "--compare", folder / "gold.txt")
    assert done.code == 2
    assert "--relations: holds the facts of one system only" in done.err


def test_an_extractor_reads_texts_and_gold_texts(run: Run, tmp_path: Path) -> None:
    trained = learn(tmp_path, "rotowire", 12, "conv")
    tables = games(12)
    write_games(tables[:4], tmp_path / "games.jsonl")
    fake.write_texts(tmp_path / "texts.txt", [detokenise(table.tokens) for table in tables[:4]])
    base = ["evaluate", tmp_path / "texts.txt", "--data", tmp_path / "games.jsonl", "--json"]
    data = json.loads(run(*base, "--extractor", trained.folder / "extractor").out)
    assert list(data) == [*METRICS, "documents", "signature", "intervals"]
    assert data["rg_count"] > 0
    assert data["cs_f1"] == data["co"] == 100, "the texts are the gold texts in plain English"
    assert f"extractor: {trained.extractor.id} | gold: {trained.extractor.id} | " in data["signature"]
    published = json.loads(run(*base, "--extractor", trained.folder / "extractor", "--published-names").out)
    assert published["signature"] != data["signature"]


def test_a_published_system(run: Run, data_dir: Path) -> None:
    texts, tables = data_dir / "rotowire" / "output_valid_li2021.txt.gz", data_dir / "rotowire" / "valid.json.gz"
    data = json.loads(run("evaluate", texts, "--data", tables, "--metrics", "bleu", "--json").out)
    assert data["bleu"] == pytest.approx(17.68, abs=0.01)
    assert data["documents"] == 727
