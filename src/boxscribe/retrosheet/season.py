"""What a season has to date: totals of players after each game, for averages, ERAs and win–loss records.

The totals need every game of a team, at home and away, so they exist only where the files of all teams are given.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from boxscribe.retrosheet.box import PlayerLine
from boxscribe.retrosheet.files import GameRecords, SeasonFiles

REGULAR, PLAYOFFS, ALL_STAR = "regular", "playoffs", "allstar"
TIEBREAKER = "playoff"  # a game type that counts as the regular season's
NO_OUT = "-.--"  # an ERA without an out


def stage_of(game: GameRecords) -> str:
    """Of which part of the season a game is."""
    type = round_of(game)
    return type if type in (REGULAR, ALL_STAR) else PLAYOFFS


def round_of(game: GameRecords) -> str:
    """The regular season or the round of the playoffs, over which totals are counted."""
    type = game.info.get("gametype", REGULAR)
    return REGULAR if type == TIEBREAKER else type


def missing_teams(season: SeasonFiles) -> list[str]:
    """The teams of the season whose games at home are not among the files."""
    regular = [game.info for game in season.games.values() if stage_of(game) == REGULAR]
    home = {info.get("hometeam", "") for info in regular}
    everybody = home | {info.get("visteam", "") for info in regular}
    return sorted(everybody - home)


@dataclass(slots=True)
class Totals:
    """A player's season to date."""

    ab: int = 0
    h: int = 0
    bases: int = 0  # of hits
    bb: int = 0
    hbp: int = 0
    sf: int = 0
    outs: int = 0
    er: int = 0
    wins: int = 0
    losses: int = 0
    saves: int = 0

    def add(self, line: PlayerLine) -> None:
        self.ab += line.ab
        self.h += line.h
        self.bases += line.h + line.d + 2 * line.t + 3 * line.hr
        self.bb += line.bb
        self.hbp += line.hbp
        self.sf += line.sf
        self.outs += line.p_out
        self.er += line.p_er

    @property
    def batting(self) -> dict[str, str]:
        on_base, trips = self.h + self.bb + self.hbp, self.ab + self.bb + self.hbp + self.sf
        return {
            "avg": _share(self.h, self.ab),
            "obp": _share(on_base, trips),
            "slg": _share(self.bases, self.ab),
        }

    @property
    def pitching(self) -> dict[str, str]:
        era = _rounded(27 * self.er, self.outs, 2) if self.outs else NO_OUT
        return {"p_era": era, "p_w": str(self.wins), "p_l": str(self.losses), "p_sv": str(self.saves)}


def _share(part: int, whole: int) -> str:
    """.304, 1.000, or .000 of nothing."""
    return _rounded(part, whole, 3).removeprefix("0") if whole else ".000"


def _rounded(part: int, whole: int, digits: int) -> str:
    """A quotient rounded half up, exactly."""
    scaled = (2 * part * 10**digits + whole) // (2 * whole)
    return f"{scaled // 10**digits}.{scaled % 10**digits:0{digits}d}"


@dataclass(slots=True)
class SeasonToDate:
    """The totals of all players, by round."""

    players: dict[tuple[str, str], Totals] = field(default_factory=dict)

    def add(self, game: GameRecords, lines: Mapping[str, PlayerLine]) -> None:
        """Add a game; games are added in the order of their dates."""
        for player, line in lines.items():
            self.of(player, game).add(line)
        for key, column in (("wp", "wins"), ("lp", "losses"), ("save", "saves")):
            if player := game.info.get(key, ""):
                totals = self.of(player, game)
                setattr(totals, column, getattr(totals, column) + 1)

    def of(self, player: str, game: GameRecords) -> Totals:
        """The totals of a player in the round of a game."""
        return self.players.setdefault((player, round_of(game)), Totals())
