"""The teams and the winner of a game: the first sentence of both sports' templates."""

from boxscribe.errors import InputError
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import to_number
from boxscribe.writing.template.parts import Phrase, Subject, plain, subjects


def result(table: Table, domain: Domain, points: str) -> tuple[Subject, Phrase, Subject]:
    """The winner, "defeated", the loser; `points` is the type of the score.

    Without a winner the home team comes first: it "tied" the visitors, or "played" them if a score is missing.
    """
    teams = subjects(table, domain, "team")
    if len(teams) != 2:
        raise InputError(f"table '{table.id}': the template of '{domain.name}' needs two teams, not {len(teams)}")
    home, away = sorted(teams, key=is_away)
    scored, allowed = number(home, points), number(away, points)
    if scored is None or allowed is None:
        return home, plain("played"), away
    if scored == allowed:
        return home, plain("tied"), away
    return (home, plain("defeated"), away) if scored > allowed else (away, plain("defeated"), home)


def is_away(subject: Subject) -> bool:
    return subject.entity.features.get("side") == "away"


def number(subject: Subject, type: str) -> int | None:
    """The value of a type as a whole number, if it is one."""
    return to_number([subject.entity.value(type) or ""])
