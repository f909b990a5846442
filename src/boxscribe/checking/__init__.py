"""CHECKING: a text and its table → a verdict on every claim of the text."""
