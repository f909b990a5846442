"""boxscribe: tables about entities in, a fluent and factual story out."""

__version__ = "0.1.0"
