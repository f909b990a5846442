"""`boxscribe serve` under load, on loopback: stories beside `boxscribe write`, the page, kills.

    python -m benchmarks serve
    python -m benchmarks serve --clients 4 --stories 8 --visitors 20 --seconds 3 --kills 1

Clients order stories of the shipped model, each the next one as soon as its last one is complete; the same games are
written by `boxscribe write` before and after, from a file. Both begin with their models in memory: what `write` needs
to read its own is measured by a run over one game.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.data import command, line
from boxscribe.serve.folder import ServeFolder
from boxscribe.serve.jobs import Jobs
from boxscribe.serve.saved_stories import SavedStories
from boxscribe.tables import native_json
from boxscribe.tables.simulate import simulate
from boxscribe.tables.write import write_tables

PAGES = ("/", "/assets/style.css", "/assets/main.js", "/assets/model.js", "/v1/examples", "/v1/examples/1")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks serve", description=__doc__)
    parser.add_argument("--clients", type=int, default=50, help="that order stories at once")
    parser.add_argument("--stories", type=int, default=200, help="that they order in all")
    parser.add_argument("--queue", type=int, default=50, help="orders that may wait")
    parser.add_argument("--visitors", type=int, default=500, help="that read the page at once")
    parser.add_argument("--seconds", type=float, default=15.0, help="of reading the page, and between two kills")
    parser.add_argument("--kills", type=int, default=3)
    options, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="boxscribe-bench-") as name:
        folder = Path(name)
        tables = [native_json.to_json(table) for table in islice(simulate("rotowire", 1), options.stories)]
        writing(folder, tables, options)
        reading(folder, options)
        killing(folder, tables, options)


class Server:
    """A service in a process of its own."""

    def __init__(self, folder: Path, *options: object) -> None:
        arguments = ["serve", "--port", "0", "--folder", folder, *options]
        start = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "boxscribe", *map(str, arguments)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline().rsplit(":", 1)[1])
        while asyncio.run(asked(self.port, "/ready"))[0] != 200:
            time.sleep(0.05)
        self.start_seconds = time.perf_counter() - start

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def served(folder: Path, *options: object) -> Iterator[Server]:
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.kill()


async def lines_of(port: int, path: str, body: dict[str, Any] | None = None) -> AsyncIterator[bytes]:
    """The status of an answer, then the lines of its head, an empty one, and those of its body. By HTTP/1.0 the body
    is not in chunks, and ends with the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    try:
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.0\r\nHost: localhost\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        yield (await reader.readline()).split()[1]
        while part := await reader.readline():
            yield part.rstrip(b"\r\n")
    finally:
        writer.close()


