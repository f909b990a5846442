"""Search without phrases: none is written, whatever else the hypotheses hold."""

from collections.abc import Sequence

import pytest
import torch

from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import EncodedTable, Generator
from boxscribe.writing.forbidden_phrases import ForbiddenPhrases, Phrases
from boxscribe.writing.search import search
from helpers import games
from writing.authors import model

LENGTH = 30


class Never(ForbiddenPhrases):
    """The same phrases for every table, from the first word on."""

    def __init__(self, phrases: Sequence[Sequence[int]]) -> None:
        self.phrases = phrases

    def start(self, table: EncodedTable) -> Phrases:
        return Phrases.of(self.phrases, 1, torch.device("cpu"))


def texts(phrases: Sequence[Sequence[int]]) -> list[list[int]]:
    generator = Generator(model())
    tables = [generator.encode(table) for table in games(3, seed=4, texts=False)]
    found = search(
        generator,
        tables,
        Decoding(beam=3, min_length=LENGTH, max_length=LENGTH),
        2,
        False,
        constraints={"x": Never(phrases)},
    )
    return [paths[0].ids for _, paths in found]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_no_phrase_is_written(size: int) -> None:
    before = texts(())
    known = len(model().vocabularies.target)  # beyond them each table has ids of its own
    phrases = [ids[at : at + size] for ids in before for at in range(len(ids) - size)]
    refused = [phrase for phrase in phrases if max(phrase) < known][::5]
    assert refused
    for ids in texts(refused):
        windows = [ids[at : at + size] for at in range(len(ids) - size + 1)]
        assert not any(phrase in windows for phrase in refused)


def test_phrases_of_different_lengths_and_none() -> None:
    known, before = len(model().vocabularies.target), texts(())
    words = [id for id in before[0] if id < known]
    unwritten = next(id for id in range(4, known) if all(id not in ids for ids in before))
    assert texts([[unwritten, unwritten]]) == before, "a phrase that nobody writes changes nothing"
    for ids in texts([words[:1], words[3:6]]):
        assert words[0] not in ids


def test_a_finished_sentence_forgets_them() -> None:
    state = Phrases.of([[3, 4], [5]], 2, torch.device("cpu"))
    assert state.words.tolist() == [[[4, 3], [5, -1]]] * 2
    assert ForbiddenPhrases().resume(state).words.numel() == 0
