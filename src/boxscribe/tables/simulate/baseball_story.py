"""The story of a simulated baseball game: sentences put together from phrases, each of them true of the table.

In: a table of the domain "mlb". Out: its recap as tokens, written as the corpora are ("1 - 0", "Reno 's"). The parts
are a lead, the key plays, the pitchers, further batters and a closing sentence.

While the text grows, people stand in it as ⟨First Last⟩ and teams as ⟨home⟩ and ⟨away⟩; `_settle` decides at last how
each mention reads. Phrases that belong together form a triple or a pair, so that every sentence pattern finds its form.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from boxscribe.tables.table import Entity, Table

NEW_PARAGRAPH = "*NEWPARAGRAPH*"
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
SHORTEST = 210  # words before the names are settled, which shortens the text
OTHER = {"home": "away", "away": "home"}


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
    Event("{a_kind} {hit} by {batter}", "{batter} hit {a_kind} {hit}"),
)
HIT_AND_ERROR = "{batter} 's {hit} , together with an error by {fielder} ,"
EVENTS = {
    "Home Run": (
        Event("{batter} 's {kind} homer", "{batter} hit {a_kind} homer off {pitcher}"),
        Event("{batter} 's {kind} home run off {pitcher}", "{batter} connected for {a_kind} homer"),
        Event("{a_kind} homer by {batter}", "{batter} hit {a_kind} shot against {pitcher}"),
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
    Effect("gave {team} a {score} lead", "giving {team} a {score} lead", "{team} took a {score} lead"),
    Effect("put {team} ahead {score}", "putting {team} ahead {score}", "{team} went ahead {score}"),
)
EFFECTS = {
    "opens": (*AHEAD, Effect("opened the scoring", "opening the scoring", "{team} opened the scoring")),
    "breaks tie": (*AHEAD, Effect("broke a {tie} tie", "breaking a {tie} tie", "{team} broke a {tie} tie")),
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


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scoring play from the batting team's point of view."""

    side: str
    inning: int
    event: str
    batter: str
    pitcher: str
    error_by: str
    scorers: list[str]
    runs: int
    error_runs: int
    before: tuple[int, int]  # own runs, the other's
    after: tuple[int, int]

    @property
    def turns(self) -> bool:
        """It tied the game or changed the lead."""
        return self.before[0] <= self.before[1] and self.after[0] >= self.after[1]


class Stats(dict[str, str]):
    """The cells of one player or team; a count that is not in the table is 0."""

    def count(self, type: str) -> int:
        return int(self.get(type, 0))

    @property
    def outs(self) -> int:
        return 3 * self.count("p_ip1") + int(self.get("p_ip2", "0")[0])


def story(rng: Random, table: Table) -> tuple[str, ...]:
    """A recap of 150 to 450 tokens."""
    return _Recap(rng, table).write()


# --- phrases that need no game


def number(count: int) -> str:
    return WORDS[count] if count < 10 else str(count)


