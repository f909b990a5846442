"""The page of a study in real browsers: on a phone, with a keyboard, and while the server or the browser is killed."""

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
from typing import TYPE_CHECKING

import pytest

from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.store import page_answers
from browser import CHROMIUM
from study.studies import made_study, write_study

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

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

    def url(self, form: str, participant: str) -> str:
        return f"http://127.0.0.1:{self.port}/{form}?participant={participant}"

    def start(self) -> None:
        self.starts += 1
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        for _ in range(600):
            with suppress(OSError, urllib.error.URLError), urllib.request.urlopen(self.url("", "")):
                return
            time.sleep(0.02)
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
    """Servers that a test kills; the others use `server`."""
    servers: list[Server] = []

    def start(made: StudyFolder) -> Server:
        servers.append(Server(made.path))
        return servers[-1]

    yield start
    for server in servers:
        server.kill()


EVIL = "<img src=x onerror=alert(1)> <b>won</b> . It ended soon ."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running study for several tests, whose participants differ; the texts of ENT contain markup."""
    folder = tmp_path_factory.mktemp("browser")
    settings = write_study(folder / "source", 2, more="[quality]\ntasks_per_participant = 6\nattention_checks = 0\n")
    (folder / "source" / "ENT.txt").write_text(f"{EVIL}\n{EVIL}\n")
    running = Server(make_study(settings, folder / "study").path)
    yield running
    running.kill()


Open = Callable[..., "BrowserContext"]


@pytest.fixture
def open_browser(browser: "Browser", tmp_path: Path) -> Iterator[Open]:
    """Browsers with a profile of their own: opening the same name again is the same browser, started again."""
    opened: list[BrowserContext] = []

    def start(name: str) -> "BrowserContext":
        opened.append(
            browser.browser_type.launch_persistent_context(
                tmp_path / f"profile-{name}", executable_path=CHROMIUM, args=["--no-sandbox"]
            )
        )
        return opened[-1]

    yield start
    for context in opened:
        with suppress(Exception):  # of a browser that the test has killed
            context.close()


@pytest.fixture
def new_context(browser: "Browser") -> Iterator[Open]:
    """Browsers without a past, which start faster."""
    opened: list[BrowserContext] = []

    def start(width: int = 1280) -> "BrowserContext":
        opened.append(browser.new_context(viewport={"width": width, "height": 844}))
        return opened[-1]

    yield start
    for context in opened:
        context.close()


def enter(browser: "BrowserContext", url: str) -> "Page":
    """The page, past the instructions."""
    page = browser.pages[0] if browser.pages else browser.new_page()
    page.goto(url)
    page.click("#start", timeout=30_000)
    page.wait_for_selector("#next")
    return page


def answer_screen(page: "Page") -> bool:
    """Answer one screen and wait for the next one; False when that was the last."""
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
    """Two participants, 73 answers, the server killed three times, one browser killed and started again."""
    more = "[facts]\ntasks_per_participant = 4\n[quality]\ntasks_per_participant = 12\n"  # and a check each
    made = make_study(write_study(tmp_path / "source", 4, more=more), tmp_path / "study")
    server = serve(made)
    participants = {form: f"{form}-participant" for form in ("facts", "quality")}
    pages = {form: enter(open_browser(form), server.url(form, name)) for form, name in participants.items()}
    screens = 0
    crashes: list[threading.Thread] = []
    while pages:
        for form in list(pages):
            if not answer_screen(pages[form]):
                del pages[form]
            screens += 1
            if screens in (4, 12, 23):  # it dies and comes back while the participants click
                crashes.append(threading.Timer(0.05 * len(crashes), server.crash))
                crashes[-1].start()
            if screens == 16:
                kill_browser(tmp_path / "profile-quality")
                pages["quality"] = enter(open_browser("quality"), server.url("quality", participants["quality"]))
    for crash in crashes:
        crash.join()
    assert server.starts == 4
    answers = page_answers(made.path / "answers.db")
    assert len(answers) == 17 * 2 + 13 * 3
    assert len({answer.key for answer in answers}) == len(answers)
    expected = {"supporting": {"1"}, "contradicting": {"0"}, "coherence": {"B"}, "grammaticality": {"A"}}
    for question, values in expected.items():
        given = {a.value for a in answers if a.question == question and not made.tasks[a.code].is_check}
        assert given == values
    for answer in answers:
        assert dict(made.tasks[answer.code].expected).get(answer.question, answer.value) == answer.value


def test_clicks_wait_for_the_server(tmp_path: Path, serve: Serve, open_browser: Open) -> None:
    """Clicks of a closed window that no server has received are sent when the page is opened again."""
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


def test_a_phone_and_a_keyboard_are_enough(server: Server, new_context: Open) -> None:
    phone = new_context(width=390)
    for form in ("facts", "quality"):
        page = enter(phone, server.url(form, "phone"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for button in page.locator("button, .choices label").all():
            box = button.bounding_box()
            assert box and box["width"] >= 44 and box["height"] >= 44  # large enough for a thumb
    assert page.evaluate("matchMedia('(max-width: 760px)').matches")
    page = enter(new_context(), server.url("facts", "keyboard"))
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


def test_the_page_shows_progress_and_the_code_and_markup_as_text(server: Server, new_context: Open) -> None:
    page = new_context().new_page()
    problems: list[str] = []
    page.on("dialog", lambda dialog: problems.append(dialog.message))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    enter(page.context, server.url("quality", "ann"))
    counts, texts = [], ""
    while True:
        counts.append(page.inner_text("#count"))
        texts += page.inner_text(".pair")
        assert page.locator(".summary b, .summary img").count() == 0
        if not answer_screen(page):
            break
    assert counts == [f"{n} of 6" for n in range(1, 7)]
    assert "<b>won</b>" in texts
    assert re.fullmatch(r"[0-9A-F]{8}", page.inner_text("#code"))
    page.reload()
    page.wait_for_selector("#code")
    # Another browser with the same id sees nothing.
    other = new_context().new_page()
    other.goto(server.url("quality", "ann"))
    other.wait_for_selector("#notice:not([hidden])")
    assert "was first used in another browser" in other.inner_text("#notice")
    assert other.locator("#code").count() == 0
    assert problems == []


def test_a_personal_link_continues_in_another_browser(server: Server, new_context: Open) -> None:
    first = new_context().new_page()
    first.goto(server.url("quality", "bob"))
    first.wait_for_selector("#start")
    link = first.text_content(".link") or ""
    first.click("#start")
    with first.expect_response("**/api/answer"):
        first.check("#coherence input[value=B]")
    second = enter(new_context(), link)
    assert second.is_checked("#coherence input[value=B]")
    assert "key=" not in second.url  # the secret is not in the address bar
