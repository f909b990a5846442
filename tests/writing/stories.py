"""Stories with a trace, made from tables and their texts as a model could have written them."""

import itertools
import tomllib
from dataclasses import replace
from functools import cache

import numpy as np

import boxscribe as api
from boxscribe.batches.align import Fact, align
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.domain import Domain
from boxscribe.text import PARAGRAPH
from boxscribe.writing.story import NO_ATTENTION, Source, Story, Trace, Word
from helpers import WEATHER, games

COPIED = 0.97  # of a word that the table has


def told(table: Table, domain: Domain | None = None) -> Story:
    """The table's own text, each word copied that the table has; Ψ and updates are random."""
    domain = domain or load_domain(table.domain)
    random = np.random.default_rng(1)
    shape = len(table.tokens), len(table.entities)
    psi = random.dirichlet(np.full(shape[1], 0.1), shape[0]).astype(np.float32)
    update_rate = (0.4 * random.dirichlet(np.full(shape[1], 0.1), shape[0])).astype(np.float32)
    return Story(
        table, domain, table.tokens, Trace(tuple(_word(table, fact) for fact in align(table, domain)), psi, update_rate)
    )


def _word(table: Table, fact: Fact | None) -> Word:
    """Copied from all cells of the entity that have the word, the first of them the heaviest."""
    records = table.entities[fact.entity].records if fact else ()
    types = [record.type for record in records if fact and fact.value in record.value.split()]
    if not fact or not types:
        return Word(0.03, 0.0, ())
    weights = COPIED * 0.5 ** np.arange(1, len(types) + 1)
    weights[0] += COPIED - weights.sum()
    return Word(
        0.98, COPIED, tuple(Source(fact.entity, type, float(w)) for type, w in zip(types, weights, strict=True))
    )


def untraced(table: Table, domain: Domain | None = None) -> Story:
    """The table's own text, and nothing behind it."""
    return Story(table, domain or load_domain(table.domain), table.tokens, Trace((), NO_ATTENTION, NO_ATTENTION))


@cache
def basketball() -> Story:
    return told(games(1)[0])


@cache
def baseball() -> Story:
    return told(games(1, "mlb")[0])


@cache
def large() -> Story:
    """600 words by 70 entities."""
    table = games(1, "mlb")[0]
    spare = table.of_kind("player")[0]
    more = (replace(spare, id=f"spare {n}", name=f"Spare {n}") for n in range(70 - len(table.entities)))
    tokens = tuple(itertools.islice(itertools.cycle((*table.tokens, PARAGRAPH)), 600))
    return told(replace(table, entities=(*table.entities, *more), tokens=tokens))


@cache
def in_season() -> Story:
    """What the template writes of a game in a season, and "Third straight win .", copied from a streak."""
    season = games(200)
    [table] = api.enrich(season[98], season)
    [story] = api.write([table], "template")
    winner = next(at for at, team in enumerate(table.entities) if any(r.type == "WIN-STREAK" for r in team.derived))
    third = Word(1.0, 1.0, (Source(winner, "WIN-STREAK", 1.0),))
    generated = Word(0.0, 0.0, ())
    words = (*story.trace.words, third, generated, generated, generated)
    tokens = (*story.tokens, "Third", "straight", "win", ".")
    return replace(story, tokens=tokens, trace=replace(story.trace, words=words))


@cache
def weather() -> Story:
    """A domain of one's own, and a name that is written from right to left."""
    haifa = [("place", "חיפה"), ("high", "31.5"), ("low", "22"), ("rain", "0")]
    york = [("place", "York"), ("high", "18"), ("low", "9"), ("rain", "4")]
    entities = Entity.of("0", "חיפה", "station", haifa), Entity.of("1", "York", "station", york)
    tokens = tuple("In חיפה it was 31.5 degrees , in York 18 . חיפה was dry .".split())
    return told(Table("weather", "monday", entities, tokens), Domain.model_validate(tomllib.loads(WEATHER)))


NASTY = '</script><img src=x onerror="window.hacked=1">'


@cache
def hostile() -> Story:
    """Markup wherever a table or a text can hold it."""
    first, second = NASTY.replace(" ", "/"), "O'<b>Neal"
    values = [("PTS", f'7"{NASTY}'), ("FIRST_NAME", first), ("SECOND_NAME", second), (NASTY, "5")]
    entity = Entity.of("0", f"{first} {second}", "player", values, {"side": "home"})
    tokens = (second, NASTY, "'><script>window.hacked=1</script>", "and", second, "<!--<script>")
    sources = Source(0, "PTS", 0.6), Source(0, "FIRST_NAME", 0.2), Source(0, NASTY, 0.1)
    story = told(Table("rotowire", NASTY, (entity,), tokens))
    return replace(story, trace=replace(story.trace, words=(Word(0.9, 0.9, sources),) * len(tokens)))