def counted(count: int, noun: str) -> str:
    """ "no hits", "one hit", "12 hits"."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def some(count: int, noun: str) -> str:
    """ "a run", "two runs"."""
    article = "an" if noun[0] in "aeiou" else "a"
    return f"{article} {noun}" if count == 1 else counted(count, noun)


def ordinal(count: int) -> str:
    if count < 10:
        return ORDINALS[count]
    ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (" , ".join(parts[:-1]), *parts[-1:])))


def person(name: str) -> str:
    return f"⟨{name}⟩"


def innings(outs: int) -> str:
    """ "six innings", "6 1/3 innings", "one - third of an inning"."""
    whole, thirds = divmod(outs, 3)
    if not whole:
        return f"{WORDS[thirds]} - third{'s' if thirds == 2 else ''} of an inning"
    return f"{whole} {thirds}/3 innings" if thirds else counted(whole, "inning")


def runs_allowed(stats: Stats) -> str:
    runs, earned = stats.count("p_r"), stats.count("p_er")
    if runs == earned:
        return counted(runs, "run")
    return f"{counted(runs, 'run')} ( {number(earned)} earned )" if earned else counted(runs, "unearned run")


# --- plays


def event(rng: Random, play: Scoring) -> Event:
    """One way to name a play and to tell it."""
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
        "kind": kind,
        "a_kind": f"{'an' if kind == 'RBI' else 'a'} {kind}",
    }
    noun, clause = rng.choice(EVENTS[key])
    return Event(noun.format_map(words), clause.format_map(words))


def effect(rng: Random, play: Scoring) -> Effect:
    """One way to say what a play did to the score."""
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
        "score": f"{max(own, other)} - {min(own, other)}",
        "tie": f"{own_before} - {own_before}",
    }
    return Effect(*(way.format_map(words) for way in rng.choice(EFFECTS[key])))


class _Recap:
    """One telling of one table."""

    def __init__(self, rng: Random, table: Table) -> None:
        self.rng = rng
        entities = [
            (entity, Stats((record.type, record.value) for record in entity.records)) for entity in table.entities
        ]
        self.teams = {entity.features["side"]: stats for entity, stats in entities if entity.kind == "team"}
        self.players = {
            side: {
                entity.name: stats
                for entity, stats in entities
                if entity.kind == "player" and "pos" in stats and entity.features["side"] == side
            }
            for side in self.teams
        }
        self.plays = _plays(entity for entity, _ in entities if entity.kind == "play")
        self.winner = next(side for side, team in self.teams.items() if team["result"] == "win")
        self.loser = OTHER[self.winner]
        runs = {side: team.count("team_runs") for side, team in self.teams.items()}
        self.margin = runs[self.winner] - runs[self.loser]
        self.score = f"{runs[self.winner]} - {runs[self.loser]}"
        self.innings = sum(type.startswith("inn") for type in self.teams["away"])

    def write(self) -> tuple[str, ...]:
        lead, plays, pitchers = [self.lead()], self.key_plays(), self.pitchers()
        middle = [pitchers, *plays] if self.rng.random() < 0.4 else [*plays, pitchers]
        further, spare = self.further()
        paragraphs = [lead, *middle, further]
        while spare and sum(len(text.split()) for part in paragraphs for text in part) < SHORTEST:
            further.append(spare.pop())
        paragraphs.append([self.closing()])
        text = f" {NEW_PARAGRAPH} ".join(" ".join(f"{part} ." for part in para) for para in paragraphs if para)
        return tuple(_settle(self.rng, text, self.teams, [*self.players["home"], *self.players["away"]]))

    def one_of(self, *ways: str) -> str:
        return self.rng.choice(ways)

    # --- the lead

    def lead(self) -> str:
        beat = f"⟨{self.winner}⟩ {self.beat()} ⟨{self.loser}⟩ {self.score}"
        if self.innings > 9:
            beat += f" in {self.innings} innings"
        last = self.plays[-1]
        if last.side == "home" and last.inning >= 9 and self.winner == "home" and self.rng.random() < 0.7:
            noun, when = event(self.rng, last).noun, f"in the bottom of the {ordinal(last.inning)}"
            return self.one_of(
                f"{noun} {when} gave ⟨home⟩ a {self.score} victory over ⟨away⟩",
                f"{noun} {when} lifted ⟨home⟩ over ⟨away⟩ {self.score}",
            )
        star = self.star()
        if not star:
            return beat
        return self.one_of(
            f"{star} , and {beat}",
            f"{star} as {beat}",
            f"{beat} as {star}",
            f"{beat} on a day when {star}",
        )

    def beat(self) -> str:
        trailed = any(
            (play.after[0] < play.after[1]) if play.side == self.winner else (play.after[0] > play.after[1])
            for play in self.plays
        )
        ways = ["beat", "defeated", "topped"]
        if trailed:
            ways += ["rallied past", "came from behind to beat"]
        if self.margin == 1:
            ways += ["edged", "slipped past"]
        if self.margin >= 6:
            ways += ["routed", "rolled over"]
        if self.score.endswith(" 0"):
            ways += ["shut out", "blanked"]
        return self.one_of(*ways)

    def star(self) -> str:
        """What the winner's best player did, as a clause; empty where nobody stood out."""
        team = self.players[self.winner]
        for name, stats in team.items():
            if "p_win" in stats and stats.outs >= 18 and stats.count("p_r") <= 1 and self.rng.random() < 0.7:
                return f"{person(name)} {self.rng.choice(self.outings(stats))}"
        name = max(team, key=lambda name: _weight(team[name]))
        feats = self.feats(name, team[name])
        return f"{person(name)} {' and '.join(feats[:2])}" if feats else ""

    # --- plays

    def key_plays(self) -> list[list[str]]:
        """The weightiest plays in the order of the game, in paragraphs of two or three."""
        most = self.rng.randint(4, 8)
        weight = {id(play): 3 * play.turns + 2 * (play.event == "Home Run") + play.runs for play in self.plays}
        told = sorted(self.plays, key=lambda play: -weight[id(play)])[:most]
        self.told = [play for play in self.plays if any(play is other for other in told)]
        sentences = [self.tell(play, before) for play, before in zip(self.told, [None, *self.told[:-1]], strict=True)]
        step = self.rng.choice((2, 3))
        return [sentences[start : start + step] for start in range(0, len(sentences), step)]

    def tell(self, play: Scoring, before: Scoring | None) -> str:
        half, inning = "top" if play.side == "away" else "bottom", ordinal(play.inning)
        when = self.one_of(f"in the {inning}", f"in the {inning} inning", f"in the {half} of the {inning}")
        if before and (before.side, before.inning) == (play.side, play.inning):
            when = self.one_of("later in the inning", "later in that inning")
        noun, clause = event(self.rng, play)
        past, participle, team_did = effect(self.rng, play)
        return self.one_of(
            f"{noun} {when} {past}",
            f"{clause} {when} , {participle}",
            f"{team_did} {when} when {clause}",
            f"{when} , {clause} , {participle}",
        )

    # --- pitchers

    def pitchers(self) -> list[str]:
        """Winner, loser, save, and who threw longest without a decision."""
        sentences: dict[str, list[str]] = {}
        for side, team in self.players.items():
            staff = {name: stats for name, stats in team.items() if "p_np" in stats}
            longest = max(staff, key=lambda name: staff[name].outs)
            for name, stats in staff.items():
                if "p_win" in stats or "p_loss" in stats:
                    sentences["win" if "p_win" in stats else "loss"] = self.decision(name, stats)
                elif "p_save" in stats:
                    sentences["save"] = [self.save(name, stats)]
                elif name == longest:
                    sentences[side] = [self.no_decision(name, stats, side)]
        order = ["win", "loss", "save"] if self.rng.random() < 0.6 else ["win", "save", "loss"]
        order += self.rng.sample(("home", "away"), 2)
        return [sentence for key in order for sentence in sentences.get(key, [])]

    def decision(self, name: str, stats: Stats) -> list[str]:
        who = f"{person(name)} ( {stats['p_w']} - {stats['p_l']} )"
        outing = self.rng.choice(self.outings(stats))
        end = (" for the win", " to earn the win") if "p_win" in stats else (" in the loss", " and took the loss")
        return [f"{who} {_closed(outing)}{self.one_of(*end)}", *self.details(stats, outing)]

    def outings(self, stats: Stats) -> list[str]:
        """A pitcher's line as a verb phrase."""
        hits, walks, strikeouts = (stats.count(type) for type in ("p_h", "p_bb", "p_so"))
        if not stats.outs:
            return [f"gave up {runs_allowed(stats)} and {counted(hits, 'hit')} without getting an out"]
        span = innings(stats.outs)
        gave_up = self.one_of("gave up", "allowed", "yielded", "surrendered")
        ways = [
            f"{gave_up} {runs_allowed(stats)} and {counted(hits, 'hit')} with {counted(walks, 'walk')} and "
            f"{counted(strikeouts, 'strikeout')} in {span}",
            f"{gave_up} {runs_allowed(stats)} on {counted(hits, 'hit')} in {span}",
        ]
        if not stats.count("p_r") and stats.outs >= 3:
            amount, unit = span.rsplit(" ", 1)
            ways = [
                f"pitched {amount} scoreless {unit} , allowing {counted(hits, 'hit')}",
                f"threw {amount} scoreless {unit} of {number(hits)} - hit ball",
            ]
        return ways

    def details(self, stats: Stats, outing: str) -> list[str]:
        if "strikeout" in outing or self.rng.random() < 0.3:
            return []
        strikeouts, walks = stats.count("p_so"), stats.count("p_bb")
        return [f"He struck out {number(strikeouts) if strikeouts else 'nobody'} and walked {_none(walks)}"]

    def save(self, name: str, stats: Stats) -> str:
        which = f"his {ordinal(stats.count('p_sv'))} save"
        final = "the final out" if stats.outs == 1 else f"the final {counted(stats.outs, 'out')}"
        return self.one_of(
            f"{person(name)} got {final} for {which}",
            f"{person(name)} recorded {final} to earn {which}",
            f"{person(name)} worked {innings(stats.outs)} for {which}",
        )

    def no_decision(self, name: str, stats: Stats, side: str) -> str:
        outing = _closed(self.rng.choice(self.outings(stats)))
        return self.one_of(
            f"{person(name)} {outing} for ⟨{side}⟩ but did n't figure in the decision",
            f"⟨{side}⟩ 's {person(name)} {outing} and got no decision",
            f"for ⟨{side}⟩ , {person(name)} {outing} without a decision",
        )

    # --- batters and the rest

    def feats(self, name: str, stats: Stats) -> list[str]:
        """What a batter did, as verb phrases, the most notable first."""
        hits, homers, batted_in, runs = (stats.count(type) for type in ("h", "hr", "rbi", "r"))
        feats = []
        driven = [play.runs for play in self.plays if play.event == "Home Run" and play.batter == name]
        if homers == 1:
            kind = {1: "solo homer", 4: "grand slam"}.get(driven[0], f"{number(driven[0])} - run homer")
            feats.append(self.one_of(f"hit a {kind}", "homered"))
        elif homers:
            feats.append(f"hit {counted(homers, 'homer')}")
        if hits >= 2:
            feats.append(self.one_of(f"had {counted(hits, 'hit')}", f"went {hits} for {stats['ab']}"))
        if batted_in > sum(driven) or batted_in >= 2:
            feats.append(f"drove in {some(batted_in, 'run')}")
        if runs > homers:
            feats.append("scored twice" if runs == 2 else f"scored {some(runs, 'run')}")
        if stolen := stats.count("sb"):
            feats.append(f"stole {some(stolen, 'base')}")
        if walks := stats.count("bb"):
            feats.append(f"drew {some(walks, 'walk')}")
        return feats

    def further(self) -> tuple[list[str], list[str]]:
        """Sentences about those whom the plays left out, and spare ones for a story that is too short."""
        facts, told = self.team_facts(), self.rng.randint(0, 2)
        self.rng.shuffle(facts)
        sentences, spare = self.also_homered() + facts[:told], facts[told:]
        for side in self.rng.sample(("home", "away"), 2):
            team = self.players[side]
            batters = sorted((name for name in team if "p_np" not in team[name]), key=lambda name: -_weight(team[name]))
            mentions = [text for name in batters[:4] if (text := self.batter(name, team[name], side))]
            told = self.rng.randint(0, min(2, len(mentions)))
            sentences += mentions[:told]
            spare += mentions[told:]
        self.rng.shuffle(spare)
        return sentences, spare

    def batter(self, name: str, stats: Stats, side: str) -> str:
        feats = self.feats(name, stats)
        if not feats:
            return ""
        if "avg" in stats and len(feats) == 1 and self.rng.random() < 0.3:
            return f"{person(name)} , who is hitting {stats['avg']} this season , {feats[0]} for ⟨{side}⟩"
        return self.one_of(
            f"{person(name)} {' and '.join(feats[:2])} for ⟨{side}⟩",
            f"for ⟨{side}⟩ , {person(name)} {listed(feats[:3])}",
            f"⟨{side}⟩ 's {person(name)} {' and '.join(feats[:2])}",
        )

    def also_homered(self) -> list[str]:
        told = {play.batter for play in self.told if play.event == "Home Run"}
        sentences = []
        for side in self.players:
            batters = dict.fromkeys(
                play.batter
                for play in self.plays
                if play.side == side and play.event == "Home Run" and play.batter not in told
            )
            if batters:
                sentences.append(f"{listed([person(name) for name in batters])} also homered for ⟨{side}⟩")
        return sentences

    def team_facts(self) -> list[str]:
        """Hits, pitchers, errors and big innings."""
        hits = {side: team.count("team_hits") for side, team in self.teams.items()}
        more = max(hits, key=lambda side: hits[side])
        facts = [
            f"⟨{more}⟩ finished with {counted(hits[more], 'hit')} and ⟨{OTHER[more]}⟩ with {number(hits[OTHER[more]])}"
        ]
        for side, team in self.teams.items():
            staff = [stats for stats in self.players[side].values() if "p_np" in stats]
            strikeouts = counted(sum(stats.count("p_so") for stats in staff), "strikeout")
            if len(staff) > 1:
                facts.append(f"⟨{side}⟩ used {counted(len(staff), 'pitcher')} , who combined for {strikeouts}")
            if team.count("team_errors"):
                facts.append(f"⟨{side}⟩ committed {counted(team.count('team_errors'), 'error')}")
            for name, stats in self.players[side].items():
                if stats.count("p_np") > 50:
                    facts.append(f"{person(name)} threw {stats['p_s']} of {stats['p_np']} pitches for strikes")
                if errors := stats.count("e"):
                    facts.append(f"{person(name)} was charged with {some(errors, 'error')} for ⟨{side}⟩")
            big = max(range(1, 10), key=lambda inning: team.count(f"inn{inning}"))
            if team.count(f"inn{big}") >= 3:
                facts.append(f"⟨{side}⟩ scored {counted(team.count(f'inn{big}'), 'run')} in the {ordinal(big)} inning")
        return facts

    def closing(self) -> str:
        ways = [
            f"it was a good day for ⟨{self.winner}⟩",
            f"⟨{self.winner}⟩ took the win and moved on",
            f"⟨{self.loser}⟩ could not find an answer in the end",
            f"that was all for ⟨{self.loser}⟩",
            "both teams turn to the next game",
        ]
        if self.winner == "home":
            ways += ["the home fans had something to cheer about", "the home crowd left in good spirits"]
        else:
            ways += ["the visitors left town with a victory", "the home crowd went away disappointed"]
        if self.margin == 1:
            ways += ["it was close until the last out", "there was nothing to spare for either team"]
        if self.margin >= 6:
            ways += [f"⟨{self.winner}⟩ left no doubt about the result", f"⟨{self.loser}⟩ will want to forget this one"]
        return self.one_of(*ways)


