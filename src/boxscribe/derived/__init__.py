"""DERIVED: records that are computed from the cells of a table, its `meta`, and other games of its season."""

from boxscribe.derived.derive import derive

__all__ = ["derive"]
