"""Sampled games → tasks.

A facts task holds the sampled sentences of one summary, with the entities that they name; a quality task is a pair of
summaries of one game. An attention check is a task that says which answers to give.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from boxscribe.study.design import counterbalanced_pairs
from boxscribe.study.settings import FACTS, Form, StudySettings
from boxscribe.study.sources import SampledGame
from boxscribe.tables.linker import EntityLinker
from boxscribe.tables.show import Sheet
from boxscribe.text import PARAGRAPH, detokenise, sentences

Part = tuple[str, int | None]  # (words, the index of the entity that they name, or None)


@dataclass(frozen=True, slots=True)
class Task:
    """A row of a platform's file; a screen of the page for each sentence, or for the pair."""

    code: str  # unique: game#system, or game#first#second
    form: Form
    game: str
    systems: tuple[str, ...]
    sentences: tuple[tuple[Part, ...], ...] = ()  # facts only
    expected: tuple[tuple[str, str], ...] = ()  # (question, answer) of an attention check

    @property
    def screens(self) -> range:
        """The numbers of its screens."""
        return range(max(1, len(self.sentences)))

    @property
    def is_check(self) -> bool:
        return bool(self.expected)


def facts_tasks(study: StudySettings, games: Sequence[SampledGame]) -> list[Task]:
    """For each summary of each system a task with sampled sentences, in the order of the text."""
    rng = Random(f"{study.seed} sentences")
    tasks = []
    for game in games:
        for system in study.names:
            found = _sentences(game, game.stories[system])
            sampled = sorted(rng.sample(range(len(found)), min(study.facts.sentences, len(found))))
            tasks.append(
                Task(f"{game.id}#{system}", "facts", game.id, (system,), tuple(_as_parts(*found[at]) for at in sampled))
            )
    return tasks


def quality_tasks(study: StudySettings, games: Sequence[SampledGame]) -> list[Task]:
    """For each game a task for each pair of systems, in the order in which they are shown."""
    pairs_of_games = counterbalanced_pairs(study.names, len(games), Random(f"{study.seed} pairs"))
    return [
        Task(f"{game.id}#{first}#{second}", "quality", game.id, (first, second))
        for game, pairs in zip(games, pairs_of_games, strict=True)
        for first, second in pairs
    ]


def attention_checks(study: StudySettings, form: Form, games: Sequence[SampledGame]) -> list[Task]:
    """The attention checks of a form."""
    rng = Random(f"{study.seed} checks {form}")
    checks = []
    for number in range(1, study.form(form).attention_checks + 1):
        game = rng.choice(games)
        code = f"#check{number}#{form}"  # no other code starts with #, because the id of a game is not empty
        if form == "facts":
            counts = rng.randint(2, 6), rng.randint(1, 5)
            text = (
                "This sentence checks your attention: whatever the tables say, please enter "
                f"{counts[0]} supporting and {counts[1]} contradicting facts."
            )
            answers = tuple(zip(FACTS, map(str, counts), strict=True))
            checks.append(Task(code, form, game.id, (), (((text, None),),), answers))
        else:
            first, second = rng.sample(study.names, 2)
            choice = rng.choice("AB")
            answers = tuple((criterion, choice) for criterion in study.quality.criteria)
            checks.append(Task(code, form, game.id, (first, second), expected=answers))
    return checks


def with_check_request(text: str, choice: str) -> str:
    """A summary with a sentence in its middle that asks for an answer."""
    words = text.split(" ")
    half = next((at for at in range(len(words) // 2, len(words)) if words[at].endswith(".")), len(words) - 1) + 1
    request = f"This summary checks your attention: please choose {choice} in every question."
    return " ".join([*words[:half], request, *words[half:]])


Mentioned = tuple[list[str], int]  # (tokens, the index of the entity that they name)


def _sentences(game: SampledGame, tokens: Sequence[str]) -> list[tuple[list[str], list[Mentioned]]]:
    """The sentences of a story as tokens, each with the mentions in it."""
    text = sentences(tokens)
    found = []
    for sentence, linked in zip(text, EntityLinker(game.table, game.domain).link(text), strict=True):
        mentions = [(sentence[m.start : m.end], m.entity) for m in linked if m.entity is not None]
        words = [token for token in sentence if token != PARAGRAPH]
        if words:
            found.append((words, mentions))
    return found


def _as_parts(sentence: Sequence[str], mentions: Sequence[Mentioned]) -> tuple[Part, ...]:
    """A detokenised sentence, split where a mention begins or ends."""
    return tuple(_split(detokenise(sentence), [(detokenise(tokens), entity) for tokens, entity in mentions]))


def _split(text: str, mentions: Sequence[tuple[str, int]]) -> Iterator[Part]:
    """Split `text` at the mentions, which are in its order."""
    start = 0
    for words, entity in mentions:
        at = text.find(words, start)
        if at < 0:
            continue  # detokenisation has changed the mention
        if at > start:
            yield text[start:at], None
        yield words, entity
        start = at + len(words)
    if start < len(text):
        yield text[start:], None


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """A part of a box score as JSON for the page."""
    return {
        "title": sheet.title,
        "columns": sheet.columns,
        "text": sheet.left,
        "rows": sheet.rows,
        "entities": sheet.entities,
    }
