"""boxscribe: tables about entities in, a fluent and factual story out.

import boxscribe
author = boxscribe.load("template")
for table in boxscribe.read("games.json"):
    print(author.write(table))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boxscribe.batches.dataset import Dataset, prepare
    from boxscribe.batches.loader import Batches
    from boxscribe.errors import InputError
    from boxscribe.tables.domain import load_domain
    from boxscribe.tables.read import read_tables as read
    from boxscribe.tables.simulate import simulate
    from boxscribe.tables.table import Entity, Record, Table
    from boxscribe.text.sentences import sentences
    from boxscribe.text.tokens import detokenise, tokenise
    from boxscribe.writing.author import load
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.story import Story

__version__ = "0.1.0"

# Loaded when first used, so that `import boxscribe` and `boxscribe --help` cost nothing.
_HOMES = {
    "Batches": "batches.loader",
    "Dataset": "batches.dataset",
    "Decoding": "writing.decoding",
    "Entity": "tables.table",
    "InputError": "errors",
    "Record": "tables.table",
    "Story": "writing.story",
    "Table": "tables.table",
    "detokenise": "text.tokens",
    "load": "writing.author",
    "load_domain": "tables.domain",
    "prepare": "batches.dataset",
    "read": "tables.read:read_tables",
    "sentences": "text.sentences",
    "simulate": "tables.simulate",
    "tokenise": "text.tokens",
}

__all__ = [
    "Batches",
    "Dataset",
    "Decoding",
    "Entity",
    "InputError",
    "Record",
    "Story",
    "Table",
    "__version__",
    "detokenise",
    "load",
    "load_domain",
    "prepare",
    "read",
    "sentences",
    "simulate",
    "tokenise",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'boxscribe' has no attribute '{name}'")
    module, _, attribute = _HOMES[name].partition(":")
    return getattr(import_module(f"boxscribe.{module}"), attribute or name)


def __dir__() -> list[str]:
    return __all__
