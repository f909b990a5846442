"""The names of entities in a story, and their colours: as in Figure 1 of the paper, recurring entities are coloured."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from rich.text import Text

from boxscribe.tables.names import Names
from boxscribe.text import PARAGRAPH, sentences
from boxscribe.text.tokens import pieces
from boxscribe.writing.story import Story

COLOURS = 12  # --e0 … --e11 of pages/static/palette.css
ONCE = "once"
# The same twelve on a terminal, light or dark.
_SHADES = (
    "magenta", "blue", "green", "yellow", "cyan", "red",
    "bright_blue", "bright_magenta", "bright_green", "bright_cyan", "bright_red", "bright_yellow",
)  # fmt: skip


class Name(NamedTuple):
    """`tokens[start:end]` names an entity."""

    start: int
    end: int
    entity: int


def names_in(story: Story) -> list[Name]:
    """The names of entities in the story, in order."""
    names = Names(replace(story.table, tokens=tuple(story.tokens)), story.domain)
    found, start = [], 0
    for sentence in sentences(story.tokens):
        found += [Name(start + at, start + end, entity) for at, end, entity, _ in names.find(sentence)]
        start += len(sentence)
    return found


def colours_of(names: list[Name]) -> dict[int, str]:
    """The CSS class of each named entity: a colour for those that recur, in order of first mention."""
    times = Counter(name.entity for name in names)
    colours = dict.fromkeys(times, ONCE)
    for number, entity in enumerate(entity for entity, count in times.items() if count > 1):
        colours[entity] = f"e{number % COLOURS}" + " again" * (number >= COLOURS)
    return colours


def on_terminal(story: Story) -> Text:
    """The story as a terminal shows it: plain English, names in bold, those that recur in their colour."""
    names = names_in(story)
    colours = colours_of(names)
    styles = {at: _style(colours[name.entity]) for name in names for at in range(name.start, name.end)}
    text = Text()
    for at, (token, piece) in enumerate(zip(story.tokens, pieces(story.tokens), strict=True)):
        if token == PARAGRAPH:
            text.append("\n\n")
            continue
        word = piece.removeprefix(" ")
        text.append(piece[: len(piece) - len(word)])
        text.append(word, styles.get(at, ""))
    return text


def _style(classes: str) -> str:
    colour, _, again = classes.partition(" ")
    shade = "" if colour == ONCE else f" {_SHADES[int(colour[1:])]}"
    return f"bold{shade}{' italic' if again else ''}"
