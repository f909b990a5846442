"""`boxscribe serve`: stories for many clients, by an API and a page."""

from pathlib import Path
from typing import Annotated

import typer

from boxscribe.cli.options import SeasonDir


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; any but this machine's own needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8000,
    token: Annotated[
        str | None, typer.Option(envvar="BOXSCRIBE_TOKEN", help="What clients must send: Authorization: Bearer TOKEN.")
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="DIR", help="The folder of a model beside the shipped ones; repeatable. The default."),
    ] = None,
    domain: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.toml", help="The description of a domain of your own; repeatable."),
    ] = None,
    season: SeasonDir = None,
    folder: Annotated[Path, typer.Option(help="Where saved stories and jobs are kept.")] = Path("runs/serve"),
    webhook_secret: Annotated[
        str | None,
        typer.Option(envvar="BOXSCRIBE_WEBHOOK_SECRET", help="What reports to the webhooks of jobs are signed with."),
    ] = None,
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help="Allow webhooks in private networks.")
    ] = False,
    queue: Annotated[int, typer.Option(min=1, help="Orders that may wait; more are answered by 429.")] = 50,
    batch_size: Annotated[int, typer.Option(min=1, help="Stories written together.")] = 16,
    workers: Annotated[int | None, typer.Option(min=1, help="Threads; by default one for each core.")] = None,
) -> None:
    """Serve the API for stories, plans and checks, and the page on which people make stories."""
    from boxscribe.serve.server import ServeOptions, StoryServer
    from boxscribe.serve.webhooks import WebhookSettings

    webhooks = WebhookSettings(webhook_secret, private_webhooks)
    options = ServeOptions(
        host, port, token, tuple(model or ()), tuple(domain or ()), season, folder, webhooks, queue, batch_size, workers
    )
    server = StoryServer(options)
    typer.echo(server.url)
    server.run()
