"""Steering a model that follows plans, from the command line: style, focus, length, sentences to keep, the page."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.models.store import Model, save_model
from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.planner import train_planner
from boxscribe.planning.store import load_planner, save_planner
from boxscribe.planning.styles import PlannerStyle
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.write import write_tables
from boxscribe.writing.length_attempts import corrected
from helpers import boxscribe, requiring_nothing
from training.test_planned import model
from training.toy import planned_games

__all__ = ["model"]  # a fixture

GAME, _ = planned_games(3, seed=3)[1]
STYLES = {"brief": PlannerStyle(writer="one", about="one sentence"), "long": PlannerStyle(writer="all", about="all")}


def best(table: Table) -> list[Entity]:
    """The players by falling points."""
    return sorted(table.entities, key=lambda player: -int(player.value("PTS") or 0))


@pytest.fixture(scope="module")
def folder(model: Model, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model with its planner: one writer plans the best scorer, the other one all of them. And two games, in the
    second of which a player did not play."""
    made = tmp_path_factory.mktemp("steering")
    (made / "model").mkdir()
    save_model(model, made / "model")
    tables = [table for table, _ in planned_games(120, seed=5)]
    plans, writers = list[Plan](), list[str]()
    for number, table in enumerate(tables):
        ranked = best(table)[: None if number % 2 else 1]
        sentences = (tuple(_facts(player, ("PTS", "REB"))) for player in ranked)
        plans.append(Plan(tuple(sentences)))
        writers.append("all" if number % 2 else "one")
    planner = train_planner(tables, plans, requiring_nothing(load_domain("rotowire")), writers)
    planner = replace(planner, styles=STYLES, length=planner.length._replace(words=4, words_per_fact=2.5))
    save_planner(planner, made / "model" / "planner")
    idle = best(GAME)[-1]
    named = tuple(record for record in idle.records if "NAME" in record.type)
    absent = tuple(replace(one, records=named) if one is idle else one for one in GAME.entities)
    with (made / "games.jsonl").open("w") as stream:
        write_tables([replace(GAME, tokens=()), replace(GAME, id="other", tokens=(), entities=absent)], stream)
    return made


def _facts(player: Entity, types: Sequence[str]) -> list[PlannedFact]:
    return [PlannedFact(player.id, type, player.value(type) or "") for type in types]


def write(folder: Path, *options: object, game: int = 1) -> "subprocess.CompletedProcess[bytes]":
    games = ("--game", game) if game else ()
    return boxscribe("write", folder / "games.jsonl", "--model", folder / "model", *games, *options)