async def asked(port: int, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
    """The status of an answer and its body."""
    status, *rest = [part async for part in lines_of(port, path, body)]
    return int(status), b"\n".join(rest[rest.index(b"") + 1 :])


@dataclass
class Measured:
    """What clients saw: seconds since their first attempt, and answers other than a story."""

    firsts: list[float] = field(default_factory=list)  # until the first sentence
    wholes: list[float] = field(default_factory=list)  # until the story
    texts: dict[str, str] = field(default_factory=dict)  # by table
    others: Counter[str] = field(default_factory=Counter)


def writing(folder: Path, tables: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Stories of clients beside those of a file."""
    file, one, out = folder / "games.jsonl", folder / "game.jsonl", folder / "stories.jsonl"
    for path, count in ((file, options.stories), (one, 1)):
        with path.open("w") as stream:
            write_tables(islice(simulate("rotowire", 1), count), stream)
    rates = []

    def write() -> None:
        seconds, _ = command("write", file, "--format", "jsonl", "--no-trace", "--out", out)
        alone, _ = command("write", one, "--out", folder / "one.txt")
        rates.append((options.stories - 1) / (seconds - alone))

    write()
    with served(folder / "load", "--queue", options.queue) as server:
        measured, waiting = Measured(), iter(tables)
        start = time.perf_counter()
        asyncio.run(ordering(server.port, options.clients, waiting, measured))
        rate = len(measured.wholes) / (time.perf_counter() - start)
        line("from the start of `boxscribe serve` until its model is loaded", f"{server.start_seconds:.1f} s")
    write()
    expected = {story["id"]: story["text"] for story in map(json.loads, out.read_text().splitlines())}
    line(f"{options.clients} clients, {options.stories} stories", f"{rate:.2f} stories/s")
    line("`boxscribe write`, before and after", " and ".join(f"{one:.2f}" for one in rates) + " stories/s")
    line("ratio", f"{rate / (sum(rates) / len(rates)):.2f}")
    for what, seconds in (("first sentence", measured.firsts), ("whole story", measured.wholes)):
        line(f"  {what}: median / 99 % / slowest", f"{spread(seconds)} s")
    line("  answers of 429 / other errors", f"{measured.others.pop('429', 0)} / {dict(measured.others) or 0}")
    line(
        "  stories that differ from those of `write`",
        str(sum(text != measured.texts.get(id) for id, text in expected.items())),
    )


async def ordering(port: int, clients: int, waiting: Iterator[dict[str, Any]], measured: Measured) -> None:
    async def client() -> None:
        for table in waiting:
            await order(port, table, measured)

    await asyncio.gather(*(client() for _ in range(clients)))


async def order(port: int, table: dict[str, Any], measured: Measured) -> None:
    """A streamed story; an order that the queue has no room for is repeated when the service says."""
    start, event, is_first = time.perf_counter(), b"", True
    while True:
        pause = 0.0
        async for part in lines_of(port, "/v1/stories", {"table": table, "stream": True}):
            name, _, value = part.partition(b": ")
            if part.isdigit() and part != b"200":
                measured.others[part.decode()] += 1
            elif name.lower() == b"retry-after":
                pause = float(value)
            elif name == b"event":
                event = value
                if event == b"sentence" and is_first:
                    is_first = False
                    measured.firsts.append(time.perf_counter() - start)
            elif name == b"data" and event == b"story":
                measured.wholes.append(time.perf_counter() - start)
                measured.texts[table["id"]] = json.loads(value)["text"]
            elif name == b"data" and event == b"problem":
                measured.others[json.loads(value)["detail"]] += 1
        if not pause:
            return
        await asyncio.sleep(pause)


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def got(streams: Streams, path: str) -> int:
    """The status of a page, on a connection that stays open."""
    reader, writer = streams
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]))
    return int(head.split()[1])


def reading(folder: Path, options: argparse.Namespace) -> None:
    """The page, its files and its examples, as fast as they come, each visitor on a connection of their own."""
    with served(folder / "pages") as server:
        for path in PAGES:
            assert asyncio.run(asked(server.port, path))[0] == 200
        seconds: list[float] = []
        others = Counter[str]()
        end = time.perf_counter() + options.seconds

        async def visitor(number: int) -> None:
            streams: Streams | None = None
            for path in islice(cycle(PAGES), number % len(PAGES), None):
                start = time.perf_counter()
                if start > end:
                    break
                try:
                    streams = streams or await asyncio.open_connection("127.0.0.1", server.port)
                    others[str(await got(streams, path))] += 1
                    seconds.append(time.perf_counter() - start)
                except (OSError, EOFError) as error:
                    streams = None
                    others[type(error).__name__] += 1
            if streams is not None:
                streams[1].close()

        async def visit() -> None:
            await asyncio.gather(*(visitor(number) for number in range(options.visitors)))

        asyncio.run(visit())
    line(f"{options.visitors} visitors of the page", f"{len(seconds) / options.seconds:,.0f} requests/s")
    line("  answer: median / 99 % / slowest", f"{spread(seconds)} s")
    del others["200"]
    line("  errors", str(dict(others) or 0))


def killing(folder: Path, tables: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Clients order stories, save some and start jobs, until the server is killed; what was acknowledged is there."""
    kept = folder / "kills"
    saved: list[str] = []
    jobs: dict[str, int] = {}  # tables of each
    for _ in range(options.kills):
        server = Server(kept, "--queue", options.queue)
        try:
            asyncio.run(until_killed(server, tables, options, saved, jobs))
        finally:
            server.kill()
    stored = ServeFolder(kept)
    stories, all_jobs = SavedStories(stored), Jobs(stored)
    lost = [id for id in saved if stories.content(id) is None]
    lost += [id for id, count in jobs.items() if (found := all_jobs.progress(id)) is None or found.total != count]
    stored.close()
    line(
        f"{options.kills} kills under load: saved stories and jobs / lost",
        f"{len(saved)} and {len(jobs)} / {len(lost)}",
    )


async def until_killed(
    server: Server, tables: list[dict[str, Any]], options: argparse.Namespace, saved: list[str], jobs: dict[str, int]
) -> None:
    killed = asyncio.Event()

    async def repeat(path: str, body: dict[str, Any], done: Any) -> None:
        while not killed.is_set():
            try:
                status, answer = await asked(server.port, path, body)
            except (OSError, IndexError, ValueError):
                await asyncio.sleep(0.01)  # it is gone
                continue
            if status in (201, 202):
                done(json.loads(answer)["id"])
            await asyncio.sleep(0.02)

    async def client(number: int) -> None:
        while not killed.is_set():
            try:
                await order(server.port, tables[number % len(tables)], Measured())
            except (OSError, IndexError, ValueError):
                await asyncio.sleep(0.01)

    story = {"title": "kept", "table": tables[0], "sentences": []}
    job = {"tables": tables[:5], "model": "template"}
    work = asyncio.gather(
        *(client(number) for number in range(options.clients)),
        repeat("/v1/saved", story, saved.append),
        repeat("/v1/jobs", job, lambda id: jobs.__setitem__(id, len(job["tables"]))),
    )
    await asyncio.sleep(options.seconds)
    server.kill()
    killed.set()
    await work


def spread(seconds: list[float]) -> str:
    found = sorted(seconds) or [float("nan")]
    return " / ".join(f"{found[int(share * (len(found) - 1))]:.2f}" for share in (0.5, 0.99, 1.0))
