"""DERIVED: records that are computed from the cells of a table, its `meta`, and other games of its season."""

from boxscribe.derived.compute import as_value, evaluate, in_range
from boxscribe.derived.derive import derive
from boxscribe.derived.ranking import ranks

__all__ = ["as_value", "derive", "evaluate", "in_range", "ranks"]
