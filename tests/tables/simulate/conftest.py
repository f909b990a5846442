"""Simulated games that several test modules share."""

import pytest

from boxscribe.tables.table import Table
from tables.simulate import baseball_tables, basketball_tables


@pytest.fixture(scope="session")
def baseball_games() -> list[Table]:
    """Games of three leagues, with their stories."""
    return [table for seed in (1, 2, 3) for table in baseball_tables.games(seed, 120)]


@pytest.fixture(scope="session")
def basketball_games() -> list[Table]:
    """Games of three leagues, with their stories."""
    return [table for seed in range(3) for table in basketball_tables.games(seed, 150, texts=True)]
