"""boxscribe: tables about entities in, a fluent and factual story out.

import boxscribe
for table in boxscribe.read("valid.json.gz"):
    print(table.id, boxscribe.detokenise(table.tokens))
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

__version__ = "0.1.0"

# Loaded when first used, so that `import boxscribe` and `boxscribe --help` cost nothing.
_HOMES = {
    "Batches": "batches.loader",
    "Dataset": "batches.dataset",
    "Entity": "tables.table",
    "InputError": "errors",
    "Record": "tables.table",
    "Table": "tables.table",
    "detokenise": "text.tokens",
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
    "Entity",
    "InputError",
    "Record",
    "Table",
    "__version__",
    "detokenise",
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
