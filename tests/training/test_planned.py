"""A small ENT learns to write what its plan says, of games and plans it never saw, free and verified."""

from collections.abc import Callable, Sequence

import pytest

from boxscribe.batches import prepare
from boxscribe.checking.checker import Checker
from boxscribe.config import Config, DataConfig, ModelConfig, OptimiserConfig, ScheduleConfig, TrainingConfig
from boxscribe.models.store import Model, load_model
from boxscribe.planning.plan import Plan
from boxscribe.tables import Table, load_domain
from boxscribe.training.train import train
from boxscribe.writing.acceptance import Check
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.planned_author import PlannedAuthor
from boxscribe.writing.story import Story
from helpers import requiring_nothing
from training.toy import invented_names, planned_games, planned_text

GAMES = planned_games(150, seed=3)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    folder, domain = tmp_path_factory.mktemp("planned"), requiring_nothing(load_domain("rotowire"))
    games = [table for table, _ in planned_games(1500, seed=1, names=invented_names(300, seed=0))]
    train_set = prepare(games, domain, folder / "train")
    prepare([table for table, _ in planned_games(50, seed=2)], domain, folder / "valid", train_set.vocabularies)
    config = Config(
        data=DataConfig(root=str(folder), train="train", valid="valid", batch_size=16, name_dropout=0.9),
        model=ModelConfig(composition="ent", embedding=48, hidden=48, memory=48, layers=1, dropout=0, follow_plan=True),
        optimiser=OptimiserConfig(learning_rate=1e-2),
        schedule=ScheduleConfig(warmup_steps=50),
        training=TrainingConfig(epochs=6),
    )
    return load_model(train(config, folder / "run"))


def written(
    model: Model, games: Sequence[tuple[Table, Plan]], make_check: Callable[[], Check] | None = None, beam: int = 2
) -> list[Story]:
    plans = {table.id: plan for table, plan in games}
    decoding = Decoding(beam=beam, max_length=200)
    author = PlannedAuthor(model, "test", lambda table: plans[table.id], make_check, decoding)
    return list(author.write_all(table for table, _ in games))


def test_it_follows_its_plans(model: Model) -> None:
    stories = written(model, GAMES)
    right = [" ".join(story.tokens) == planned_text(*game) for story, game in zip(stories, GAMES, strict=True)]
    assert sum(right) >= 0.99 * len(GAMES)


def test_verified_sentence_by_sentence_it_writes_the_same(model: Model) -> None:
    free = written(model, GAMES[:20], beam=1)
    verified = written(model, GAMES[:20], lambda: lambda tokens, table: [], beam=1)
    assert [story.tokens for story in verified] == [story.tokens for story in free]
    for story, (_, plan) in zip(verified, GAMES, strict=False):
        assert story.origins == ("best",) * len(plan.sentences)


def test_what_the_checker_refuses_is_not_written(model: Model) -> None:
    """A checker that reads other tables finds that all is false."""
    domain = requiring_nothing(load_domain("rotowire"))
    other = {table.id: table for table, _ in planned_games(150, seed=4)}

    def lying() -> Check:
        checker = Checker(domain)
        return lambda tokens, table: checker.check(tokens, other[table.id])

    assert all(story.origins and set(story.origins) == {"left out"} for story in written(model, GAMES[:5], lying))
    honest = written(model, GAMES[:20], lambda: Checker(domain).check)
    assert {origin for story in honest for origin in story.origins} == {"best"}
