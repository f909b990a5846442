"""SERVE: stories for many clients: an engine that writes them together, an API over HTTP, saved stories, a page.

The engine (`engine`, `worker`, `orders`, `events`) knows nothing of HTTP, and the API nothing of search.
"""
