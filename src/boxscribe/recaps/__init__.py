"""Recaps of MLB games joined with tables: in: recaps and Retrosheet's files; out: files to train and to evaluate on.

`read` (JSON lines) → `clean` (the paper's rules) → `agreement` (with the table) → `build`.
"""
