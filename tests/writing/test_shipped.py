"""The shipped model: small, loaded by default, and true of people whom it has never heard of."""

import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from safetensors.numpy import load_file

from benchmarks.names import facts_of, renamed, strangers_in
from boxscribe.batches.vocab import SPECIALS
from boxscribe.models.store import WEIGHTS
from boxscribe.shipped import FOLDER, MODEL
from boxscribe.tables import Table
from boxscribe.tables.read import read_tables
from boxscribe.text import sentences
from boxscribe.writing.author import load
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.story import Story
from helpers import ROOT, boxscribe

EXAMPLES = ROOT / "examples" / "games.jsonl"


@pytest.fixture(scope="module")
def stories() -> list[Story]:
    return list(load().write_all(read_tables(EXAMPLES)))


def precision(stories: Sequence[Story]) -> float:
    """The share of the facts that are in the table, by the shipped extractor."""
    facts = facts_of(stories)
    assert len(facts) > 20 * len(stories), "there is something to tell"
    return sum(fact.correct for fact in facts) / len(facts)


def test_all_models_together_are_small_and_each_has_a_card() -> None:
    assert sum(file.stat().st_size for file in (FOLDER / "models").rglob("*")) < 60_000_000
    for folder in (FOLDER / "models").iterdir():
        assert {str(weight.dtype) for weight in load_file(folder / WEIGHTS).values()} == {"float16"}
        card = (folder / "README.md").read_text(encoding="utf-8")
        assert card.startswith(f"# {folder.name}\n")
        for part in ("can be used for", "cannot", "trained on", "Scores", "make it again"):
            assert part in card


def test_it_writes_as_its_configuration_says() -> None:
    author = load()
    assert isinstance(author, ModelAuthor)
    chosen = tomllib.loads((ROOT / "configs" / "decoding-rotowire.toml").read_text(encoding="utf-8"))
    assert author.decoding == Decoding(**chosen)


def test_it_is_what_writes_unless_told_otherwise(stories: list[Story]) -> None:
    written = boxscribe("write", EXAMPLES).stdout.decode()
    named = boxscribe("write", EXAMPLES, "--model", MODEL).stdout.decode()
    assert written == named
    assert stories[0].text in written


def test_of_unknown_players_it_tells_the_truth(stories: list[Story]) -> None:
    assert precision(stories) > 0.9


def test_nobody_is_named_who_did_not_play(stories: list[Story]) -> None:
    everyone = {player.name for story in stories for player in story.table.of_kind("player")}
    for story in stories:
        assert any(player.name in " ".join(story.tokens) for player in story.table.of_kind("player"))
        assert not strangers_in(story, everyone)


def test_the_stories_are_whole_and_do_not_repeat_themselves(stories: list[Story]) -> None:
    for story in stories:
        said = [tuple(sentence) for sentence in sentences(story.tokens)]
        assert len(set(said)) == len(said)
        assert not {*SPECIALS} & {*story.tokens}
        assert 200 < len(story.tokens) < 600 and story.tokens[-1] == "."


def test_of_real_games_it_tells_the_truth_whatever_the_players_are_called(data_dir: Path) -> None:
    tables: list[Table] = list(islice(read_tables(data_dir / "rotowire" / "valid.json.gz"), 0, None, 40))
    author = load()
    known, unknown = (precision(list(author.write_all(games))) for games in (tables, map(renamed, tables)))
    assert known > 0.9
    assert unknown > known - 0.04
