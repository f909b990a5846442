"""Versions of a story side by side on the page, and the words that differ."""

from typing import TYPE_CHECKING

from serve.pages import page as page
from serve.pages import sentences
from serve.pages import server as server

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMMON = """async ([first, second]) => {
  const { common, wordsOf } = await import("/assets/diff.js");
  const words = [wordsOf(first), wordsOf(second)];
  return common(...words).map((same, at) => words[at].filter((_, place) => !same[place]).join(" "));
}"""


def columns(page: "Page") -> list[str]:
    return page.locator("#versions h3").all_inner_texts()


def test_words_that_differ_are_those_outside_the_longest_common_subsequence(page: "Page") -> None:
    for first, second, only_first, only_second in (
        ("The Hawks won, 112-97.", "the Hawks won 112-97", "", ""),
        ("Ann Lee had 21 points", "Ann Lee scored 24 points", "had 21", "scored 24"),
        ("one two three four", "three four one", "one two", "one"),
        ("", "two words", "", "two words"),
        ("shot 45% – well", "shot 45 well", "45% –", "45"),
    ):
        assert page.evaluate(COMMON, [first, second]) == [only_first, only_second], first


def test_two_systems_stand_side_by_side_with_what_differs(page: "Page") -> None:
    before = sentences(page)
    page.select_option("#model", "template")
    page.click("#write-beside")
    page.locator("#versions .columns section").nth(1).locator(".hint", has_text="words, no false claim").wait_for()
    assert columns(page) == ["This story · rotowire", "template"] and sentences(page) == before
    marked = page.locator("#versions section").nth(1).locator("mark.differs").all_inner_texts()
    assert marked and all(before[0] not in words for words in marked)
    page.click('[data-version="use 0"]')
    page.locator(".claim.supported").first.wait_for()
    assert columns(page) == ["This story · template", "rotowire"] and sentences(page) != before
    assert page.evaluate("document.activeElement.dataset.version") == "use 0"
    page.click("#undo")
    assert columns(page) == ["This story · rotowire", "template"] and sentences(page) == before
    page.click('[data-version="remove 0"]')
    assert page.locator("#versions").is_hidden()


def test_a_saved_story_is_compared_and_a_false_claim_of_a_version_is_named(page: "Page") -> None:
    name = sentences(page)[0].split(" had ")[0]
    page.locator(".sentence").first.click()
    page.click("#edit")
    page.fill("#sentence-text", f"{name} scored 99 points.")
    page.click("#edited")
    page.locator(".sentence.wrong").wait_for()
    page.click("#save")
    page.wait_for_url("**/story/*")
    page.click("#choose")
    page.locator("#dialog .examples button").first.click()
    page.locator(".sentence").first.wait_for(state="detached")
    page.click("#write")
    page.locator("#publish button").first.wait_for()
    page.click("#recent")
    page.locator("#dialog button", has_text="Compare").first.click()
    version = page.locator("#versions section").nth(1)
    version.locator(".hint", has_text="not supported: 99").wait_for()
    assert "saved" in columns(page)[1] and "99" in " ".join(version.locator("mark").all_inner_texts())
    page.click("#choose")
    page.locator("#dialog .examples button").nth(1).click()
    page.locator("#versions").wait_for(state="hidden")
