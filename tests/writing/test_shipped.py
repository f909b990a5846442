"""The shipped models: small, as accurate on unseen names as on known ones; and the default, whose stories are true."""

import json
import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from safetensors.numpy import load_file

from benchmarks.names import facts_of, renamed, strangers_in
from boxscribe import check
from boxscribe.batches.vocab import SPECIALS
from boxscribe.derived import derive
from boxscribe.models.store import WEIGHTS
from boxscribe.planning.plan import records_of
from boxscribe.shipped import shipped_folders
from boxscribe.tables import Table, load_domain
from boxscribe.tables.read import read_tables
from boxscribe.text import PARAGRAPH, sentences
from boxscribe.text.forms import value_of
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
    assert sum(file.stat().st_size for folder in folders for file in folder.rglob("*")) < 65_000_000
    for folder in folders:
        assert {str(weight.dtype) for weight in load_file(folder / WEIGHTS).values()} == {"float16"}
        card = (folder / "README.md").read_text(encoding="utf-8")
        assert card.startswith(f"# {folder.name}\n")
        for part in ("can be used for", "cannot", "trained on", "Scores", "make it again"):
            assert part in card


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("rotowire", "decoding-rotowire-plan.toml"),
        ("rotowire-ent", "decoding-rotowire.toml"),
        ("mlb", "decoding-mlb-plan.toml"),
    ],
)
def test_decoding_settings_are_those_of_the_configuration(model: str, settings: str) -> None:
    author = load(model)
    assert isinstance(author, ModelAuthor)
    chosen = tomllib.loads((ROOT / "configs" / settings).read_text(encoding="utf-8"))
    assert author.decoding == Decoding(**chosen)


@pytest.fixture(scope="module")
def verified() -> list[Story]:
    return list(load(domain="rotowire").write_all(read_tables(EXAMPLES)))


def test_the_default_follows_plans_and_verifies(verified: list[Story]) -> None:
    written = map(json.loads, boxscribe("write", EXAMPLES, "--format", "jsonl", "--no-trace").stdout.splitlines())
    assert [(line["model"], line["text"]) for line in written] == [("rotowire", story.text) for story in verified]
    for story in verified:
        assert len(story.origins) == len(story.outline) > 3
        assert "left out" not in story.origins


def test_the_checker_supports_every_claim_of_verified_stories(verified: list[Story]) -> None:
    for story in verified:
        verdicts = check(story.text, story.table)
        assert len(verdicts) > 10
        assert {verdict.status.value for verdict in verdicts} == {"supported"}, story.text


def test_every_planned_fact_is_stated(verified: list[Story]) -> None:
    """Every number comes from the plan, and the plan is in the text."""
    for story in verified:
        words = {value for token in story.tokens for value in (token, (value_of(token) or ("",))[0])}
        for entity, type in story.plan:
            record = next(one for one in records_of(derived(story.table).entities[entity]) if one.type == type)
            assert {*record.value.split()} <= words, (record, story.text)


def derived(table: Table) -> Table:
    return derive(table, load_domain("rotowire"))


def test_verified_stories_read_as_stories(verified: list[Story]) -> None:
    everyone = {player.name for story in verified for player in story.table.of_kind("player")}
    for story in verified:
        found = [tuple(sentence) for sentence in sentences(story.tokens)]
        assert len(set(found)) == len(found)
        assert PARAGRAPH in story.tokens and story.tokens[-1] == "."
        assert not strangers_in(story, everyone)
        assert 60 < len(story.tokens) < 400


def test_a_verified_story_is_the_same_alone_and_in_any_batch(verified: list[Story]) -> None:
    author = load(domain="rotowire")
    assert [author.write(story.table).tokens for story in verified[:3]] == [story.tokens for story in verified[:3]]


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
    author = load("rotowire-ent")
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
