"""What the tests of all templates share."""

from boxscribe.tables import Table, load_domain
from boxscribe.writing.story import Story, Word
from boxscribe.writing.template import write_template


def text_of(table: Table) -> str:
    """The tokens of the template's story."""
    return " ".join(write_template(table, load_domain(table.domain)).tokens)


def assert_sources_hold_their_words(story: Story) -> None:
    assert len(story.trace.words) == len(story.tokens)
    for token, word in zip(story.tokens, story.trace.words, strict=True):
        if word == Word(0.0, 0.0, ()):
            continue
        [(entity, type, weight)] = word.sources
        assert (word.gate, word.copied, weight) == (1.0, 1.0, 1.0)
        assert any(token in value.split() for value in story.table.entities[entity].values(type)), token
