"""What the tests of training share."""

from pathlib import Path

import pytest

from training.runs import small_datasets


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the prepared datasets `train` (20 small games) and `valid` (4)."""
    return small_datasets(tmp_path_factory.mktemp("data"))
