"""Simulated games whose numbers add up, as many as wanted: for tests, demos, load tests and training without data."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from boxscribe.errors import InputError, did_you_mean
from boxscribe.tables.simulate import baseball, basketball
from boxscribe.tables.simulate.rosters import Team, invent_league, read_league
from boxscribe.tables.table import Table


@dataclass(frozen=True, slots=True)
class Sport:
    """The simulator of a domain, and the size of the league that it needs."""

    games: Callable[[Random, Sequence[Team], bool], Iterator[Table]]
    teams: int
    players: int


SPORTS = {
    "rotowire": Sport(basketball.basketball, basketball.TEAMS, basketball.PLAYERS),
    "mlb": Sport(baseball.baseball, baseball.TEAMS, baseball.PLAYERS),
}


def simulate(
    domain: str = "rotowire", seed: int = 0, texts: bool = False, roster: Path | None = None, games: int | None = None
) -> Iterator[Table]:
    """Simulated games of a sport, "rotowire" or "mlb"; the same for the same seed, with a story each if `texts`.

    The league is invented, or read from `roster`: JSON lines with the city, name and players of each team.
    `games` is their number; by default they never end.

    >>> [table.id for table in boxscribe.simulate("rotowire", seed=1, games=2)]
    ['10_25_15-Surveyors-Prospectors', '10_25_15-Chargers-Herons']
    """
    if domain not in SPORTS:
        raise InputError(f"the domain '{domain}' cannot be simulated; {did_you_mean(domain, SPORTS)}")
    sport = SPORTS[domain]
    league = read_league(roster, sport.players) if roster else invent_league(Random(seed), sport.teams, sport.players)
    return islice(sport.games(Random(seed), league, texts), games)
