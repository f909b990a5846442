"""TEMPL for MLB: the result, every pitcher, and the scoring plays in order (paper, section 6 and appendix)."""

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import to_ordinal, to_ordinal_digits
from boxscribe.writing.template.parts import Phrase, Subject, fill, plain, subjects
from boxscribe.writing.template.teams import is_away, number, result

PITCHING = "p_"  # how the names of pitching types begin

RESULT = "The {winner} {defeated} the {loser} {winner.team_runs} - {loser.team_runs} ."
PITCHER = """
{player} ( {player.p_w} - {player.p_l} ) allowed {player.p_r} runs , {player.p_h} hits and {player.p_bb} walks
in {innings} innings .
"""
HIT = "{play.batter} hit {rbi} RBI {hit} in the {inning} ."
WILD_PITCH = "{scorers} scored on wild pitch by {play.pitcher} in the {inning} ."
FIELD_ERROR = "{scorers} scored on field error by {fielders} in the {inning} ."

HITS = {"Single": "single", "Double": "double", "Triple": "triple", "Home Run": "homer"}


def compose(table: Table, domain: Domain) -> Phrase:
    """The paper's template, filled with this game."""
    winner, defeated, loser = result(table, domain, "team_runs")
    phrase = fill(RESULT, winner=winner, loser=loser, defeated=defeated)
    for player in sorted(subjects(table, domain, "player"), key=is_away):
        if any(record.type.startswith(PITCHING) for record in player.entity.records):
            phrase += fill(PITCHER, player=player, innings=innings_pitched(player))
    for play in subjects(table, domain, "play"):
        phrase += play_sentence(play)
    return phrase


def innings_pitched(pitcher: Subject) -> Phrase:
    """ "2", "2 1/3" or "1/3"."""
    thirds = pitcher.entity.value("p_ip2")
    if thirds is None:
        return pitcher.cell("p_ip1")
    none_whole = pitcher.entity.value("p_ip1") in (None, "0")
    return pitcher.cell("p_ip2") if none_whole else pitcher.cell("p_ip1") + pitcher.cell("p_ip2")


def play_sentence(play: Subject) -> Phrase:
    """One sentence, or none for the events that the template leaves out."""
    event = play.entity.value("event")
    inning = inning_of(play)
    if event in HITS:
        # A run on an error is no RBI, so the cell is empty; the published sentence then reads "a RBI single".
        rbi = plain("a") if play.entity.value("rbi") is None else play.cell("rbi")
        return fill(HIT, play=play, rbi=rbi, hit=plain(HITS[event]), inning=inning)
    if event == "Wild Pitch":
        return fill(WILD_PITCH, play=play, scorers=play.cells("scorers"), inning=inning)
    if event == "Field Error":
        fielders = play.cells("fielder_error")
        return fill(FIELD_ERROR, scorers=play.cells("scorers"), fielders=fielders, inning=inning)
    return []


def inning_of(play: Subject) -> Phrase:
    """ "ninth", "10th": the recaps write ordinals below ten in words."""
    inning = number(play, "inning")
    if inning is None:
        return play.cell("inning")
    return plain(to_ordinal(inning) if inning < 10 else to_ordinal_digits(inning))
