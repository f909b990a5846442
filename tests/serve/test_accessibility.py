"""axe-core finds no serious fault on the page, in any of its states, by day and by night, on a desk and on a phone."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import pytest

from boxscribe.serve.server import StoryServer
from helpers import ROOT
from serve.pages import page as page
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: list[tuple[int, Literal["light", "dark"]]] = [(1280, "light"), (390, "dark")]
RUN = "async () => JSON.stringify(await axe.run(document, { resultTypes: ['violations'] }))"
GRAVE = ("serious", "critical")


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of axe-core."""
    if not AXE.is_file():
        pytest.skip(f"no {AXE.relative_to(ROOT)}: `make axe` fetches axe-core from npm")
    return AXE.read_text(encoding="utf-8")


def faults(page: "Page", axe: str, state: str) -> list[str]:
    """The grave faults of a state of the page in each look, with the elements that have them."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe)
    found = []
    for width, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        result = json.loads(page.evaluate(RUN))
        assert result["passes"], "it has looked at something"
        for rule in result["violations"]:
            if rule["impact"] in GRAVE:
                places = [f"{node['html'][:200]} ({node['failureSummary']})" for node in rule["nodes"][:3]]
                found.append(f"{state}, {scheme}, {width} wide: {rule['help']}: {places}")
    page.set_viewport_size({"width": 1280, "height": 844})
    return found


def chosen_cell(page: "Page") -> None:
    page.locator(".sentence").first.click()
    page.locator("#sheets td.lit").first.click()


def wrong_sentence(page: "Page") -> None:
    page.fill("#cell-value", "77")
    page.click("#change-cell")
    page.locator(".sentence.wrong").first.wait_for()
    page.locator(".sentence.wrong").first.click()


def message(page: "Page") -> None:
    chosen_cell(page)
    page.fill("#cell-value", "many")
    page.click("#change-cell")
    page.locator("#notice").wait_for()


def edited_sentence(page: "Page") -> None:
    page.locator(".sentence").first.click()
    page.click("#edit")


def choice_of_games(page: "Page") -> None:
    page.click("#choose")
    page.locator("#dialog .examples button").first.wait_for()


def saved_stories(page: "Page") -> None:
    page.keyboard.press("Escape")
    page.click("#save")
    page.wait_for_url("**/story/*")
    page.click("#recent")
    page.locator("#dialog a").first.wait_for()


def two_versions(page: "Page") -> None:
    page.keyboard.press("Escape")
    page.select_option("#model", "template")
    page.click("#write-beside")
    page.locator("#versions .columns section").nth(1).locator(".hint", has_text="words, no false claim").wait_for()


def a_new_player(page: "Page") -> None:
    page.locator("#sheets .add").first.click()
    page.fill("#new-name", "Ann van der Lee")
    page.get_by_label("points", exact=True).fill("4")
    page.locator("#remarks li").first.wait_for()


STATES: dict[str, Callable[["Page"], object]] = {
    "a story": lambda page: page.locator(".sentence").first.wait_for(),
    "a chosen sentence": lambda page: page.locator(".sentence").first.click(),
    "a chosen cell": chosen_cell,
    "a wrong sentence": wrong_sentence,
    "a message": message,
    "a sentence that is edited": edited_sentence,
    "a chosen card": lambda page: page.click('[data-action="choose 1"]'),
    "the choice of a game": choice_of_games,
    "saved stories": saved_stories,
    "two versions side by side": two_versions,
    "a player who is added": a_new_player,
}


def test_no_state_of_the_page_has_a_serious_fault(page: "Page", axe: str) -> None:
    found: list[str] = []
    for state, enter in STATES.items():
        enter(page)
        found += faults(page, axe, state)
    assert not found, "\n".join(found)


def test_the_first_view_has_no_serious_fault(page: "Page", server: StoryServer, axe: str) -> None:
    page.goto(server.url)
    page.locator("#sheets td[data-cell]").first.wait_for()
    assert faults(page, axe, "first view") == []
