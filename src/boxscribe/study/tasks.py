"""What a person is asked: tasks, made of the drawn games.

A `facts` task is the drawn sentences of one summary, each with the names in it; a `quality` task is two summaries. A
task whose `expected` is not empty checks that the person reads: it says itself what to answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from boxscribe.study.design import order_pairs
from boxscribe.study.settings import FACTS, Kind, Study
from boxscribe.study.sources import Game
from boxscribe.tables.names import Names
from boxscribe.tables.show import Sheet
from boxscribe.text import PARAGRAPH, detokenise, sentences

Part = tuple[str, int | None]  # (words, the number of the entity that they name, if they name one)


@dataclass(frozen=True, slots=True)
class Task:
    """The unit that people are given: a row of a platform's file, one or several screens of the page."""

    code: str  # id#system, or id#first#second
    kind: Kind
    game: str
    systems: tuple[str, ...]
    sentences: tuple[tuple[Part, ...], ...] = ()  # facts
    expected: tuple[tuple[str, str], ...] = ()  # question → the answer that a check asks for

    @property
    def screens(self) -> range:
        """A screen shows a sentence, or a pair."""
        return range(max(1, len(self.sentences)))

    @property
    def is_check(self) -> bool:
        return bool(self.expected)


def facts_tasks(study: Study, games: Sequence[Game]) -> list[Task]:
    """For each summary of each system the drawn sentences, in the order of the text."""
    rng = Random(f"{study.seed} sentences")
    tasks = []
    for game in games:
        for system in study.names:
            found = _sentences(game, game.stories[system])
            drawn = sorted(rng.sample(range(len(found)), min(study.facts.sentences, len(found))))
            tasks.append(
                Task(f"{game.id}#{system}", "facts", game.id, (system,), tuple(_marked(*found[at]) for at in drawn))
            )
    return tasks


def quality_tasks(study: Study, games: Sequence[Game]) -> list[Task]:
    """For each game all pairs of systems, in the order in which they are shown."""
    rounds = order_pairs(study.names, len(games), Random(f"{study.seed} pairs"))
    return [
        Task(f"{game.id}#{first}#{second}", "quality", game.id, (first, second))
        for game, pairs in zip(games, rounds, strict=True)
        for first, second in pairs
    ]


def checks(study: Study, kind: Kind, games: Sequence[Game]) -> list[Task]:
    """The attention checks of a form: they say what to answer, so that whoever reads cannot fail."""
    rng = Random(f"{study.seed} checks {kind}")
    made = []
    for number in range(1, study.form(kind).checks + 1):
        game = rng.choice(games)
        code = f"#check{number}#{kind}"  # an id is never empty, so no other task is called this
        if kind == "facts":
            counts = rng.randint(2, 6), rng.randint(1, 5)
            text = (
                "This sentence checks that you are reading: whatever the tables say, please enter "
                f"{counts[0]} supporting and {counts[1]} contradicting facts."
            )
            answers = tuple(zip(FACTS, map(str, counts), strict=True))
            made.append(Task(code, kind, game.id, (), (((text, None),),), answers))
        else:
            first, second = rng.sample(study.names, 2)
            choice = rng.choice("AB")
            answers = tuple((criterion, choice) for criterion in study.quality.criteria)
            made.append(Task(code, kind, game.id, (first, second), expected=answers))
    return made


def check_text(text: str, choice: str) -> str:
    """A summary that asks, after its first sentences, for a choice."""
    words = text.split(" ")
    half = next((at for at in range(len(words) // 2, len(words)) if words[at].endswith(".")), len(words) - 1) + 1
    request = f"This summary checks that you are reading: please choose {choice} in every question."
    return " ".join([*words[:half], request, *words[half:]])


Named = tuple[list[str], int]  # (tokens, the number of the entity that they name)


def _sentences(game: Game, tokens: Sequence[str]) -> list[tuple[list[str], list[Named]]]:
    """The sentences of a story as tokens, each with the mentions in it."""
    names = Names(replace(game.table, tokens=tuple(tokens)), game.domain)
    found = []
    for sentence in sentences(tokens):
        mentions = [(sentence[m.start : m.end], m.entity) for m in names.find(sentence)]
        words = [token for token in sentence if token != PARAGRAPH]
        if words:
            found.append((words, mentions))
    return found


def _marked(sentence: Sequence[str], mentions: Sequence[Named]) -> tuple[Part, ...]:
    """A sentence as people read it, cut where a name begins or ends."""
    return tuple(_cut(detokenise(sentence), [(detokenise(tokens), entity) for tokens, entity in mentions]))


def _cut(text: str, mentions: Sequence[tuple[str, int]]) -> Iterator[Part]:
    """`text` in parts; mentions come in its order."""
    start = 0
    for words, entity in mentions:
        at = text.find(words, start)
        if at < 0:
            continue  # written otherwise once the tokens are joined
        if at > start:
            yield text[start:at], None
        yield words, entity
        start = at + len(words)
    if start < len(text):
        yield text[start:], None


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """A part of a box score as plain data for a page."""
    return {
        "title": sheet.title,
        "columns": sheet.columns,
        "text": sheet.left,
        "rows": sheet.rows,
        "entities": sheet.entities,
    }
