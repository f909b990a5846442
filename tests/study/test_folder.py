"""The study folder: what is sampled and written, and which inputs are refused."""

import csv
import json
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from boxscribe.cli.study import study as cli
from boxscribe.errors import InputError
from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.study.sources import sample_games
from study.studies import SYSTEMS, json_lines, made_study, set_ids, write_study


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> StudyFolder:
    return made_study(tmp_path_factory.mktemp("folder"), 30)


def test_the_papers_design(made: StudyFolder) -> None:
    """30 summaries of 4 systems: 4 sentences each; 6 pairs each; 5 and 3 answers."""
    tasks = [task for task in made.tasks.values() if not task.is_check]
    facts, pairs = ([task for task in tasks if task.form == form] for form in ("facts", "quality"))
    assert len(facts) == 30 * 4 and all(len(task.sentences) == 4 for task in facts)
    assert len(pairs) == 30 * 6 and len({task.game for task in pairs}) == 30
    assert Counter(task.systems[0] for task in pairs) == dict.fromkeys(["Gold", *SYSTEMS], 45)
    given = Counter(row["code"] for row in rows(made.path / "assignment.csv"))
    assert {given[task.code] for task in facts} == {5}
    assert {given[task.code] for task in pairs} == {3}


def test_sentences_are_those_of_the_summary_with_their_mentions(made: StudyFolder) -> None:
    mentions = 0
    for task in made.tasks.values():
        if task.form == "facts" and not task.is_check:
            story = made.stories[task.game, task.systems[0]]
            at = 0
            for sentence in task.sentences:
                text = "".join(words for words, _ in sentence)
                at = story.index(text.strip(), at)  # in the order of the text
                mentions += sum(entity is not None for _, entity in sentence)
    assert mentions > 100


def test_mentions_refer_to_the_row_of_their_entity(made: StudyFolder) -> None:
    for task in made.tasks.values():
        names: dict[int, str] = {}
        for sheet in json.loads(made.sheets[task.game]):
            names |= {entity: row[0] for entity, row in zip(sheet["entities"], sheet["rows"], strict=True)}
        for sentence in task.sentences:
            for words, entity in sentence:
                if entity is not None:
                    assert words.split()[-1].removesuffix("'s").rstrip("'") in names[entity]


def test_platform_files_have_the_published_columns(made: StudyFolder) -> None:
    ranking = rows(made.path / "platform" / "ranking.csv")
    assert list(ranking[0]) == ["code", "sum1", "system1", "sum2", "system2"]
    for row in ranking:
        if not row["code"].startswith("#check"):
            game, first, second = row["code"].split("#")
            assert (first, second) == (row["system1"], row["system2"])
            assert unescape(row["sum1"]) == f"<p>{made.stories[game, first]}</p>"
    facts = rows(made.path / "platform" / "facts.csv")
    assert list(facts[0]) == ["code", "system", "sentence1", "sentence2", "sentence3", "sentence4", "tables"]
    assert all("<table>" in row["tables"] for row in facts)
    form = (made.path / "platform" / "ranking.html").read_text(encoding="utf-8")
    assert "${sum1}" in form and 'name="grammaticality_better" value="A"' in form
    form = (made.path / "platform" / "facts.html").read_text(encoding="utf-8")
    assert (
        "${sentence4}" in form and "${tables}" in form and 'name="SupChoice1"' in form and 'name="ConChoice4"' in form
    )


def test_a_seed_determines_the_study(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 8)
    settings.write_text("summaries = 3\n" + settings.read_text().replace("summaries = 8\n", ""))
    make_study(settings, tmp_path / "one")
    make_study(settings, tmp_path / "two")
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len(files) >= 10
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    settings.write_text("seed = 2\n" + settings.read_text())
    make_study(settings, tmp_path / "three")
    assert json_lines(tmp_path / "one" / "tasks.jsonl") != json_lines(tmp_path / "three" / "tasks.jsonl")


def test_attention_checks_say_what_to_answer(made: StudyFolder) -> None:
    facts, quality = (made.tasks[f"#check1#{form}"] for form in ("facts", "quality"))
    expected = dict(facts.expected)
    text = facts.sentences[0][0][0]
    assert f"{expected['supporting']} supporting and {expected['contradicting']} contradicting" in text
    first, second = made.texts(quality)
    assert f"please choose {quality.expected[0][1]} in every question" in first
    assert "choose" not in second


@pytest.mark.parametrize("domain", ["mlb"])
def test_baseball_has_paragraphs_and_plays(tmp_path: Path, domain: str) -> None:
    made = made_study(tmp_path, 2, domain=domain)
    assert any("\n\n" in text for text in made.stories.values())
    assert "*NEWPARAGRAPH*" not in (made.path / "tasks.jsonl").read_text(encoding="utf-8")
    assert "Scoring plays" in next(iter(made.sheets.values()))


