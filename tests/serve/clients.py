"""A service for tests, without a port, and what its clients send."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi.testclient import TestClient

from boxscribe.serve.app import ServerState, serve_app
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.folder import ServeFolder
from boxscribe.serve.server import StoryServer
from boxscribe.serve.service import StoryService
from boxscribe.serve.webhooks import WebhookSettings
from boxscribe.tables import native_json
from boxscribe.tables.read import read_tables
from helpers import ROOT, games

TABLE: dict[str, Any] = native_json.to_json(games(1, texts=False)[0])
EXAMPLE: dict[str, Any] = native_json.to_json(next(iter(read_tables(ROOT / "examples" / "games.jsonl"))))
LOCAL = "http://localhost"
NO_WEBHOOKS = WebhookSettings()


@contextmanager
def started(server: StoryServer) -> Iterator[None]:
    """A server that runs in a thread, and ends."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield
    server.stop()
    thread.join(30)
    assert not thread.is_alive()


@contextmanager
def service(
    token: str | None = None,
    folder: Path | None = None,
    webhooks: WebhookSettings = NO_WEBHOOKS,
    **options: Any,
) -> Iterator[TestClient]:
    """A client of a new service; what it stores is in a folder, by default one that is removed at the end."""
    with TemporaryDirectory() as temporary:
        engine = WritingEngine(most_waiting=4, batch_size=4, workers=1)
        kept = ServeFolder(folder or Path(temporary))
        app = serve_app(ServerState(StoryService(**options), engine, kept, token, webhooks=webhooks))
        with TestClient(app, base_url=LOCAL, raise_server_exceptions=False) as client:
            yield client


def events_of(text: str) -> list[tuple[str, Any]]:
    """Server-sent events: names and data."""
    parts = [part.split("\n") for part in text.strip().split("\n\n") if not part.startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in parts]
