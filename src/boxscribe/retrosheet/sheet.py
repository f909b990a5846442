"""A team's part of the official layout: the rows of its players and its line score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from boxscribe.retrosheet.box import Box, PlayerLine
from boxscribe.retrosheet.lineup import POSITIONS
from boxscribe.retrosheet.names import PlayerNames
from boxscribe.retrosheet.replay import Replay
from boxscribe.retrosheet.season import SeasonToDate
from boxscribe.tables.league import TeamName

BATTING = ("ab", "r", "h", "rbi", "bb", "so", "hr", "sb", "cs", "sf", "hbp", "po", "a", "e")
PITCHING = ("p_h", "p_r", "p_er", "p_bb", "p_so", "p_hr", "p_np", "p_s")
DECISIONS = {"wp": "p_win", "lp": "p_loss", "save": "p_save"}  # info record → column
NOT_BATTED = "x"
RESULTS = {1: "win", -1: "loss", 0: "tie"}


@dataclass(frozen=True, slots=True)
class TeamRows:
    """One team in a game that has been replayed."""

    side: int  # 0 visitors, 1 home
    team: TeamName
    replay: Replay
    box: Box
    names: PlayerNames
    to_date: SeasonToDate | None  # with this game; None: not known

    def rows(self, bench: Iterable[str]) -> Iterator[dict[str, str]]:
        """The row of each player: the batting order, pitchers who do not bat, the bench without namesakes of others."""
        lineup = self.replay.lineups[self.side]
        for player in lineup.positions:
            yield self._row(player)
        called = {self.names[player].full_name for one in self.replay.lineups for player in one.positions}
        yield from (self._name(player) for player in bench if self.names[player].full_name not in called)

    def _name(self, player: str) -> dict[str, str]:
        name = self.names[player]
        return {"full_name": name.full_name, "first_name": name.first_name, "last_name": name.last_name}

    def _row(self, player: str) -> dict[str, str]:
        lineup, line = self.replay.lineups[self.side], self.box.line(player)
        totals = self.to_date.of(player, self.replay.game) if self.to_date else None
        row = self._name(player) | {column: str(getattr(line, column)) for column in BATTING}
        row["pos"] = "-".join(POSITIONS[position] for position in lineup.positions[player])
        row |= totals.batting if totals else {}
        if player in lineup.pitchers:
            row |= self._pitching(player, line) | (totals.pitching if totals else {})
        return row

    def _pitching(self, player: str, line: PlayerLine) -> dict[str, str]:
        info = self.replay.game.info
        row = {column: str(getattr(line, column)) for column in PITCHING}
        row["p_ip1"] = str(line.p_out // 3)
        if line.p_out % 3:
            row["p_ip2"] = f"{line.p_out % 3}/3"
        return row | {column: "true" for key, column in DECISIONS.items() if info.get(key) == player}

    def line(self) -> Mapping[str, Any]:
        """Runs by inning, runs, hits and errors."""
        innings, runs = self.replay.innings[self.side], self.replay.runs
        other = len(self.replay.innings[1 - self.side])
        by_inning: dict[str, Any] = {f"inn{number}": scored for number, scored in enumerate(innings, 1)}
        by_inning |= {f"inn{number}": NOT_BATTED for number in range(len(innings) + 1, other + 1)}
        difference = runs[self.side] - runs[1 - self.side]
        return {
            "innings": by_inning,
            "team_runs": runs[self.side],
            "team_hits": self.box.hits[self.side],
            "team_errors": self.box.errors[self.side],
            "result": RESULTS[(difference > 0) - (difference < 0)],
            "team_name": self.team.name,
            "team_city": self.team.city,
        }
