"""The box score on the page: cells checked as they are typed, players who are added and removed, undo."""

from typing import TYPE_CHECKING

from serve.pages import page as page
from serve.pages import sentences
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def choose(page: "Page", name: str, type: str) -> None:
    """Choose a cell of a player."""
    entity = page.locator(f'#sheets th:has-text("{name}")').first.get_attribute("data-entity")
    page.click(f'#sheets td[data-cell="{entity} {type}"]')
    page.locator("#beside").wait_for()


def test_sums_are_checked_beside_the_cell_as_one_types(page: "Page") -> None:
    name = sentences(page)[0].split(" had ")[0]
    choose(page, name, "REB")
    assert page.evaluate("document.activeElement.id") == "cell-value"
    true = page.locator("#cell-value").input_value()
    page.keyboard.type("99")
    page.locator("#remarks li", has_text="REB = OREB + DREB does not hold (99 against").wait_for()
    assert page.locator("#problems li").count() == 0, "the table is not changed yet"
    page.keyboard.press("Enter")
    page.locator("#problems li").first.wait_for()
    page.locator('td[data-cell$=" REB"]:focus').wait_for()  # where it was before
    choose(page, name, "REB")
    assert page.locator("#remarks li").count() > 0
    page.fill("#cell-value", true)
    page.locator("#remarks .settled", has_text="does not hold").first.wait_for()
    page.fill("#cell-value", "many")
    page.locator("#remarks .wrong", has_text="REB").wait_for()
    page.keyboard.press("Escape")
    page.click("#undo")
    page.locator("#problems li").first.wait_for(state="detached")


def test_a_cell_is_emptied_and_filled_again(page: "Page") -> None:
    name = sentences(page)[0].split(" had ")[0]
    choose(page, name, "STL")
    page.fill("#cell-value", "")
    page.click("#change-cell")
    page.locator("#problems", has_text="STL").wait_for()
    choose(page, name, "STL")
    assert page.locator("#cell-value").input_value() == "" and page.locator("#add-fact").count() == 0
    page.fill("#cell-value", "2")
    page.click("#change-cell")
    page.locator("#problems", has_text="lacks STL").wait_for(state="detached")


def test_a_player_is_added_checked_as_one_types_and_taken_back(page: "Page") -> None:
    page.locator("#sheets .add").first.click()
    page.fill("#new-name", "Ann van der Lee")
    page.get_by_label("points", exact=True).fill("4")
    page.locator("#remarks li", has_text="PTS = 2 FGM + FG3M + FTM does not hold (4 against 0)").wait_for()
    page.click("#add-entity")
    row = page.locator("#sheets tr", has_text="Ann van der Lee").first
    row.wait_for()
    assert row.locator('td[data-cell$=" PTS"]').inner_text() == "4"
    choose(page, "Ann van der Lee", "PTS")
    page.click("#add-fact")
    page.locator(".card li", has_text="Ann van der Lee").wait_for()
    page.click("#undo")
    page.click("#undo")
    row.wait_for(state="detached")


def test_a_player_is_removed_with_the_facts_and_put_back_by_undo(page: "Page") -> None:
    name = sentences(page)[0].split(" had ")[0]
    choose(page, name, "PTS")
    page.click("#remove-entity")
    page.locator("#sheets th", has_text=name).first.wait_for(state="detached")
    assert name not in page.locator("#plan").inner_text() and page.locator(".card").count() == 2
    page.click("#undo")
    page.locator("#sheets th", has_text=name).first.wait_for()
    assert page.locator(".card").count() == 3


def test_a_table_that_cannot_be_gets_a_sentence_and_stays_as_it_is(page: "Page") -> None:
    page.locator("#sheets .add").first.click()
    page.fill("#new-name", "Ann Lee")
    page.get_by_label("points", exact=True).fill("many")
    page.click("#add-entity")
    page.locator("#notice", has_text="PTS").wait_for()
    assert page.locator("#sheets th", has_text="Ann Lee").count() == 0
    assert page.locator("#new-name").input_value() == "Ann Lee", "what was typed is not lost"
