"""Human evaluation: making a large study, and the page with 50 participants at once (loopback)."""

import asyncio
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.data import line
from boxscribe.tables.simulate import simulate
from boxscribe.tables.write import write_tables

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
    """Games and texts of SYSTEMS systems; the text of system i is the gold text of the i-th next game."""
    tables = list(islice(simulate("rotowire", 1, texts=True), SUMMARIES))
    with (folder / "games.jsonl").open("w") as stream:
        write_tables(tables, stream)
    settings = [f'tables = "games.jsonl"\nsummaries = {SUMMARIES}\n[systems]']
    for system in range(SYSTEMS):
        stories = [" ".join(tables[(at + system) % SUMMARIES].tokens) for at in range(SUMMARIES)]
        (folder / f"{system}.txt").write_text("\n".join(stories) + "\n")
        settings.append(f'S{system} = "{system}.txt"')
    (folder / "study.toml").write_text("\n".join(settings) + "\n")


async def load(folder: Path, pause: float) -> None:
    """PARTICIPANTS participants answer, with `pause` seconds on average between two clicks."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([*COMMAND, "serve", folder, "--port", str(port)], stdout=subprocess.DEVNULL)
    try:
        await until_ready(port)
        times: dict[str, list[float]] = {}
        end = time.monotonic() + SECONDS
        await asyncio.gather(*(participant(port, number, pause, end, times) for number in range(PARTICIPANTS)))
        what = "without a pause" if not pause else f"with {pause:g} s between clicks"
        count = sum(map(len, times.values()))
        line(f"{PARTICIPANTS} participants at once, {what}", f"{count / SECONDS:,.0f} requests/s")
        for name, found in times.items():
            found.sort()
            middle, late, last = (1000 * found[int(share * (len(found) - 1))] for share in (0.5, 0.95, 1.0))
            line(f"  {name}: median / 95 % / slowest", f"{middle:.1f} / {late:.1f} / {last:.1f} ms")
    finally:
        server.kill()
        server.wait()


async def until_ready(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


async def participant(port: int, number: int, pause: float, end: float, times: dict[str, list[float]]) -> None:
    rng = Random(number)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    secret = secrets.token_hex(32)

    async def ask(name: str, path: str, body: dict[str, str] | None = None) -> bytes:
        await asyncio.sleep(rng.uniform(0, 2 * pause))
        content = json.dumps(body).encode() if body else b""
        head = f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {secret}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        start = time.perf_counter()
        writer.write(head.encode() + content)
        response = await reader.readuntil(b"\r\n\r\n")
        assert response.startswith(b"HTTP/1.1 200"), response
        length = int(response.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        text = await reader.readexactly(length)
        times.setdefault(name, []).append(time.perf_counter() - start)
        return text

    visit = 0
    while time.monotonic() < end:
        visit += 1
        form = ("quality", "facts")[(number + visit) % 2]
        questions = {"quality": dict.fromkeys(CRITERIA, "A"), "facts": {"supporting": "2", "contradicting": "0"}}[form]
        await ask("page", f"/{form}")
        name = f"p{number}-{visit}-{secret[:6]}"
        overview = json.loads(await ask("begin", "/api/begin", {"form": form, "participant": name}))
        for screen in overview["screens"]:
            if time.monotonic() >= end:
                break
            await ask("screen", f"/api/screen/{screen['token']}")
            for question, value in {**questions, "done": "1"}.items():
                answer = {"key": secrets.token_hex(16), "token": screen["token"], "question": question, "value": value}
                await ask("answer", "/api/answer", answer)
    writer.close()
