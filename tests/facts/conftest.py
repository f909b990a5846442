"""One tiny extractor for all tests that need one."""

import pytest

from boxscribe.facts.extractor import Extractor
from facts.learn import Trained, learn


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return learn(tmp_path_factory.mktemp("rotowire"), "rotowire", 60, "conv", "bilstm")


@pytest.fixture(scope="session")
def extractor(trained: Trained) -> Extractor:
    return trained.extractor
