"""Stories in a browser, for the tests of their pages."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, Literal

import pytest

from boxscribe.writing.page import page
from boxscribe.writing.story import Source, Story

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

Open = Callable[..., AbstractContextManager["Page"]]
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def opened(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Opens stories, and insists that the browser has nothing to complain of and asks the network for nothing."""
    file = tmp_path_factory.mktemp("page") / "story.html"
    windows: dict[str, Page] = {}  # a new one takes longer than most tests

    @contextmanager
    def open(
        *stories: Story, width: int = 1280, height: int = 800, scheme: Scheme = "light", **device: Any
    ) -> "Iterator[Page]":
        file.write_text(page(stories), encoding="utf-8")
        if str(device) not in windows:
            windows[str(device)] = browser.new_context(**device).new_page()
        shown = windows[str(device)]
        shown.set_viewport_size({"width": width, "height": height})
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # scrolling takes no time
        happened: list[str] = []
        watchers: dict[Any, Callable[[Any], None]] = {
            "console": lambda message: happened.append(message.text),
            "pageerror": lambda error: happened.append(str(error)),
            "request": lambda request: happened.append(request.url),
        }
        for event, watcher in watchers.items():
            shown.on(event, watcher)
        shown.goto(file.as_uri())
        yield shown
        for event, watcher in watchers.items():
            shown.remove_listener(event, watcher)
        assert happened == [file.as_uri()]

    return open


def word(shown: "Page", at: int) -> "Locator":
    return shown.locator("article:not([hidden]) .prose span").nth(at)


def first_number(story: Story) -> tuple[int, Source]:
    """The position of the first copied number, and the cell it came from."""
    found = ((at, word.sources) for at, word in enumerate(story.trace.words) if story.tokens[at].isdigit())
    return next((at, sources[0]) for at, sources in found if len(sources) == 1)
