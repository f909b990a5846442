"""Checked texts about a simulated game, for tests of what is made from verdicts."""

from io import StringIO

from boxscribe.checking.texts import CheckedText, check_texts
from boxscribe.tables.read import read_tables
from boxscribe.tables.table import Entity, Table
from boxscribe.tables.write import write_tables
from boxscribe.writing.outputs import outputs_of
from helpers import games

WRONG = 7  # added to the first points of a text


def game() -> Table:
    """A simulated game."""
    return games(1)[0]


def best(table: Table) -> Entity:
    """The player with the most points."""
    return max(table.of_kind("player"), key=lambda player: int(player.value("PTS") or 0))


def false_text(table: Table) -> str:
    """English with one true and one false count, and a number that cannot be checked."""
    player = best(table)
    points, rebounds = int(player.value("PTS") or 0), player.value("REB")
    return f"{player.name} had {points + WRONG} points and {rebounds} rebounds. His 12 cousins came."


def checked_texts() -> list[CheckedText]:
    """The same game in several texts: English with a fault, then tokens without."""
    table = game()
    player = best(table)
    true = f"{player.name} had {player.value('PTS')} points ."
    file = StringIO()
    write_tables([table], file)
    texts: list[CheckedText] = []
    for text in (false_text(table), true.split()):
        file.seek(0)
        texts += check_texts(outputs_of([text]), read_tables(file))
    return texts
