"""A prepared dataset holds what the tables hold, appears whole or not at all, and costs no memory."""

import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from boxscribe.batches import Dataset, Example, encode, prepare
from boxscribe.batches import dataset as module
from boxscribe.batches.dataset import Layout
from boxscribe.errors import InputError
from boxscribe.tables import Table, load_domain
from helpers import games


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
@pytest.mark.parametrize("shard_bytes", [1, 1 << 26])
def test_a_prepared_game_is_the_encoded_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, domain: str, shard_bytes: int
) -> None:
    monkeypatch.setattr(module, "SHARD_BYTES", shard_bytes)
    monkeypatch.setattr(module, "RESIDENT_BYTES", 1)
    tables = games(12, domain)
    made = prepare(tables, load_domain(domain), tmp_path / "set")
    assert len(made) == 12
    assert made.about["shards"] == (12 if shard_bytes == 1 else 1)
    for number, table in enumerate(tables):
        expected = encode(table, load_domain(domain), made.vocabularies)
        for part in Example.__slots__:
            np.testing.assert_array_equal(getattr(made[number], part), getattr(expected, part))
        assert made.lengths[number] == len(table.tokens)


def test_rare_target_words_are_unknown_in_mlb_and_none_is_in_rotowire(tmp_path: Path) -> None:
    for domain in ("rotowire", "mlb"):
        tables = games(30, domain)
        made = prepare(tables, load_domain(domain), tmp_path / domain)
        words = Counter(word for table in tables for word in table.tokens)
        rare = {word for word, count in words.items() if count < load_domain(domain).min_count}
        assert not any(word in made.vocabularies.target for word in rare)
        assert all(word in made.vocabularies.target for word in set(words) - rare)
        assert bool(rare) == (domain == "mlb")


def test_a_second_split_uses_the_vocabularies_of_the_first(tmp_path: Path) -> None:
    domain = load_domain("rotowire")
    train = prepare(games(5, seed=1), domain, tmp_path / "train")
    valid = prepare(games(5, seed=2), domain, tmp_path / "valid", train.vocabularies)
    assert valid.vocabularies.target.words == train.vocabularies.target.words
    assert any(0 in valid[game].target for game in range(5)), "other names are unknown words"


def test_the_reference_layout(tmp_path: Path) -> None:
    made = prepare(games(3), load_domain("rotowire"), tmp_path / "set", layout=Layout(False, True))
    assert [len(made[game].value) for game in range(3)] == [602] * 3


def test_the_signature_tells_datasets_apart(tmp_path: Path) -> None:
    domain = load_domain("rotowire")
    one, again, other = (
        prepare(games(3, seed=seed), domain, tmp_path / str(number)).about["signature"]
        for number, seed in enumerate((1, 1, 2))
    )
    assert one == again != other


def test_nothing_is_left_of_a_dataset_that_failed(tmp_path: Path) -> None:
    good = games(3)
    textless = Table("rotowire", "textless", good[0].entities)
    for bad, sentence in (
        ([*good, textless], r"game 4 \(textless\) has no text"),
        ([*good, *games(1, "mlb")], "game 4 is of the domain 'mlb', the first one of 'rotowire'"),
    ):
        with pytest.raises(InputError, match=sentence):
            prepare(bad, load_domain("rotowire"), tmp_path / "set")
        assert list(tmp_path.iterdir()) == []


def test_an_older_dataset_is_replaced_and_anything_else_is_kept(tmp_path: Path) -> None:
    domain = load_domain("rotowire")
    prepare(games(3), domain, tmp_path / "set")
    assert len(prepare(games(4), domain, tmp_path / "set")) == 4
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "me.jpg").touch()
    with pytest.raises(InputError, match="was not made by boxscribe"):
        prepare(games(1), domain, tmp_path / "photos")
    assert (tmp_path / "photos" / "me.jpg").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["photos", "set"]


def test_a_damaged_dataset_is_refused_in_a_sentence(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    prepare(games(3), load_domain("rotowire"), whole)
    with pytest.raises(InputError, match="is no prepared dataset"):
        Dataset(tmp_path)
    for number, (file, content, sentence) in enumerate(
        [
            ("shard-00000.i32", b"1234", "is truncated"),
            ("shard-00000.i32", b"", "cannot be read"),
            ("index.npy", b"nonsense", "is no prepared dataset"),
            ("vocabulary.json", b"{", "is no prepared dataset"),
            ("dataset.json", json.dumps({"format": 0}).encode(), "another version"),
        ]
    ):
        copy = tmp_path / str(number)
        shutil.copytree(whole, copy)
        (copy / file).write_bytes(content)
        with pytest.raises(InputError, match=sentence):
            Dataset(copy)


def test_copy_only_names_come_after_the_generated_words(tmp_path: Path) -> None:
    tables, domain = games(20), load_domain("rotowire")
    vocabulary = prepare(tables, domain, tmp_path / "set", copy_only=["player"]).vocabularies.target
    whole = prepare(tables, domain, tmp_path / "whole").vocabularies.target
    assert whole.n_generated == len(whole) and set(whole.words) == set(vocabulary.words)
    copied = set(vocabulary.words[vocabulary.n_generated :])
    names = {word for table in tables for player in table.of_kind("player") for word in player.name.split()}
    assert copied and copied <= names, "nothing but names"
    used = {word for table in tables for word in table.tokens} & names
    assert len(used - copied) < 0.1 * len(used), "all but those that are common words, too"
    again = Dataset(tmp_path / "set")
    assert (
        again.vocabularies.target.words == vocabulary.words
        and again.vocabularies.target.n_generated == vocabulary.n_generated
    )
    example = again[0]
    for t, word in enumerate(tables[0].tokens):
        assert vocabulary.words[example.target[t]] == word
        assert (word in copied) <= (example.source[t] >= 0), "they can be copied"


def test_names_of_no_kind_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--copy-only players: no such kind of entity; did you mean 'player'"):
        prepare(games(1), load_domain("rotowire"), tmp_path / "set", copy_only=["players"])
