"""`python -m benchmarks [NAME …]`: run the named benchmarks, or all."""

import importlib
import pkgutil
import sys

import benchmarks

names = sys.argv[1:] or [
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name != "__main__"
]
for name in names:
    importlib.import_module(f"benchmarks.{name}").main()
