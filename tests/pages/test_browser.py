"""All pages in a browser: on a phone and on a desk, light and dark, for eyes, keyboards and screen readers."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser import browser as browser
from pages.examples import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Opened = Callable[..., "Page"]


@pytest.fixture(scope="module")
def opened(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Opens a page, and insists that the browser has nothing to complain of and loads nothing else."""
    folder = tmp_path_factory.mktemp("pages")
    window = browser.new_context(reduced_motion="reduce").new_page()
    happened: list[str] = []
    window.on("console", lambda message: happened.append(message.text))
    window.on("pageerror", lambda error: happened.append(str(error)))
    window.on("request", lambda request: happened.append(request.url))

    def open(name: str, width: int = 390, scheme: Any = "light") -> "Page":
        file = Path(folder / f"{name}.html")
        if not file.exists():
            file.write_text(PAGES[name](), encoding="utf-8")
        window.set_viewport_size({"width": width, "height": 800})
        window.emulate_media(color_scheme=scheme)
        happened.clear()
        window.goto(file.as_uri())
        assert happened == [file.as_uri()]
        return window

    return open


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_a_phone(opened: Opened, name: str) -> None:
    page = opened(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("h1").first.is_visible()


@pytest.mark.parametrize("name", PAGES)
def test_all_pages_have_the_same_colours_and_a_dark_scheme(opened: Opened, name: str) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    assert opened(name).evaluate(ground) == "rgb(255, 253, 249)"
    assert opened(name, scheme="dark").evaluate(ground) == "rgb(20, 24, 31)"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", ["story", "comparison"])
def test_the_legend_can_be_seen_at_every_width(opened: Opened, name: str, width: int) -> None:
    legend = opened(name, width).locator(".legend").first
    assert legend.is_visible()
    words = legend.inner_text()
    assert "copied from a cell" in words and "generated" in words


@pytest.mark.parametrize("name", ["learning curve", "box score"])
def test_texts_without_a_trace_can_be_read(opened: Opened, name: str) -> None:
    paragraphs = opened(name).locator(".prose p")
    assert paragraphs.count() and paragraphs.first.is_visible()


CUE = """() => [...document.querySelectorAll('.scroll, .sheets')]
    .filter((box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === 'auto')
    .map((box) => [getComputedStyle(box).backgroundAttachment, box.tabIndex, box.getAttribute('aria-label') ?? ''])"""


@pytest.mark.parametrize("name", ["story", "check", "comparison", "box score", "study"])
def test_wide_tables_scroll_in_a_box_that_shows_it_and_has_a_name(opened: Opened, name: str) -> None:
    page = opened(name)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    boxes = page.evaluate(CUE)
    assert boxes
    for attachment, tab, label in boxes:
        assert "local" in attachment, "a cover that moves with the content uncovers the shadow"
        assert tab == 0 and label


FRAME = "() => [getComputedStyle(document.activeElement).outlineStyle, document.activeElement.tagName]"


@pytest.mark.parametrize("name", ["story", "check", "comparison", "evaluation", "box score", "study"])
def test_what_has_the_focus_has_an_outline(opened: Opened, name: str) -> None:
    page = opened(name, 1280)
    page.keyboard.press("Tab")
    for _ in range(3):
        outline, tag = page.evaluate(FRAME)
        assert tag == "BODY" or outline != "none"
        page.keyboard.press("Tab")


@pytest.mark.parametrize("name", ["learning curve", "study"])
def test_charts_have_names_and_can_be_read_on_a_phone(opened: Opened, name: str) -> None:
    page = opened(name)
    charts = page.locator("svg[role=img]")
    assert charts.count() >= 2
    for chart in charts.all():
        assert chart.get_attribute("aria-label")
        size = chart.locator("text").first.evaluate("(text) => text.getBoundingClientRect().height")
        assert size >= 9


def test_charts_take_their_colours_from_the_page(opened: Opened) -> None:
    stroke = "(line) => getComputedStyle(line).stroke"
    light, dark = (
        opened("learning curve", scheme=scheme).locator(".curve").first.evaluate(stroke) for scheme in ("light", "dark")
    )
    assert light == "rgb(210, 15, 95)" and dark == "rgb(240, 120, 45)"
