"""What is computed for tables is kept for the last ones."""

from boxscribe.checking.recent_tables import _KEPT, RecentTables
from helpers import games


def test_a_value_is_computed_once_for_each_of_the_last_tables() -> None:
    tables, computed = games(_KEPT + 1, texts=False), list[str]()
    recent = RecentTables[int]()

    def value(at: int) -> int:
        def compute() -> int:
            computed.append(tables[at].id)
            return at

        return recent.get(tables[at], compute)

    for at in [*range(_KEPT), *range(_KEPT)]:
        assert value(at) == at
    assert computed == [table.id for table in tables[:_KEPT]]
    assert value(_KEPT) == _KEPT, "the first one, used least recently, makes room"
    assert value(1) == 1 and len(computed) == _KEPT + 1
    assert value(0) == 0 and len(computed) == _KEPT + 2
