"""The records that the claims of a text state, where the checker finds them to be true.

In: a table with its text, and the records of its season, where it has them; out: the tokens that state a record. The
checker reads in context, so it knows whose number it is and of which type ("4 - 8 FG"), and which team's next game a
weekday belongs to.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from boxscribe.checking.checker import Checker
from boxscribe.checking.group_counts import GroupCounts
from boxscribe.checking.schedule import NextGames, Venues, Weekdays
from boxscribe.checking.streaks import Streaks
from boxscribe.checking.verdict import Verdict, VerdictStatus
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Record, Table
from boxscribe.text import stated_numbers
from boxscribe.text.forms import value_of


class StatedRecord(NamedTuple):
    """`tokens[at]` states a record, or a word of its value."""

    at: int
    entity: int  # its position in `table.entities`
    value: str
    type: str


def stated_claims(table: Table, domain: Domain) -> list[StatedRecord]:
    """The records that the claims of a text state."""
    types = _season_types(domain)
    stated: list[StatedRecord] = []
    for verdict in Checker(domain).check(table.tokens, table):
        # "Three bench players in double figures": no cell has this number.
        if verdict.status is VerdictStatus.SUPPORTED and verdict.family != GroupCounts.family:
            stated += _stated(verdict, table, types, domain)
    return stated


def _season_types(domain: Domain) -> dict[str, set[str]]:
    """For each family of claims that are proved by other games: the types of the records that it may state."""
    ahead = {type for type, derived in domain.derived.items() if derived.games == "ahead"}
    streaks = {type for pair in domain.cues.streaks.types.values() for type in (pair.now, pair.before)}
    return {
        NextGames.family: ahead,
        Weekdays.family: {domain.cues.weekday},
        Venues.family: {domain.cues.venue},
        Streaks.family: streaks,
    }


def _is_word(kind: str, type: str, domain: Domain) -> bool:
    """Whether a type has words that no text states by themselves, such as "win"."""
    described = domain.kinds[kind].type(type)
    return described is not None and described.value == "text" and not described.extract


def _stated(verdict: Verdict, table: Table, types: dict[str, set[str]], domain: Domain) -> Iterator[StatedRecord]:
    """The records that the words of a true claim state."""
    words = table.tokens[verdict.start : verdict.end]
    values = _values(words)
    cells: list[tuple[int, Record]] = []
    computed: list[tuple[int, Record]] = []
    for number, entity in enumerate(table.entities):
        is_subject = entity.name == verdict.subject
        for record in entity.records:
            if verdict.family in types:
                if is_subject and record.type in types[verdict.family]:
                    cells.append((number, record))
            elif record.sources is None:
                if (entity.id, record.type) in verdict.cells and not _is_word(entity.kind, record.type, domain):
                    cells.append((number, record))
            elif is_subject and record.sources.cells and {*record.sources.cells} <= {*verdict.cells}:
                computed.append((number, record))
    # Of several that have the number it is that of the subject, or the one named last: "Ann and Bob scored 10 each".
    cells = sorted(cells, key=lambda cell: (cell[1].entity != verdict.subject, -cell[0]))
    found: set[int] = set()
    for number, record in (*cells, *computed):  # a record that is computed from the cell of a number adds nothing to it
        for at, value in _places(record, words, values):
            if at not in found:
                yield StatedRecord(verdict.start + at, number, value, record.type)
        found.update(at for at, _ in _places(record, words, values))


def _values(words: Sequence[str]) -> dict[int, str]:
    """The numbers of a claim, by position, as tables have them; ordinals among them."""
    forms = {at: found[0] for at, word in enumerate(words) if (found := value_of(word)) is not None}
    return forms | {start: str(value) for start, _, value in stated_numbers(words)}


def _places(record: Record, words: Sequence[str], values: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Where the words of a claim state the value of a record: its number, or all its words."""
    for at, value in values.items():
        if value == record.value:
            yield at, value
    parts = record.value.split()
    if not any(part[0].isdigit() for part in parts):
        for at in range(len(words) - len(parts) + 1):
            if list(words[at : at + len(parts)]) == parts:
                yield from enumerate(parts, start=at)
