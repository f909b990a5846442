"""The page in a browser: what an editor does, from a game to a published story."""

import json
from io import BytesIO
from typing import TYPE_CHECKING

from docx import Document

from boxscribe.serve.server import StoryServer
from helpers import ROOT
from serve.pages import downloaded, sentences
from serve.pages import page as page
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_story_is_written_with_its_plan_and_linked_to_its_cells_both_ways(page: "Page") -> None:
    assert len(sentences(page)) == 3 and page.locator("#story p").count() == 2
    assert page.locator(".card").count() == 3 and page.locator(".card li").count() == 6
    assert page.locator("#sheets td.used").count() == 6
    page.locator(".sentence").first.click()
    lit = page.locator("#sheets td.lit")
    assert lit.count() == 2 and lit.first.inner_text() in sentences(page)[0]
    assert "verified" in page.locator("#panel").inner_text()
    lit.first.click()
    assert "lit" in (page.locator(".sentence").first.get_attribute("class") or "")
    assert page.locator("#cell-value").input_value() == lit.first.inner_text()


def test_a_changed_cell_marks_the_sentence_that_is_wrong_and_only_that_is_written_again(page: "Page") -> None:
    before = sentences(page)
    page.locator(".sentence").nth(1).click()
    page.locator("#sheets td.lit").first.click()
    page.fill("#cell-value", "77")
    page.click("#change-cell")
    page.locator(".sentence.wrong").first.wait_for()
    assert page.locator(".sentence.wrong").count() == 1 and "77" in page.locator(".sentence.wrong ins").inner_text()
    assert "1 sentence has a claim that the table does not support" in page.locator("#status").inner_text()
    assert page.locator("#problems li").count() > 0, "the sums of the table are checked at once"
    page.click("#rewrite-wrong")
    page.locator(".sentence", has_text="77 points").wait_for()
    page.locator("#publish button").first.wait_for()
    after = sentences(page)
    assert after[0] == before[0] and after[2] == before[2] and "77 points" in after[1]
    assert page.locator(".sentence.wrong").count() == 0


def test_a_wrong_value_gets_a_sentence_and_changes_can_be_undone(page: "Page") -> None:
    page.locator(".sentence").first.click()
    page.locator("#sheets td.lit").first.click()
    page.fill("#cell-value", "many")
    page.click("#change-cell")
    page.locator("#notice").wait_for()
    assert "PTS" in page.locator("#notice").inner_text()
    page.keyboard.press("Escape")
    page.click('[data-action="Remove 0"]')
    assert page.locator(".card").count() == 2
    page.click("#undo")
    assert page.locator(".card").count() == 3


def test_a_sentence_is_edited_by_hand_and_checked_again(page: "Page") -> None:
    first = sentences(page)[0]
    name, points = first.split(" had ")[0], first.split(" had ")[1].split()[0]
    page.locator(".sentence").first.click()
    page.click("#edit")
    page.fill("#sentence-text", f"{name} scored 99 points.")
    page.click("#edited")
    page.locator(".sentence.wrong").wait_for()
    assert page.locator(".sentence.wrong ins").inner_text() == points
    page.click("#edit")
    page.fill("#sentence-text", f"{name} scored {points} points.")
    page.keyboard.press("Enter")
    page.locator(".sentence.wrong").wait_for(state="detached")
    page.locator(".sentence").nth(2).click()
    page.click("#rewrite")
    page.locator("#publish button").first.wait_for()
    assert f"{name} scored {points} points." in sentences(page), "what was written by hand stays"
    assert page.locator(".sentence.keep").count() == 1
    page.click("#follow")
    page.locator("#publish button").first.wait_for()
    assert sentences(page)[0] == f"{name} scored {points} points." and len(sentences(page)) == 3


def test_the_plan_is_changed_as_cards_and_followed(page: "Page") -> None:
    before = sentences(page)
    page.click('[data-action="Move up 2"]')
    page.click('[data-action="remove 2 1"]')
    page.click('[data-action="choose 1"]')
    cell = page.locator('#sheets td[data-cell$=" AST"]').filter(has_text="1").first
    cell.click()
    page.click("#add-fact")
    assert page.locator(".card").nth(1).locator("li").count() == 3
    page.click('[data-action="remove 1 2"]')
    page.click('[data-action="Remove 0"]')
    page.click("#follow")
    page.locator(".sentence").nth(1).wait_for()
    page.locator("#publish button").first.wait_for()
    after = sentences(page)
    assert len(after) == 2 and after[0] == before[2] and after[1] == before[1].split(" and ")[0] + "."


