"""The page of a story in a browser: what happens when a reader points, types, taps and scrolls."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from statistics import median
from typing import TYPE_CHECKING, Any, Literal

import pytest

from boxscribe.writing.page import page
from boxscribe.writing.story import Source, Story
from writing.stories import NASTY, baseball, basketball, hostile, large, untraced, weather

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

Open = Callable[..., AbstractContextManager["Page"]]
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def opened(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Opens stories, and insists that the browser has nothing to complain of and asks the network for nothing."""
    file = tmp_path_factory.mktemp("page") / "story.html"
    windows: dict[str, Page] = {}  # a new one takes longer than most tests

    @contextmanager
    def open(
        *stories: Story, width: int = 1280, height: int = 800, scheme: Scheme = "light", **device: Any
    ) -> "Iterator[Page]":
        file.write_text(page(stories), encoding="utf-8")
        if str(device) not in windows:
            windows[str(device)] = browser.new_context(**device).new_page()
        shown = windows[str(device)]
        shown.set_viewport_size({"width": width, "height": height})
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # scrolling takes no time
        happened: list[str] = []
        watchers: dict[Any, Callable[[Any], None]] = {
            "console": lambda message: happened.append(message.text),
            "pageerror": lambda error: happened.append(str(error)),
            "request": lambda request: happened.append(request.url),
        }
        for event, watcher in watchers.items():
            shown.on(event, watcher)
        shown.goto(file.as_uri())
        yield shown
        for event, watcher in watchers.items():
            shown.remove_listener(event, watcher)
        assert happened == [file.as_uri()]

    return open


def word(shown: "Page", at: int) -> "Locator":
    return shown.locator("article:not([hidden]) .prose span").nth(at)


def first_number(story: Story) -> tuple[int, Source]:
    """The position of the first copied number, and the cell it came from."""
    found = ((at, word.sources) for at, word in enumerate(story.trace.words) if story.tokens[at].isdigit())
    return next((at, sources[0]) for at, sources in found if len(sources) == 1)


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


# ------------------------------------------------------------------------------------------------- the heat map

COLOURS = """(points) => {
  const canvas = document.querySelector('.map > canvas');
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const ratio = canvas.width / canvas.clientWidth;
  return points.map(({ x, y }) => [...copy.getImageData(x * ratio, y * ratio, 1, 1).data]);
}"""
PICTURE = "() => document.querySelector('.map > canvas').toDataURL()"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"  # the next frame is
COLUMN, LANE, HEAD, LEFT = 20, 19, 78, 172  # of draw.js


def place(column: int, lane: int) -> dict[str, float]:
    return {"x": LEFT + (column + 0.5) * COLUMN, "y": HEAD + (lane + 0.5) * LANE}


def lanes(story: Story, shown: "Page") -> list[int]:
    """The entities from top to bottom: those that are named in order of their first mention, then the others."""
    named = shown.eval_on_selector_all(".prose bdi", "(all) => all.map((name) => Number(name.dataset.entity))")
    return list(dict.fromkeys([*named, *range(len(story.table.entities))]))


def test_the_heat_map_draws_psi_and_updates_in_the_right_places(opened: Open) -> None:
    story = baseball()
    with opened(story, device_scale_factor=2) as shown:
        shown.locator(".map").scroll_into_view_if_needed()
        sizes = shown.evaluate("""() => {
            const canvas = document.querySelector('.map > canvas');
            return [canvas.width, canvas.height, canvas.clientWidth * 2, canvas.clientHeight * 2, canvas.clientWidth];
        }""")
        assert sizes[:2] == sizes[2:4]
        assert sizes[4] > 1000
        order = lanes(story, shown)[:20]
        for matrix, label in ((story.trace.entities, "Attention"), (story.trace.update_rate, "Memory")):
            shown.locator(".switch label", has_text=label).click()
            shown.evaluate("() => new Promise(requestAnimationFrame)")
            part = matrix[:40, order]
            strong, weak = divmod(int(part.argmax()), 20), divmod(int(part.argmin()), 20)
            dark, bright = shown.evaluate(COLOURS, [place(*strong), place(*weak)])
            assert sum(dark[:3]) < 400 < 700 < sum(bright[:3])
            value = matrix[strong[0], order[strong[1]]]
            shown.locator(".map .view").hover(position=place(*strong))  # type: ignore[arg-type]
            token, name, figure = shown.locator(".tip").inner_text().split(" · ")
            assert (token, name) == (story.tokens[strong[0]], story.table.entities[order[strong[1]]].name)
            assert float(figure) == pytest.approx(value, abs=0.01)
            shown.mouse.move(5, 5)


