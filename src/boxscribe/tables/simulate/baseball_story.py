"""The story of a baseball game: sentences of phrases that are true of the table.

In: a table of the domain "mlb". Out: its recap as tokens, written as the corpora are ("1 - 0", "Reno 's"). The parts
are a lead, the key plays, the pitchers, further batters and a closing sentence.
"""

from random import Random

from boxscribe.tables.simulate.baseball_facts import OTHER, BaseballFacts, ScoringPlay, StatLine
from boxscribe.tables.simulate.baseball_phrases import effect, event, innings, insert_names, person, runs_allowed
from boxscribe.tables.simulate.phrases import counted, listed, number, ordinal, some
from boxscribe.tables.table import Table
from boxscribe.text.tokens import PARAGRAPH

SHORTEST = 210  # words before the names are inserted, which shortens the text


def story(rng: Random, table: Table) -> tuple[str, ...]:
    """A recap of 150 to 450 tokens."""
    return _Recap(rng, table).write()


class _Recap(BaseballFacts):
    """The recap of one table."""

    def __init__(self, rng: Random, table: Table) -> None:
        super().__init__(table)
        self.rng = rng

    def write(self) -> tuple[str, ...]:
        lead, plays, pitchers = [self.lead()], self.key_plays(), self.pitchers()
        middle = [pitchers, *plays] if self.rng.random() < 0.4 else [*plays, pitchers]
        further, spare = self.further()
        paragraphs = [lead, *middle, further]
        while spare and sum(len(text.split()) for part in paragraphs for text in part) < SHORTEST:
            further.append(spare.pop())
        paragraphs.append([self.closing()])
        text = f" {PARAGRAPH} ".join(" ".join(f"{part} ." for part in para) for para in paragraphs if para)
        return tuple(insert_names(self.rng, text, self.teams, [*self.players["home"], *self.players["away"]]))

    def one_of(self, *variants: str) -> str:
        return self.rng.choice(variants)

    # --- the lead

    def lead(self) -> str:
        beat = f"⟨{self.winner}⟩ {self.beat()} ⟨{self.loser}⟩ {self.score}"
        if self.innings > 9:
            beat += f" in {self.innings} innings"
        last = self.plays[-1]
        if last.side == "home" and last.inning >= 9 and self.winner == "home" and self.rng.random() < 0.7:
            noun, when = event(self.rng, last).noun, f"in the bottom of the {ordinal(last.inning)}"
            return self.one_of(
                f"{noun} {when} gave ⟨home⟩ {self.score.a} victory over ⟨away⟩",
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
        variants = ["beat", "defeated", "topped"]
        if trailed:
            variants += ["rallied past", "came from behind to beat"]
        if self.margin == 1:
            variants += ["edged", "slipped past"]
        if self.margin >= 6:
            variants += ["routed", "rolled over"]
        if self.score.endswith(" 0"):
            variants += ["shut out", "blanked"]
        return self.one_of(*variants)

    def star(self) -> str:
        """What the winner's best player did, as a clause; empty if no player stood out."""
        team = self.players[self.winner]
        for name, stats in team.items():
            if "p_win" in stats and stats.outs >= 18 and stats.count("p_r") <= 1 and self.rng.random() < 0.7:
                return f"{person(name)} {self.rng.choice(self.outings(stats))}"
        name = max(team, key=lambda name: _weight(team[name]))
        feats = self.feats(name, team[name])
        return f"{person(name)} {' and '.join(feats[:2])}" if feats else ""

    # --- plays

    def key_plays(self) -> list[list[str]]:
        """The most important plays in the order of the game, in paragraphs of two or three sentences."""
        most = self.rng.randint(4, 8)
        weight = {id(play): 3 * play.turns + 2 * (play.event == "Home Run") + play.runs for play in self.plays}
        chosen = sorted(self.plays, key=lambda play: -weight[id(play)])[:most]
        self.covered = [play for play in self.plays if any(play is other for other in chosen)]
        before = [None, *self.covered[:-1]]
        sentences = [self.play_sentence(*plays) for plays in zip(self.covered, before, strict=True)]
        step = self.rng.choice((2, 3))
        return [sentences[start : start + step] for start in range(0, len(sentences), step)]

    def play_sentence(self, play: ScoringPlay, before: ScoringPlay | None) -> str:
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
        """The winner, the loser, the save, and on each side the longest outing without a decision."""
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

    def decision(self, name: str, stats: StatLine) -> list[str]:
        who = f"{person(name)} ( {stats['p_w']} - {stats['p_l']} )"
        outing = self.rng.choice(self.outings(stats))
        end = (" for the win", " to earn the win") if "p_win" in stats else (" in the loss", " and took the loss")
        return [f"{who} {_closed(outing)}{self.one_of(*end)}", *self.details(stats, outing)]

    def outings(self, stats: StatLine) -> list[str]:
        """A pitcher's line as a verb phrase."""
        hits, walks, strikeouts = (stats.count(type) for type in ("p_h", "p_bb", "p_so"))
        if not stats.outs:
            return [f"gave up {runs_allowed(stats)} and {counted(hits, 'hit')} without getting an out"]
        span = innings(stats.outs)
        gave_up = self.one_of("gave up", "allowed", "yielded", "surrendered")
        variants = [
            f"{gave_up} {runs_allowed(stats)} and {counted(hits, 'hit')} with {counted(walks, 'walk')} and "
            f"{counted(strikeouts, 'strikeout')} in {span}",
            f"{gave_up} {runs_allowed(stats)} on {counted(hits, 'hit')} in {span}",
        ]
        if not stats.count("p_r") and stats.outs >= 3:
            amount, unit = span.rsplit(" ", 1)
            variants = [
                f"pitched {amount} scoreless {unit} , allowing {counted(hits, 'hit')}",
                f"threw {amount} scoreless {unit} of {number(hits)} - hit ball",
            ]
        return variants

    def details(self, stats: StatLine, outing: str) -> list[str]:
        if "strikeout" in outing or self.rng.random() < 0.3:
            return []
        strikeouts, walks = stats.count("p_so"), stats.count("p_bb")
        return [f"He struck out {number(strikeouts, 'nobody')} and walked {number(walks, 'none')}"]

    def save(self, name: str, stats: StatLine) -> str:
        which = f"his {ordinal(stats.count('p_sv'))} save"
        final = "the final out" if stats.outs == 1 else f"the final {counted(stats.outs, 'out')}"
        return self.one_of(
            f"{person(name)} got {final} for {which}",
            f"{person(name)} recorded {final} to earn {which}",
            f"{person(name)} worked {innings(stats.outs)} for {which}",
        )

    def no_decision(self, name: str, stats: StatLine, side: str) -> str:
        outing = _closed(self.rng.choice(self.outings(stats)))
        return self.one_of(
            f"{person(name)} {outing} for ⟨{side}⟩ but did n't figure in the decision",
            f"⟨{side}⟩ 's {person(name)} {outing} and got no decision",
            f"for ⟨{side}⟩ , {person(name)} {outing} without a decision",
        )

    # --- batters and the rest

    def feats(self, name: str, stats: StatLine) -> list[str]:
        """What a batter did, as verb phrases in the order of importance."""
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
        """Sentences about players and facts that the plays do not cover, and spare ones if the story is too short."""
        facts, count = self.team_facts(), self.rng.randint(0, 2)
        self.rng.shuffle(facts)
        sentences, spare = self.also_homered() + facts[:count], facts[count:]
        for side in self.rng.sample(("home", "away"), 2):
            team = self.players[side]
            batters = sorted((name for name in team if "p_np" not in team[name]), key=lambda name: -_weight(team[name]))
            mentions = [text for name in batters[:4] if (text := self.batter(name, team[name], side))]
            count = self.rng.randint(0, min(2, len(mentions)))
            sentences += mentions[:count]
            spare += mentions[count:]
        self.rng.shuffle(spare)
        return sentences, spare

    def batter(self, name: str, stats: StatLine, side: str) -> str:
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
        covered = {play.batter for play in self.covered if play.event == "Home Run"}
        sentences = []
        for side in self.players:
            batters = dict.fromkeys(
                play.batter
                for play in self.plays
                if play.side == side and play.event == "Home Run" and play.batter not in covered
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
        variants = [
            f"it was a good day for ⟨{self.winner}⟩",
            f"⟨{self.winner}⟩ took the win and moved on",
            f"⟨{self.loser}⟩ could not find an answer in the end",
            f"that was all for ⟨{self.loser}⟩",
            "both teams turn to the next game",
        ]
        if self.winner == "home":
            variants += ["the home fans had something to cheer about", "the home crowd left in good spirits"]
        else:
            variants += ["the visitors left town with a victory", "the home crowd went away disappointed"]
        if self.margin == 1:
            variants += ["it was close until the last out", "there was nothing to spare for either team"]
        if self.margin >= 6:
            variants += [
                f"⟨{self.winner}⟩ left no doubt about the result",
                f"⟨{self.loser}⟩ will want to forget this one",
            ]
        return self.one_of(*variants)


def _closed(outing: str) -> str:
    """The phrase with a closing comma, if it has an opening one."""
    return f"{outing} ," if " , " in outing else outing


def _weight(stats: StatLine) -> int:
    """The importance of what a batter did."""
    return 4 * stats.count("hr") + 2 * stats.count("rbi") + 2 * stats.count("h") + stats.count("r")
