"""A small ENT learns to write what its plan says, of games and plans it never saw, free and verified."""

import json
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.batches import prepare
from boxscribe.checking.checker import Checker
from boxscribe.config import Config, DataConfig, ModelConfig, OptimiserConfig, ScheduleConfig, TrainingConfig
from boxscribe.derived import derive
from boxscribe.errors import InputError
from boxscribe.models.store import Model, load_model, save_model
from boxscribe.planning.files import plan_json, write_plans
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables import Table, load_domain
from boxscribe.tables.phrasing import VerifiedWords, WordsOf
from boxscribe.tables.write import write_tables
from boxscribe.text import PARAGRAPH
from boxscribe.training.train import train
from boxscribe.writing import follow_plan
from boxscribe.writing.acceptance import Check
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.planned_author import PlannedAuthor
from boxscribe.writing.story import Story
from helpers import ROOT, boxscribe, requiring_nothing
from training.toy import invented_names, planned_games, planned_text

GAMES = planned_games(150, seed=3)
ANY_WORDING = VerifiedWords()


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
        training=TrainingConfig(epochs=9),
    )
    return load_model(train(config, folder / "run"))


def written(
    model: Model,
    games: Sequence[tuple[Table, Plan]],
    make_check: Callable[[], Check] | None = None,
    beam: int = 2,
    words: VerifiedWords = ANY_WORDING,
) -> list[Story]:
    plans = {table.id: plan for table, plan in games}
    decoding = Decoding(beam=beam, max_length=200)
    plain = load_domain("rotowire").model_copy(update={"verified": words})
    author = PlannedAuthor(
        model, "test", lambda table: plans[table.id], make_check, decoding, description_of=lambda _: plain
    )
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


@pytest.fixture(scope="module")
def folder(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model, a file of games, and their plans as text."""
    made = tmp_path_factory.mktemp("written")
    (made / "model").mkdir()
    save_model(model, made / "model")
    with (made / "games.jsonl").open("w") as stream:
        write_tables([replace(table, tokens=()) for table, _ in GAMES[:3]], stream)
    with (made / "plans.txt").open("w") as stream:
        write_plans(GAMES[:3], stream, as_text=True)
    return made


def write(folder: Path, plans: str, *options: str) -> subprocess.CompletedProcess[bytes]:
    given = ("--model", str(folder / "model"), "--plan", str(folder / plans), "--format", "tokens", *options)
    return boxscribe("write", str(folder / "games.jsonl"), *given)


def test_the_command_follows_a_file_of_plans(folder: Path) -> None:
    done = write(folder, "plans.txt", "--free")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines() == [planned_text(*game) for game in GAMES[:3]]
    assert write(folder, "plans.txt").stdout == done.stdout, "the checker has nothing against it"


def test_an_edited_plan_changes_the_text(folder: Path) -> None:
    """The first sentence of each plan goes."""
    plans = [(table, Plan(plan.sentences[1:] or plan.sentences)) for table, plan in GAMES[:3]]
    with (folder / "edited.txt").open("w") as stream:
        write_plans(plans, stream, as_text=True)
    done = write(folder, "edited.txt", "--free")
    assert done.stdout.decode().splitlines() == [planned_text(*plan) for plan in plans]


def test_a_plan_that_the_model_cannot_follow_is_one_sentence(folder: Path) -> None:
    table, plan = GAMES[0]
    fact = plan.facts[0]
    wrong = plan_json(table, Plan(((PlannedFact(fact.entity, fact.type, "77"),),)))
    others = [plan_json(*game) for game in GAMES[1:3]]
    (folder / "wrong.jsonl").write_text("\n".join(map(json.dumps, [wrong, *others])))
    done = write(folder, "wrong.jsonl")
    assert done.returncode == 2 and done.stderr.decode().count("\n") == 1
    assert "wrong.jsonl" in done.stderr.decode() and "77" in done.stderr.decode()
    other = boxscribe("write", str(ROOT / "examples/games.jsonl"), "--game", "1", "--plan", str(folder / "plans.txt"))
    assert other.returncode == 2 and other.stderr.decode().count("\n") == 1


def test_paragraphs_and_batches(model: Model) -> None:
    """A further paragraph begins where the plan says; a story is the same alone and beside others."""
    games = [(table, replace(plan, paragraphs=frozenset(range(1, len(plan.sentences))))) for table, plan in GAMES[:9]]
    checks: tuple[Callable[[], Check] | None, ...] = (None, lambda: lambda tokens, table: [])
    for make_check in checks:
        together = written(model, games, make_check)
        for game, story in zip(games, together, strict=True):
            (alone,) = written(model, [game], make_check)
            assert (alone.tokens, alone.score) == (story.tokens, story.score)
            sentences = [f"{sentence.strip()} ." for sentence in planned_text(*game).split(" .") if sentence.strip()]
            assert " ".join(story.tokens) == f" {PARAGRAPH} ".join(sentences)
            assert len(story.trace.words) == len(story.trace.entities) == len(story.tokens)


def test_a_sentence_that_is_too_long_ends_without_its_facts(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_plan, "LONGEST", 3)
    for story, (_, plan) in zip(written(model, GAMES[:5]), GAMES, strict=False):
        assert story.tokens.count(".") == len(plan.sentences) and story.tokens[-1] == "."
        assert all(len(sentence.split()) <= 3 for sentence in " ".join(story.tokens).split(" ."))


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


def test_words_of_other_facts_are_not_tried(model: Model) -> None:
    """Nothing speaks against any sentence, but where "rebounds" may not stand only a fixed sentence has the word."""

    def origins(*types: str) -> set[tuple[bool, str]]:
        words = VerifiedWords(words_of=(WordsOf(types=types, words=("rebounds",)),))
        stories = written(model, GAMES[:10], lambda: lambda *_: [], words=words)
        said = [
            (facts, origin)
            for story, (_, plan) in zip(stories, GAMES, strict=False)
            for facts, origin in zip(plan.sentences, story.origins, strict=True)
        ]
        return {(any(fact.type == "REB" for fact in facts), origin) for facts, origin in said}

    assert origins("REB") == {(True, "best"), (False, "best")}
    assert (False, "best") in origins() and (True, "best") not in origins()


def test_facts_that_the_model_does_not_read_have_fixed_sentences(model: Model) -> None:
    table, plan = GAMES[0]
    derived = derive(table, load_domain("rotowire"))
    unread = next(
        PlannedFact(entity.id, record.type, record.value) for entity in derived.entities for record in entity.derived
    )
    longer = Plan((*plan.sentences, (unread,)))
    (story,) = written(model, [(derived, longer)], lambda: lambda tokens, table: [])
    assert story.origins == (*["best"] * len(plan.sentences), "fixed")
    said = " ".join(story.tokens)
    assert said.startswith(planned_text(table, plan))
    about = next(entity.name for entity in table.entities if entity.id == unread.entity)
    assert about in said.removeprefix(planned_text(table, plan))
    with pytest.raises(InputError, match=f"the model reads no {unread.type}"):
        written(model, [(derived, longer)])
