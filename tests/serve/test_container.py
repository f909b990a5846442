"""Dockerfile and compose.yaml: what they start is what the command line has, and it is not root."""

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

from boxscribe.cli import app as cli
from boxscribe.errors import InputError
from boxscribe.serve import server as server_module
from boxscribe.serve.server import ServeOptions, StoryServer
from boxscribe.serve.service import StoryService
from helpers import ROOT

TOKEN = "a-long-and-secret-token"
Instructions = list[tuple[str, str]]


@pytest.fixture(scope="module")
def stages() -> list[Instructions]:
    """The instructions of each stage, with their arguments."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: list[Instructions] = []
    for line in filter(None, text.splitlines()):
        name, _, value = line.partition(" ")
        if name == "FROM":
            found.append([])
        found[-1].append((name, value))
    return found


@pytest.fixture(scope="module")
def image(stages: list[Instructions]) -> dict[str, str]:
    """The last instruction of each name in the stage that becomes the image."""
    return dict(stages[-1])


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    services: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    return services["boxscribe"]


def command(image: dict[str, str]) -> list[str]:
    return [*json.loads(image["ENTRYPOINT"]), *json.loads(image["CMD"])]


def test_the_container_starts_a_service_that_needs_a_token(
    image: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *arguments = command(image)
    assert name == "boxscribe"
    refused = CliRunner().invoke(cli, arguments, env={"BOXSCRIBE_TOKEN": ""})
    assert isinstance(refused.exception, InputError) and "BOXSCRIBE_TOKEN" in str(refused.exception)
    started: list[ServeOptions] = []

    class Started:
        def __init__(self, options: ServeOptions) -> None:
            started.append(options)
            self.url = ""

        def run(self) -> None: ...

    monkeypatch.setattr(server_module, "StoryServer", Started)
    done = CliRunner().invoke(cli, arguments, env={"BOXSCRIBE_TOKEN": TOKEN, "BOXSCRIBE_WEBHOOK_SECRET": ""})
    assert done.exit_code == 0, done.output
    (options,) = started
    assert (options.host, options.token, options.webhooks.secret) == ("0.0.0.0", TOKEN, None)
    assert str(options.folder) == image["VOLUME"] and str(options.port) == image["EXPOSE"]


def test_nothing_runs_as_root_and_no_installer_is_left(stages: list[Instructions], image: dict[str, str]) -> None:
    assert image["USER"].isdecimal() and int(image["USER"]) > 0, "by number, so that a cluster can see it"
    names = [name for name, _ in stages[-1]]
    assert "RUN" not in names[names.index("USER") :]
    installed = " ".join(value for name, value in stages[-1] if name == "RUN")
    assert "apt-get" not in installed and "pip install" not in installed and "pip uninstall" in installed
    assert [value for name, value in stages[-1] if name == "COPY"] == ["--from=build /opt/boxscribe /opt/boxscribe"]
    built = [value for name, value in stages[0] if name == "RUN"]
    assert "[serve]" in built[-1] and built[-1].endswith("pip uninstall --yes pip")


def test_the_image_has_the_tested_torch_and_all_that_the_build_needs(stages: list[Instructions]) -> None:
    (torch,) = re.findall(r"^TORCH \?= (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert ("ARG", f"TORCH={torch}") in stages[0]
    sent = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [source for name, value in stages[0] if name == "COPY" for source in value.split()[:-1]]
    for source in copied:
        assert (ROOT / source).exists() and any(fnmatch(source, pattern) for pattern in sent), source
    needed = re.findall(r'^(?:readme|license-files) = \[?"(.+?)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert {*needed, "pyproject.toml", "src"} == {*copied}


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Of a service as in the container, without a model."""
    monkeypatch.setattr(StoryService, "warm_up", lambda _: None)
    made = StoryServer(ServeOptions(port=0, token=TOKEN, workers=1, folder=tmp_path))
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    yield made.url.rsplit(":", 1)[1]
    made.stop()
    thread.join(30)


def test_the_health_check_finds_a_service_that_answers(image: dict[str, str], port: str) -> None:
    options, _, check = image["HEALTHCHECK"].partition("CMD")
    interpreter, *arguments = json.loads(check)
    assert interpreter == "python" and image["EXPOSE"] in arguments[1] and "--start-period" in options

    def healthy(at: str) -> bool:
        code = arguments[1].replace(image["EXPOSE"], at)
        return subprocess.run([sys.executable, arguments[0], code], stderr=subprocess.DEVNULL).returncode == 0

    assert healthy(port) and not healthy("1")


def test_compose_keeps_stories_in_a_volume_and_needs_a_token(image: dict[str, str], composed: dict[str, Any]) -> None:
    assert composed["build"] == "." and "command" not in composed and "user" not in composed
    assert composed["environment"]["BOXSCRIBE_TOKEN"].startswith("${BOXSCRIBE_TOKEN:?"), "it does not start without"
    assert composed["environment"].keys() == {"BOXSCRIBE_TOKEN", "BOXSCRIBE_WEBHOOK_SECRET"}
    volume, place = composed["volumes"][0].split(":")
    assert place == image["VOLUME"] and volume in yaml.safe_load((ROOT / "compose.yaml").read_text())["volumes"]
    (published,) = composed["ports"]
    assert published == f"127.0.0.1:8000:{image['EXPOSE']}", "other machines reach it through a server with TLS alone"
    assert composed["read_only"] and composed["cap_drop"] == ["ALL"]


def test_the_commands_of_the_document_are_those_of_the_command_line() -> None:
    document = (ROOT / "docs" / "service.md").read_text()
    (given,) = re.findall(r"^docker run .*boxscribe \\\n  (serve .*)$", document, re.MULTILINE)
    words = given.split()
    done = CliRunner().invoke(cli, [words[0], "--help"])
    for option in (word for word in words if word.startswith("--")):
        assert option in done.output, option
