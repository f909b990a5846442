"""What a table is called where people read it: in titles of pages, on a terminal, in a notebook."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from boxscribe.foreign import whole_number
from boxscribe.tables.dates import to_date
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Entity, Table

DATE_KEYS = ("day", "date")  # of `Table.meta`
CREDIT = "credit"  # of `Table.meta` and its "season": whom to name wherever the table is shown


class Competitor(NamedTuple):
    """An entity of a kind with a `score`, such as a team."""

    entity: Entity
    score: str
    short_name: str  # the last part of its name: "Raptors" of "Toronto Raptors"


def competitors(table: Table, domain: Domain) -> list[Competitor]:
    """Those who have a score, the winner first."""
    found = []
    for entity in table.entities:
        kind = domain.kinds.get(entity.kind)
        if kind is not None and kind.score and (score := entity.value(kind.score)):
            name = entity.value(kind.name[-1]) if kind.name else None
            found.append(Competitor(entity, score, name or entity.name))
    points = {competitor.entity.id: whole_number(competitor.score) for competitor in found}
    if None not in points.values():
        found.sort(key=lambda competitor: -(points[competitor.entity.id] or 0))
    return found


def title(table: Table, domain: Domain, full: bool = False) -> str:
    """The competitors with their scores, "Raptors 122 – 76ers 95"; the id of a table that has none.

    With `full`, for pages, the whole names: "Toronto Raptors 122 – Philadelphia 76ers 95".
    """
    found = competitors(table, domain)
    if len(found) < 2:
        return table.id
    if full:  # with no-break spaces: a line may end after the dash only
        return "\u00a0– ".join(f"{entity.name}\u00a0{score}" for entity, score, _ in found)
    return " – ".join(f"{name} {score}" for _, score, name in found)


def subtitle(table: Table, domain: Domain) -> str:
    """The domain, the id of the table unless it is the title, and the credit of the collections that it comes from."""
    id = table.id if len(competitors(table, domain)) > 1 else ""
    return "\u00a0· ".join(part for part in (domain.title, id, *_credits(table)) if part)


def _credits(table: Table) -> dict[str, None]:
    """The credits of a table and of its season, each once."""
    season = table.meta.get("season")
    sources = (table.meta, season) if isinstance(season, Mapping) else (table.meta,)
    return dict.fromkeys(str(source.get(CREDIT, "")) for source in sources)


def date_of(table: Table) -> date | None:
    """The day of the game, where `meta` gives it."""
    days = (to_date(str(table.meta.get(key, ""))) for key in DATE_KEYS)
    return next((day for day in days if day), None)
