"""Results in a row that a text states ("won three straight", "their fifth consecutive loss") and a record holds."""

from typing import NamedTuple

from boxscribe.checking.discourse import DiscourseModel
from boxscribe.checking.reading import Reading
from boxscribe.checking.scope import Scopes
from boxscribe.checking.streaks import Streaks
from boxscribe.checking.verdict import VerdictStatus
from boxscribe.checking.world import World
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text.numbers import from_ordinal, to_number


class StatedStreak(NamedTuple):
    """`tokens[at]` states a record."""

    at: int
    entity: int  # its position in `table.entities`
    value: str
    type: str


def stated_streaks(text: DiscourseModel, table: Table, domain: Domain) -> list[StatedStreak]:
    """The streaks of a text that are judged to be true, where the table has records of them."""
    pairs = domain.cues.streaks.types.values()
    types = {type for kind in domain.kinds.values() for type in kind.types}
    types &= {type for pair in pairs for type in (pair.now, pair.before)}
    held = {
        (entity.name, record.value): StatedStreak(-1, number, record.value, record.type)
        for number, entity in enumerate(table.entities)
        for record in entity.records
        if record.type in types
    }
    if not held:
        return []
    found = []
    for verdict in Streaks(domain).read(Reading(text, World(table, domain), Scopes(domain).clauses(text))):
        token = text.tokens[verdict.start : verdict.start + 1]
        number = to_number(token)
        streak = held.get((verdict.subject, str(from_ordinal(token) if number is None else number)))
        if verdict.status is VerdictStatus.SUPPORTED and streak is not None:
            found.append(streak._replace(at=verdict.start))
    return found
