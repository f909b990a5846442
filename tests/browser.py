"""A browser for tests of web pages: Debian's Chromium."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="module")  # not longer: while it runs, no other test could start an event loop
def browser() -> "Iterator[Browser]":
    """Chromium; skips where there is none, or where it cannot be started."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: it drives the browser")
    if not CHROMIUM.is_file():
        pytest.skip(f"no {CHROMIUM}: install Debian's package chromium")
    with api.sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        except api.Error as error:
            pytest.skip(f"{CHROMIUM} cannot be started: {error.message.splitlines()[0]}")
        yield chromium
        chromium.close()
