"""The writing engine: stories of many orders, written together, each as it would be alone."""

import time
from collections.abc import Iterator
from dataclasses import replace
from queue import Queue

import pytest

from boxscribe.errors import InputError
from boxscribe.serve.engine import WritingEngine
from boxscribe.serve.events import SentenceWritten, StoryBegun, StoryEvent, StoryFailed, StoryFinished
from boxscribe.serve.orders import EngineClosed, QueueFull, StoryOrder, TimeLimit
from boxscribe.tables import Table
from boxscribe.tables.read import read_tables
from boxscribe.writing.loaded_model import LoadedModel
from boxscribe.writing.story_pools import PooledAuthor
from boxscribe.writing.table_plans import Planning
from helpers import ROOT, games
from serve.fake_author import FakeAuthor, named

GAMES = [named(table, f"game{number}") for number, table in enumerate(games(6, texts=False))]


class Client:
    """Orders a story and keeps its events."""

    def __init__(
        self,
        engine: WritingEngine,
        author: PooledAuthor,
        table: Table = GAMES[0],
        seconds: float = 600.0,
        background: bool = False,
    ) -> None:
        self.events: Queue[StoryEvent] = Queue()
        self.order = StoryOrder(author, author.begin(table), self.events.put, seconds, background)
        engine.order(self.order)

    def next(self) -> StoryEvent:
        return self.events.get(timeout=600)

    def all(self) -> list[StoryEvent]:
        """All events, up to the last."""
        found = [self.next()]
        while not isinstance(found[-1], StoryFinished | StoryFailed):
            found.append(self.next())
        return found

    def error(self) -> Exception:
        last = self.all()[-1]
        assert isinstance(last, StoryFailed)
        return last.error


@pytest.fixture
def engine() -> Iterator[WritingEngine]:
    made = WritingEngine(most_waiting=2, batch_size=2, workers=1)
    yield made
    made.close()


def test_sentences_come_one_after_the_other_and_then_the_story(engine: WritingEngine) -> None:
    first, *sentences, last = Client(engine, FakeAuthor(3)).all()
    assert isinstance(first, StoryBegun) and first.plan is not None and len(first.plan.sentences) == 3
    assert sentences == [SentenceWritten(number, f"Sentence{number} of game0.", "best") for number in range(3)]
    assert isinstance(last, StoryFinished)
    assert last.story.text == "Sentence0 of game0. Sentence1 of game0. Sentence2 of game0."
    assert engine.counts == {"written": 1}


def test_an_order_joins_a_story_that_is_being_written(engine: WritingEngine) -> None:
    author = FakeAuthor(8, 0.1)
    first = Client(engine, author)
    first.next(), first.next()
    second = Client(engine, author, GAMES[1])
    assert isinstance(first.all()[-1], StoryFinished) and isinstance(second.all()[-1], StoryFinished)
    assert author.together[0] == 1 and 2 in author.together


def test_a_full_queue_refuses_and_says_when_to_come_again(engine: WritingEngine) -> None:
    author = FakeAuthor(3, 0.5)
    clients = [Client(engine, author), Client(engine, author)]
    for one in clients:
        one.next()  # it is being written
    clients += [Client(engine, author), Client(engine, author)]  # these wait
    with pytest.raises(QueueFull) as refused:
        Client(engine, author)
    assert refused.value.retry_after >= 1 and engine.waiting == 2 and engine.writing == 2
    Client(engine, author, background=True)  # a job waits elsewhere
    assert all(isinstance(one.all()[-1], StoryFinished) for one in clients)
    assert engine.counts["refused"] == 1


def test_clients_come_before_jobs(engine: WritingEngine) -> None:
    author = FakeAuthor(2, 0.2)
    busy = [Client(engine, author), Client(engine, author)]
    for one in busy:
        one.next()
    jobs = [Client(engine, author, background=True) for _ in range(2)]
    client = Client(engine, author)
    client.all()
    assert all(job.events.empty() or isinstance(job.next(), StoryBegun) for job in jobs)


