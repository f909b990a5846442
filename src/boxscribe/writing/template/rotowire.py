"""TEMPL for RotoWire: the result, the six top scorers, a constant sentence on next games (Wiseman et al. 2017).

A table with its season has the true next games instead.
"""

from collections.abc import Sequence
from math import inf

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import to_number
from boxscribe.writing.template.parts import Phrase, Subject, Token, fill, plain, subjects
from boxscribe.writing.template.teams import number, result

SCORERS = 6

RESULT = "The {winner} {wins?} {defeated} the {loser} {losses?} {score?} ."
RECORD = "( {team.TEAM-WINS} - {team.TEAM-LOSSES} )"
SCORE = "{winner.TEAM-PTS} - {loser.TEAM-PTS}"
SCORER = "{player} scored {player.PTS} points {shots?} {rebounds?} ."
SHOTS = ("{player.FGM} - {player.FGA} FG", "{player.FG3M} - {player.FG3A} 3PT", "{player.FTM} - {player.FTA} FT")
REBOUNDS = "to go with {player.REB} rebounds"
# The published template invents these opponents and writes `Mavericks,` as one token; published figures include both.
NEXT_GAME = """
The {winner} ' next game will be at home against the Dallas Mavericks, while
the {loser} will travel to play the Bulls .
"""
OF_SEASON = (
    "The {team} will play {where} against the {team.NEXT-OPPONENT-CITY} {team.NEXT-OPPONENT} on {team.NEXT-WEEKDAY} ."
)
WHERE = {"home": "at home", "away": "on the road"}


def compose(table: Table, domain: Domain) -> Phrase:
    """The published template, filled with this game."""
    winner, defeated, loser = result(table, domain, "TEAM-PTS")
    wins, losses = fill(RECORD, team=winner), fill(RECORD, team=loser)
    score = fill(SCORE, winner=winner, loser=loser)
    phrase = fill(RESULT, winner=winner, wins=wins, defeated=defeated, loser=loser, losses=losses, score=score)
    for player in top_scorers(table, domain):
        shots = separated([fill(part, player=player) for part in SHOTS])
        rebounds = fill(REBOUNDS, player=player)
        phrase += fill(SCORER, player=player, shots=fill("( {shots} )", shots=shots), rebounds=rebounds)
    if "season" not in table.meta:
        return phrase + fill(NEXT_GAME, winner=winner, loser=loser)
    return phrase + [token for team in (winner, loser) for token in _next_game(team)]


def _next_game(team: Subject) -> Phrase:
    """The next game of a team; nothing after its last one."""
    side = next((token.word for token in team.cell("NEXT-SIDE")), "")
    return fill(OF_SEASON, team=team, where=plain(WHERE.get(side, "")))


def separated(phrases: Sequence[Phrase]) -> Phrase:
    """Those that are not empty, with commas between them."""
    return [token for phrase in phrases if phrase for token in (Token(","), *phrase)][1:]


def top_scorers(table: Table, domain: Domain) -> list[Subject]:
    """The players of both teams with the most points. Players without a value come last; ties keep the file's order."""
    rows = table.meta.get("rows")
    place = {row: at for at, row in enumerate(rows)} if isinstance(rows, tuple) else {}

    def rank(player: Subject) -> tuple[float, float, float]:
        points, row = number(player, "PTS"), to_number([player.entity.id])
        in_order = inf if row is None else row
        return (inf if points is None else -points), place.get(player.entity.id, len(place)), in_order

    return sorted(subjects(table, domain, "player"), key=rank)[:SCORERS]
