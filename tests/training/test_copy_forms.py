"""Training with `model.copy_forms`: a model learns to write a value as a number word, for values that it has never seen
as words."""

from dataclasses import replace
from pathlib import Path

from boxscribe.batches import chunks, collate, prepare
from boxscribe.batches.encode import forms_of_row
from boxscribe.config import (
    AttentionSupervisionConfig,
    Config,
    DataConfig,
    ModelConfig,
    OptimiserConfig,
    ScheduleConfig,
    TrainingConfig,
)
from boxscribe.models.store import load_model
from boxscribe.tables import load_domain
from boxscribe.training.train import train
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.model_author import ModelAuthor
from helpers import games, requiring_nothing
from training.runs import small_config, small_datasets, small_games
from training.toy import spelled_games, spelled_sentence

SEEN = [2, 3, 4, 5, 6, 8, 9, 11, 12]  # in training; 7 and 10 are neither in a table nor, in words, in a text


def test_a_model_writes_numbers_in_words_that_it_has_never_seen(tmp_path: Path) -> None:
    domain = requiring_nothing(load_domain("rotowire"))
    train_set = prepare(spelled_games(1500, 1, SEEN), domain, tmp_path / "train")
    prepare(spelled_games(50, 2, SEEN), domain, tmp_path / "valid", train_set.vocabularies)
    config = Config(
        data=DataConfig(root=str(tmp_path), train="train", valid="valid", name_dropout=0.9, value_dropout=0.2),
        model=ModelConfig(embedding=64, hidden=64, memory=64, layers=1, dropout=0, copy_forms=True),
        optimiser=OptimiserConfig(learning_rate=1e-2),
        schedule=ScheduleConfig(warmup_steps=50),
        attention_supervision=AttentionSupervisionConfig(weight=1.0, until=1.0),
        training=TrainingConfig(epochs=2),
    )
    model = load_model(train(config, tmp_path / "run"))
    assert not {"seven", "ten", "7", "10"} & {*model.vocabularies.target.words}
    tables = spelled_games(60, 3, [7, 10])
    author = ModelAuthor(model, "toy", Decoding(beam=1, max_length=20))
    right = traced = 0
    for table, story in zip(tables, author.write_all(tables), strict=True):
        right += " ".join(story.tokens) == spelled_sentence(table)
        for token, unit, word in zip(story.tokens, story.tokens[1:], story.trace.words, strict=False):
            if token in ("seven", "ten") and unit in ("rebounds", "assists"):
                best = max(range(len(table.entities)), key=lambda k: int(table.entities[k].value("PTS") or 0))
                assert word.copied > 0.99, "it cannot be generated"
                traced += word.sources[0][:2] == (best, {"rebounds": "REB", "assists": "AST"}[unit])
    assert right >= 0.9 * len(tables)
    assert traced >= 0.9 * 2 * len(tables)


def test_prepared_trained_and_written_on_simulated_games(tmp_path: Path) -> None:
    config = small_config(small_datasets(tmp_path))
    supervision = AttentionSupervisionConfig(weight=1.0)
    model = config.model.model_copy(update={"copy_forms": True})
    config = config.model_copy(update={"model": model, "attention_supervision": supervision})
    trained = load_model(train(config, tmp_path / "run"))
    assert trained.config.copy_forms
    author = ModelAuthor(trained, "test", Decoding(beam=2, min_length=40, max_length=40))
    tables = [replace(table, tokens=()) for table in small_games(3, seed=7)]
    for story in author.write_all(tables):
        assert len(story.tokens) == 40
        for token, word in zip(story.tokens, story.trace.words, strict=True):
            for source in word.sources:
                cells = story.table.entities[source.entity].values(source.type)
                parts = [part for cell in cells for part in cell.split()]
                assert any(token in forms_of_row(part, source.type, story.domain) for part in parts)


def test_supervision_opens_the_copy_gate_at_number_words(tmp_path: Path) -> None:
    """Where alignment knows the record of a number word, it is a copy with `copy_forms` and not without."""
    made = prepare(games(5), load_domain("rotowire"), tmp_path / "train")
    batch = collate([made[game] for game in range(len(made))])
    plain, with_forms = (
        sum(int((chunk.known & chunk.copyable).any(2).sum()) for chunk in chunks(batch, 100, copy_forms))
        for copy_forms in (False, True)
    )
    assert with_forms > plain + 10
