"""Sentences on the page: struck, put back, moved, mended, and what proves their claims."""

import json
from typing import TYPE_CHECKING

from serve.pages import downloaded, sentences
from serve.pages import page as page
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def cards(page: "Page") -> list[str]:
    """The person of each card of the plan."""
    return [text.split(",")[0] for text in page.locator(".card li:first-child span").all_inner_texts()]


def published(page: "Page") -> str:
    return downloaded(page, "#as-text").decode().strip()


def test_a_struck_sentence_is_left_out_and_put_back_with_its_card(page: "Page") -> None:
    before, names = sentences(page), cards(page)
    page.locator(".sentence").nth(1).click()
    page.click("#strike")
    assert page.locator(".sentence.struck").inner_text() == before[1] and cards(page) == [names[0], names[2]]
    assert published(page) == f"{before[0]}\n\n{before[2]}"
    assert [one["text"] for one in json.loads(downloaded(page, "#as-json"))["sentences"]] == [before[0], before[2]]
    page.click("#strike")
    page.locator(".sentence.struck").wait_for(state="detached")
    assert sentences(page) == before and cards(page) == names
    assert published(page) == f"{before[0]} {before[1]}\n\n{before[2]}"


def test_a_struck_sentence_stays_when_others_are_written_again_and_in_a_saved_story(page: "Page") -> None:
    before = sentences(page)
    page.locator(".sentence").nth(0).focus()
    page.keyboard.press("Delete")
    page.locator(".sentence.struck").wait_for()
    assert page.evaluate("document.activeElement.dataset.sentence") == "0"
    page.locator(".sentence").nth(2).click()
    page.click("#rewrite")
    page.locator("#publish button").first.wait_for()
    assert sentences(page)[0] == before[0] and page.locator(".sentence.struck").count() == 1
    page.click("#save")
    page.wait_for_url("**/story/*")
    page.reload()
    page.locator(".sentence.struck").wait_for()
    assert page.locator(".sentence").count() == 3 and page.locator(".card").count() == 2


def test_sentences_are_moved_with_keys_and_buttons_and_their_cards_with_them(page: "Page") -> None:
    before, names = sentences(page), cards(page)
    page.locator(".sentence").nth(2).focus()
    page.keyboard.press("Alt+ArrowUp")
    page.locator('.sentence[data-sentence="1"]:focus').wait_for()
    assert sentences(page) == [before[0], before[2], before[1]] and cards(page) == [names[0], names[2], names[1]]
    assert published(page) == f"{before[0]} {before[2]}\n\n{before[1]}", "paragraphs begin where they did"
    page.click("#move-up")
    assert sentences(page) == [before[2], before[0], before[1]] and page.locator("#move-up").is_disabled()
    page.click("#undo")
    page.click("#undo")
    assert sentences(page) == before and cards(page) == names


def test_the_repair_of_a_claim_is_put_in_its_place(page: "Page") -> None:
    name, points = sentences(page)[0].split(" had ")[0], sentences(page)[0].split(" had ")[1].split()[0]
    page.locator(".sentence").first.click()
    page.click("#edit")
    page.fill("#sentence-text", f"{name} scored 99 points.")
    page.click("#edited")
    page.locator("#panel .faults").wait_for()
    assert f"expected: {points}" in page.locator("#panel .faults").inner_text()
    page.locator("#panel .faults button", has_text=f"Put {points}").click()
    page.locator(".sentence.wrong").wait_for(state="detached")
    page.locator("#panel #proof").wait_for()
    assert sentences(page)[0] == f"{name} scored {points} points."
    page.click("#proof summary")
    assert f"{name}, points: {points}" in page.locator("#proof").inner_text()


def test_a_story_that_was_written_anew_can_be_taken_back(page: "Page") -> None:
    before = sentences(page)
    page.click('[data-action="Remove 0"]')
    page.click("#follow")
    page.locator("#publish button").first.wait_for()
    assert len(sentences(page)) == 2
    page.click("#undo")
    assert sentences(page) == before
