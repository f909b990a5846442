"""The baseball simulator: games played plate appearance by plate appearance, from which all numbers are counted.

In: a random generator and a league. Out: an endless stream of tables of the domain "mlb". Abilities and season totals
of the players persist over the games; memory is bounded by the league. The designated hitter bats for the pitcher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from boxscribe.tables.simulate.baseball_clubs import HITS, LEAGUE, OUTCOMES, PLAYERS, SEASON, Club, club_of
from boxscribe.tables.simulate.baseball_plays import BaseballSide, Entry, GameState, Runner
from boxscribe.tables.simulate.baseball_story import story
from boxscribe.tables.simulate.baseball_table import BaseballLine, Play, ScoreSheet, TeamSheet, credit, to_table
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.simulate.season import fixtures
from boxscribe.tables.table import Table

__all__ = ["PLAYERS", "TEAMS", "baseball"]

TEAMS, ROUNDS, OPENING = 30, 162, (3, 29)
BALLS_IN_PLAY = {"Groundout": 0.47, "Flyout": 0.30, "Lineout": 0.10, "Pop Out": 0.13}
HOME_EDGE = 1.05  # more hits for the home side


def baseball(rng: Random, league: Sequence[Team], texts: bool) -> Iterator[Table]:
    """Games season after season; with `texts` each has its story."""
    clubs = [club_of(rng, team) for team in league]
    opening = False
    for fixture in fixtures(rng, len(league), ROUNDS, OPENING):
        if fixture.first_day and not opening:
            for player in (player for club in clubs for player in club.members):
                player.season = dict.fromkeys(SEASON, 0)
        opening = fixture.first_day
        sheet = BaseballGame(rng, clubs[fixture.home], clubs[fixture.away]).play()
        table = to_table(sheet, fixture.day.strftime("%m_%d_%y"))
        seed = rng.getrandbits(64)  # also without texts, so that the following games are the same
        yield replace(table, tokens=story(Random(seed), table)) if texts else table


def _side(rng: Random, club: Club) -> BaseballSide:
    """The team of one game: now and then a regular rests and a player from the bench takes his place."""
    lines = {id(player): BaseballLine(player) for player in club.members}
    starters, bench = [], list(club.bench)
    for player, position in club.order:
        if bench and rng.random() < 0.06:
            player = bench.pop(rng.randrange(len(bench)))
        starters.append(lines[id(player)].enter(position))
    starter = club.rotation.pop(0)
    club.rotation.append(starter)
    mound = lines[id(starter)].enter("P")
    field = {line.positions[0]: line for line in starters if line.positions[0] != "DH"} | {"P": mound}
    return BaseballSide(
        club,
        TeamSheet(club.team, list(lines.values())),
        starters,
        field,
        [lines[id(player)] for player in bench],
        [lines[id(player)] for player in club.bullpen],
        lines[id(club.closer)],
        mound,
        pitch_limit=rng.uniform(84, 108),
    )


class BaseballGame(GameState):
    """One game: innings, substitutions and plate appearances."""

    def __init__(self, rng: Random, home: Club, away: Club) -> None:
        super().__init__(rng, _side(rng, home), _side(rng, away))

    def play(self) -> ScoreSheet:
        while self.inning < 9 or self.home.runs == self.away.runs:
            self.inning += 1
            self.half_inning(self.away, self.home)
            if self.inning < 9 or self.home.runs <= self.away.runs:
                self.half_inning(self.home, self.away)
        self.decide()
        for line in self.home.sheet.lines + self.away.sheet.lines:
            line.add_to_season()
        return self.sheet

    # --- half innings and substitutions

    def half_inning(self, batting: BaseballSide, fielding: BaseballSide) -> None:
        self.batting, self.fielding = batting, fielding
        self.outs = self.misplays = 0
        self.bases = [None] * 4
        batting.sheet.innings.append(0)
        for position, line in fielding.field.items():
            if line.positions[-1] == "PH":
                line.positions.append(position)
        fresh = True
        while self.outs < 3 and not self.walked_off():
            self.relieve(fresh)
            self.pinch_hit()
            self.plate_appearance()
            fresh = False

    def relieve(self, fresh: bool) -> None:
        """Change the pitcher if he is exhausted, or for the closer in a save situation."""
        side = self.fielding
        counts, lead = side.mound.counts, side.runs - self.batting.runs
        closing = fresh and side.closer is not None and self.inning >= 9 and 1 <= lead <= 3
        slack = 10 if fresh else 0  # changes are likelier at the start of an inning
        exhausted = counts["p_np"] + slack >= side.pitch_limit or counts["p_r"] >= (5 if side.pitch_limit > 60 else 4)
        if not (exhausted or (closing and counts["p_np"] < 95)) or not (side.bullpen or side.closer):
            return
        if side.closer is not None and (closing or not side.bullpen):
            side.mound, side.closer = side.closer, None
        else:
            side.mound = side.bullpen.pop(0)
            side.club.bullpen.remove(side.mound.player)
            side.club.bullpen.append(side.mound.player)
        side.field["P"] = side.mound.enter("P")
        side.pitch_limit = self.rng.uniform(18, 36)
        side.entry = Entry(lead, sum(runner is not None for runner in self.bases))

    def pinch_hit(self) -> None:
        side = self.batting
        out = side.order[side.at_bat]
        close = abs(side.runs - self.fielding.runs) <= 3
        if self.inning < 7 or not side.bench or not close or self.random() > 0.06:
            return
        line = side.order[side.at_bat] = side.bench.pop(0).enter("PH")
        for position, fielder in side.field.items():
            if fielder is out:
                side.field[position] = line

    # --- one plate appearance

    def plate_appearance(self) -> None:
        """A possible running play on the first pitch, the batter's outcome, and the count."""
        batter, pitcher = self.batting.order[self.batting.at_bat], self.fielding.mound
        balls, strikes = self.running_play(batter, pitcher) if any(self.bases) else (0, 0)
        if self.outs == 3 or self.walked_off():  # the batter leads off the next inning, if there is one
            pitcher.counts["p_np"] += 1
            pitcher.counts["p_s"] += strikes
            return
        self.batting.at_bat = (self.batting.at_bat + 1) % 9
        play = Play(batter.player.name, pitcher.player.name, self.outcome(batter, pitcher))
        event = play.event
        runner = Runner(batter, pitcher)
        if event in HITS:
            self.hit(play, runner)
        elif event == "Strikeout":
            self.out("C")
        elif event in ("Walk", "Intent Walk", "Hit By Pitch"):
            self.walk(play, runner)
        elif event == "Sac Bunt":
            self.out("1B", "P")
            self.advance(play, 1)
        else:
            self.ball_in_play(play, runner)
        self.pitches(play, pitcher, balls, strikes)
        credit(play, batter, pitcher)
        self.record(play)

    def outcome(self, batter: BaseballLine, pitcher: BaseballLine) -> str:
        close = self.inning >= 7 and abs(self.home.runs - self.away.runs) <= 1
        if close and self.bases[1] and not self.outs and self.random() < 0.10:
            return "Sac Bunt"
        if close and not self.bases[1] and any(self.bases) and self.outs and self.random() < 0.08:
            return "Intent Walk"
        roll = self.random()
        edge = HOME_EDGE if self.batting is self.home else 1.0
        for outcome, share, his, against in zip(
            OUTCOMES, LEAGUE, batter.player.rates, pitcher.player.rates, strict=True
        ):
            roll -= share * his * against * (edge if outcome in HITS else 1.0)
            if roll < 0:
                return outcome
        return self.rng.choices(tuple(BALLS_IN_PLAY), tuple(BALLS_IN_PLAY.values()))[0]

    def pitches(self, play: Play, pitcher: BaseballLine, balls: int, strikes: int) -> None:
        """The final count, which includes that of the running play, and the pitches thrown."""
        walked, struck_out = play.event in ("Walk", "Intent Walk"), play.event == "Strikeout"
        play.balls = 4 if walked else max(balls, int(4 * self.random() ** 1.4))
        play.strikes = 3 if struck_out else max(strikes, 0 if play.event == "Intent Walk" else self.rng.randrange(3))
        thrown_strikes = play.strikes
        while play.strikes >= 2 and self.random() < 0.33:  # fouls
            thrown_strikes += 1
        hit_batter = play.event == "Hit By Pitch"
        thrown_strikes += not (walked or struck_out or hit_batter)  # the ball in play is a strike
        pitcher.counts["p_s"] += thrown_strikes
        pitcher.counts["p_np"] += play.balls + thrown_strikes + hit_batter

    # --- the pitchers' decisions

    def decide(self) -> None:
        """Win, loss and save. A starter needs five innings for a win; otherwise the reliever with most outs gets it."""
        side = self.home if self.home.runs > self.away.runs else self.away
        starter = side.club.rotation[-1]
        winner = self.winner
        if winner.player is starter and winner.counts["outs"] < 15:
            relievers = [line for line in side.sheet.lines if "outs" in line.counts and line is not winner]
            winner = max(relievers, key=lambda line: (line.counts["outs"], -line.counts["p_r"]), default=winner)
        winner.decision = "p_win"
        self.loser.decision = "p_loss"
        last, outs, entry = side.mound, side.mound.counts["outs"], side.entry
        by_lead = outs >= 3 and entry.lead <= 3
        by_tying_run = outs >= 1 and entry.lead <= entry.on_base + 2  # it was on base, at bat or on deck
        if last is not winner and entry.lead > 0 and (by_lead or by_tying_run or outs >= 9):
            last.decision = "p_save"
