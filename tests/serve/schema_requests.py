"""Requests made from the OpenAPI document by schemathesis, and what is wrong with their answers.

`PYTHONPATH=src:tests python -m serve.schema_requests --requests 20000` sends so many to a service on loopback, whose
models plan and check but do not search; a fault is printed with the request that shows it.

Bodies that the document allows but for a table, which it describes as any object, are given a real table, mostly
changed a little: else no request would pass the readers.
"""

import argparse
import json
import logging
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import schemathesis
from pydantic import ValidationError
from schemathesis.engine import Status, from_schema
from schemathesis.engine.events import NonFatalError, ScenarioFinished
from schemathesis.engine.recorder import ScenarioRecorder

from boxscribe.serve import bodies
from boxscribe.serve import server as server_module
from boxscribe.serve.server import ServeOptions, StoryServer
from boxscribe.tables import native_json, rotowire
from boxscribe.tables.title import date_of
from fuzz.mutate import mutated
from helpers import games
from serve.pages import write_season
from serve.planning_service import PlanningService

TABLES: list[dict[str, Any]] = json.loads(  # as plain values, which can be changed
    json.dumps(
        [
            native_json.to_json(games(1, texts=False)[0]),
            native_json.to_json(games(1, "mlb", texts=False)[0]),
            rotowire.dump(games(1, seed=2)[0]),
        ]
    )
)
DAY = str(date_of(games(100, texts=False)[98]))  # of a game of the season
WISHES: dict[str, tuple[Any, ...]] = {
    "model": ("template", "rotowire", "rotowire-ent", "mlb", "rotowir"),
    "style": ("brief", "teams", "detailed", "breif"),
    "focus": ("", "the winner", "defence, Lee", "<b>", "🏀"),
    "decoding": ({}, {"beam": 2}, {"best": 2}, {"words": 90}, {"beam": 10**9}, {"bean": 1}),
    "metrics": ("bleu", "errors", "errors,bleu", "rg", "blue"),
}
# A table that the document allows may be wrong, by what it says about its cells.
CHECKS: dict[str, Any] = {"positive_data_acceptance": {"enabled": False}}


