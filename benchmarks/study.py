"""Human evaluation: making a large study; the page with 50 participants at once, and with 200 and kills (loopback)."""

import asyncio
import json
import os
import secrets
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.data import line
from boxscribe.tables.simulate import simulate
from boxscribe.tables.write import write_tables
from boxscribe.text import sentences

SUMMARIES, SYSTEMS, PARTICIPANTS, SECONDS = 1_000, 10, 50, 20.0
COMMAND = [sys.executable, "-c", "from boxscribe.cli.study import study; study()"]
CRITERIA = ("grammaticality", "coherence", "conciseness")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as name:
        folder = Path(name)
        write_sources(folder)
        make(folder)
        for pause in (1.0, 0.0):
            asyncio.run(load(folder / "study", pause))
        asyncio.run(load(folder / "study", 1.0, people=200, kill_every=10.0))


def make(folder: Path) -> None:
    start = time.perf_counter()
    arguments = ["make", str(folder / "study.toml"), "--out", str(folder / "study")]
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    seconds, cpu = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    figure = f"{seconds:.1f} s ({cpu:.1f} s of one core), {usage.ru_maxrss / 1024:.0f} MB"
    line(f"make a study of {SUMMARIES:,} summaries × {SYSTEMS} systems", figure)


def write_sources(folder: Path) -> None:
    """Games and texts of SYSTEMS systems; the text of system i is the gold text, which begins with sentence i."""
    tables = list(islice(simulate("rotowire", 1, texts=True), SUMMARIES))
    with (folder / "games.jsonl").open("w") as stream:
        write_tables(tables, stream)
    settings = [f'tables = "games.jsonl"\nsummaries = {SUMMARIES}\n[systems]']
    for system in range(SYSTEMS):
        stories = [" ".join(rotated(table.tokens, system)) for table in tables]
        (folder / f"{system}.txt").write_text("\n".join(stories) + "\n")
        settings.append(f'S{system} = "{system}.txt"')
    (folder / "study.toml").write_text("\n".join(settings) + "\n")


def rotated(tokens: Sequence[str], shift: int) -> list[str]:
    parts = sentences(tokens)
    shift %= len(parts)
    return [token for part in (*parts[shift:], *parts[:shift]) for token in part]


async def load(folder: Path, pause: float, people: int = PARTICIPANTS, kill_every: float | None = None) -> None:
    """Participants answer, with `pause` seconds on average between two clicks; the server is killed now and then."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    seconds = SECONDS if kill_every is None else 5.5 * kill_every
    server = await started(folder, port)
    measured = Measured()
    try:
        end = time.monotonic() + seconds
        load = asyncio.gather(*(participant(port, number, pause, end, measured) for number in range(people)))
        while kill_every is not None and time.monotonic() + kill_every < end:
            await asyncio.sleep(kill_every)
            server.kill()
            server.wait()
            start = time.perf_counter()
            server = await started(folder, port)
            measured.restarts.append(time.perf_counter() - start)
        await load
    finally:
        server.kill()
        server.wait()
    measured.report(people, pause, seconds, folder)


class Measured:
    """What participants and the operator of the server saw."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}  # request → seconds until its response
        self.acknowledged: list[str] = []  # keys of clicks
        self.refused: list[bytes] = []  # status lines other than 200
        self.restarts: list[float] = []  # seconds until the server answered again

    def report(self, people: int, pause: float, seconds: float, folder: Path) -> None:
        what = "without a pause" if not pause else f"with {pause:g} s between clicks"
        what += f", {len(self.restarts)} kills" if self.restarts else ""
        count = sum(map(len, self.times.values()))
        line(f"{people} participants at once, {what}", f"{count / seconds:,.0f} requests/s")
        for name, found in self.times.items():
            found.sort()
            middle, late, rare, last = (1000 * found[int(share * (len(found) - 1))] for share in (0.5, 0.95, 0.99, 1.0))
            figures = f"{middle:.1f} / {late:.1f} / {rare:.1f} / {last:.1f} ms"
            line(f"  {name}: median / 95 % / 99 % / slowest", figures)
        with closing(sqlite3.connect(folder / "answers.db")) as db:
            stored = {key for (key,) in db.execute("SELECT key FROM clicks")}
        lost = len(set(self.acknowledged) - stored)
        line("  acknowledged answers / lost", f"{len(self.acknowledged):,} / {lost}")
        line("  responses other than 200", str(len(self.refused)))
        if self.restarts:
            line("  slowest restart", f"{max(self.restarts):.1f} s")


async def started(folder: Path, port: int) -> "subprocess.Popen[bytes]":
    """A server that accepts connections."""
    server = subprocess.Popen([*COMMAND, "serve", folder, "--port", str(port)], stdout=subprocess.DEVNULL)
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
        else:
            writer.close()
            return server


class Browser:
    """One connection, opened again when the server has gone; a request is repeated until it is answered."""

    def __init__(self, port: int, measured: Measured) -> None:
        self.secret = secrets.token_hex(32)
        self._port, self._measured = port, measured
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, name: str, path: str, body: dict[str, str] | None = None) -> bytes:
        content = json.dumps(body).encode() if body else b""
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self.secret}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        while True:
            try:
                start = time.perf_counter()
                status, text = await self._exchange(head.encode() + content)
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                await asyncio.sleep(0.25)
                continue
            if status.startswith(b"HTTP/1.1 200"):
                self._measured.times.setdefault(name, []).append(time.perf_counter() - start)
                return text
            self._measured.refused.append(status)
            await asyncio.sleep(0.25)

    async def _exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """(status line, body)"""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(request)
        response = await reader.readuntil(b"\r\n\r\n")
        length = int(response.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return response.split(b"\r\n", 1)[0], await reader.readexactly(length)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def participant(port: int, number: int, pause: float, end: float, measured: Measured) -> None:
    rng = Random(number)
    browser = Browser(port, measured)
    visit = 0
    while time.monotonic() < end:
        visit += 1
        form = ("quality", "facts")[(number + visit) % 2]
        questions = {"quality": dict.fromkeys(CRITERIA, "A"), "facts": {"supporting": "2", "contradicting": "0"}}[form]
        await browser.ask("page", f"/{form}")
        name = f"p{number}-{visit}-{browser.secret[:6]}"
        overview = json.loads(await browser.ask("begin", "/api/begin", {"form": form, "participant": name}))
        for screen in overview["screens"]:
            if time.monotonic() >= end:
                break
            await browser.ask("screen", f"/api/screen/{screen['token']}")
            for question, value in {**questions, "done": "1"}.items():
                await asyncio.sleep(rng.uniform(0, 2 * pause))
                answer = {"key": secrets.token_hex(16), "token": screen["token"], "question": question, "value": value}
                await browser.ask("answer", "/api/answer", answer)
                measured.acknowledged.append(answer["key"])
    browser.close()
