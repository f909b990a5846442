"""`python -m benchmarks names`: is the model as accurate on players' names that it has never seen as on known ones?

200 development games are written twice, with the real names and with an invented name for every player, and scored by
RG. Stories that name a player of any development game who is not in their table are counted. BOXSCRIBE_DATA names the
folder that holds `rotowire/`; BOXSCRIBE_MODEL a model other than the shipped one.
"""

import os
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from benchmarks.results import DATA
from boxscribe.facts.relations import Relation
from boxscribe.facts.store import load_extractor
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity, Table
from boxscribe.writing.author import load
from boxscribe.writing.story import Story

GAMES = 200
BEGIN, MIDDLE, END = (
    "Br D F Gl H K L M N Pr Q R S T V Z".split(),
    "a e i o u au ei".split(),
    "ben dor lin mar nik rro s th vez x".split(),
)


def main() -> None:
    everything = list(read_tables(DATA / "valid.json.gz"))
    people = {player.name for table in everything for player in table.of_kind("player")}
    tables = everything[:GAMES]
    author = load(os.environ.get("BOXSCRIBE_MODEL", "rotowire-ent"))
    for label, games in (("with real names", tables), ("with invented names", [renamed(table) for table in tables])):
        stories = list(author.write_all(games))
        facts = facts_of(stories)
        correct = sum(fact.correct for fact in facts)
        strangers = sum(bool(strangers_in(story, people)) for story in stories)
        print(
            f"{GAMES} games {label}: RG # {correct / GAMES:.2f}, RG P {100 * correct / len(facts):.2f} %, "
            f"{strangers} stories name a player who is not in the table"
        )


def facts_of(stories: Iterable[Story]) -> list[Relation]:
    """The relations that the shipped extractor finds in the stories; a relation counts once a story."""
    found = load_extractor("rotowire").extract([(story.tokens, story.table) for story in stories])
    return [fact for facts in found for fact in dict.fromkeys(facts)]


def renamed(table: Table) -> Table:
    """The same game with an invented name for every player."""
    rng, taken = Random(table.id), set[str]()

    def invented() -> str:
        while (name := rng.choice(BEGIN) + rng.choice(MIDDLE) + rng.choice(END) + rng.choice(("", "a", "o"))) in taken:
            pass
        taken.add(name)
        return name

    def entity(old: Entity) -> Entity:
        if old.kind != "player":
            return old
        new = {"FIRST_NAME": invented(), "SECOND_NAME": invented()}
        values = [(record.type, new.get(record.type, record.value)) for record in old.records]
        return Entity.of(old.id, " ".join(new.values()), old.kind, values, old.features)

    return replace(table, entities=tuple(map(entity, table.entities)))


def strangers_in(story: Story, people: Iterable[str]) -> set[str]:
    """The people whose full name is in the story but not in its table. Otto Porter is Otto Porter Jr."""
    text = f" {' '.join(story.tokens)} "
    played = [f"{player.name} " for player in story.table.of_kind("player")]
    return {name for name in people if f" {name} " in text and not any(own.startswith(f"{name} ") for own in played)}
