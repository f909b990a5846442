"""How long the sentences of a model's stories are, so that its planner plans texts of the asked length.

In: stories as JSON lines, which follow plans; out: a `SentenceLength`, which `fit_planner` saves in a planner.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from boxscribe.errors import InputError
from boxscribe.files import called, read_lines
from boxscribe.foreign import ForeignError, parse_json
from boxscribe.planning.length import SentenceLength, fit_sentences
from boxscribe.planning.store import load_own_planner, save_planner
from boxscribe.text import PARAGRAPH
from boxscribe.text.sentences import STOPS
from boxscribe.writing.verified import Origin


def fit_planner(planner: str | Path, stories: str | Path) -> SentenceLength:
    """Fit the length of sentences to stories (`write --format jsonl`), and save it in the planner's folder."""
    loaded = load_own_planner(planner)
    facts, words = [], []
    for number, line in enumerate(read_lines(stories), 1):
        try:
            for sentence in sentence_lengths(parse_json(line)):
                facts.append(sentence.facts)
                words.append(sentence.words)
        except (ForeignError, TypeError, KeyError, AttributeError) as error:
            where = f"{called(stories)}: line {number}"
            raise InputError(f"{where}: is no story that follows a plan ({error}); write --format jsonl") from None
    if len({*facts}) < 2:
        raise InputError(f"{called(stories)}: has no sentences with one fact and with several; give more stories")
    length = fit_sentences(facts, words)
    save_planner(replace(loaded, length=length), planner)
    return length


class WrittenSentence(NamedTuple):
    """How much a sentence was to state, and how long it is."""

    facts: int
    words: int


def sentence_lengths(story: dict[str, Any]) -> Iterator[WrittenSentence]:
    """The planned sentences of a story as JSON; one that was left out has no words, and kept ones do not count."""
    outline, lengths = story["outline"], _lengths(story["tokens"])
    for cells, origin in zip(outline, story.get("origins") or [Origin.BEST] * len(outline), strict=False):
        words = 0 if origin == Origin.LEFT_OUT else next(lengths, 0)
        if cells and origin != Origin.KEPT:
            yield WrittenSentence(len(cells), words)


def _lengths(tokens: Iterable[str]) -> Iterator[int]:
    """The number of words of each sentence."""
    length = 0
    for token in tokens:
        length += token != PARAGRAPH
        if token in STOPS:
            yield length
            length = 0
    if length:
        yield length
