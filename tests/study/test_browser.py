"""People at the page: in real browsers, on a phone, with a keyboard, and with a server that is killed under them."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.store import page_answers
from browser import CHROMIUM
from study.studies import made_study, write_study

COMMAND = "from boxscribe.cli.study import study; study()"


class Server:
    """`boxscribe study serve` in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._command = [sys.executable, "-c", COMMAND, "serve", str(folder), "--port", str(self.port)]
        self.starts = 0
        self.start()

    def url(self, form: str, person: str) -> str:
        return f"http://127.0.0.1:{self.port}/{form}?participant={person}"

    def start(self) -> None:
        self.starts += 1
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        for _ in range(300):
            with suppress(OSError, urllib.error.URLError), urllib.request.urlopen(self.url("", "")):
                return
            time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def crash(self) -> None:
        self.kill()
        self.start()


Serve = Callable[[StudyFolder], Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[Server] = []

    def start(made: StudyFolder) -> Server:
        servers.append(Server(made.path))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


Open = Callable[..., BrowserContext]


@pytest.fixture
def open_browser(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Browsers with a profile of their own: opening the same name again is the same browser, started again."""
    opened: list[BrowserContext] = []

    def start(name: str, width: int = 1280) -> BrowserContext:
        opened.append(
            browser.browser_type.launch_persistent_context(
                tmp_path / f"profile-{name}",
                executable_path=CHROMIUM,
                args=["--no-sandbox"],
                viewport={"width": width, "height": 844},
            )
        )
        return opened[-1]

    yield start
    for context in opened:
        with suppress(Error):
            context.close()


def enter(browser: BrowserContext, url: str) -> Page:
    """The page, past the instructions."""
    page = browser.pages[0] if browser.pages else browser.new_page()
    page.goto(url)
    page.click("#start", timeout=30_000)
    page.wait_for_selector("#next")
    return page


def answer_screen(page: Page) -> bool:
    """Answer one screen as a person would, and wait for the next one; False when that was the last."""
    at = page.get_attribute("main", "data-screen")
    if page.locator(".counters").count():
        request = re.search(r"enter (\d) supporting and (\d) contra", page.inner_text("#sentence"))
        counts = [int(count) for count in request.groups()] if request else [1, 0]
        for question, count in zip(("supporting", "contradicting"), counts, strict=True):
            for _ in range(count):
                page.click(f".{question} button:last-child")
    else:
        request = re.search(r"please choose ([AB]) in every", page.inner_text(".pair"))
        for number, question in enumerate(("grammaticality", "coherence", "conciseness")):
            page.check(f"#{question} input[value={request[1] if request else 'AB'[number % 2]}]")
    page.click("#next")
    page.wait_for_selector(f"#code, main[data-screen]:not([data-screen='{at}'])", timeout=30_000)
    return page.locator("#code").count() == 0


def kill_browser(profile: Path) -> None:
    """End every process of the browser with this profile at once, as if the power had failed."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                if f"--user-data-dir={profile}".encode() in (entry / "cmdline").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)


def test_nothing_is_lost_and_nothing_counts_twice(tmp_path: Path, serve: Serve, open_browser: Open) -> None:
    """Two people, 200 answers, the server killed three times, one browser killed and started again."""
    more = "[facts]\ntasks_per_participant = 12\n[quality]\ntasks_per_participant = 33\n"
    made = make_study(write_study(tmp_path / "source", 8, more=more), tmp_path / "study")
    server = serve(made)
    people = {form: f"{form}-person" for form in ("facts", "quality")}
    pages = {form: enter(open_browser(form), server.url(form, person)) for form, person in people.items()}
    screens = 0
    crashes: list[threading.Thread] = []
    while pages:
        for form in list(pages):
            if not answer_screen(pages[form]):
                del pages[form]
            screens += 1
            if screens in (12, 33, 61):  # it dies while somebody clicks, and comes back while they go on clicking
                crashes.append(threading.Timer(0.05 * len(crashes), server.crash))
                crashes[-1].start()
            if screens == 40:
                kill_browser(tmp_path / "profile-quality")
                pages["quality"] = enter(open_browser("quality"), server.url("quality", people["quality"]))
    for crash in crashes:
        crash.join()
    assert server.starts == 4
    answers = page_answers(made.path / "answers.db")
    assert len(answers) == 200
    assert len({(answer.participant, answer.code, answer.screen, answer.question) for answer in answers}) == 200
    expected = {"supporting": {"1"}, "contradicting": {"0"}, "coherence": {"B"}, "grammaticality": {"A"}}
    for question, values in expected.items():
        given = {a.value for a in answers if a.question == question and not made.tasks[a.code].is_check}
        assert given == values
    for answer in answers:
        assert dict(made.tasks[answer.code].expected).get(answer.question, answer.value) == answer.value


def test_clicks_wait_for_the_server(tmp_path: Path, serve: Serve, open_browser: Open) -> None:
    """Clicks of a closed window that no server has heard of are sent when the page is opened again."""
    made = made_study(tmp_path, 2)
    server = serve(made)
    page = enter(open_browser("one"), server.url("quality", "ann"))
    server.kill()
    page.check("#coherence input[value=B]")
    page.wait_for_selector("#notice:not([hidden])")
    assert "Your answers are stored" in page.inner_text("#notice")
    page.context.close()
    server.start()
    page = enter(open_browser("one"), server.url("quality", "ann"))
    assert page.is_checked("#coherence input[value=B]")
    assert page.is_hidden("#notice")


def test_a_phone_and_a_keyboard_are_enough(tmp_path: Path, serve: Serve, open_browser: Open) -> None:
    more = "[facts]\ntasks_per_participant = 1\n[quality]\ntasks_per_participant = 1\n"
    made = made_study(tmp_path, 2, more=more)
    server = serve(made)
    phone = open_browser("phone", width=390)
    for form in ("facts", "quality"):
        page = enter(phone, server.url(form, "ann"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in page.locator("button, .choices label").all():
            box = button.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44  # large enough for a thumb
    assert page.evaluate("matchMedia('(max-width: 760px)').matches")
    page = enter(open_browser("sessions"), server.url("facts", "bob"))
    if "checks your attention" not in page.inner_text("#sentence"):
        assert page.locator("mark").count() == 0 or page.locator("tr.named").count() > 0
    page.focus("#supporting")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert page.get_attribute("#supporting", "aria-valuenow") == "1"
    page.keyboard.press("7")
    page.focus("#next")
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-screen='2']")
    page.click("#back")
    page.wait_for_selector("main[data-screen='1']")
    assert page.inner_text("#supporting") == "7"


def test_the_page_shows_progress_and_the_code_and_markup_as_text(
    tmp_path: Path, serve: Serve, open_browser: Open
) -> None:
    settings = write_study(tmp_path / "source", 2, more="[quality]\ntasks_per_participant = 6\nattention_checks = 0\n")
    evil = "<img src=x onerror=alert(1)> <b>won</b> . It ended soon ."
    (tmp_path / "source" / "ENT.txt").write_text(f"{evil}\n{evil}\n")
    made = make_study(settings, tmp_path / "study")
    server = serve(made)
    browser = open_browser("one")
    page = browser.pages[0]
    problems: list[str] = []
    page.on("dialog", lambda dialog: problems.append(dialog.message))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    enter(browser, server.url("quality", "ann"))
    seen = []
    while True:
        seen.append(page.inner_text("#count"))
        assert page.locator(".summary b, .summary img").count() == 0
        if not answer_screen(page):
            break
    assert seen == [f"{n} of 6" for n in range(1, 7)]
    assert re.fullmatch(r"[0-9A-F]{8}", page.inner_text("#code"))
    page.reload()
    page.wait_for_selector("#code")
    # Somebody else who knows the id sees nothing.
    other = open_browser("other").pages[0]
    other.goto(server.url("quality", "ann"))
    other.wait_for_selector("#notice:not([hidden])")
    assert "was first used in another browser" in other.inner_text("#notice")
    assert other.locator("#code").count() == 0
    assert problems == []


def test_a_personal_link_goes_on_in_another_browser(tmp_path: Path, serve: Serve, open_browser: Open) -> None:
    server = serve(made_study(tmp_path, 2))
    first = open_browser("first").pages[0]
    first.goto(server.url("quality", "ann"))
    first.wait_for_selector("#start")
    link = first.text_content(".link") or ""
    first.click("#start")
    first.check("#coherence input[value=B]")
    first.wait_for_function("document.querySelector('#notice').hidden")
    second = enter(open_browser("second"), link)
    assert second.is_checked("#coherence input[value=B]")
    assert "key=" not in second.url  # nobody reads it over a shoulder
