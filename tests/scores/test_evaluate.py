"""From files to figures."""

import json
from pathlib import Path

import pytest

from boxscribe import __version__
from boxscribe.errors import InputError
from boxscribe.scores.documents import System
from boxscribe.scores.evaluate import Evaluation, Options, evaluate
from boxscribe.scores.score import FAMILIES, LABELS
from boxscribe.scores.subset import Subset, listed
from boxscribe.scores.texts import read_texts
from boxscribe.tables.read import read_tables
from scores import fake


def scored(folder: Path, texts: list[str] = fake.TEXTS, options: Options = Options()) -> Evaluation:  # noqa: B008
    games, path = fake.write_games(folder / "games.jsonl"), fake.write_texts(folder / "texts.txt", texts)
    (result,) = evaluate([System(read_texts(path))], read_tables(games), fake.Loader(), options=options)
    return result


def values(evaluation: Evaluation) -> dict[str, float]:
    return {metric: score.value for metric, score in evaluation.scores.items()}


def test_the_figures_of_three_documents(tmp_path: Path) -> None:
    result = values(scored(tmp_path))
    # Stated without repeats: 3 + 2 + 3, of which one is wrong; in gold: 3 + 1 + 2; the gold texts state 3 + 2 + 2.
    assert result["rg_count"] == pytest.approx(7 / 3)
    assert result["rg_precision"] == pytest.approx(100 * 7 / 8)
    assert result["cs_precision"] == pytest.approx(100 * 6 / 8)
    assert result["cs_recall"] == pytest.approx(100 * 6 / 7)
    assert result["cs_f1"] == pytest.approx(100 * 12 / 15)
    # Distances: one swap of 3, one substitution of 2, one insertion of 3.
    assert result["co"] == pytest.approx(100 * ((1 - 1 / 3) + (1 - 1 / 2) + (1 - 1 / 3)) / 3)
    assert list(result) == list(LABELS)


def test_the_version_that_keeps_repeats_and_the_phantom_document(tmp_path: Path) -> None:
    every = values(scored(tmp_path, options=Options(version="all", count_blank_document=True)))
    assert every["rg_count"] == pytest.approx(8 / 3)
    assert every["cs_precision"] == pytest.approx(100 * 6 / 9)
    # The repeat is one insertion more: a distance of 2 of 3.
    assert every["co"] == pytest.approx(100 * ((1 - 1 / 3) + (1 - 2 / 3) + (1 - 1 / 3) + 1) / 4)


def test_the_gold_texts_are_perfect(tmp_path: Path) -> None:
    result = scored(tmp_path, fake.GOLD)
    assert {metric: value for metric, value in values(result).items() if metric != "rg_count"} == {
        metric: pytest.approx(100) for metric in LABELS if metric != "rg_count"
    }


def test_a_signature_says_how_and_json_has_the_agreed_keys(tmp_path: Path) -> None:
    result = scored(tmp_path)
    assert str(result.signature) == (
        "metric: dedup | extractor: reader | gold: reader | count_blank_document: no | texts: tokenised | "
        "data: games.jsonl | "
        f"subset: all | documents: 3 | interval: 95% bootstrap, 1000 samples, seed 1 | boxscribe: {__version__}"
    )
    told = json.loads(json.dumps(result.as_json()))
    assert list(told) == [*LABELS, "documents", "signature", "intervals"]
    assert told["documents"] == 3
    for metric, (low, high) in told["intervals"].items():
        assert low <= told[metric] <= high
    plain = scored(tmp_path, ["Toronto (3-1) didn't win, 101 TEAM-PTS."] * 3, Options(metrics=("bleu",)))
    assert "texts: plain, tokenised by boxscribe" in str(plain.signature)
    assert "extractor" not in str(plain.signature)


def test_texts_in_plain_english_score_as_their_tokens(tmp_path: Path) -> None:
    plain = [text.replace(" .", ".") for text in fake.TEXTS]
    assert values(scored(tmp_path, plain)) == values(scored(tmp_path))


def test_a_subset_is_scored_as_if_there_were_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "ids").write_text("a\nc\n")
    result = scored(tmp_path, options=Options(subset=listed(tmp_path / "ids")))
    assert [document.id for document in result.documents] == ["a", "c"]
    assert result.scores["rg_precision"].value == 100
    assert f"subset: {tmp_path / 'ids'} | documents: 2" in str(result.signature)
    rest = scored(tmp_path, options=Options(subset=Subset("rest", without=frozenset("ac"))))
    assert rest.scores["rg_precision"].value == 50


