"""What several test modules share: the folder of real data, the development games, the browser."""

import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is loaded: the tests run on all cores already

import pytest
from hypothesis import settings

from boxscribe.tables import Table
from boxscribe.tables.read import read_tables
from browser import browser as browser

# Timings of a shared machine say nothing about the code; how long an example may take is not what is tested.
settings.register_profile("boxscribe", deadline=None)
settings.load_profile("boxscribe")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The real data: `../shared/data` beside the repository, or `BOXSCRIBE_DATA`."""
    path = Path(os.environ.get("BOXSCRIBE_DATA", ROOT.parent / "shared" / "data"))
    if not path.is_dir():
        pytest.skip(f"no real data at {path}: set BOXSCRIBE_DATA to the folder that holds rotowire/ and mlb/")
    return path


@pytest.fixture(scope="session")
def development(data_dir: Path) -> list[Table]:
    """The 727 games of RotoWire's official development split."""
    return list(read_tables(data_dir / "rotowire" / "valid.json.gz"))
