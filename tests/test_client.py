"""The client of the service gives what the library gives."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from docx import Document

import boxscribe
from boxscribe.client import Client, ServiceError, StreamedSentence
from boxscribe.errors import InputError
from boxscribe.planning.plan import Plan
from boxscribe.planning.suggestions import suggestions
from boxscribe.serve import server as server_module
from boxscribe.serve.server import ServeOptions, StoryServer
from boxscribe.tables.domain import load_domain
from boxscribe.tables.read import read_tables
from boxscribe.writing.story import Story
from helpers import ROOT, games
from serve.stating_author import StatingAuthor, StatingService

TOKEN = "a-long-and-secret-token"
GAME = next(iter(read_tables(ROOT / "examples" / "games.jsonl")))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Of a service whose planned stories are those of `StatingAuthor`."""
    patch = pytest.MonkeyPatch()
    patch.setattr(server_module, "StoryService", StatingService)
    server = StoryServer(ServeOptions(port=0, token=TOKEN, workers=1, folder=tmp_path_factory.mktemp("serve")))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Client(server.url, TOKEN, seconds=120)
    server.stop()
    thread.join(30)
    patch.undo()


def test_stories_are_those_of_the_library(client: Client) -> None:
    tables = games(3, texts=False)
    remote = list(client.write(tables, "template"))
    assert [story.text for story in remote] == [story.text for story in boxscribe.write(tables, "template")]
    assert all(story.table is table for story, table in zip(remote, tables, strict=True))
    (traced,) = client.write(GAME, "template", trace=True)
    assert [word.sources for word in traced.trace.words] == [
        word.sources for word in boxscribe.load("template").write(GAME).trace.words
    ]
    assert not remote[0].trace.words


def test_a_story_is_streamed_and_follows_a_plan(client: Client) -> None:
    author = StatingAuthor(None, ())
    plan = author.planned(GAME)
    first, *sentences, story = client.stream(GAME)
    assert first == plan and isinstance(story, Story)
    assert all(isinstance(one, StreamedSentence) for one in sentences) and len(sentences) == 3
    shorter = Plan(plan.sentences[:1])
    (alone,) = client.write(GAME, plan=shorter, keep=["What a night!"])
    assert isinstance(sentences[0], StreamedSentence) and alone.text == f"{sentences[0].text} What a night!"
    assert alone.origins == ("best", "kept")


def test_suggestions_are_those_of_the_library(client: Client) -> None:
    table = boxscribe.enrich(GAME)
    assert client.suggestions(GAME) == suggestions(next(iter(table)), load_domain("rotowire"))


def test_verdicts_are_those_of_the_library(client: Client) -> None:
    text = "The Chicago Bulls (17-11) defeated the Miami Heat (9-19) 93-83. Pascal Lockett scored 30 points."
    assert client.check(text, GAME) == boxscribe.check(text, GAME)
    story = boxscribe.load("template").write(GAME)
    assert client.check(story, GAME) == boxscribe.check(story.text, GAME)


def test_a_document_has_the_text(client: Client) -> None:
    document = Document(BytesIO(client.document("What a night!", GAME)))
    assert "What a night!" in [paragraph.text for paragraph in document.paragraphs] and document.tables
    with pytest.raises(InputError, match="no description of the domain 'tides'"):
        client.document("What a night!", replace(GAME, domain="tides"))


def test_figures_are_those_of_the_library(client: Client) -> None:
    tables = games(2)
    texts = [story.text for story in boxscribe.write(tables, "template")]
    assert client.evaluate(texts, tables, "bleu") == boxscribe.evaluate(texts, tables, metrics="bleu").as_json()
    assert "template" in {model["name"] for model in client.models()}


def test_wrong_input_is_the_error_of_the_library_and_all_else_one_of_the_service(client: Client) -> None:
    with pytest.raises(InputError, match="template: follows no plan; leave out --style"):
        next(client.write(GAME, "template", style="brief"))
    with pytest.raises(InputError, match="tempo: extra inputs"):
        next(client.write(GAME, tempo=3))
    with pytest.raises(ServiceError, match="This server has no season"):
        next(client.games("2016-11-05"))
    with pytest.raises(ServiceError, match="token is needed"):
        Client(client.url, "another-secret-token").models()
    with pytest.raises(ServiceError, match="cannot be reached"):
        Client("http://127.0.0.1:9").models()
    with pytest.raises(InputError, match="is no address of a service"):
        Client("localhost:8000")
