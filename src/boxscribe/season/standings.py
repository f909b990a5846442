"""Standings: the teams of a group by the share of their games that they have won."""

from collections.abc import Mapping
from typing import NamedTuple

from boxscribe.derived.ranking import ranks
from boxscribe.season.appearance import TableAppearance
from boxscribe.season.declared import SeasonType
from boxscribe.tables.expressions import all_hold


class Standing(NamedTuple):
    """The games of a team; won are those that meet the conditions of the declared type."""

    won: int
    played: int

    @property
    def share(self) -> float:
        return self.won / self.played if self.played else 0.0

    def behind(self, leader: "Standing") -> float:
        """Games behind the leader: half of the difference between the surpluses of won games."""
        return max(0.0, (2 * leader.won - leader.played - 2 * self.won + self.played) / 2)


def place(type: SeasonType, this: TableAppearance) -> float | None:
    """The place of a team in its group, 1 for the first; teams with equal shares have equal places."""
    standings = _standings(type, this)
    if this.team not in standings:
        return None
    places = ranks([standing.share for standing in standings.values()])
    return float(places[list(standings).index(this.team)])


def games_behind(type: SeasonType, this: TableAppearance) -> float | None:
    """How many games a team is behind the first of its group."""
    standings = _standings(type, this)
    if this.team not in standings:
        return None
    leader = max(standings.values(), key=lambda standing: (standing.share, standing.won))
    return standings[this.team].behind(leader)


def _standings(type: SeasonType, this: TableAppearance) -> Mapping[str, Standing]:
    """The teams of the group: `with` after the day of this game, `before` on the day before it."""
    histories = this.histories
    groups = histories.season.divisions.get(type.declared.among, {})
    end = histories.first_after(this.game.date, same_day=type.declared.games == "before")
    found = {}
    for team in histories.schedule:
        if groups.get(team) == groups.get(this.team, ""):
            timeline = histories.timeline_of(histories.team_kind, team, type.same, this)
            played = timeline.before(end)
            found[team] = Standing(timeline.selection(type).met_before[played], played)
    if type.declared.games == "with" and not histories.season.games[this.position].played:
        for one in (this, *this.of_kind(this.kind, opponent=True)):
            if one.team in found and one.played:
                won, played = found[one.team]
                found[one.team] = Standing(won + bool(all_hold(type.where, one)), played + 1)
    return found
