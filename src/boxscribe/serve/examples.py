"""Example games: simulated ones, whose numbers add up. The page shows the first one when it is opened."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

from boxscribe.serve.table_input import ReadGame
from boxscribe.tables.check import review
from boxscribe.tables.domain import load_domain
from boxscribe.tables.simulate import simulate
from boxscribe.tables.title import title

EXAMPLES = {"rotowire": 4, "mlb": 2}  # games by domain


@cache
def example_games() -> tuple[ReadGame, ...]:
    def made() -> Iterator[ReadGame]:
        for name, count in EXAMPLES.items():
            domain = load_domain(name)
            for table in islice(simulate(name, seed=1), count):
                yield ReadGame(table, domain, (title(table, domain),), tuple(review(table, domain)))

    return tuple(made())
