"""The phrases of a baseball story: in: plays, pitching lines and names; out: phrases.

While a text grows, people stand in it as ⟨First Last⟩ and teams as ⟨home⟩ and ⟨away⟩; `settle` decides at last how each
mention reads. Phrases that belong together form a triple or a pair, so that every sentence pattern finds its form.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from boxscribe.tables.simulate.baseball_facts import OTHER, ScoringPlay, StatLine
from boxscribe.tables.simulate.phrases import Inflected, capitalised, counted, listed, number, possessive, score
from boxscribe.text.tokens import PARAGRAPH


class Event(NamedTuple):
    """A play as a noun phrase ("Silva 's RBI single") and as a clause ("Silva singled in Kane")."""

    noun: str
    clause: str


class Effect(NamedTuple):
    """What a play did to the score: "… gave Reno a 1 - 0 lead", "… , giving …", "Reno took …"."""

    past: str
    participle: str
    team_did: str


HIT = (
    Event("{batter} 's {kind} {hit}", "{batter} {verb} in {scorers}"),
    Event("{batter} 's {kind} {hit} off {pitcher}", "{batter} drove in {scorers} with a {hit}"),
    Event("{kind.a} {hit} by {batter}", "{batter} hit {kind.a} {hit}"),
)
HIT_AND_ERROR = "{batter} 's {hit} , together with an error by {fielder} ,"
EVENTS = {
    "Home Run": (
        Event("{batter} 's {kind} homer", "{batter} hit {kind.a} homer off {pitcher}"),
        Event("{batter} 's {kind} home run off {pitcher}", "{batter} connected for {kind.a} homer"),
        Event("{kind.a} homer by {batter}", "{batter} hit {kind.a} shot against {pitcher}"),
    ),
    "Grand Slam": (
        Event("{batter} 's grand slam", "{batter} hit a grand slam off {pitcher}"),
        Event("{batter} 's grand slam off {pitcher}", "{batter} connected for a grand slam"),
    ),
    "Single": HIT,
    "Double": HIT,
    "Triple": HIT,
    "Hit and error": (Event(HIT_AND_ERROR, "{scorers} scored on {batter} 's {hit} and an error by {fielder}"),),
    "Hit and error, batter scores": (
        Event(HIT_AND_ERROR, "{batter} {verb} and came around to score on an error by {fielder}"),
    ),
    "Sac Fly": (
        Event("{batter} 's sacrifice fly", "{batter} hit a sacrifice fly that brought in {scorers}"),
        Event("a sacrifice fly by {batter}", "{scorers} scored on a sacrifice fly by {batter}"),
    ),
    "Groundout": (
        Event("{batter} 's RBI groundout", "{batter} grounded out to bring in {scorers}"),
        Event("an RBI grounder by {batter}", "{scorers} scored on {batter} 's groundout"),
    ),
    "Forceout": (Event("a run - scoring grounder by {batter}", "{scorers} scored as {batter} hit into a forceout"),),
    "Grounded Into DP": (
        Event("{batter} 's double - play grounder", "{scorers} scored as {batter} hit into a double play"),
    ),
    "Sac Bunt": (Event("{batter} 's sacrifice bunt", "{batter} bunted {scorers} home"),),
    "Walk": (
        Event("a bases - loaded walk to {batter}", "{pitcher} walked {batter} with the bases loaded"),
        Event("{batter} 's bases - loaded walk", "{batter} drew a walk that forced in {scorers}"),
    ),
    "Hit By Pitch": (Event("a pitch that hit {batter}", "{pitcher} hit {batter} with a pitch to force in {scorers}"),),
    "Field Error": (
        Event("an error by {fielder}", "{scorers} scored on an error by {fielder}"),
        Event("{fielder} 's error", "{fielder} 's error let {scorers} score"),
    ),
    "Wild Pitch": (
        Event("a wild pitch by {pitcher}", "{scorers} scored on a wild pitch by {pitcher}"),
        Event("{pitcher} 's wild pitch", "{pitcher} 's wild pitch brought in {scorers}"),
    ),
}
MADE_IT = Effect("made it {score}", "making it {score}", "{team} made it {score}")
AHEAD = (
    Effect("gave {team} {score.a} lead", "giving {team} {score.a} lead", "{team} took {score.a} lead"),
    Effect("put {team} ahead {score}", "putting {team} ahead {score}", "{team} went ahead {score}"),
)
EFFECTS = {
    "opens": (*AHEAD, Effect("opened the scoring", "opening the scoring", "{team} opened the scoring")),
    "breaks tie": (*AHEAD, Effect("broke {tie.a} tie", "breaking {tie.a} tie", "{team} broke {tie.a} tie")),
    "turns": AHEAD,
    "ends": (Effect("won it", "ending the game", "{team} won it"), Effect("ended it", "winning it", "{team} won")),
    "ties": (
        Effect("tied it at {own}", "tying it at {own}", "{team} tied it at {own}"),
        Effect("tied the game {score}", "tying the game {score}", "{team} evened the score {score}"),
    ),
    "cuts": (
        Effect("cut the deficit to {score}", "cutting the deficit to {score}", "{team} cut the deficit to {score}"),
        Effect("pulled {team} within {score}", "pulling {team} within {score}", "{team} closed to {score}"),
        MADE_IT,
    ),
    "extends": (
        Effect("extended the lead to {score}", "extending the lead to {score}", "{team} extended the lead to {score}"),
        Effect("pushed the lead to {score}", "pushing the lead to {score}", "{team} pushed the lead to {score}"),
        MADE_IT,
    ),
}


def event(rng: Random, play: ScoringPlay) -> Event:
    """A variant of the phrases for a play."""
    key, hit = play.event, play.event.lower()
    if key == "Home Run" and play.runs == 4:
        key = "Grand Slam"
    elif EVENTS[key] is HIT and play.error_runs:
        key = "Hit and error, batter scores" if play.batter in play.scorers else "Hit and error"
    kind = f"{number(play.runs)} - run"
    if play.runs == 1:
        kind = "solo" if key == "Home Run" else "RBI"
    words = {
        "batter": person(play.batter),
        "pitcher": person(play.pitcher),
        "fielder": person(play.error_by),
        "scorers": listed([person(name) for name in play.scorers]),
        "hit": hit,
        "verb": f"{hit.removesuffix('e')}ed",
        "kind": Inflected(kind),
    }
    noun, clause = rng.choice(EVENTS[key])
    return Event(noun.format_map(words), clause.format_map(words))


def effect(rng: Random, play: ScoringPlay) -> Effect:
    """A variant of the phrases for what a play did to the score."""
    (own, other), (own_before, other_before) = play.after, play.before
    if own <= other:
        key = "ties" if own == other else "cuts"
    elif own_before > other_before:
        key = "extends"
    elif play.side == "home" and play.inning >= 9:
        key = "ends"
    elif own_before < other_before:
        key = "turns"
    else:
        key = "breaks tie" if own_before else "opens"
    words = {
        "team": f"⟨{play.side}⟩",
        "own": own,
        "score": score(max(own, other), min(own, other)),
        "tie": score(own_before, own_before),
    }
    return Effect(*(variant.format_map(words) for variant in rng.choice(EFFECTS[key])))


def person(name: str) -> str:
    return f"⟨{name}⟩"


def innings(outs: int) -> str:
    """ "six innings", "6 1/3 innings", "one - third of an inning"."""
    whole, thirds = divmod(outs, 3)
    if not whole:
        return f"{number(thirds)} - third{'s' if thirds == 2 else ''} of an inning"
    return f"{whole} {thirds}/3 innings" if thirds else counted(whole, "inning")


def runs_allowed(stats: StatLine) -> str:
    runs, earned = stats.count("p_r"), stats.count("p_er")
    if runs == earned:
        return counted(runs, "run")
    return f"{counted(runs, 'run')} ( {number(earned)} earned )" if earned else counted(runs, "unearned run")


def insert_names(rng: Random, text: str, teams: Mapping[str, StatLine], names: Sequence[str]) -> list[str]:
    """The tokens of the text with names in place of ⟨…⟩; sentences get their capitals, possessives their forms.

    A person has the full name first, then the last name if it is unambiguous; a team its city, its name or both.
    """
    shared = Counter(name.partition(" ")[2] for name in names)
    shared.update(word for team in teams.values() for word in (team["team_city"], team["team_name"]))
    team_names = {side: _team_names(team, teams[OTHER[side]]) for side, team in teams.items()}
    named: set[str] = set()

    def mention(match: re.Match[str]) -> str:
        name = match[1]
        again = name in named
        named.add(name)
        if name in team_names:
            full, *short = team_names[name]
            return rng.choice(short) if short and (again or rng.random() < 0.4) else full
        last = name.partition(" ")[2]
        return last if again and shared[last] == 1 else name

    tokens = re.sub("⟨(.*?)⟩", mention, text).split()
    for at, token in enumerate(tokens):
        if token.islower() and (at == 0 or tokens[at - 1] in (".", PARAGRAPH)):
            tokens[at] = capitalised(token)
        elif token == "'s":
            tokens[at] = possessive(tokens[at - 1])
    return tokens


def _team_names(team: StatLine, other: StatLine) -> list[str]:
    """The full name of a team, and its shorter names that the other team does not share."""
    forms = [f"the {team['team_city']} {team['team_name']}"]
    if team["team_city"] != other["team_city"]:
        forms.append(team["team_city"])
    if team["team_name"] != other["team_name"]:
        forms.append(f"the {team['team_name']}")
    return forms
