"""What the tests of the baseball simulator share."""

import pytest

from boxscribe.tables.table import Table
from tables.simulate.baseball_tables import games


@pytest.fixture(scope="session")
def sample() -> list[Table]:
    """Baseball games of three leagues, with their stories."""
    return [table for seed in (1, 2, 3) for table in games(seed, 120)]
