"""Stories of a model that plans: the plan comes first, every copied word is of the plan, and the plan stays with it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from boxscribe.batches import chunks, collate, encode
from boxscribe.batches.plans import Plans
from boxscribe.models.copying import CopyGenerator, SupervisedCopyGenerator
from boxscribe.models.plan_encoder import PlanEncoder
from boxscribe.models.store import Model, load_model, save_model
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Generator
from boxscribe.writing.formats import from_json, to_json
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.story import Story
from helpers import games
from writing.authors import model

TABLES = games(4, seed=5, texts=False)
LENGTH = 40


@pytest.fixture(scope="module")
def made() -> Model:
    return model("ncp")


@pytest.fixture(scope="module")
def stories(made: Model) -> list[Story]:
    return written(made)


def written(made: Model, beam: int = 3) -> list[Story]:
    return list(ModelAuthor(made, "test", Decoding(beam=beam, min_length=20, max_length=LENGTH)).write_all(TABLES))


def test_words_are_copied_from_the_plan_alone(stories: list[Story]) -> None:
    copied = 0
    for story in stories:
        assert story.plan
        assert len(set(story.plan)) == len(story.plan)
        for entity, type in story.plan:
            assert story.table.entities[entity].value(type) is not None
        for token, word in zip(story.tokens, story.trace.words, strict=True):
            for source in word.sources:
                copied += 1
                assert (source.entity, source.type) in story.plan
                assert token in (story.table.entities[source.entity].value(source.type) or "").split()
    assert copied


def test_the_plan_is_found_with_the_beam_of_the_settings(made: Model, stories: list[Story]) -> None:
    greedy = written(made, beam=1)
    for beam, found in ((3, stories), (1, greedy)):
        for story in found:
            rows = Generator(made).encode(story.table, beam).rows
            assert story.plan == tuple(dict.fromkeys(rows))
    assert any(one.plan != other.plan for one, other in zip(stories, greedy, strict=True))


def test_the_score_is_the_likelihood_given_the_plan(
    made: Model, stories: list[Story], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Search adds both ways to a word up; only in training the switch is known."""
    for part in ("copies", "either"):
        monkeypatch.setattr(SupervisedCopyGenerator, part, getattr(CopyGenerator, part))
    writer = made.writer.eval()
    assert isinstance(writer.encoder, PlanEncoder)
    for story in stories:
        told = replace(story.table, tokens=tuple(story.tokens))
        batch = collate([encode(told, made.domain, made.vocabularies)])
        with torch.no_grad():
            plan, _ = writer.encoder.search_inputs(batch, "cpu", 3)
            plans = Plans(np.array([plan], np.int32), np.ones(1, bool))
            short, inputs = writer.encoder.training_inputs(batch, plans_of=lambda _, plans=plans: plans)  # type: ignore[misc]
            encoded = writer.encode(inputs)
            (chunk,) = chunks(short, len(story.tokens) + 1)
            words = writer.log_likelihood(encoded, writer.start(encoded), chunk).log_likelihood[:, 0]
        total = words.sum() if len(story.tokens) < LENGTH else words[:-1].sum()
        assert story.score == pytest.approx(float(total), abs=2e-3)


def test_the_plan_is_kept_with_the_story(stories: list[Story]) -> None:
    for story in stories:
        data = to_json(story, "test")
        assert data["plan"] == [[story.table.entities[entity].id, type] for entity, type in story.plan]
        assert from_json(data, story.table, story.domain).plan == story.plan
    unplanned = ModelAuthor(model(), "test", Decoding(beam=1, max_length=5)).write(TABLES[0])
    assert unplanned.plan == ()
    assert "plan" not in to_json(unplanned, "test")


def test_a_saved_model_writes_the_same(made: Model, stories: list[Story], tmp_path: Path) -> None:
    save_model(made, tmp_path)
    again = written(load_model(tmp_path))
    assert [(story.plan, story.tokens, story.score) for story in again] == [
        (story.plan, story.tokens, story.score) for story in stories
    ]
