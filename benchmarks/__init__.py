"""Benchmarks: `make bench` runs those of speed and memory; `python -m benchmarks data` one of them."""
