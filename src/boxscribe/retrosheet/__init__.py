"""Games of Retrosheet: event files → tables in the official form of the MLB dataset. No other code knows these files.

`sources` → `files` (records of games) → `replay` with `events` (the grammar of a play) and `lineup` → `box`,
`play_by_play`, `season` (totals to date), `bench`, `names` → `sheet` → `tables`. `format` makes a file, a folder or an
archive a source of tables.
"""
