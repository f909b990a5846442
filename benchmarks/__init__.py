"""Benchmarks: `make bench` runs them all; `python -m benchmarks data` one of them."""
