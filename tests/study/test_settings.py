"""STUDY.toml: defaults, and an error of one sentence for each mistake."""

import tomllib
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.study.settings import StudySettings, load_settings
from helpers import ROOT

GOOD = 'tables = "t"\nsystems = {A = "a", B = "b"}\n'


def load(tmp_path: Path, text: str) -> StudySettings:
    path = tmp_path / "study.toml"
    path.write_text(text, encoding="utf-8")
    return load_settings(path)


def test_the_defaults_are_the_papers(tmp_path: Path) -> None:
    study = load(tmp_path, GOOD)
    assert (study.summaries, study.facts.sentences) == (30, 4)
    assert (study.facts.answers_per_task, study.quality.answers_per_task) == (5, 3)
    assert tuple(study.quality.criteria) == ("grammaticality", "coherence", "conciseness")


def test_the_example_shows_every_key_with_its_default() -> None:
    """Except for those that must be given, and the few that its header names."""
    example = tomllib.loads((ROOT / "examples" / "study.toml").read_text(encoding="utf-8"))
    defaults = StudySettings(tables="", systems={"A": "a", "B": "b"}).model_dump(mode="json")
    given = {"tables", "systems", "against", "summaries"}
    assert example.keys() == defaults.keys() - {"domain"}
    assert {key: example[key] for key in example.keys() - given} == {
        key: defaults[key] for key in example.keys() - given
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "sumaries = 3", "sumaries: unknown key; did you mean 'summaries'?"),
        (GOOD + "[facts]\nsentence = 3", "facts.sentence: unknown key; did you mean 'sentences'?"),
        (GOOD + "summaries = 0", "summaries: input should be greater than or equal to 1"),
        (GOOD + 'against = "C"', "no system 'C'"),
        (GOOD + 'gold = "A"', "'A' is already the name of a system"),
        (GOOD + "forms = []", "name facts, quality or both"),
        (GOOD + 'quality.criteria = {"two words" = "?"}', "'two words' must be one word"),
        ('tables = "t"\nsystems = {A = "a"}', "a comparison needs at least two systems"),
        ('tables = "t"\nsystems = {"A#B" = "a", B = "b"}', "'A#B' is not a valid name"),
        ('tables = "t"\nsystems = {"A\\rB" = "a", B = "b"}', r"'A\rB' is not a valid name"),
        ('systems = {A = "a", B = "b"}', "tables: field required"),
        ("tables = ", "not valid TOML"),
    ],
)
def test_mistakes_are_explained(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        load(tmp_path, text)
    assert message in str(error.value)
    assert "study.toml" in str(error.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read this study"):
        load_settings(tmp_path / "none.toml")
