"""TEMPL for RotoWire: the result, the six top scorers, a constant sentence on next games (Wiseman et al. 2017)."""

from math import inf

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import to_number
from boxscribe.writing.template.parts import Phrase, Subject, fill, subjects
from boxscribe.writing.template.teams import number, result

SCORERS = 6

RESULT = """
The {winner} ( {winner.TEAM-WINS} - {winner.TEAM-LOSSES} ) {defeated}
the {loser} ( {loser.TEAM-WINS} - {loser.TEAM-LOSSES} ) {winner.TEAM-PTS} - {loser.TEAM-PTS} .
"""
SCORER = """
{player} scored {player.PTS} points ( {player.FGM} - {player.FGA} FG , {player.FG3M} - {player.FG3A} 3PT ,
{player.FTM} - {player.FTA} FT ) to go with {player.REB} rebounds .
"""
# The published template invents these opponents and writes `Mavericks,` as one token; published figures include both.
NEXT_GAME = """
The {winner} ' next game will be at home against the Dallas Mavericks, while
the {loser} will travel to play the Bulls .
"""


def compose(table: Table, domain: Domain) -> Phrase:
    """The published template, filled with this game."""
    winner, defeated, loser = result(table, domain, "TEAM-PTS")
    phrase = fill(RESULT, winner=winner, loser=loser, defeated=defeated)
    for player in top_scorers(table, domain):
        phrase += fill(SCORER, player=player)
    return phrase + fill(NEXT_GAME, winner=winner, loser=loser)


def top_scorers(table: Table, domain: Domain) -> list[Subject]:
    """The players of both teams with the most points. Players without a value come last; ties keep the file's order."""
    rows = table.meta.get("rows")
    place = {row: at for at, row in enumerate(rows)} if isinstance(rows, tuple) else {}

    def rank(player: Subject) -> tuple[float, float, float]:
        points, row = number(player, "PTS"), to_number([player.entity.id])
        in_order = inf if row is None else row
        return (inf if points is None else -points), place.get(player.entity.id, len(place)), in_order

    return sorted(subjects(table, domain, "player"), key=rank)[:SCORERS]