@dataclass
class Answers:
    """What was asked and answered."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)  # by operation; 0 is no answer
    faults: dict[str, str] = field(default_factory=dict)  # by kind and operation: the first request that shows it

    @property
    def requests(self) -> int:
        return self.statuses.total()

    def add(self, recorder: ScenarioRecorder) -> None:
        for id, interaction in recorder.interactions.items():
            operation = recorder.cases[id].value.operation.label if id in recorder.cases else recorder.label
            self.statuses[operation, interaction.response.status_code if interaction.response else 0] += 1
        for id, checks in recorder.checks.items():
            for check in checks:
                if check.status is Status.FAILURE and check.failure_info is not None:
                    key = f"{recorder.label}: {check.name}"
                    self.faults.setdefault(key, self._shown(recorder, id, check.failure_info))

    def of(self, operation: str) -> dict[int, int]:
        """How often an operation answered with which status."""
        return {status: count for (name, status), count in sorted(self.statuses.items()) if name == operation}

    @staticmethod
    def _shown(recorder: ScenarioRecorder, id: str, info: Any) -> str:
        response = recorder.interactions[id].response if id in recorder.interactions else None
        answer = "" if response is None else f"\n{response.status_code} {response.text[:500]}"
        return f"{info.failure.title}: {info.failure.message[:500]}\n{info.code_sample[:1500]}{answer}"


def ask(url: str, examples: int, seed: int, answers: Answers, phases: tuple[str, ...] = ()) -> None:
    """Send the examples of the document, its edges, and so many random requests to each operation."""
    config = schemathesis.Config.from_dict(
        {
            "seed": seed,
            "continue-on-failure": True,
            "request-timeout": 60,
            "checks": CHECKS,
            "generation": {"max-examples": examples, "no-shrink": True},
            "phases": {name: {"enabled": not phases or name in phases} for name in PHASES},
        }
    )
    schema = schemathesis.openapi.from_url(f"{url}/openapi.json", config=config)
    schema.hook(map_body)
    schema.hook(map_path_parameters)
    for event in from_schema(schema).execute():
        if isinstance(event, ScenarioFinished):
            answers.add(event.recorder)
        elif isinstance(event, NonFatalError):
            answers.faults.setdefault(f"{event.label}: error", str(event.info.format()))


PHASES = ("examples", "coverage", "fuzzing", "stateful")


def map_body(context: schemathesis.HookContext, body: Any) -> Any:
    """The same request about a real table, mostly a changed one, with wishes and facts that there are. What the
    document does not allow stays as it is."""
    if not _is_allowed(context, body):
        return body
    random = Random(repr(body))
    given = {**body}
    for key in ("table", "source"):
        if isinstance(given.get(key), dict):
            given[key] = _table(random)
    if "tables" in given:
        given["tables"] = [_table(random) for _ in given["tables"]]
    for key, values in WISHES.items():
        if given.get(key) is not None:
            given[key] = random.choice(values)
    if given.get("plan"):
        native = random.choice(TABLES[:2])
        given |= {"table": native, "plan": given["plan"] | {"sentences": _sentences(native, random)}}
    return given


def map_path_parameters(context: schemathesis.HookContext, path_parameters: Any) -> Any:
    """Every other request for a game of the season is for one that there is."""
    found = path_parameters or {}
    if {*found} != {"date", "number"} or Random(repr(found)).random() < 0.5:
        return path_parameters
    return {"date": DAY, "number": 1}


def _is_allowed(context: schemathesis.HookContext, body: Any) -> bool:
    assert context.operation is not None
    content = context.operation.definition.raw["requestBody"]["content"]["application/json"]
    model = getattr(bodies, content["schema"]["$ref"].rsplit("/", 1)[1])
    try:
        return bool(model.model_validate(body))
    except ValidationError:
        return False


def _table(random: Random) -> dict[str, Any]:
    table = random.choice(TABLES)
    changed = mutated(table, random) if random.random() < 0.6 else table
    return changed if isinstance(changed, dict) and _is_json(changed) else table


def _sentences(table: dict[str, Any], random: Random) -> list[list[list[str]]]:
    facts = [[one["id"], type, value] for one in table["entities"] for type, value in one["records"].items()]
    return [random.sample(facts, random.randint(0, 3)) for _ in range(random.randint(0, 3))]


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except ValueError:
        return False
    return True


class _Log(logging.Handler):
    """Faults of stories that nobody waits for, and of streams, stand in the log of the server alone."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(logging.ERROR)
        self._answers = answers

    def emit(self, record: logging.LogRecord) -> None:
        self._answers.faults.setdefault(f"log: {record.getMessage()}", self.format(record))


@contextmanager
def served(answers: Answers) -> Iterator[str]:
    """The address of a new service; what it logs as an error is a fault."""
    logger, log = logging.getLogger("uvicorn.error"), _Log(answers)
    with TemporaryDirectory() as folder, patch.object(server_module, "StoryService", PlanningService):
        season = write_season(Path(folder)).season
        server = StoryServer(ServeOptions(port=0, workers=1, folder=Path(folder) / "serve", season=season))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        logger.addHandler(log)
        try:
            yield server.url
        finally:
            server.stop()
            thread.join(30)
            logger.removeHandler(log)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m serve.schema_requests", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000, help="how many at least")
    parser.add_argument("--examples", type=int, default=100, help="random requests to each operation, in each round")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same requests")
    options = parser.parse_args()
    answers, started, seed = Answers(), time.monotonic(), options.seed
    with served(answers) as url:
        while answers.requests < options.requests:
            ask(url, options.examples, seed, answers)
            seed += 1
            sys.stderr.write(f"{answers.requests:,} requests, {len(answers.faults)} faults\n")
    for key, fault in answers.faults.items():
        sys.stdout.write(f"--- {key}\n{fault}\n")
    for operation in sorted({name for name, _ in answers.statuses}):
        counts = ", ".join(f"{count:,} × {status}" for status, count in answers.of(operation).items())
        sys.stdout.write(f"{operation:28} {counts}\n")
    faults = sum(count for (_, status), count in answers.statuses.items() if status >= 500 or not status)
    seconds = time.monotonic() - started
    sys.stdout.write(f"{answers.requests:,} requests in {seconds:,.0f} s, {faults} answered by 5xx or not at all\n")
    return int(bool(answers.faults))


if __name__ == "__main__":
    sys.exit(main())
