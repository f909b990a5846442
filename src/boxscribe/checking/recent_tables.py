"""What is computed for a table, kept for the tables that were used last."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from boxscribe.tables.table import Table

V = TypeVar("V")

_KEPT = 32  # tables: verified writing checks those of a batch in turn


class RecentTables(Generic[V]):
    """Values by table; a table that was read again is another one."""

    def __init__(self) -> None:
        self._values: OrderedDict[int, tuple[Table, V]] = OrderedDict()  # the table is held, so that its id is its own

    def get(self, table: Table, compute: Callable[[], V]) -> V:
        """The value of a table, computed where it is not kept."""
        if id(table) not in self._values:
            self._values[id(table)] = table, compute()
            if len(self._values) > _KEPT:
                self._values.popitem(last=False)
        self._values.move_to_end(id(table))
        return self._values[id(table)][1]
