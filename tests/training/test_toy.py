"""The toy task: a small ENT learns to tell the score and the top scorer of new games with new names, by copying; ED+CC
under the same budget does worse. NCP+CC learns the plan of such texts, and to write what it has planned."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from boxscribe.batches import prepare
from boxscribe.config import (
    Composition,
    Config,
    DataConfig,
    ModelConfig,
    OptimiserConfig,
    ScheduleConfig,
    TrainingConfig,
)
from boxscribe.models.store import load_model
from boxscribe.tables import Table, load_domain
from boxscribe.training.train import train
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from helpers import requiring_nothing
from training.toy import (
    invented_names,
    league_games,
    league_plan,
    league_text,
    score_sentence,
    scorer_sentence,
    toy_games,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, domain = tmp_path_factory.mktemp("toy"), requiring_nothing(load_domain("rotowire"))
    train_set = prepare(toy_games(2000, seed=1, names=invented_names(300, seed=0)), domain, folder / "train")
    prepare(toy_games(50, seed=2), domain, folder / "valid", train_set.vocabularies)
    return folder


def accuracy(tables: Sequence[Table], stories: Sequence[Sequence[str]]) -> float:
    """The fraction of scores and top scorers that are right, names included."""
    right = 0
    for table, words in zip(tables, stories, strict=True):
        story = " ".join(words)
        right += story.startswith(score_sentence(table)) + story.endswith(scorer_sentence(table))
    return right / (2 * len(tables))


def trained_accuracy(composition: Composition, folder: Path) -> float:
    config = Config(
        data=DataConfig(root=str(folder), train="train", valid="valid", batch_size=16, name_dropout=0.9),
        model=ModelConfig(composition=composition, embedding=64, hidden=64, memory=64, layers=1, dropout=0),
        optimiser=OptimiserConfig(learning_rate=1e-2),
        schedule=ScheduleConfig(warmup_steps=50),
        training=TrainingConfig(epochs=2),
    )
    best = train(config, folder / composition)
    games = toy_games(200, seed=3)
    author = ModelAuthor(load_model(best), composition, Decoding(beam=1, max_length=40))
    return accuracy(games, [story.tokens for story in author.write_all(games)])


def test_ent_learns_to_copy_scores_and_scorers_it_never_saw_and_edcc_does_not(folder: Path) -> None:
    ent, edcc = trained_accuracy("ent", folder), trained_accuracy("edcc", folder)
    assert ent >= 0.95
    assert edcc < ent - 0.1


def test_ncp_learns_what_to_say_and_says_it(tmp_path: Path) -> None:
    """A deterministic rule chooses and orders the cells of a text. The words of a story are copied from its plan, in
    the plan's order."""
    domain = requiring_nothing(load_domain("rotowire"))
    train_set = prepare(league_games(1500, seed=1), domain, tmp_path / "train")
    valid_set = prepare(league_games(50, seed=2), domain, tmp_path / "valid", train_set.vocabularies)
    config = Config(
        model=ModelConfig(composition="ncp", embedding=64, hidden=64, layers=1, dropout=0),
        optimiser=OptimiserConfig(learning_rate=1e-2),
        schedule=ScheduleConfig(warmup_steps=50),
        training=TrainingConfig(epochs=2),
    )
    best = train(config, tmp_path / "ncp", train_set=train_set, valid_set=valid_set)
    games = league_games(200, seed=3)
    stories = list(ModelAuthor(load_model(best), "ncp", Decoding(beam=5, max_length=40)).write_all(games))
    right = [list(story.plan) == league_plan(game) for game, story in zip(games, stories, strict=True)]
    assert sum(right) >= 0.98 * len(games)
    followed = 0
    for game, story in zip(games, stories, strict=True):
        copied = [word.sources[0] for word in story.trace.words if word.copied > 0.5]
        followed += [(source.entity, source.type) for source in copied] == list(story.plan)
        if list(story.plan) == league_plan(game):
            assert " ".join(story.tokens) == league_text(game)
    assert followed >= 0.99 * len(games)
