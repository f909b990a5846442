"""The box score of a game: plays → a line of counts for each player."""

from dataclasses import dataclass, field

from boxscribe.retrosheet.events import HITS, WALKS, PlayKind
from boxscribe.retrosheet.replay import ReplayedPlay, RunnerMove

PITCHES = frozenset("BCFHIKLMOPQRSTXY")  # N, V and A are no pitches; 1, 2, 3, +, *, . and > are throws and remarks
STRIKES = frozenset("CFKLMOQRSTXY")
BALLS = frozenset("BIPV")


@dataclass(slots=True)
class PlayerLine:
    """The counts of a player in a game; `p_` are those of a pitcher. The names are columns of the official tables."""

    ab: int = 0
    r: int = 0
    h: int = 0
    d: int = 0
    t: int = 0
    hr: int = 0
    rbi: int = 0
    bb: int = 0
    so: int = 0
    hbp: int = 0
    sb: int = 0
    cs: int = 0
    sf: int = 0
    po: int = 0
    a: int = 0
    e: int = 0
    p_out: int = 0
    p_h: int = 0
    p_r: int = 0
    p_er: int = 0
    p_bb: int = 0
    p_so: int = 0
    p_hr: int = 0
    p_np: int = 0
    p_s: int = 0


@dataclass(slots=True)
class Box:
    """The lines of all players of a game, by their ids."""

    lines: dict[str, PlayerLine] = field(default_factory=dict)
    hits: list[int] = field(default_factory=lambda: [0, 0])  # of visitors and home
    errors: list[int] = field(default_factory=lambda: [0, 0])

    def line(self, player: str) -> PlayerLine:
        found = self.lines.get(player)
        if found is None:
            found = self.lines[player] = PlayerLine()
        return found

    def add(self, play: ReplayedPlay) -> None:
        """Count a play."""
        pitcher = self.line(play.pitcher)
        for pitch in play.pitches:
            pitcher.p_np += pitch in PITCHES
            pitcher.p_s += pitch in STRIKES
        if play.event.kind is PlayKind.NO_PLAY:
            return
        pitcher.p_out += play.outs - play.outs_before
        self._batting(play)
        self._running(play)
        self._fielding(play)

    def _batting(self, play: ReplayedPlay) -> None:
        event, batter, pitcher = play.event, self.line(play.batter), self.line(play.charged_pitcher)
        if not event.kind.ends_plate_appearance:
            return
        if event.kind is PlayKind.STRIKEOUT:
            charged = self.line(play.charged_batter)
            charged.ab += 1
            charged.so += 1
            pitcher.p_so += 1
        else:
            batter.ab += event.at_bat
        batter.sf += event.sacrifice_fly
        if event.kind in HITS:
            self.hits[play.side] += 1
            batter.h += 1
            pitcher.p_h += 1
            batter.d += event.kind is PlayKind.DOUBLE
            batter.t += event.kind is PlayKind.TRIPLE
            batter.hr += event.kind is PlayKind.HOME_RUN
            pitcher.p_hr += event.kind is PlayKind.HOME_RUN
        elif event.kind in WALKS:
            batter.bb += 1
            pitcher.p_bb += 1
        elif event.kind is PlayKind.HIT_BY_PITCH:
            batter.hbp += 1
        batter.rbi += runs_batted_in(play)

    def _running(self, play: ReplayedPlay) -> None:
        runners = {advanced.move.start: advanced.player for advanced in play.moves}
        for base in play.event.stolen:
            self.line(runners[base - 1]).sb += 1
        for base in play.event.caught:
            self.line(runners[base - 1]).cs += 1
        for advanced in play.scored:
            self.line(advanced.player).r += 1
            self.line(advanced.pitcher).p_r += 1

    def _fielding(self, play: ReplayedPlay) -> None:
        event = play.event
        self.errors[1 - play.side] += len(event.errors)
        for fielders, column in ((event.putouts, "po"), (event.assists, "a"), (event.errors, "e")):
            for position in fielders:
                line = self.line(play.fielders[position])
                setattr(line, column, getattr(line, column) + 1)


def runs_batted_in(play: ReplayedPlay) -> int:
    """How many runs of a play are batted in."""
    return sum(_is_batted_in(play, advanced) for advanced in play.scored)


def _is_batted_in(play: ReplayedPlay, advanced: RunnerMove) -> bool:
    """Whether a run is batted in: as the file says, or else by the rule of the play."""
    event, move = play.event, advanced.move
    if move.rbi is not None:
        return move.rbi
    if not event.kind.ends_plate_appearance or event.kind is PlayKind.STRIKEOUT or "GDP" in event.modifiers:
        return False
    if event.kind is PlayKind.ERROR:
        return move.start == 3 and play.outs_before < 2
    return not move.error
