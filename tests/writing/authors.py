"""Small models with random parameters that write about simulated games."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import torch

from boxscribe.batches import encode
from boxscribe.batches.dataset import Layout
from boxscribe.batches.vocab import EOS, Columns, VocabularyBuilder, finish
from boxscribe.config import Composition, ModelConfig
from boxscribe.models.store import Model, new_model
from boxscribe.tables import load_domain
from boxscribe.writing.story import Story
from helpers import games, requiring_nothing

SIZES = {"embedding": 11, "hidden": 18, "memory": 7}


@cache
def model(
    composition: Composition = "ent",
    domain: str = "rotowire",
    min_count: int = 3,
    scale: float = 6.0,
    copied: frozenset[str] = frozenset(),
    extras: bool = False,
    copy_forms: bool = False,
) -> Model:
    """A model that knows the words of a few games that occur often; so it must copy the rest, and the `copied` ones."""
    description = load_domain(domain)
    counters = Columns.of(VocabularyBuilder, len(description.features))
    for table in games(6, domain):
        encode(table, description, counters)
    vocabularies, _ = finish(counters, min_count, copied)
    torch.manual_seed(1)
    ours = dict.fromkeys(("feed_copied_records", "mention_features", "length_control"), extras)
    config = ModelConfig(composition=composition, copy_forms=copy_forms, **ours, **SIZES)  # type: ignore[arg-type]
    made = new_model(config, vocabularies, description, Layout())
    with torch.no_grad():
        for parameter in made.writer.parameters():
            parameter.uniform_(-0.1 * scale, 0.1 * scale)
        made.writer.generator.w.bias.fill_(-1.0)
        made.writer.generator.W_y.bias[EOS] = 6.0  # so that some stories end
    return made


def undemanding(model: Model) -> Model:
    """The same model, which writes about incomplete tables, too."""
    return replace(model, domain=requiring_nothing(model.domain))


def most_copies_of_a_cell(stories: Iterable[Story]) -> int:
    """How often a cell that is no name was copied, at most."""
    counts: Counter[tuple[int, int, str]] = Counter()
    for number, story in enumerate(stories):
        for word in story.trace.words:
            if word.copied > 0.5 and "NAME" not in word.sources[0].type and "CITY" not in word.sources[0].type:
                counts[number, word.sources[0].entity, word.sources[0].type] += 1
    return max(counts.values())