def _none(count: int) -> str:
    return number(count) if count else "none"


def _closed(outing: str) -> str:
    """A phrase with a comma needs another one before the sentence goes on."""
    return f"{outing} ," if " , " in outing else outing


def _weight(stats: Stats) -> int:
    """How much a batter's day deserves to be told."""
    return 4 * stats.count("hr") + 2 * stats.count("rbi") + 2 * stats.count("h") + stats.count("r")


def _plays(entities: Iterable[Entity]) -> list[Scoring]:
    plays, score = [], {"home": 0, "away": 0}
    for entity in entities:
        cells = Stats((record.type, record.value) for record in entity.records)
        side = entity.features["side"]
        after = {"home": cells.count("home_team_runs"), "away": cells.count("away_team_runs")}
        plays.append(
            Scoring(
                side,
                cells.count("inning"),
                cells["event"],
                cells["batter"],
                cells["pitcher"],
                cells.get("fielder_error", ""),
                entity.values("scorers"),
                cells.count("runs"),
                cells.count("error_runs"),
                (score[side], score[OTHER[side]]),
                (after[side], after[OTHER[side]]),
            )
        )
        score = after
    return plays


def _settle(rng: Random, text: str, teams: Mapping[str, Stats], names: Sequence[str]) -> list[str]:
    """The tokens, with every mention settled: a person by full name first, then by last name where it is clear who
    is meant; a team by city, by name or by both. Then capitals at the start of sentences, and possessives after an s.
    """
    shared = Counter(name.partition(" ")[2] for name in names)
    shared.update(word for team in teams.values() for word in (team["team_city"], team["team_name"]))
    ways = {side: _team_names(team, teams[OTHER[side]]) for side, team in teams.items()}
    named: set[str] = set()

    def mention(match: re.Match[str]) -> str:
        name = match[1]
        again = name in named
        named.add(name)
        if name in ways:
            full, *short = ways[name]
            return rng.choice(short) if short and (again or rng.random() < 0.4) else full
        last = name.partition(" ")[2]
        return last if again and shared[last] == 1 else name

    tokens = re.sub("⟨(.*?)⟩", mention, text).split()
    for at, token in enumerate(tokens):
        if token.islower() and (at == 0 or tokens[at - 1] in (".", NEW_PARAGRAPH)):
            tokens[at] = token[0].upper() + token[1:]
        elif token == "'s" and tokens[at - 1].endswith("s"):
            tokens[at] = "'"
    return tokens


def _team_names(team: Stats, other: Stats) -> list[str]:
    """The full name, and what else tells this team from the other."""
    ways = [f"the {team['team_city']} {team['team_name']}"]
    if team["team_city"] != other["team_city"]:
        ways.append(team["team_city"])
    if team["team_name"] != other["team_name"]:
        ways.append(f"the {team['team_name']}")
    return ways
