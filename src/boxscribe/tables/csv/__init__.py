"""Box scores in CSV files and pasted tables.

text (rows) → lines (parts), with columns (headings) → entries (values), with cells and names → sides → table, with
compute (what follows from the other cells). `description` is the part of a domain's description about CSV files, `game`
what a file beside them says of the game, `format` the raw format.
"""