def text(folder: Path, *options: object) -> str:
    done = write(folder, "--format", "tokens", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().replace(" *NEWPARAGRAPH*", "").strip()


def named(text: str) -> list[str]:
    """The players in the order of their sentences."""
    return [next(one.name for one in GAME.entities if one.name in sentence) for sentence in text.split(" .")[:-1]]


def test_a_style_is_how_much_is_said(folder: Path) -> None:
    assert named(text(folder, "--style", "brief")) == [best(GAME)[0].name]
    assert {*named(text(folder, "--style", "long"))} == {player.name for player in GAME.entities}


def test_who_is_in_focus_is_written_about_after_the_first_sentence(folder: Path) -> None:
    last = best(GAME)[-1]
    assert last.name not in text(folder, "--style", "brief")
    written = text(folder, "--style", "brief", "--focus", f"{last.name.split()[1].lower()} steals")
    assert named(written) == [best(GAME)[0].name, last.name]
    assert f"{last.value('STL')} steals" in written


@pytest.mark.parametrize("words", [18, 27, 45])
def test_a_story_has_about_as_many_words_as_asked_for(folder: Path, words: int) -> None:
    """A sentence of this model has nine words, so that the length cannot be met exactly."""
    assert abs(len(text(folder, "--words", words).split()) - words) <= 0.15 * words + 2


def test_the_plan_is_corrected_between_attempts() -> None:
    assert corrected(100, {100: 80}) == 125
    assert corrected(100, {100: 10}) == 200, "no more than twice"
    assert corrected(100, {100: 80, 125: 120}) == pytest.approx(112.5)
    assert corrected(100, {100: 80, 125: 120, 112.5: 90}) == pytest.approx(112.5 + 12.5 / 3)


def test_the_length_is_fitted_to_stories_of_the_model(folder: Path, tmp_path: Path) -> None:
    """A sentence has a name of two words, "had", for each fact two words and an "and" before all but the first, "."."""
    stories, planner = tmp_path / "stories.jsonl", tmp_path / "planner"
    shutil.copytree(folder / "model" / "planner", planner)
    given = ("--style", "long", "--focus", f"{best(GAME)[0].name}, {best(GAME)[1].name} steals")
    assert write(folder, *given, "--free", "--format", "jsonl", "--no-trace", "--out", stories).returncode == 0
    done = boxscribe("planner", "length", planner, "--stories", stories)
    assert "a sentence has 3." in done.stdout.decode()
    again = load_planner(planner)
    assert again.length == pytest.approx((3, 3), abs=0.5)
    assert again.styles == STYLES
    for content, message in {"": "has no sentences with one fact", "[]": "line 1: is no story", "{": "line 1"}.items():
        stories.write_text(content)
        done = boxscribe("planner", "length", planner, "--stories", stories)
        assert done.returncode == 2 and message in done.stderr.decode()
    assert "no such folder" in boxscribe("planner", "length", "rotowire", "--stories", stories).stderr.decode()


def kept(player: Entity) -> str:
    return f"{player.name} dazzled all with {player.value('PTS')} points."


def test_a_true_sentence_is_kept_in_its_place_and_its_facts_are_stated_once(folder: Path) -> None:
    """The model knows no "dazzled"."""
    first, second = best(GAME)[:2]
    written = text(folder, "--style", "long", "--keep", kept(second), "--keep", "What a zesty night!")
    sentence = kept(second).replace(".", " .")
    assert sentence in written and written.endswith("What a zesty night !")
    assert written.count(f"{second.value('PTS')} points") == 1
    assert written.index(first.name) < written.index(sentence)
    assert f"{second.value('REB')} rebounds" in written


def test_what_is_kept_is_an_origin_of_the_story_and_stands_on_the_page(folder: Path) -> None:
    given = ("--style", "long", "--keep", kept(best(GAME)[1]))
    story = json.loads(write(folder, *given, "--format", "jsonl").stdout)
    assert story["origins"].count("kept") == 1
    place = story["origins"].index("kept")
    assert story["outline"][place] == [[best(GAME)[1].id, "PTS"]]
    html = write(folder, *given, "--format", "html").stdout.decode()
    assert html.count('<span class="origin from-kept"') == 1
    assert "dazzled" in html


def test_plan_and_style_go_together(folder: Path, tmp_path: Path) -> None:
    player = best(GAME)[2]
    (tmp_path / "plan.txt").write_text(f"{player.name}: AST\n")
    assert named(text(folder, "--plan", tmp_path / "plan.txt", "--style", "brief")) == [player.name]


FALSE = f"{best(GAME)[0].name} had 77 points."
TRUE = best(GAME)[0].value("PTS")
IMPOSSIBLE = {
    "--focus: 'Jokic' is not in this game": ("--focus", "Jokic"),
    "--words 3: a sentence has about": ("--words", 3),
    "has facts for about": ("--words", 900, "--max-length", 1000),
    "--style: the planner has no style 'breif'; did you mean 'brief'?": ("--style", "breif"),
    "give one of them": ("--style", "brief", "--writer", "one"),
    f"cannot be kept: '77' of {best(GAME)[0].name} is false, and {TRUE} is true": ("--keep", FALSE),
    "does not end with a full stop": ("--keep", "What a night"),
    "is more than one sentence": ("--keep", "What a night! They left."),
    "has no words": ("--keep", " "),
    "and 100 are allowed": ("--keep", "very " * 100 + "long."),
    "--keep is for verified stories; leave out --free": ("--keep", "What a night!", "--free"),
    "template: follows no plan; leave out --focus": ("--model", "template", "--focus", "bench"),
    "follows no plan; leave out --style and --keep": ("--model", "rotowire-ent", "--style", "brief", "--keep", "x."),
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_impossible_wishes_get_a_sentence(message: str, folder: Path) -> None:
    done = write(folder, *IMPOSSIBLE[message])
    assert done.returncode == 2 and done.stderr.count(b"Error: ") == 1 and done.stdout == b""
    assert message in done.stderr.decode()


def test_wishes_that_one_of_several_games_cannot_fulfil(folder: Path, tmp_path: Path) -> None:
    idle = best(GAME)[-1].name
    done = write(folder, "--focus", idle, game=0)
    assert done.returncode == 2 and done.stdout == b"", "nothing is written before all tables are checked"
    assert f"game other: --focus: {idle} did not play in this game" in done.stderr.decode()
    out = tmp_path / "stories.txt"
    done = write(folder, "--focus", idle, "--skip-invalid", "--out", out, game=0)
    assert done.returncode == 0 and len(out.read_text().splitlines()) == 1
    done = write(folder, "--keep", "What a night!", game=0)
    assert "--keep is about one game, and there are 2; choose one with --game" in done.stderr.decode()


def test_a_plan_says_itself_what_is_written(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text(f"{best(GAME)[0].name}: PTS\n")
    for wish in (("--focus", "assists"), ("--words", 30)):
        done = write(folder, "--plan", tmp_path / "plan.txt", *wish)
        assert done.returncode == 2
        assert f"{wish[0]} is for the planner, but a plan is given" in done.stderr.decode()