def test_a_player_is_left_out_with_the_keyboard_alone(page: "Page") -> None:
    name = sentences(page)[0].split(" had ")[0]
    page.locator(".sentence").first.focus()
    page.keyboard.press("Enter")
    page.locator("#panel #keep").wait_for()
    cell = page.locator("#sheets td.lit").first
    cell.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.cell") != cell.get_attribute("data-cell")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.locator("#drop-entity").focus()
    page.keyboard.press("Enter")
    page.locator("#follow").focus()
    page.keyboard.press("Enter")
    page.locator(".sentence", has_text=name).wait_for(state="detached")
    page.locator("#publish button").first.wait_for()
    assert len(sentences(page)) == 2


def test_a_story_is_published_in_all_forms(page: "Page") -> None:
    text = "\n\n".join([" ".join(sentences(page)[:2]), sentences(page)[2]])
    title = page.locator("#heading").inner_text()
    assert downloaded(page, "#as-text").decode() == f"{text}\n"
    assert downloaded(page, "#as-markdown").decode().startswith(f"# {title}\n\n{sentences(page)[0]}")
    html = downloaded(page, "#as-html").decode()
    assert html.startswith("<!doctype html>") and sentences(page)[0] in html and "<table" in html
    document = Document(BytesIO(downloaded(page, "#as-docx")))
    assert [paragraph.text for paragraph in document.paragraphs][2:4] == text.split("\n\n")
    data = json.loads(downloaded(page, "#as-json"))
    assert data["text"] == text and data["table"]["entities"] and len(data["plan"]["sentences"]) == 3


def test_a_saved_story_is_restored_by_its_address_and_deleted_from_the_list(page: "Page", server: StoryServer) -> None:
    written = sentences(page)
    page.locator(".sentence").nth(2).click()
    page.click("#keep")
    page.click("#save")
    page.wait_for_url("**/story/*")
    address, title = page.url, page.locator("#heading").inner_text()
    page.goto(server.url)
    page.locator("#sheets td[data-cell]").first.wait_for()
    page.goto(address)
    page.locator(".sentence.keep").wait_for()
    assert sentences(page) == written and page.locator(".card").count() == 3
    page.click("#recent")
    page.locator("#dialog a", has_text=title).first.wait_for()
    count = page.locator("#dialog a").count()
    page.locator("#dialog li button").first.click()
    page.locator("#dialog a").nth(count - 1).wait_for(state="detached")


def test_a_game_comes_from_an_example_a_file_or_pasted_rows(page: "Page") -> None:
    page.click("#choose")
    page.locator("#dialog .examples button").nth(1).click()
    page.locator("#dialog").wait_for(state="hidden")
    second = page.locator("#heading").inner_text()
    page.click("#choose")
    page.set_input_files("#file", ROOT / "examples" / "games.jsonl")
    page.locator("#dialog .games button").nth(1).wait_for()
    assert page.locator("#dialog .games button").count() == 6
    page.locator("#dialog .games button").first.click()
    page.locator("#heading", has_text="Bulls").wait_for()
    assert page.locator("#heading").inner_text() != second and page.locator(".sentence").count() == 0
    page.click("#choose")
    page.fill("#rows", "Player,TEAM,PTS,REB\nAnn Lee,Hawks,21,4\nBea Moss,Heat,12,9\n")
    page.click("#read-rows")
    page.locator("#dialog .wrong", has_text="which team is home").wait_for()
    for field, value in (("home", "Hawks"), ("away", "Heat"), ("score", "99-98")):
        page.fill(f"#rows-{field}", value)
    page.click("#read-rows")
    page.locator("#sheets", has_text="Ann Lee").wait_for()
    page.click("#write")
    page.locator(".sentence", has_text="Ann Lee had 21 points").wait_for()


def test_attention_and_memory_are_shown_where_they_are_asked_for(page: "Page") -> None:
    assert page.locator("#inside").is_hidden()
    page.check("#look-inside")
    page.click("#write")
    page.locator("#publish button").first.wait_for()
    page.click("#inside summary")
    heat = page.locator("#inside .view")
    heat.focus()
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    best = sentences(page)[0].split(" had ")[0]
    assert page.locator("#inside .tip").inner_text().startswith(f"{best.split()[0]} · ")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.sentence") == "0"
    page.get_by_text("Memory update rate").click()
    assert "memory that is replaced" in page.locator("#inside .note").inner_text()
    page.click("#choose")
    page.locator("#dialog .examples button").nth(1).click()
    page.locator("#inside").wait_for(state="hidden")


def test_it_has_labels_fits_on_a_phone_and_in_the_dark(page: "Page") -> None:
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select, textarea')].filter((one) =>
          !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
          .map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    for width, scheme in ((390, "dark"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(".sentence").first.click()
        assert page.locator("#panel").is_visible()