def test_stories_may_be_plain_english_or_json_lines(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 3)
    ids = [json.loads(line)["id"] for line in (tmp_path / "source" / "games.jsonl").read_text().splitlines()]
    lines = [json.dumps({"id": id, "text": f"Game {id} was won (10-5) by one. It didn't end soon."}) for id in ids]
    (tmp_path / "source" / "ENT.txt").write_text("\n".join(reversed(lines)) + "\n")
    made = make_study(settings, tmp_path / "study")
    for game in ids:
        assert made.stories[game, "ENT"] == f"Game {game} was won (10-5) by one. It didn't end soon."
        assert len(made.tasks[f"{game}#ENT"].sentences) == 2


def test_two_tables_of_one_game_are_two_games(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 2)
    first = (tmp_path / "source" / "games.jsonl").read_text().splitlines()[0]
    (tmp_path / "source" / "games.jsonl").write_text(f"{first}\n{first}\n")
    made = make_study(settings, tmp_path / "study")
    assert len({task.game for task in made.tasks.values()}) == 2


@pytest.mark.parametrize("id", ["a\rb", "a\r\nb", "a\nb", "a\r", "\0", "a\x1fb", "a\x85b", "a\u2028b"])
def test_an_id_that_csv_files_do_not_keep_is_refused(tmp_path: Path, id: str) -> None:
    settings = write_study(tmp_path / "source", 2)
    set_ids(tmp_path / "source" / "games.jsonl", ["good", id])
    with pytest.raises(InputError) as error:
        make_study(settings, tmp_path / "study")
    assert f"games.jsonl: game 2: its id {id!a} holds a line break" in str(error.value)
    assert str(error.value).isprintable()
    assert not (tmp_path / "study").exists()


def test_markup_in_a_story_reaches_platforms_as_text(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 2)
    evil = "<script>alert(1)</script> & more . And a second sentence ."
    (tmp_path / "source" / "ENT.txt").write_text(f"{evil}\n{evil}\n")
    made = make_study(settings, tmp_path / "study")
    for name in ("ranking.csv", "facts.csv"):
        text = (made.path / "platform" / name).read_text(encoding="utf-8")
        assert "<script" not in text and "&lt;script" in text


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("ENT.txt", "one\n", "has 1 text, but"),
        ("ENT.txt", "a .\n\nb .\n", "line 2: is empty; every game needs a text"),
        ("ENT.txt", '{"id": "x", "text": "y"}\n', "has no game 'x', so these texts seem to belong to other games"),
        ("ENT.txt", '{"id": "x"}\n', "line 1: write"),
        ("ENT.txt", '{"id": "x", "text": 3}\n', "text is missing or no string"),
        ("ENT.txt", None, "cannot be read"),
        ("games.jsonl", None, "cannot be read"),
    ],
)
def test_bad_sources_are_explained(tmp_path: Path, file: str, content: str | None, message: str) -> None:
    settings = write_study(tmp_path / "source", 3)
    path = tmp_path / "source" / file
    path.unlink()
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError) as error:
        make_study(settings, tmp_path / "study")
    assert message in str(error.value) and file in str(error.value)
    assert not (tmp_path / "study").exists()


def test_a_study_with_answers_is_not_overwritten(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 2)
    made = make_study(settings, tmp_path / "study")
    make_study(settings, made.path)
    (made.path / "answers.db").touch()
    with pytest.raises(InputError, match="holds answers already"):
        make_study(settings, made.path)


def test_a_study_that_is_served_while_it_is_made_again_keeps_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = write_study(tmp_path / "source", 2)
    made = make_study(settings, tmp_path / "study")

    def sampled_slowly(*arguments: Any) -> Any:
        (made.path / "answers.db").write_text("answers")
        return sample_games(*arguments)

    monkeypatch.setattr("boxscribe.study.make.sample_games", sampled_slowly)
    with pytest.raises(InputError, match="holds answers already"):
        make_study(settings, made.path)
    assert (made.path / "answers.db").read_text() == "answers"


def test_too_few_games_and_a_folder_without_a_study_are_errors(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 2)
    settings.write_text(settings.read_text().replace("summaries = 2", "summaries = 5"))
    with pytest.raises(InputError, match="has 2 games, fewer than summaries = 5"):
        make_study(settings, tmp_path / "study")
    with pytest.raises(InputError, match="is not a study"):
        StudyFolder(tmp_path)


def test_the_command_prints_the_size_of_the_study(tmp_path: Path) -> None:
    settings = write_study(tmp_path / "source", 2)
    done = CliRunner().invoke(cli, ["make", str(settings), "--out", str(tmp_path / "study")])
    assert done.exit_code == 0
    assert "8 facts tasks for 7 participants" in done.output
    assert "12 quality tasks for 3 participants" in done.output


def test_a_missing_or_broken_file_is_an_error(tmp_path: Path) -> None:
    made = made_study(tmp_path, 2)
    (made.path / "instructions" / "facts.txt").unlink()
    (made.path / "stories.jsonl").write_text("{broken\n")
    again = StudyFolder(made.path)
    with pytest.raises(InputError, match=r"facts.txt: cannot be read: No such file"):
        again.instructions("facts")
    with pytest.raises(InputError, match=r"stories.jsonl: line 1: is not JSON"):
        _ = again.stories