def test_switch_scheme_and_pointer_change_the_picture(opened: Open) -> None:
    with opened(baseball()) as shown:
        shown.locator(".map").scroll_into_view_if_needed()
        pictures = [shown.evaluate(PICTURE)]
        acts: list[Callable[[], None]] = [
            lambda: shown.locator(".switch input").first.press("ArrowRight"),
            lambda: shown.locator(".map .view").hover(position={"x": 400, "y": 200}),
            lambda: shown.emulate_media(color_scheme="dark"),
        ]
        for act in acts:
            act()
            shown.evaluate(DRAWN)
            pictures.append(shown.evaluate(PICTURE))
        assert len(set(pictures)) == len(pictures)


def test_the_heat_map_leads_to_words(opened: Open) -> None:
    with opened(large()) as shown:
        scroller = shown.locator(".map .view")
        scroller.scroll_into_view_if_needed()
        scroller.evaluate("(area) => { area.scrollLeft = 300 * 20 }")
        scroller.click(position=place(7, 3))  # type: ignore[arg-type]
        assert shown.locator(".prose .pinned").count() == 1
        assert "pinned" in (word(shown, 307).get_attribute("class") or "")
        box = word(shown, 307).bounding_box()
        assert box and 0 < box["y"] < 800
        shown.mouse.move(5, 5)
        scroller.focus()
        for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
            shown.keyboard.press(key)
        assert "pinned" in (word(shown, 308).get_attribute("class") or "")


def test_the_arrow_keys_take_over_from_a_resting_pointer(opened: Open) -> None:
    with opened(large()) as shown:
        scroller = shown.locator(".map .view")
        scroller.scroll_into_view_if_needed()
        scroller.hover(position=place(7, 3))  # type: ignore[arg-type]
        scroller.evaluate("(area) => area.focus({ preventScroll: true })")
        for _ in range(80):
            shown.keyboard.press("ArrowRight")
        assert scroller.evaluate("(area) => area.scrollLeft") > 0
        shown.evaluate(DRAWN)
        shown.keyboard.press("Enter")
        assert "pinned" in (word(shown, 87).get_attribute("class") or "")


def test_scrolling_600_words_by_70_entities_stays_smooth(
    opened: Open, record_property: Callable[[str, object], None]
) -> None:
    """Frames are timed from outside: what the page does in each of its animation frames."""
    timed = """() => {
        const frame = window.requestAnimationFrame.bind(window);
        window.times = [];
        window.requestAnimationFrame = (work) => frame((now) => {
            const start = performance.now();
            work(now);
            window.times.push(performance.now() - start);
        });
    }"""
    scroll = """async () => {
        const area = document.querySelector('.map .view');
        const pause = () => new Promise((done) => setTimeout(done, 17));
        for (let step = 0; step < 90; step += 1) {
            area.scrollTo(step * 127, (step * 11) % 900);
            await pause();
        }
        return window.times;
    }"""
    with opened(large(), width=1600, height=1000, device_scale_factor=2) as shown:
        shown.evaluate(timed)
        times: list[float] = shown.evaluate(scroll)
    assert len(times) > 40
    record_property("milliseconds a frame", f"{median(times):.2f}, at most {max(times):.2f}")
    assert median(times) < 8, "half of what a frame may take at 60 frames a second"


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
