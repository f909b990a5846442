"""Choosing tables by their `meta`."""

import pytest

from boxscribe.errors import InputError
from boxscribe.tables import Table
from boxscribe.tables.where import where

SOURCES = ["official", "official_train_text; table rebuilt", "sportsett_apr2017+rebuilt_table", "rumours", None]
TABLES = [
    Table("rotowire", str(number), (), meta={"source": source} if source else {})
    for number, source in enumerate(SOURCES)
]


@pytest.mark.parametrize(
    ("conditions", "chosen"),
    [
        ([], "01234"),
        (["source=official"], "04"),  # the official files say nothing of their origin
        (["source=rebuilt_table"], "1"),
        (["source=official_train_text; table rebuilt"], "1"),
        (["source=official", "source=rebuilt_table"], "014"),
        (["source=rumours"], "3"),
        (["source=official", "day=01_01_17"], ""),
    ],
)
def test_tables_are_chosen_by_what_files_say_or_the_description_names(conditions: list[str], chosen: str) -> None:
    assert "".join(table.id for table in filter(where(conditions), TABLES)) == chosen


def test_a_condition_is_a_key_and_a_value() -> None:
    with pytest.raises(InputError, match="write key=value"):
        where(["source"])
