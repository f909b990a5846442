"""`python -m benchmarks [NAME …] [OPTION …]`: run these, or all but those that rewrite docs/results.md."""

import importlib
import pkgutil
import sys
from itertools import takewhile

import benchmarks

NAMED_ONLY = {"__main__", "cached_table", "saved", "results", "paper", "stories", "ablations", "decoding"}
names = list(takewhile(lambda given: not given.startswith("-"), sys.argv[1:])) or [
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in NAMED_ONLY
]
for name in names:
    importlib.import_module(f"benchmarks.{name}").main()
