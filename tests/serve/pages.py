"""A service whose page is open in a browser: fixtures for tests of the page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from boxscribe.serve import server as server_module
from boxscribe.serve.server import ServeOptions, StoryServer
from boxscribe.tables import native_json
from helpers import games
from serve.clients import started
from serve.stating_author import StatingService

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECONDS = 120_000  # milliseconds, on a machine that is busy


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[StoryServer]:
    """A service whose models are all `StatingAuthor`."""
    patch = pytest.MonkeyPatch()
    patch.setattr(server_module, "StoryService", StatingService)
    made = StoryServer(ServeOptions(port=0, workers=1, folder=folder, **options))
    with started(made):
        yield made
    patch.undo()


@contextmanager
def opened(server: StoryServer, browser: "Browser", path: str = "") -> "Iterator[Page]":
    """The page with its first example; at the end there must have been no fault of a script."""
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(SECONDS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(server.url + path)
    page.locator("#sheets td[data-cell]").first.wait_for()
    yield page
    context.close()
    assert not [fault for fault in faults if "422" not in fault]


class SeasonFiles(NamedTuple):
    """The simulated games of nine days, and one of them alone: the Anchors win for the third time in a row."""

    season: Path
    game: Path


def write_season(folder: Path) -> SeasonFiles:
    lines = [json.dumps(native_json.to_json(table)) for table in games(100, texts=False)]
    files = SeasonFiles(folder / "season.jsonl", folder / "game.json")
    files.season.write_text("\n".join(lines))
    files.game.write_text(lines[98])
    return files


def write(page: "Page") -> None:
    """Write a story, until it is checked."""
    page.click("#write")
    page.locator("#publish button").first.wait_for()
    page.locator(".claim.supported").first.wait_for()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoryServer]:
    with running(tmp_path_factory.mktemp("serve")) as made:
        yield made


@pytest.fixture
def page(server: StoryServer, browser: "Browser") -> "Iterator[Page]":
    """The page, with a story of three sentences about an example."""
    with opened(server, browser) as made:
        write(made)
        yield made


def sentences(page: "Page") -> list[str]:
    """The sentences of the story, also those that are struck."""
    return [one.removesuffix("\n") for one in page.locator(".sentence").all_inner_texts()]


def downloaded(page: "Page", button: str) -> bytes:
    """The file that a button saves."""
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_bytes()
