"""PLAN: what to say, in which order: a table in, its facts sentence by sentence out."""
