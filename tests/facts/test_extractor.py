"""An extractor from its training to its relations, on simulated games."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.facts.config import ExtractorConfig, load_extractor_config
from boxscribe.facts.extract import extract_file
from boxscribe.facts.extractor import Extractor
from boxscribe.facts.score import score_sentences, score_tables
from boxscribe.facts.store import DESCRIPTION, WEIGHTS, load_extractor, save_extractor
from boxscribe.facts.train import train_extractor
from boxscribe.text import detokenise
from facts.learn import Trained, learn, write_games
from helpers import ROOT, games


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_it_learns_in_seconds_what_unseen_games_state(domain: str, trained: Trained, tmp_path: Path) -> None:
    _, made, events = trained if domain == "rotowire" else learn(tmp_path, domain, 80, "conv")
    unseen = games(20, domain, seed=99)
    score = score_tables(made, unseen)
    types = Counter(
        type
        for table in unseen
        for found in made.candidates(table.tokens, table)
        for pair in found.pairs
        for type in pair.types
    )
    baseline = types.most_common(1)[0][1] / score.pairs  # precision of the commonest type for every pair
    assert score.precision > 0.7 > 2 * baseline
    assert score.recall > 0.4
    scores = [event.score for event in events if event.score]
    assert len(scores) == 5 * len(made.classifiers)
    assert scores[-1].precision > scores[0].precision
    assert [event.fraction for event in events] == sorted(event.fraction for event in events)
    assert events[-1].fraction == 1


def test_many_texts_give_what_each_gives_alone(extractor: Extractor) -> None:
    stories = [(table.tokens, table) for table in games(40, seed=5)]
    alone = [extractor.relations(tokens, table) for tokens, table in stories]
    assert sum(map(len, alone)) > 100
    assert extractor.extract(stories) == alone
    assert [relations for _, relations in extractor.stream(iter(stories))] == alone


def test_a_saved_extractor_is_the_same_one(extractor: Extractor, tmp_path: Path) -> None:
    save_extractor(extractor, tmp_path)
    again = load_extractor(tmp_path)
    assert again.id == extractor.id
    stories = [(table.tokens, table) for table in games(5, seed=6)]
    assert again.extract(stories) == extractor.extract(stories)
    description = (tmp_path / DESCRIPTION).read_text()
    name = extractor.names["player"][0]
    (tmp_path / DESCRIPTION).write_text(description.replace(name, name + "x", 1))
    assert load_extractor(tmp_path).id != extractor.id


def test_relations_stand_in_the_order_of_the_text_and_know_whether_they_are_true(extractor: Extractor) -> None:
    table = games(1, seed=7)[0]
    relations = extractor.relations(table.tokens, table)
    assert {relation.correct for relation in relations} <= {True, False}
    places = [" ".join(table.tokens).index(relation.entity) for relation in relations[:3]]
    assert places == sorted(places)
    changed = tuple("7777" if token.isdigit() else token for token in table.tokens)
    digits = [relation for relation in extractor.relations(changed, table) if relation.value == "7777"]
    assert digits
    assert not any(relation.correct for relation in digits)


def test_published_names_are_those_of_training_alone(extractor: Extractor) -> None:
    table = games(1, seed=8)[0]
    new = replace(table.entities[0], name="Zork Quux")
    new = replace(
        new,
        records=tuple(
            record._replace(value={"FIRST_NAME": "Zork", "SECOND_NAME": "Quux"}.get(record.type, record.value))
            for record in new.records
        ),
    )
    strange = replace(table, entities=(new, *table.entities[1:]))
    text = f"Zork Quux scored {new.value('PTS')} points .".split()
    assert len(extractor.candidates(text, strange)) == 1
    published = replace(extractor, published_names=True)
    assert published.candidates(text, strange) == []
    assert published.id == f"{extractor.id}-published"


def test_no_type_of_another_kind_is_predicted(extractor: Extractor) -> None:
    """Also not where a text states of teams what is usual of players, and the reverse."""
    for table in games(10, seed=9):
        names = {kind: [entity.name for entity in table.of_kind(kind)] for kind in ("player", "team")}
        swapped = [table.tokens]
        for one, other in (("player", "team"), ("team", "player")):
            text = " ".join(table.tokens)
            for number, name in enumerate(names[one]):
                text = text.replace(name, names[other][number % len(names[other])])
            swapped.append(tuple(text.split()))
        for tokens in swapped:
            for relation in extractor.relations(tokens, table):
                mentions = [e for e in table.entities if set(relation.entity.split()) <= set(e.name.split())]
                described = {type for e in mentions for type in extractor.domain.kinds[e.kind].types}
                assert relation.type in described


def test_plain_english_is_tokenised(extractor: Extractor) -> None:
    table = games(1, seed=7)[0]
    relations = extractor.relations(table.tokens, table)
    assert relations
    assert extractor.relations(detokenise(table.tokens), table) == relations


def test_the_relations_of_a_file(extractor: Extractor, tmp_path: Path) -> None:
    tables = games(3, seed=4)
    write_games(tables, tmp_path / "games.jsonl")
    expected = extractor.extract([(table.tokens, table) for table in tables])
    assert [relations for _, relations in extract_file(tmp_path / "games.jsonl", extractor=extractor)] == expected
    (tmp_path / "texts.txt").write_text("\n".join(detokenise(table.tokens) for table in tables))
    found = list(extract_file(tmp_path / "games.jsonl", tmp_path / "texts.txt", extractor))
    assert [relations for _, relations in found] == expected
    assert [table.id for table, _ in found] == [table.id for table in tables]


def test_empty_texts_state_nothing(extractor: Extractor) -> None:
    table = games(1)[0]
    assert extractor.extract([]) == []
    assert extractor.relations([], table) == []
    assert extractor.relations("It was a game .".split(), table) == []
    assert score_sentences(extractor, []).precision == 0


def test_texts_of_another_domain_are_refused(extractor: Extractor) -> None:
    with pytest.raises(InputError, match="reads texts about 'rotowire', not about 'mlb'"):
        extractor.relations(["x"], games(1, "mlb")[0])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[data", "not valid TOML"),
        ('[data]\ntrain = ["x"]\n[training]\nepoch = 3', "training.epoch: unknown key; did you mean 'epochs'"),
        (
            '[data]\ntrain = ["x"]\n[[classifiers]]\nkind = "gru"',
            "classifiers.0.kind: input should be 'conv' or 'bilstm'",
        ),
        ("[data]\ntrain = []", "data.train: tuple should have at least 1 item"),
        ("", "data: field required"),
    ],
)
def test_a_wrong_configuration_is_told_in_a_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "x.toml").write_text(content)
    with pytest.raises(InputError) as error:
        load_extractor_config(tmp_path / "x.toml")
    assert f"{tmp_path / 'x.toml'}: {sentence}" in str(error.value)


def test_shipped_configurations_are_valid() -> None:
    for file in sorted((ROOT / "configs").glob("extractor-*.toml")):
        assert load_extractor_config(file).classifiers


def test_training_on_texts_that_state_nothing_is_told_and_leaves_nothing_behind(tmp_path: Path) -> None:
    for texts, sentence in ((False, "no texts to learn from"), (True, "no number of any text is in its table")):
        tables = [replace(table, tokens=("Hello", ".") if texts else ()) for table in games(12)]
        write_games(tables, tmp_path / "games.jsonl")
        config = ExtractorConfig.model_validate({"data": {"train": [str(tmp_path / "games.jsonl")]}})
        with pytest.raises(InputError, match=sentence):
            list(train_extractor(config, tmp_path / "extractor"))
        assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_a_missing_or_damaged_extractor_is_told(extractor: Extractor, tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=r"rotowires: no such folder, and no extractor of this name is shipped \(did you mean 'rotowire'",
    ):
        load_extractor("rotowires")
    with pytest.raises(InputError, match="is no extractor, or a damaged one"):
        load_extractor(tmp_path)
    save_extractor(extractor, tmp_path)
    (tmp_path / WEIGHTS).write_bytes((tmp_path / WEIGHTS).read_bytes()[:1000])
    with pytest.raises(InputError, match="is no extractor, or a damaged one"):
        load_extractor(tmp_path)
