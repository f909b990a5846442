"""The league of a domain: its teams, conferences and venues, with the names that they had at a time.

Files of seasons identify teams and venues by ids and often carry the names of today in every season. A name list of the
description is in the order of time; `until` is the last day of a name, and the last name of a list has none.
"""

from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import TypeVar

from pydantic import Field, model_validator

from boxscribe.errors import did_you_mean
from boxscribe.tables.record_type import Description


class DatedName(Description):
    """A name that was in use until a day."""

    name: str  # as texts and tables write it
    until: date | None = None  # the last day; None: in use today
    also: tuple[str, ...] = ()  # other spellings

    def is_called(self, name: str) -> bool:
        """Whether this is the name, in any of its spellings."""
        return name.casefold() in {spelling.casefold() for spelling in (self.name, *self.also)}


class TeamName(DatedName):
    """City and name of a team until a day."""

    city: str

    @property
    def full(self) -> str:
        return f"{self.city} {self.name}"


class VenueName(DatedName):
    """The name of a venue until a day, and the city that it is in, as datelines write it."""

    city: str = ""


N = TypeVar("N", bound=DatedName)


class League(Description):
    """Teams, conferences and venues."""

    # Each partition of the teams: "conference" → "Eastern" → the names of its teams today.
    divisions: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    teams: dict[str, tuple[TeamName, ...]] = Field(default_factory=dict)  # id in files → names in order of time
    venues: dict[str, tuple[VenueName, ...]] = Field(default_factory=dict)  # the same
    players: dict[str, tuple[DatedName, ...]] = Field(default_factory=dict)  # those whom files call by another name
    knockout: tuple[str, ...] = ()  # stages in which a team meets one opponent until one of them is out
    player_names: dict[str, str] = Field(default_factory=dict)  # the full name in files of seasons → in tables

    def team(self, id: str, day: date) -> TeamName | None:
        """The city and name of a team on a day."""
        return _on(self.teams.get(id, ()), day)

    def venue(self, id: str, day: date) -> VenueName | None:
        """The name of a venue on a day."""
        return _on(self.venues.get(id, ()), day)

    def player(self, id: str, day: date) -> str | None:
        """The full name of a player on a day, if it is another than in the files."""
        name = _on(self.players.get(id, ()), day)
        return name.name if name else None

    def groups(self, division: str, day: date) -> dict[str, str]:
        """The name of each team on a day → its group: "Bobcats" → "Eastern"."""
        of_today = {team: group for group, teams in self.divisions[division].items() for team in teams}
        names = ((_on(names, day), of_today[names[-1].name]) for names in self.teams.values())
        return {name.name: group for name, group in names if name is not None}

    def called(self, text: str) -> list[str]:
        """The ids of the teams that a name, a city or both stand for; older ones count where no team has it today."""
        today = [id for id, names in self.teams.items() if _is_meant(names[-1], text)]
        return today or [id for id, names in self.teams.items() if any(_is_meant(name, text) for name in names)]

    @model_validator(mode="after")
    def _is_consistent(self) -> "League":
        for key, lists in (("teams", self.teams), ("venues", self.venues), ("players", self.players)):
            for id, names in lists.items():
                days = [name.until for name in names]
                if not days or days[-1] is not None or not _ascending(days[:-1]):
                    raise ValueError(
                        f"{key}.{id}: give names in the order of time, each with the day until which it was used but "
                        "the last"
                    )
        teams = {names[-1].name for names in self.teams.values()}
        for division, groups in self.divisions.items():
            listed = [team for members in groups.values() for team in members]
            for team in listed:
                if team not in teams:
                    raise ValueError(f"divisions.{division}: no team '{team}'; {did_you_mean(team, teams)}")
            if len(listed) != len(teams) or len({*listed}) != len(teams):
                raise ValueError(f"divisions.{division}: must have each of the {len(teams)} teams once")
        return self


def _on(names: Sequence[N], day: date) -> N | None:
    return next((name for name in names if name.until is None or day <= name.until), None)


def _is_meant(team: TeamName, text: str) -> bool:
    return team.is_called(text) or text.casefold() in (team.city.casefold(), team.full.casefold())


def _ascending(days: Sequence[date | None]) -> bool:
    return None not in days and all(a < b for a, b in pairwise(days) if a and b)