def test_a_client_that_leaves_stops_its_work(engine: WritingEngine) -> None:
    author = FakeAuthor(1000, 0.1)
    leaving = Client(engine, author)
    leaving.next()
    waiting = [Client(engine, author), Client(engine, author)]
    engine.cancel(waiting[1].order)
    engine.cancel(leaving.order)
    engine.cancel(waiting[0].order)
    deadline = time.monotonic() + 10
    while engine.writing or engine.waiting:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert engine.counts["cancelled"] == 3
    assert isinstance(Client(engine, FakeAuthor(1)).all()[-1], StoryFinished)


def test_a_story_that_takes_too_long_fails_also_while_it_waits(engine: WritingEngine) -> None:
    author = FakeAuthor(1000, 0.1)
    clients = [Client(engine, author, seconds=1.0) for _ in range(2)]
    for one in clients:
        one.next()
    clients += [Client(engine, author, seconds=1.0) for _ in range(2)]
    for one in clients:
        error = one.error()
        assert isinstance(error, TimeLimit) and "not finished within" in str(error)


def test_a_fault_of_one_pool_leaves_the_others(engine: WritingEngine) -> None:
    good = Client(engine, FakeAuthor(5, 0.1))
    bad = Client(engine, FakeAuthor(fails=True, name="bad"))
    assert isinstance(bad.error(), RuntimeError)
    assert isinstance(good.all()[-1], StoryFinished)
    assert engine.is_alive


def test_a_story_of_another_length_than_asked_for_is_begun_again(engine: WritingEngine) -> None:
    events = Client(engine, FakeAuthor(words=24)).all()
    begun = [event for event in events if isinstance(event, StoryBegun)]
    assert [len(event.plan.sentences) for event in begun if event.plan] == [12, 6]
    assert isinstance(events[-1], StoryFinished) and len(events[-1].story.tokens) == 24


def test_what_is_not_finished_when_the_engine_closes_fails() -> None:
    engine = WritingEngine(most_waiting=2, batch_size=1, workers=1)
    author = FakeAuthor(1000, 0.1)
    clients = [Client(engine, author), Client(engine, author)]
    clients[0].next()
    engine.close()
    assert all(isinstance(one.error(), EngineClosed) for one in clients)
    with pytest.raises(EngineClosed):
        Client(engine, author)


def test_the_error_of_a_table_is_that_of_the_command_line(engine: WritingEngine) -> None:
    with pytest.raises(InputError, match="game x: the table has no record"):
        engine.write(FakeAuthor(), replace(GAMES[0], id="x", entities=()))


def test_a_story_is_the_same_alone_and_beside_others() -> None:
    """By the shipped model, whose plans are cut to a sentence or two, so that this is quick; and freely written."""
    tables = list(read_tables(ROOT / "examples" / "games.jsonl"))[:3]
    loaded = LoadedModel(domain="rotowire")
    decoding = loaded.decoding(changes={"beam": 2})
    whole = loaded.author(decoding)
    plans = {}
    for number, table in enumerate(tables):
        plan = whole.begin(table).plan
        assert plan is not None
        plans[table.id] = replace(plan, sentences=plan.sentences[number : number + 2], paragraphs=frozenset())
    verified = loaded.author(decoding, Planning(plans), workers=1)
    free = loaded.author(decoding, Planning(plans, free=True), workers=1)
    alone = {one: [next(one.write_all([table])).tokens for table in tables] for one in (verified, free)}
    engine = WritingEngine(workers=1)
    try:
        clients = [(one, place, Client(engine, one, table)) for one in alone for place, table in enumerate(tables)]
        for one, place, client in clients:
            last = client.all()[-1]
            assert isinstance(last, StoryFinished) and last.story.tokens == alone[one][place]
    finally:
        engine.close()
