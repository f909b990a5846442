"""`python -m benchmarks [NAME …]`: run the named benchmarks, or all but those that rewrite docs/results.md."""

import importlib
import pkgutil
import sys

import benchmarks

BY_NAME_ONLY = {"__main__", "kept", "results", "choices", "decoding"}
names = sys.argv[1:] or [
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name not in BY_NAME_ONLY
]
for name in names:
    importlib.import_module(f"benchmarks.{name}").main()
