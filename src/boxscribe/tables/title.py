"""What a table is called where people read it: in titles of pages, on a terminal, in a notebook."""

from datetime import date

from boxscribe.tables.dates import to_date
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

DATE_KEYS = ("day", "date")  # of `Table.meta`


def title(table: Table, domain: Domain) -> str:
    """The competitors with their scores ("Raptors 122 – 76ers 95"); the id of a table that has none.

    A competitor is an entity of a kind with a `score`; its short name is the last part of its name.
    """
    results = []
    for entity in table.entities:
        kind = domain.kinds.get(entity.kind)
        if kind is not None and kind.score and (score := entity.value(kind.score)):
            results.append(f"{entity.value(kind.name[-1]) or entity.name if kind.name else entity.name} {score}")
    return " – ".join(results) if len(results) > 1 else table.id


def date_of(table: Table) -> date | None:
    """The day of the game, where `meta` gives it."""
    days = (to_date(str(table.meta.get(key, ""))) for key in DATE_KEYS)
    return next((day for day in days if day), None)
