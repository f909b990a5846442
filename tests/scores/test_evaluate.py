"""From texts and tables to figures."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.scores.evaluate import Options, evaluate
from boxscribe.scores.evaluation import Evaluation
from boxscribe.scores.families import standard_families
from boxscribe.scores.subset import Subset, listed
from boxscribe.tables import Table, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.outputs import Outputs, read_outputs
from boxscribe.writing.template import write_template
from helpers import games as simulated_games
from scores import fake

METRICS = [metric for family in standard_families() for metric in family.labels]


def scored(texts: Sequence[str] = fake.TEXTS, **arguments: Any) -> Evaluation:
    return evaluate(texts, fake.games(), fake.Reader(), **arguments)


def test_the_figures_of_three_documents() -> None:
    result = scored().figures
    # Stated without repeats: 3 + 2 + 3, of which one is wrong; in gold: 3 + 1 + 2; the gold texts state 3 + 2 + 2.
    assert result["rg_count"] == pytest.approx(7 / 3)
    assert result["rg_precision"] == pytest.approx(100 * 7 / 8)
    assert result["cs_precision"] == pytest.approx(100 * 6 / 8)
    assert result["cs_recall"] == pytest.approx(100 * 6 / 7)
    assert result["cs_f1"] == pytest.approx(100 * 12 / 15)
    # Distances: one swap of 3, one substitution of 2, one insertion of 3.
    assert result["co"] == pytest.approx(100 * ((1 - 1 / 3) + (1 - 1 / 2) + (1 - 1 / 3)) / 3)
    assert list(result) == METRICS


def test_the_version_that_keeps_repeats_and_the_blank_document() -> None:
    every = scored(options=Options(version="all", count_blank_document=True)).figures
    assert every["rg_count"] == pytest.approx(8 / 3)
    assert every["cs_precision"] == pytest.approx(100 * 6 / 9)
    # The repeat is one insertion more: a distance of 2 of 3.
    assert every["co"] == pytest.approx(100 * ((1 - 1 / 3) + (1 - 2 / 3) + (1 - 1 / 3) + 1) / 4)


def test_the_gold_texts_are_perfect() -> None:
    figures = scored(fake.GOLD).figures
    del figures["rg_count"]
    assert figures == dict.fromkeys(figures, pytest.approx(100))


def test_texts_and_tables_come_from_files_or_from_memory(tmp_path: Path) -> None:
    """Strings, lists of tokens, plain English, files and stories: the same texts have the same figures."""
    expected = scored().figures
    games = fake.write_games(tmp_path / "games.jsonl")
    path = fake.write_texts(tmp_path / "texts.txt")
    plain = [text.replace(" .", ".") for text in fake.TEXTS]
    for texts in ([text.split() for text in fake.TEXTS], iter(fake.TEXTS), plain, path, str(path), read_outputs(path)):
        assert evaluate(texts, fake.games(), fake.Reader()).figures == expected
    for tables in (games, str(games), read_tables(games), iter(fake.games())):
        assert evaluate(fake.TEXTS, tables, fake.Reader()).figures == expected


def test_stories_bring_their_tables_and_are_matched_by_id() -> None:
    domain, tables = load_domain("rotowire"), simulated_games(3)
    stories = [write_template(table, domain) for table in tables]
    alone = evaluate(stories, metrics=["bleu"])
    assert evaluate(stories[::-1], tables, metrics=["bleu"]).figures == alone.figures
    assert evaluate(stories[0], tables[0], metrics="bleu").figures == evaluate(stories[:1], metrics=["bleu"]).figures
    with pytest.raises(InputError, match=r"texts: text 3: tables has no game .* seem to belong to other games"):
        evaluate(stories, tables[:2], metrics=["bleu"])
    with pytest.raises(TypeError, match="needs tables"):
        evaluate(["a text ."])


def test_gold_texts_can_be_given() -> None:
    without = fake.games(["", "", ""])
    given = evaluate(fake.TEXTS, without, fake.Reader(), gold=fake.GOLD)
    assert given.figures == scored().figures
    assert "data: tables, gold texts of gold texts" in str(given.signature)


def test_a_signature_says_how_and_json_has_the_agreed_keys(tmp_path: Path) -> None:
    games, path = fake.write_games(tmp_path / "games.jsonl"), fake.write_texts(tmp_path / "texts.txt")
    result = evaluate(path, games, fake.Reader())
    assert str(result.signature) == (
        "metrics: rg dedup, cs dedup, co dedup, bleu | extractor: reader | gold: reader | texts: tokenised | "
        "data: games.jsonl | "
        f"subset: all | documents: 3 | interval: 95% bootstrap, 1000 samples, seed 1 | boxscribe: {__version__}"
    )
    data = json.loads(json.dumps(result.as_json()))
    assert list(data) == [*METRICS, "documents", "signature", "intervals"]
    assert data["documents"] == 3
    for metric, (low, high) in data["intervals"].items():
        assert low <= data[metric] <= high
    plain = scored(["Toronto (3-1) didn't win, 101 TEAM-PTS."] * 3, metrics=["bleu"])
    assert "metrics: bleu | texts: plain, tokenised by boxscribe" in str(plain.signature)
    assert "extractor" not in str(plain.signature)
    blank = scored(options=Options(count_blank_document=True))
    assert "co dedup with a blank document" in str(blank.signature)


def test_an_evaluation_shows_itself() -> None:
    result = scored(metrics=["cs", "bleu"])
    assert repr(result).startswith("<Evaluation of texts: CS P % 75.00, CS R % 85.71, CS F1 % 80.00, BLEU ")
    assert repr(result).endswith("; 3 documents>")
    lines = str(result).splitlines()
    assert lines[2].split()[:4] == ["CS", "R", "%", "85.71"]
    assert lines[-1] == f"signature: {result.signature}"
    assert "<td>CS R %</td><td>85.71</td>" in result._repr_html_()


def test_a_subset_is_scored_as_if_there_were_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("a\nc\n")
    result = scored(options=Options(subset=listed(tmp_path / "ids")))
    assert [document.id for document in result.documents] == ["a", "c"]
    assert result.figures["rg_precision"] == 100
    assert f"subset: {tmp_path / 'ids'} | documents: 2" in str(result.signature)
    rest = scored(options=Options(subset=Subset("rest", without=frozenset("ac"))))
    assert rest.figures["rg_precision"] == 50


@pytest.mark.parametrize("size", [1, 2])
def test_games_are_taken_in_batches_of_any_size(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scored().figures
    monkeypatch.setattr("boxscribe.scores.documents.BATCH", size)
    assert scored().figures == whole


def test_two_systems_are_compared_on_the_same_games_and_gold_is_read_once() -> None:
    reader = fake.Reader()
    one = evaluate(fake.TEXTS, fake.games(), reader, compare=fake.GOLD)
    assert one.figures == scored().figures
    assert one.comparison is not None
    assert one.comparison.other.figures["co"] == 100
    assert one.comparison.differences["co"].difference == pytest.approx(one.figures["co"] - 100)
    assert one.comparison == one.compare(one.comparison.other)
    assert reader.texts == 9
    assert scored().comparison is None


def relations_of(texts: Sequence[str], tables: Sequence[Table] = ()) -> Any:
    tables = tables or fake.games()
    return fake.Reader().extract([(text.split(), table) for text, table in zip(texts, tables, strict=True)])


def test_bleu_alone_and_given_relations_need_no_extractor(tmp_path: Path) -> None:
    reader = fake.Reader()
    bleu = evaluate(fake.TEXTS, fake.games(), reader, metrics=["bleu"])
    stated = fake.write_relations(tmp_path / "stated", fake.TEXTS)
    gold = fake.write_relations(tmp_path / "gold", fake.GOLD)
    given = evaluate(fake.TEXTS, fake.games(), reader, relations=stated, gold_relations=gold)
    assert reader.texts == 0
    assert list(bleu.scores) == ["bleu"]
    extracted = scored().figures
    assert given.figures == {metric: extracted[metric] for metric in METRICS if not metric.startswith("rg")}
    assert "extractor: given, stated | gold: given, gold" in str(given.signature)
    memory = scored(relations=relations_of(fake.TEXTS), gold_relations=relations_of(fake.GOLD))
    assert memory.figures == extracted, "these know whether they are correct"
    mixed = evaluate(fake.TEXTS, fake.games(), reader, gold_relations=gold)
    assert mixed.figures == extracted
    assert reader.texts == 3, "those of the gold texts are in the file"


def test_relations_of_the_gold_texts_replace_the_texts_unless_bleu_needs_them() -> None:
    games, gold = fake.games(["", "", ""]), relations_of(fake.GOLD)
    result = evaluate(fake.TEXTS, games, fake.Reader(), ["cs", "co", "rg"], gold_relations=gold)
    assert result.figures["cs_recall"] == pytest.approx(100 * 6 / 7)
    for metrics, relations in (((), gold), (["cs"], None)):
        with pytest.raises(InputError, match=r"tables: game 1: has no gold text"):
            evaluate(fake.TEXTS, games, fake.Reader(), metrics, gold_relations=relations)


def test_what_does_not_fit_together_is_reported_before_the_work_begins() -> None:
    reader = fake.Reader()
    short = relations_of(fake.TEXTS[:2], fake.games()[:2])
    for arguments, sentence in (
        ({"texts": fake.TEXTS[:2]}, "texts: has 2 texts, but tables has 3 games"),
        ({"texts": []}, "texts: holds no texts"),
        ({"texts": ["a .", " ", "b ."]}, "texts: text 2: is empty"),
        ({"tables": []}, "tables: has no games"),
        ({"tables": [*fake.games()[:2], *simulated_games(1, "mlb")]}, r"games of several domains \(rotowire, mlb\)"),
        ({"gold_relations": short}, "relations: has relations of 2 documents, but tables has 3 games"),
        ({"options": Options(subset=Subset("x", only=frozenset("z")))}, "x: tables has no game 'z'"),
        ({"metrics": ["blue"]}, "--metrics: no metric 'blue'; did you mean 'bleu'"),
        ({"relations": "stated.txt", "metrics": ["rg"]}, "stated.txt: does not say whether a relation is correct"),
        ({"relations": short, "compare": fake.TEXTS}, "--relations: holds the facts of one system only"),
    ):
        with pytest.raises(InputError, match=sentence):
            evaluate(**{"texts": fake.TEXTS, "tables": fake.games(), "extractor": reader, **arguments})
        assert reader.texts == 0


def test_texts_of_other_games_are_recognised() -> None:
    tables = simulated_games(8)
    texts = [" ".join(table.tokens) for table in tables]
    assert evaluate(texts, tables, metrics=["bleu"]).figures["bleu"] == pytest.approx(100)
    with pytest.raises(
        InputError, match="these texts seem to belong to other games than those of tables: 7 of 8, text 1 first"
    ):
        evaluate(texts[1:] + texts[:1], tables, metrics=["bleu"])
    named = Outputs("shifted", texts[1:] + texts[:1], [table.id for table in tables], tokenised=True)
    assert evaluate(named, tables, metrics=["bleu"]).figures["bleu"] < 100, "ids are believed"
