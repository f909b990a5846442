"""The page of a story in a browser: what happens when a reader points, types, taps and scrolls."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from boxscribe.writing.story import Story
from writing.opened import Open, Scheme, first_number, opened, word
from writing.stories import NASTY, baseball, basketball, hostile, in_season, untraced, weather

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture


LIT_CELLS = """() => [...document.querySelectorAll('.sheets td.lit')].map((cell) => [
    Number(cell.parentElement.cells[0].dataset.entity),
    cell.closest('table').tHead.rows[0].cells[cell.cellIndex].dataset.type,
    cell.textContent])"""


def lit_cells(shown: "Page") -> list[list[Any]]:
    """(entity, type, value) of each cell that is highlighted."""
    cells: list[list[Any]] = shown.evaluate(LIT_CELLS)
    return cells


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("story", [basketball, baseball])
def test_a_name_has_one_colour_in_text_table_and_no_two_share_it(
    opened: Open, story: Callable[[], Story], scheme: Scheme
) -> None:
    colours = (
        "(all) => all.map((one) => [one.dataset.entity, one.className.includes('once'), getComputedStyle(one).color])"
    )
    with opened(story(), scheme=scheme) as shown:
        names = shown.eval_on_selector_all(".prose bdi", colours)
        heads = shown.eval_on_selector_all(".sheets [data-entity]", colours)
    assert len(names) > 10
    named = {entity: colour for entity, _, colour in names}
    assert all(colour == named[entity] for entity, _, colour in heads if entity in named)
    recurring = {entity: colour for entity, once, colour in names if not once}
    assert len(set(recurring.values())) == len(recurring) > 1


@pytest.mark.parametrize("story", [basketball, baseball])
def test_pointing_at_a_number_shows_its_cell_and_its_story(opened: Open, story: Callable[[], Story]) -> None:
    at, source = first_number(story())
    entity = story().table.entities[source.entity]
    with opened(story()) as shown:
        assert lit_cells(shown) == []
        word(shown, at).hover()
        assert lit_cells(shown) == [[source.entity, source.type, entity.value(source.type)]]
        lit = shown.locator(".sheets td.lit").evaluate("(cell) => getComputedStyle(cell).backgroundColor")
        assert lit == "rgb(255, 242, 196)"
        panel = shown.locator(".panel")
        assert panel.locator(".top").inner_text().split("\n") == [story().tokens[at], "copy gate 0.98", "copied 0.97"]
        assert entity.name in panel.inner_text()
        psi = story().trace.entities[at]
        attended = panel.locator("div > div").last.locator("li bdi").all_inner_texts()
        assert attended[0] == story().table.entities[int(psi.argmax())].name
        shown.mouse.move(5, 5)
        assert lit_cells(shown) == []


def test_several_sources_are_all_shown_the_heaviest_most(opened: Open) -> None:
    words = basketball().trace.words
    at = next(at for at, word in enumerate(words) if len(word.sources) > 1 and basketball().tokens[at].isdigit())
    with opened(basketball()) as shown:
        word(shown, at).hover()
        sources = words[at].sources
        assert {(entity, type) for entity, type, _ in lit_cells(shown)} == {(s.entity, s.type) for s in sources}
        weights = "(all) => all.map((cell) => Number(cell.style.getPropertyValue('--weight')))"
        assert max(shown.eval_on_selector_all(".sheets .lit", weights)) == pytest.approx(sources[0].weight, abs=0.001)


def test_the_panel_lists_the_games_behind_a_word_of_the_season(opened: Open) -> None:
    story = in_season()
    with opened(story) as shown:
        panel = shown.locator(".panel")
        word(shown, story.tokens.index("Third")).hover()
        assert "Las Cruces Anchors · wins in a row" in panel.inner_text()
        listed = panel.locator("div > div").nth(1).locator("li").all_inner_texts()
        assert listed[:2] == ["2015-10-30 Prospectors 112 - 119 Anchors", "2015-10-31 Anchors 122 - 112 Lumberjacks"]
        word(shown, story.tokens.index("Kestrels")).hover()
        assert panel.locator("div > div").nth(1).locator("li").all_inner_texts() == ["2015-11-04 Kestrels - Anchors"]
        word(shown, story.tokens.index("124")).hover()
        assert "Computed from" not in panel.inner_text()


def test_a_part_of_a_name_comes_from_the_head_of_its_row(opened: Open) -> None:
    with opened(baseball()) as shown:
        shown.locator(".prose bdi span").first.hover()
        name = shown.locator(".prose bdi").first.get_attribute("data-entity")
        lit = shown.eval_on_selector_all(".sheets .lit", "(all) => all.map((one) => one.dataset.entity)")
        assert lit
        assert set(lit) == {name}


def test_pointing_at_a_cell_shows_the_words_that_came_from_it(opened: Open) -> None:
    at, source = first_number(basketball())
    with opened(basketball()) as shown:
        word(shown, at).click()
        shown.keyboard.press("Escape")
        head = shown.locator(f'.sheets th[data-entity="{source.entity}"]')
        row = head.locator("xpath=..")
        types = head.locator("xpath=ancestor::table//thead//th").evaluate_all(
            "(all) => all.map((th) => th.dataset.type)"
        )
        row.locator("td").nth(types.index(source.type)).hover()
        lit = shown.eval_on_selector_all(
            ".prose span", "(all) => all.flatMap((word, at) => (word.classList.contains('lit') ? [at] : []))"
        )
    cell = (source.entity, source.type)
    expected = [n for n, word in enumerate(basketball().trace.words) if cell in {s[:2] for s in word.sources}]
    assert lit == expected


def test_the_keyboard_does_all_that_the_mouse_does(opened: Open) -> None:
    story = basketball()
    linked = [at for at, word in enumerate(story.trace.words) if word.sources]
    focused = "() => [...document.querySelectorAll('.prose span')].indexOf(document.activeElement)"
    with opened(story) as shown:
        shown.keyboard.press("Tab")  # the link that skips the words
        assert shown.evaluate("document.activeElement.textContent") == "Skip to the box score"
        shown.keyboard.press("Tab")
        assert shown.evaluate(focused) == linked[0]
        at, source = first_number(story)
        for _ in range(linked.index(at)):
            shown.keyboard.press("ArrowRight")
        assert shown.evaluate(focused) == at
        assert [cell[:2] for cell in lit_cells(shown)] == [[source.entity, source.type]]
        name = story.table.entities[source.entity].name
        label = word(shown, at).get_attribute("aria-label") or ""
        assert label.startswith(f"{story.tokens[at]}, copied from {name}, ")
        assert label.endswith("weight 0.97")
        shown.keyboard.press("Tab")
        assert shown.evaluate(focused) == linked[linked.index(at) + 1]
        shown.keyboard.press("ArrowLeft")
        shown.keyboard.press("Enter")
        assert word(shown, at).get_attribute("aria-pressed") == "true"
        shown.keyboard.press("ArrowDown")
        below = shown.evaluate(focused)
        tops = [word(shown, place).bounding_box() for place in (at, below)]
        assert tops[0] and tops[1] and tops[1]["y"] > tops[0]["y"]
        shown.keyboard.press("Escape")
        assert word(shown, at).get_attribute("aria-pressed") == "false"
        assert lit_cells(shown) == []
        shown.keyboard.press("End")
        assert shown.evaluate(focused) == linked[-1]


def test_a_click_holds_a_word_and_brings_its_cell_into_sight(opened: Open) -> None:
    story = baseball()
    last = max(at for at, word in enumerate(story.trace.words) if len(word.sources) == 1 and story.tokens[at].isdigit())
    with opened(story, height=620) as shown:
        word(shown, last).scroll_into_view_if_needed()
        before = shown.evaluate("scrollY")
        word(shown, last).click()
        shown.mouse.move(5, 5)
        (cell,) = lit_cells(shown)
        assert cell[0] == story.trace.words[last].sources[0].entity
        box, area = shown.locator("td.lit").bounding_box(), shown.locator(".sheets").bounding_box()
        assert box and area
        assert area["y"] < box["y"] < area["y"] + area["height"] - box["height"]
        assert area["x"] < box["x"] < area["x"] + area["width"] - box["width"]
        assert shown.evaluate("scrollY") == before, "only the box score scrolls"
        shown.keyboard.press("Escape")
        assert lit_cells(shown) == []


@pytest.mark.parametrize("traced", [True, False])
def test_what_a_writer_does_not_have_is_not_shown(opened: Open, traced: bool) -> None:
    story = basketball() if traced else untraced(basketball().table)
    with opened(story) as shown:
        for part in (".heat", ".panel", ".prose [role=button]"):
            assert (shown.locator(part).count() > 0) == traced
        assert shown.locator(".prose").inner_text() == story.text


# ------------------------------------------------------------------------------------- phones, several stories, malice


@pytest.mark.parametrize("story", [baseball, weather, hostile])
def test_nothing_is_wider_than_a_phone(opened: Open, story: Callable[[], Story]) -> None:
    at = next(at for at, word in enumerate(story().trace.words) if word.sources)
    with opened(story(), story(), width=360, height=740, has_touch=True, is_mobile=True) as shown:
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360
        panel = shown.locator("article:not([hidden]) .panel")
        assert not panel.is_visible()
        word(shown, at).tap()
        assert panel.is_visible()
        box, below = word(shown, at).bounding_box(), panel.bounding_box()
        assert box and below and box["y"] + box["height"] <= below["y"]
        assert shown.evaluate("document.documentElement.scrollWidth") <= 360
        word(shown, at).tap()
        assert not panel.is_visible()


def test_a_story_can_be_chosen_with_the_keyboard(opened: Open) -> None:
    with opened(basketball(), baseball(), weather()) as shown:
        headings = [shown.locator("h1:visible").inner_text()]
        shown.locator("select").focus()
        shown.keyboard.press("ArrowDown")
        headings.append(shown.locator("h1:visible").inner_text())
        shown.get_by_label("Next story").press("Enter")
        headings.append(shown.locator("h1:visible").inner_text())
        assert shown.get_by_label("Next story").is_disabled()
        assert [option.partition(". ")[2] for option in shown.locator("option").all_inner_texts()] == headings
        word(shown, 1).hover()
        assert shown.locator("article:not([hidden]) .sheets th.lit").inner_text() == "חיפה"


def test_a_name_from_right_to_left_keeps_to_itself(opened: Open) -> None:
    with opened(weather()) as shown:
        bdi = shown.locator(".prose bdi").first
        assert bdi.evaluate("(name) => getComputedStyle(name).unicodeBidi") == "isolate"
        name, verb = bdi.bounding_box(), word(shown, 2).bounding_box()
        assert name and verb and name["x"] < verb["x"], "the sentence goes on to the right"
        assert (
            shown.locator(".sheets th[data-entity]").first.evaluate("(th) => getComputedStyle(th).direction") == "rtl"
        )


def test_hostile_names_do_nothing(opened: Open) -> None:
    with opened(hostile()) as shown:
        word(shown, 0).click()
        shown.locator(".map").scroll_into_view_if_needed()
        shown.locator(".map .view").hover(position={"x": 200, "y": 90})
        assert shown.evaluate("window.hacked") is None
        assert shown.locator("img, b:not(.legend b)").count() == 0
        assert shown.locator(".prose").inner_text().count(NASTY) == 1
        assert "O'<b>Neal" in shown.locator(".panel").inner_text()
        assert shown.locator(".sheets td.used").inner_text() == f'7"{NASTY}'