@pytest.mark.parametrize("together", [1, 2])
def test_games_are_taken_in_batches_of_any_size(tmp_path: Path, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = values(scored(tmp_path))
    monkeypatch.setattr("boxscribe.scores.documents.TOGETHER", together)
    assert values(scored(tmp_path)) == whole


def test_two_systems_are_scored_on_the_same_games_and_gold_is_read_once(tmp_path: Path) -> None:
    games, load = fake.write_games(tmp_path / "games.jsonl"), fake.Loader()
    paths = [fake.write_texts(tmp_path / name, texts) for name, texts in (("one", fake.TEXTS), ("two", fake.GOLD))]
    one, two = evaluate([System(read_texts(path)) for path in paths], read_tables(games), load)
    assert values(one) == values(scored(tmp_path))
    assert two.scores["co"].value == 100
    assert [reader.texts for reader in load.loaded] == [9]


def test_bleu_alone_and_relations_from_files_need_no_extractor(tmp_path: Path) -> None:
    games, load = fake.write_games(tmp_path / "games.jsonl"), fake.Loader()
    texts = read_texts(fake.write_texts(tmp_path / "texts"))
    (bleu,) = evaluate([System(texts)], read_tables(games), load, options=Options(metrics=("bleu",)))
    said = fake.write_relations(tmp_path / "said", fake.TEXTS)
    gold = fake.write_relations(tmp_path / "gold", fake.GOLD)
    (given,) = evaluate([System(texts, said)], read_tables(games), load, gold)
    assert load.loaded == []
    assert list(bleu.scores) == ["bleu"]
    extracted = values(scored(tmp_path))
    assert values(given) == {metric: extracted[metric] for metric in LABELS if not metric.startswith("rg")}
    assert "extractor: given, said | gold: given, gold" in str(given.signature)
    (mixed,) = evaluate([System(texts)], read_tables(games), load, gold)
    assert values(mixed) == extracted
    assert [reader.texts for reader in load.loaded] == [3], "those of the gold texts are in the file"


def test_relations_of_the_gold_texts_replace_the_texts_unless_bleu_needs_them(tmp_path: Path) -> None:
    games = read_tables(fake.write_games(tmp_path / "games.jsonl", ["", "", ""]))
    systems = [System(read_texts(fake.write_texts(tmp_path / "texts")))]
    gold = fake.write_relations(tmp_path / "gold", fake.GOLD)
    (result,) = evaluate(systems, games, fake.Loader(), gold, Options(metrics=("cs", "co", "rg")))
    assert result.scores["cs_recall"].value == pytest.approx(100 * 6 / 7)
    for metrics, relations in (((), gold), (("cs",), None)):
        with pytest.raises(InputError, match=r"games.jsonl: game 1: has no gold text"):
            evaluate(systems, games, fake.Loader(), relations, Options(metrics=metrics))


def test_what_does_not_fit_together_is_told_before_the_work_begins(tmp_path: Path) -> None:
    load, games = fake.Loader(), fake.write_games(tmp_path / "games.jsonl")
    texts = read_texts(fake.write_texts(tmp_path / "texts"))
    short = read_texts(fake.write_texts(tmp_path / "short", fake.TEXTS[:2]))
    said = fake.write_relations(tmp_path / "said", fake.TEXTS[:2])
    for systems, gold, options, sentence in (
        ([System(short)], None, Options(), "short: has 2 lines, but .*games.jsonl has 3 games"),
        ([System(texts)], said, Options(), "said: has relations of 2 documents, but .*games.jsonl has 3 games"),
        ([System(texts)], None, Options(subset=Subset("x", only=frozenset("z"))), "x: .*games.jsonl has no game 'z'"),
        ([System(texts)], None, Options(metrics=("blue",)), "--metrics: no metric 'blue'; did you mean 'bleu'"),
        ([System(texts, said)], None, Options(metrics=("rg",)), "said: does not say whether a relation is correct"),
    ):
        with pytest.raises(InputError, match=sentence):
            evaluate(systems, read_tables(games), load, gold, options)
        assert all(reader.texts == 0 for reader in load.loaded)
    with pytest.raises(InputError, match="RG, CS and CO need an extractor"):
        evaluate([System(texts)], read_tables(games))


def test_every_family_has_the_counts_that_its_figures_take(tmp_path: Path) -> None:
    for name in FAMILIES:
        alone = scored(tmp_path, options=Options(metrics=(name,)))
        assert values(alone) == {metric: values(scored(tmp_path))[metric] for metric in FAMILIES[name].metrics}
