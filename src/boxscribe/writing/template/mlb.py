"""TEMPL for MLB: the result, every pitcher, and the scoring plays in order (paper, section 6 and appendix)."""

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import to_ordinal, to_ordinal_digits
from boxscribe.writing.template.parts import Phrase, Subject, enumeration, fill, plain, subjects
from boxscribe.writing.template.teams import is_away, number, result

PITCHING = "p_"  # how the names of pitching types begin

RESULT = "The {winner} {defeated} the {loser} {score?} ."
SCORE = "{winner.team_runs} - {loser.team_runs}"
PITCHER = "{player} {record?} allowed {allowed} {innings?} ."
RECORD = "( {player.p_w} - {player.p_l} )"
ALLOWED = ("{player.p_r} runs", "{player.p_h} hits", "{player.p_bb} walks")
HIT = "{play.batter} hit {rbi} RBI {hit} {inning?} ."
WILD_PITCH = "{scorers} scored on wild pitch {by?} {inning?} ."
FIELD_ERROR = "{scorers} scored on field error {by?} {inning?} ."

HITS = {"Single": "single", "Double": "double", "Triple": "triple", "Home Run": "homer"}


def compose(table: Table, domain: Domain) -> Phrase:
    """The paper's template, filled with this game."""
    winner, defeated, loser = result(table, domain, "team_runs")
    score = fill(SCORE, winner=winner, loser=loser)
    phrase = fill(RESULT, winner=winner, loser=loser, defeated=defeated, score=score)
    for player in sorted(subjects(table, domain, "player"), key=is_away):
        if any(record.type.startswith(PITCHING) for record in player.entity.records):
            phrase += pitcher_sentence(player)
    for play in subjects(table, domain, "play"):
        phrase += play_sentence(play)
    return phrase


def pitcher_sentence(player: Subject) -> Phrase:
    """What a pitcher allowed; nothing if that is not known."""
    counts = [fill(count, player=player) for count in ALLOWED]
    allowed = enumeration([count for count in counts if count])
    innings = fill("in {innings} innings", innings=innings_pitched(player))
    return fill(PITCHER, player=player, record=fill(RECORD, player=player), allowed=allowed, innings=innings)


def innings_pitched(pitcher: Subject) -> Phrase:
    """ "2", "2 1/3" or "1/3"."""
    if not pitcher.cell("p_ip2"):
        return pitcher.cell("p_ip1")
    none_whole = pitcher.entity.value("p_ip1") in (None, "0")
    return pitcher.cell("p_ip2") if none_whole else pitcher.cell("p_ip1") + pitcher.cell("p_ip2")


def play_sentence(play: Subject) -> Phrase:
    """One sentence, or none for the events that the template leaves out."""
    event = play.entity.value("event")
    inning = fill("in the {inning}", inning=inning_of(play))
    if event in HITS:
        # A run on an error is no RBI, so the cell is empty; the published sentence then reads "a RBI single".
        rbi = play.cell("rbi") or plain("a")
        return fill(HIT, play=play, rbi=rbi, hit=plain(HITS[event]), inning=inning)
    if event == "Wild Pitch":
        pitcher = fill("by {play.pitcher}", play=play)
        return fill(WILD_PITCH, scorers=play.cells("scorers"), by=pitcher, inning=inning)
    if event == "Field Error":
        fielders = fill("by {fielders}", fielders=play.cells("fielder_error"))
        return fill(FIELD_ERROR, scorers=play.cells("scorers"), by=fielders, inning=inning)
    return []


def inning_of(play: Subject) -> Phrase:
    """ "ninth", "10th": the recaps write ordinals below ten in words."""
    inning = number(play, "inning")
    if inning is None:
        return play.cell("inning")
    return plain(to_ordinal(inning) if inning < 10 else to_ordinal_digits(inning))
