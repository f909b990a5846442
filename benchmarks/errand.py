"""`python -m benchmarks errand`: an editor's errand in the browser as a new user does it, and the seconds of each step.

The service is started, a first story written; then a game is picked, a story of 150 words asked for, a player dropped
from it, a cell mended, and the story published as Markdown. Buttons are found by what they say, and no step waits for
longer than the page needs; a person reads and aims between them.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.data import line

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium")
WORDS = 150
PATIENCE = 300_000  # milliseconds


def main() -> None:
    if not CHROMIUM.is_file():
        line("an editor's errand", f"no {CHROMIUM}: install Debian's package chromium")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as folder, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page()
        page.set_default_timeout(PATIENCE)
        began = time.perf_counter()
        with served(Path(folder)) as url:
            line("start of the service, until it says its address", seconds_since(began))
            first_story(page, url, began)
            errand(page)
        chromium.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of `boxscribe serve` in a process of its own."""
    command = [sys.executable, "-m", "boxscribe", "serve", "--port", "0", "--folder", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def first_story(page: "Page", url: str, began: float) -> None:
    page.goto(url)
    page.locator("#sheets td").first.wait_for()
    line("  until the page shows a game", seconds_since(began))
    clicked = write(page, "Write")
    line("  from the click to the first sentence", clicked)
    line("  until the first story is complete", seconds_since(began))


def errand(page: "Page") -> None:
    began = time.perf_counter()
    press(page, "Choose a game")
    page.locator("#dialog .examples button").nth(1).click()
    page.locator("#dialog").wait_for(state="hidden")
    line("pick a game", seconds_since(began))
    at = time.perf_counter()
    page.get_by_label("Words").fill(str(WORDS))
    write(page, "Write")
    words = len(" ".join(page.locator(".sentence").all_inner_texts()).split())
    line(f"ask for {WORDS} words (it has {words})", seconds_since(at))
    at = time.perf_counter()
    name = drop_player(page)
    assert name not in " ".join(page.locator(".sentence").all_inner_texts()), "the player is in the story still"
    line(f"drop {name} from the story", seconds_since(at))
    at = time.perf_counter()
    wrong = mend_cell(page)
    line(f"mend a cell, and write {wrong} again", seconds_since(at))
    at = time.perf_counter()
    with page.expect_download() as download:
        press(page, "Markdown")
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("# ")
    line("publish Markdown", seconds_since(at))
    line("the errand", seconds_since(began))


def press(page: "Page", name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def write(page: "Page", button: str) -> str:
    """Have a story written, and wait until it is complete and checked; the seconds until its first sentence."""
    press(page, button)
    at = time.perf_counter()
    page.get_by_role("button", name="Stop").wait_for()
    page.locator(".sentence").first.wait_for()
    first = seconds_since(at)
    page.get_by_role("button", name="Stop").wait_for(state="hidden")
    page.locator(".sentence .claim").first.wait_for()
    return first


def drop_player(page: "Page") -> str:
    """Choose a cell of the first player whom the story names, leave the player out of the plan, and write that."""
    leave = page.get_by_role("button", name="out of the plan")
    for number in range(page.locator(".sentence").count()):
        page.locator(".sentence").nth(number).click()
        if page.locator("#sheets td.lit").count():
            page.locator("#sheets td.lit").first.click()
            if leave.count():
                break
    name = leave.inner_text().removeprefix("Leave ").removesuffix(" out of the plan")
    leave.click()
    write(page, "Write this plan")
    return name


def mend_cell(page: "Page") -> str:
    """Change the number of a cell that a sentence states, and write again what is wrong now."""
    for number in range(page.locator(".sentence").count()):
        page.locator(".sentence").nth(number).click()
        numbers = page.locator("#sheets td.lit").filter(has_text="1")
        if not numbers.count():
            continue
        numbers.first.click()
        field = page.locator("#cell-value")
        if field.count() and field.input_value().isdecimal():
            field.fill(str(int(field.input_value()) + 1))
            press(page, "Change")
            page.locator(".sentence.wrong").first.wait_for()
            break
    count = page.locator(".sentence.wrong").count()
    write(page, "Write it again" if count == 1 else "Write them again")
    return "a sentence" if count == 1 else f"{count} sentences"


def seconds_since(start: float) -> str:
    return f"{time.perf_counter() - start:.2f} s"
