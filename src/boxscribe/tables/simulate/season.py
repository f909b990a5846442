"""The schedule of a simulated league: an endless sequence of seasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the schedule; `home` and `away` are numbers of teams."""

    day: date
    home: int
    away: int
    first_day: bool  # of a season, when wins and losses are reset


def fixtures(rng: Random, teams: int, rounds: int, opening: tuple[int, int]) -> Iterator[Fixture]:
    """Seasons of `rounds` rounds, one year after another from 2015 on, each opening on (month, day).

    In a round every team plays at most one game (an odd one rests).
    """
    year = 2015
    while True:
        day = date(year, *opening)
        for round in range(rounds):
            order = rng.sample(range(teams), teams)
            for home, away in zip(order[::2], order[1::2], strict=False):
                yield Fixture(day, home, away, first_day=round == 0)
            day += timedelta(days=rng.choice((1, 2, 2)))
        year = year + 1 if year < 9000 else 2015  # `date` ends with the year 9999
