"""The page of checked texts, in a browser."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boxscribe.checking.page import page
from browser import browser as browser
from checking.small_game import WRONG, best, checked_texts, game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PLAYER = best(game())
POINTS = PLAYER.value("PTS")
WRONG_POINTS = str(int(POINTS or 0) + WRONG)


@pytest.fixture
def opened(browser: "Browser", tmp_path: Path) -> "Page":
    file = tmp_path / "check.html"
    file.write_text(page(checked_texts()), encoding="utf-8")
    window = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    window.goto(file.as_uri())
    return window


def test_claims_have_their_verdicts_repairs_and_reasons(opened: "Page") -> None:
    wrong = opened.locator("mark.contradicted")
    assert wrong.count() == 1 and wrong.inner_text() == WRONG_POINTS
    assert opened.locator(".prose ins").first.inner_text() == POINTS
    label = wrong.get_attribute("aria-label") or ""
    assert f"contradicted, write {POINTS}" in label and f"{PLAYER.name}, points: {POINTS}" in label
    assert opened.locator(".findings li:visible").count() == 1
    assert opened.locator("mark.supported:visible").count() == 1 and opened.locator("mark.unknown").count() == 1


def test_a_claim_that_is_pointed_at_lights_up_its_cell_and_says_why(opened: "Page") -> None:
    opened.locator("mark.contradicted").hover()
    cell = opened.locator(".sheets td.lit")
    assert cell.count() == 1 and cell.inner_text() == POINTS
    panel = opened.locator(".panel").first.inner_text()
    assert "contradicted" in panel and f"{PLAYER.name}, points: {POINTS}" in panel


def test_a_keyboard_reaches_every_claim_and_holds_one(opened: "Page") -> None:
    opened.locator("mark.contradicted").focus()
    cell = opened.locator(".sheets td.lit")
    assert cell.inner_text() == POINTS
    inside = "(cell) => cell.getBoundingClientRect().bottom <= cell.closest('.sheets').getBoundingClientRect().bottom"
    assert cell.evaluate(inside), "the box score is scrolled to the cell"
    opened.keyboard.press("ArrowRight")
    assert opened.locator(".sheets td.lit").inner_text() == PLAYER.value("REB")
    opened.keyboard.press("Enter")
    assert opened.locator("mark[aria-pressed=true]").inner_text() == PLAYER.value("REB")
    opened.keyboard.press("Escape")
    assert opened.locator("mark[aria-pressed=true]").count() == 0


def test_a_finding_leads_to_its_claim(opened: "Page") -> None:
    opened.locator(".findings button").first.click()
    assert opened.locator("mark[aria-pressed=true]").inner_text() == WRONG_POINTS
    assert opened.evaluate("document.activeElement.textContent") == WRONG_POINTS


def test_a_cell_leads_to_its_claim(opened: "Page") -> None:
    opened.locator(".sheets td.linked").first.click()
    assert opened.locator("mark[aria-pressed=true]").count() == 1


def test_the_next_text_can_be_chosen(opened: "Page") -> None:
    opened.get_by_role("button", name="Next text").click()
    assert opened.locator("mark.supported:visible").inner_text() == POINTS
    assert "No claim is contradicted" in opened.locator("article:visible").inner_text()
