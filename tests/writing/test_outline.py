"""The plan beside its story: what the page says of it, and what lights up in a browser."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from boxscribe.text import PARAGRAPH
from boxscribe.text.sentences import STOPS
from boxscribe.writing.formats import from_json, to_json
from boxscribe.writing.outline import EXPLAINED, outline_of
from boxscribe.writing.page import page
from boxscribe.writing.story import Story, with_breaks
from boxscribe.writing.verified import Origin
from writing.opened import Open, opened, word
from writing.stories import NASTY, basketball, hostile

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture

HOME, AWAY = (at for at, entity in enumerate(basketball().table.entities) if entity.kind == "team")
CELLS = ((HOME, "TEAM-PTS"), (AWAY, "TEAM-PTS")), ((0, "PTS"), (0, "REB")), ((1, "PTS"),)


@cache
def planned() -> Story:
    """Three planned sentences, the second of which was left out; the third begins a paragraph."""
    free = basketball()
    first, second = [at for at, token in enumerate(free.tokens, 1) if token in STOPS][:2]
    trace = free.trace
    short = replace(
        free,
        tokens=free.tokens[:second],
        trace=replace(
            trace,
            words=trace.words[:second],
            entities=trace.entities[:second],
            update_rate=trace.update_rate[:second],
        ),
    )
    return replace(with_breaks(short, [first]), outline=CELLS, origins=("best", "left out", "fixed"))


def test_each_sentence_has_its_words_facts_and_origin() -> None:
    story = planned()
    one, missing, other = outline_of(story)
    assert story.tokens[other.start - 1] == PARAGRAPH
    assert [*story.tokens[one.start : one.end], PARAGRAPH, *story.tokens[other.start : other.end]] == [*story.tokens]
    assert missing.start == missing.end and missing.origin == "left out"
    assert [sentence.cells for sentence in (one, missing, other)] == [*CELLS]
    players = story.table.entities
    expected = (("points", players[0].value("PTS")), ("rebounds", players[0].value("REB")))
    assert missing.facts[0].facts == expected
    assert [own.entity for own in one.facts] == [HOME, AWAY]


def test_every_origin_is_explained() -> None:
    assert {*EXPLAINED} == {*Origin}


def test_the_outline_is_kept_with_the_story() -> None:
    data = to_json(planned(), "test")
    again = from_json(data, planned().table, planned().domain)
    assert (again.outline, again.origins) == (planned().outline, planned().origins)
    assert outline_of(again) == outline_of(planned())
    assert "outline" not in to_json(basketball(), "test")


def test_a_page_without_a_plan_shows_none() -> None:
    assert '<section class="outline"' not in page([basketball()])
    free = replace(planned(), origins=())
    assert 'class="origin' not in page([replace(free, outline=CELLS[:2])])


def test_hostile_names_stay_text() -> None:
    html = page([replace(hostile(), outline=(((0, "PTS"), (0, NASTY)),), origins=("fixed",))])
    assert "<img" not in html and html.count("<script") == 2
    assert html.count("&lt;img") > page([hostile()]).count("&lt;img")


def lit(shown: "Page", part: str) -> list[str]:
    found: list[str] = shown.locator(f"{part}.lit").all_inner_texts()
    return found


def test_a_row_lights_its_words_and_cells_and_a_word_its_row(opened: Open) -> None:
    story = planned()
    one, _, other = outline_of(story)
    with opened(story) as shown:
        rows = shown.locator(".outline li")
        assert rows.count() == 3
        rows.nth(2).hover()
        assert len(lit(shown, ".prose span")) == other.end - other.start
        assert lit(shown, ".sheets td") == [story.table.entities[1].value("PTS")]
        word(shown, one.start).hover()
        assert shown.locator(".outline li.lit").get_attribute("data-sentence") == "0"
        rows.nth(1).hover()
        assert lit(shown, ".prose span") == [], "it was left out"
        rows.nth(1).click()  # holds it, and there is no word to go to
        rows.nth(0).focus()
        shown.keyboard.press("Tab")
        assert shown.evaluate("document.activeElement.dataset.sentence") == "1"
        assert shown.locator(".origin").all_inner_texts() == ["best", "left out", "fixed"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_plan_fits_phones_and_screens(opened: Open, width: int, scheme: str) -> None:
    with opened(planned(), width=width, scheme=scheme) as shown:
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        row = shown.locator(".outline li").first
        row.scroll_into_view_if_needed()
        assert row.is_visible()
        box = row.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
