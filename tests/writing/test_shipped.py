"""The shipped model: small, the default of its domain, and as accurate on unseen names as on known ones."""

import json
import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from safetensors.numpy import load_file

from benchmarks.names import facts_of, renamed, strangers_in
from boxscribe.batches.vocab import SPECIALS
from boxscribe.models.store import WEIGHTS
from boxscribe.shipped import shipped_folders
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
    return list(load("rotowire-ent").write_all(read_tables(EXAMPLES)))


def precision(stories: Sequence[Story]) -> float:
    """The share of the facts that are in the table, by the shipped extractor."""
    facts = facts_of(stories)
    assert len(facts) > 20 * len(stories), "stories state facts"
    return sum(fact.correct for fact in facts) / len(facts)


def test_all_models_together_are_small_and_each_has_a_card() -> None:
    folders = shipped_folders("models")
    assert sum(file.stat().st_size for folder in folders for file in folder.rglob("*")) < 60_000_000
    for folder in folders:
        assert {str(weight.dtype) for weight in load_file(folder / WEIGHTS).values()} == {"float16"}
        card = (folder / "README.md").read_text(encoding="utf-8")
        assert card.startswith(f"# {folder.name}\n")
        for part in ("can be used for", "cannot", "trained on", "Scores", "make it again"):
            assert part in card


def test_its_decoding_settings_are_those_of_its_configuration() -> None:
    author = load()
    assert isinstance(author, ModelAuthor)
    chosen = tomllib.loads((ROOT / "configs" / "decoding-rotowire.toml").read_text(encoding="utf-8"))
    assert author.decoding == Decoding(**chosen)


def test_it_is_the_default(stories: list[Story]) -> None:
    written = map(json.loads, boxscribe("write", EXAMPLES, "--format", "jsonl", "--no-trace").stdout.splitlines())
    assert [(line["model"], line["text"]) for line in written] == [("rotowire-ent", story.text) for story in stories]


def test_precision_on_unseen_players(stories: list[Story]) -> None:
    assert precision(stories) > 0.9


def test_only_players_of_the_table_are_named(stories: list[Story]) -> None:
    everyone = {player.name for story in stories for player in story.table.of_kind("player")}
    for story in stories:
        assert any(player.name in " ".join(story.tokens) for player in story.table.of_kind("player"))
        assert not strangers_in(story, everyone)


def test_stories_end_with_a_sentence_and_repeat_none(stories: list[Story]) -> None:
    for story in stories:
        found = [tuple(sentence) for sentence in sentences(story.tokens)]
        assert len(set(found)) == len(found)
        assert not {*SPECIALS} & {*story.tokens}
        assert 200 < len(story.tokens) < 600 and story.tokens[-1] == "."


def test_precision_on_real_games_does_not_depend_on_the_names(data_dir: Path) -> None:
    tables: list[Table] = list(islice(read_tables(data_dir / "rotowire" / "valid.json.gz"), 0, None, 60))
    author = load()
    known, unknown = (precision(list(author.write_all(games))) for games in (tables, map(renamed, tables)))
    assert known > 0.9
    assert unknown > known - 0.04


def test_a_story_and_its_score_are_the_same_alone_and_in_any_batch() -> None:
    """To the last bit, greedily and with a beam, at the size of the shipped model."""
    tables = list(read_tables(EXAMPLES))
    author = load("rotowire-ent")
    assert isinstance(author, ModelAuthor)
    for beam in (1, 4):
        author.decoding = author.decoding.model_copy(update={"beam": beam, "words": 0, "max_length": 60})
        together = [(story.tokens, story.score) for story in author.write_all(tables)]
        backwards = [(story.tokens, story.score) for story in author.write_all(tables[::-1])]
        assert backwards[::-1] == together
        assert [(story.tokens, story.score) for story in map(author.write, tables)] == together
