"""Seasons of the NBA in the layout of hoopR-nba-data: the only code that knows these files.

`columns` → `schedule`, `quarters` → `lines` → `parquet` (a `Season`) → `tables` (a `Table` for each game). `format`
makes a folder a source of tables, and `find` has the games of a day.
"""
