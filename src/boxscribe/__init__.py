"""boxscribe: tables about entities in, stories out; training and evaluation of the models that write them.

    import boxscribe

    for story in boxscribe.write(boxscribe.read("games.json")):
        print(story)

Everything works on objects in memory; the command line (`boxscribe --help`) does the same with files.

| name | what |
|---|---|
| `read`, `simulate` | tables from a file, or simulated |
| `Table`, `Entity`, `Record` | the one schema of all tables |
| `load_domain` | the description of a domain |
| `enrich` | tables with derived records: of their cells, and of the games of a season |
| `write`, `load` | stories about tables; the author that writes them |
| `Story`, `Decoding` | a story with its trace; the settings of decoding |
| `check`, `Verdict` | a verdict on every claim of a text: what is true, and the cells that prove it |
| `Client` | the same from a service (`boxscribe serve`) |
| `evaluate`, `load_extractor` | metrics of texts; the relations that a text states |
| `prepare`, `Dataset` | tables as training data |
| `Config`, `train` | the settings of a model and of its training; a trained model |
| `tokenise`, `detokenise`, `sentences` | plain English, tokens and sentences |
| `InputError` | the input is wrong; the message says where, and what to do |
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from boxscribe.batches.dataset import Dataset, prepare
    from boxscribe.checking.texts import check
    from boxscribe.checking.verdict import Verdict
    from boxscribe.client import Client
    from boxscribe.config import Config
    from boxscribe.errors import InputError
    from boxscribe.facts.store import load_extractor
    from boxscribe.scores.evaluate import evaluate
    from boxscribe.season.enrich import enrich
    from boxscribe.tables.domain import load_domain
    from boxscribe.tables.read import read_tables as read
    from boxscribe.tables.simulate import simulate
    from boxscribe.tables.table import Entity, Record, Table
    from boxscribe.text.sentences import sentences
    from boxscribe.text.tokens import detokenise, tokenise
    from boxscribe.training.train import train
    from boxscribe.writing.author import load
    from boxscribe.writing.decoding import Decoding
    from boxscribe.writing.run import write
    from boxscribe.writing.story import Story

__version__ = "0.1.0"

# The module of each name. They are imported at first use, so that `import boxscribe` and `boxscribe --help` are quick.
_MODULES = {
    "Client": "client",
    "Config": "config",
    "Dataset": "batches.dataset",
    "Decoding": "writing.decoding",
    "Entity": "tables.table",
    "InputError": "errors",
    "Record": "tables.table",
    "Story": "writing.story",
    "Table": "tables.table",
    "Verdict": "checking.verdict",
    "check": "checking.texts",
    "detokenise": "text.tokens",
    "enrich": "season.enrich",
    "evaluate": "scores.evaluate",
    "load": "writing.author",
    "load_domain": "tables.domain",
    "load_extractor": "facts.store",
    "prepare": "batches.dataset",
    "read": "tables.read:read_tables",
    "sentences": "text.sentences",
    "simulate": "tables.simulate",
    "tokenise": "text.tokens",
    "train": "training.train",
    "write": "writing.run",
}

__all__ = [
    "Client",
    "Config",
    "Dataset",
    "Decoding",
    "Entity",
    "InputError",
    "Record",
    "Story",
    "Table",
    "Verdict",
    "__version__",
    "check",
    "detokenise",
    "enrich",
    "evaluate",
    "load",
    "load_domain",
    "load_extractor",
    "prepare",
    "read",
    "sentences",
    "simulate",
    "tokenise",
    "train",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'boxscribe' has no attribute '{name}'")
    module, _, attribute = _MODULES[name].partition(":")
    return getattr(import_module(f"boxscribe.{module}"), attribute or name)


def __dir__() -> list[str]:
    return __all__
