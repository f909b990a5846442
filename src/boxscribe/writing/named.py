"""The entities that a story mentions, and a colour for each that recurs, as in the paper's Figure 1."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rich.text import Text

from boxscribe.tables.linker import EntityLinker
from boxscribe.text import PARAGRAPH, sentences
from boxscribe.text.tokens import pieces
from boxscribe.writing.story import Story

ONCE = "once"
# The colours of a terminal, light or dark; those of a page are e0 … e11 of palette.css.
_TERMINAL_COLOURS = (
    "magenta", "blue", "green", "yellow", "cyan", "red",
    "bright_blue", "bright_magenta", "bright_green", "bright_cyan", "bright_red", "bright_yellow",
)  # fmt: skip
COLOURS = len(_TERMINAL_COLOURS)


class EntitySpan(NamedTuple):
    """`story.tokens[start:end]` names an entity."""

    start: int
    end: int
    entity: int  # its position in `table.entities`


def entity_spans(story: Story) -> list[EntitySpan]:
    """The mentions of a story whose entity is certain."""
    text = sentences(story.tokens)
    found, offset = [], 0
    for sentence, mentions in zip(text, EntityLinker(story.table, story.domain).link(text), strict=True):
        found += [
            EntitySpan(offset + mention.start, offset + mention.end, mention.entity)
            for mention in mentions
            if mention.entity is not None
        ]
        offset += len(sentence)
    return found


def entity_colours(spans: Iterable[EntitySpan]) -> dict[int, str]:
    """Entity → its CSS class: a colour if it is mentioned more than once, in order of first mention."""
    counts = Counter(span.entity for span in spans)
    colours = dict.fromkeys(counts, ONCE)
    for number, entity in enumerate(entity for entity, count in counts.items() if count > 1):
        colours[entity] = f"e{number % COLOURS}" + " again" * (number >= COLOURS)
    return colours


def on_terminal(story: Story) -> Text:
    """The story for a terminal: plain English, names in bold and in the colour of their entity."""
    spans = entity_spans(story)
    colours = entity_colours(spans)
    styles = {at: _style(colours[span.entity]) for span in spans for at in range(span.start, span.end)}
    text = Text()
    for at, (token, piece) in enumerate(zip(story.tokens, pieces(story.tokens), strict=True)):
        if token == PARAGRAPH:
            text.append("\n\n")
            continue
        word = piece.removeprefix(" ")
        text.append(piece[: len(piece) - len(word)])
        text.append(word, styles.get(at, ""))
    return text


def _style(css_class: str) -> str:
    colour, _, again = css_class.partition(" ")
    shade = "" if colour == ONCE else f" {_TERMINAL_COLOURS[int(colour[1:])]}"
    return f"bold{shade}{' italic' if again else ''}"
