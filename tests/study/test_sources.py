"""The games of a study have ids of their own."""

import pytest

from boxscribe.study.sources import _unique


@pytest.mark.parametrize(
    ("given", "unique"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a", "b", "a"], ["a", "a~2", "b", "a~3"]),
        (["a", "a~2", "a", "a"], ["a", "a~2", "a~3", "a~4"]),
        (["a", "a", "a~2", "a~2"], ["a", "a~3", "a~2", "a~2~2"]),
    ],
)
def test_tables_that_share_an_id_are_distinguished(given: list[str], unique: list[str]) -> None:
    assert _unique(given) == unique
