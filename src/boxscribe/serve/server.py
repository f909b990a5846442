"""The service on a port: the engine, the service and the application together, until it is interrupted."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.extras import needs_extra
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.folder import ServeFolder
from boxscribe.serve.service import StoryService
from boxscribe.serve.webhooks import WebhookSettings
from boxscribe.tables.domain import Domain, load_domain
from boxscribe.web.addresses import is_loopback

with needs_extra("serve", "boxscribe serve"):
    from boxscribe.serve.app import STORY_SECONDS, ServerState, serve_app
    from boxscribe.web.connection import LimitedConnection
    from boxscribe.web.server import WebServer

SHORTEST_SECRET = 16  # characters


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How a service is started."""

    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = None  # needed to listen to other machines
    models: tuple[str, ...] = ()  # folders of models beside the shipped ones; the first is the default of its domain
    domains: tuple[str, ...] = ()  # descriptions of domains beside the shipped ones: TOML files
    season: Path | None = None
    folder: Path = Path("runs/serve")  # of saved stories and jobs
    webhooks: WebhookSettings = field(default_factory=WebhookSettings)
    most_waiting: int = 50
    batch_size: int = 16
    workers: int | None = None


class _StoryConnection(LimitedConnection):
    """A connection on which a story may be waited for."""

    answer_seconds = STORY_SECONDS + 30.0


@dataclass
class StoryServer:
    """The service; its port is open from the constructor on."""

    options: ServeOptions = field(default_factory=ServeOptions)

    def __post_init__(self) -> None:
        options = self.options
        _require_safety(options)
        described = (load_domain(file) for file in options.domains)
        domains: dict[str, Domain] = {domain.name: domain for domain in described}
        self.service = StoryService(options.models, domains, options.season)
        folder = ServeFolder(options.folder)
        self.engine = WritingEngine(options.most_waiting, options.batch_size, options.workers)
        app = serve_app(ServerState(self.service, self.engine, folder, options.token, webhooks=options.webhooks))
        try:
            self._web = WebServer(app, options.host, options.port, _StoryConnection)
        except InputError:
            self.engine.close()
            folder.close()
            raise
        self.url = self._web.url

    def run(self) -> None:
        """Answer requests; the model is read meanwhile."""
        threading.Thread(target=self.service.warm_up, name="boxscribe warm-up", daemon=True).start()
        self._web.run()

    def stop(self) -> None:
        """End `run`, from another thread."""
        self._web.stop()


def _require_safety(options: ServeOptions) -> None:
    """Raise an InputError for a service that strangers could use."""
    token = options.token
    if token is None and not is_loopback(options.host):
        raise InputError(
            f"--host {options.host}: other machines could use the service; give a token with --token or in the "
            "environment variable BOXSCRIBE_TOKEN"
        )
    for option, secret in (("--token", token), ("--webhook-secret", options.webhooks.secret)):
        if secret is not None and (len(secret) < SHORTEST_SECRET or not secret.isascii() or not secret.isprintable()):
            raise InputError(
                f"{option}: must have at least {SHORTEST_SECRET} ASCII characters without control characters"
            )
