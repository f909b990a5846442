"""Simulated games that add up, of any number: for tests, demos, load tests and training without any real data."""
