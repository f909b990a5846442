"""The heat map of a story's page in a browser."""

from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

import pytest

from boxscribe.writing.story import Story
from writing.opened import Open, opened, word
from writing.stories import baseball, large

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["opened"]  # a fixture


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
