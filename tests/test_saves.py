"""After a fault at any system call of a save a reader finds the old or the new copy, and work goes on by itself."""

import json
import re
import shutil
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from boxscribe import batches, facts
from boxscribe.batches import Dataset, prepare
from boxscribe.batches.encode import pack
from boxscribe.errors import InputError
from boxscribe.facts.config import ClassifierConfig, ExtractorConfig
from boxscribe.facts.examples import Examples, read_examples
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.store import load_extractor
from boxscribe.facts.train import train_extractor
from boxscribe.models.store import load_model, save_model
from boxscribe.planning.from_text import plans_of
from boxscribe.planning.planner import train_planner
from boxscribe.planning.store import load_planner, save_planner
from boxscribe.recaps.build import build
from boxscribe.study.answers import read_answers, write_answers
from boxscribe.study.folder import StudyFolder
from boxscribe.study.make import make_study
from boxscribe.tables import load_domain
from boxscribe.tables.domain import Download
from boxscribe.tables.download import download
from boxscribe.tables.read import read_tables
from boxscribe.tables.write import write_tables
from boxscribe.training.checkpoint import load_checkpoint
from boxscribe.training.loop import TrainingLoop
from boxscribe.training.validate import Validation
from boxscribe.writing.author import load
from boxscribe.writing.export import export
from boxscribe.writing.model_folder import find_model
from boxscribe.writing.run import WritingRun, write
from event_files import short_game, write_season
from faults import KINDS, Kind, every_fault
from helpers import ROOT, games, raw_game, write_json
from recaps.test_build import recap, write_recaps
from study.studies import made_study, random_answers, write_study
from training.runs import small_config, small_datasets, small_games
from writing.authors import model as small_model


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_datasets(tmp_path_factory.mktemp("data"))


@pytest.mark.parametrize("kind", KINDS)
def test_checkpoints(data: Path, tmp_path: Path, kind: Kind) -> None:
    """A resumed run has the weights, the state of the optimiser and the position of one and the same step."""
    out, train_set, valid_set = tmp_path / "run", Dataset(data / "train"), Dataset(data / "valid")
    loop = TrainingLoop(small_config(data), train_set, valid_set, out, resume=False)
    resumed = TrainingLoop(small_config(data), train_set, valid_set, tmp_path / "other", resume=False)

    def save(step: int) -> None:
        loop.state.position.step = step
        with torch.no_grad():
            for parameter in loop.writer.parameters():
                parameter.fill_(step)
                loop.optimiser.state[parameter] = {"step": torch.tensor(float(step))}
        loop._save()

    steps = set()
    for _ in every_fault(kind, lambda: save(1), lambda: save(2)):
        load_checkpoint(out / "last", resumed.state, resumed.group)
        step = resumed.state.position.step
        assert all((parameter == step).all() for parameter in resumed.writer.parameters())
        assert {float(slot["step"]) for slot in resumed.optimiser.state.values()} == {step}
        steps.add(step)
    assert steps == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_validations(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    """The best model is one of the two, and a resumed run has the metrics up to its checkpoint, and no others."""
    measured = Validation(1, 1.0, 0.5, {"team": 0.5}, {"team": 0.5}, 0.5, 0.5)
    monkeypatch.setattr("boxscribe.training.loop.validate", lambda *arguments: measured)
    monkeypatch.setattr("boxscribe.training.loop.sample_stories", lambda *arguments: (["A ."], 0.0))
    out, config, sets = tmp_path / "run", small_config(data), (Dataset(data / "train"), Dataset(data / "valid"))
    loop = TrainingLoop(config, *sets, out, resume=False)

    def save(step: int) -> None:
        loop.state.position.step, loop.state.position.best_loss = step, 9.0
        with torch.no_grad():
            for parameter in loop.writer.parameters():
                parameter.fill_(step)
        loop._validate()
        loop._save()

    def begin() -> None:
        nonlocal loop
        shutil.rmtree(out, ignore_errors=True)
        loop = TrainingLoop(config, *sets, out, resume=False)
        save(1)

    steps = set()
    for _ in every_fault(kind, begin, lambda: save(2)):
        assert find_model(out) == out / "best"
        best = load_model(out / "best").writer
        assert len({parameter.unique().item() for parameter in best.parameters()}) == 1
        resumed = TrainingLoop(config, *sets, out, resume=True).state.position.step
        lines = (out / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["step"] for line in lines] == list(range(1, resumed + 1))
        assert "Learning curve" in (out / "curve.html").read_text(encoding="utf-8")
        steps.add(resumed)
    assert steps == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_prepared_datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    """A dataset of one or of two shards; all ids are those after renumbering."""
    monkeypatch.setattr(batches.dataset, "SHARD_BYTES", 1)
    out, domain = tmp_path / "set", load_domain("rotowire")
    tables = small_games(2, seed=1)

    def examples(dataset: Dataset) -> list[list[int]]:
        return [pack(dataset[game]).tolist() for game in range(len(dataset))]

    expected = {count: examples(prepare(tables[:count], domain, tmp_path / str(count))) for count in (1, 2)}
    sizes = set()
    for _ in every_fault(kind, lambda: prepare(tables[:1], domain, out), lambda: prepare(tables, domain, out)):
        dataset = Dataset(out)
        assert examples(dataset) == expected[len(dataset)]
        sizes.add(len(dataset))
    assert sizes == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_downloads(tmp_path: Path, kind: Kind) -> None:
    """Files of a folder that was set aside are read under their own names."""
    first, second = ([raw_game(seed)] for seed in (1, 2))
    source = {name: tmp_path / f"{name}.tar" for name in ("old", "new")}
    for path, content in zip(source.values(), (first, second), strict=True):
        with tarfile.open(path, "w") as archive:
            archive.add(write_json(tmp_path / "train.json", content), "train.json")
    official = Download(url="http://nowhere.invalid", files={"train.json": 1})
    domain, out = load_domain("rotowire").model_copy(update={"download": official}), tmp_path / "out"
    ids = [next(iter(read_tables(write_json(tmp_path / "games.json", content)))).id for content in (first, second)]
    found = set()
    for _ in every_fault(
        kind, lambda: download(domain, out, str(source["old"])), lambda: download(domain, out, str(source["new"]))
    ):
        found |= {table.id for table in read_tables(out / "train.json")}
    assert found == set(ids)


@pytest.mark.parametrize("kind", KINDS)
def test_extractors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Kind) -> None:
    """An extractor is the old or the new one, and is not replaced unasked, also where it was set aside."""
    with (tmp_path / "games.jsonl").open("w") as file:
        write_tables(games(2), file)
    small = {"word_embedding": 2, "distance_embedding": 2, "features": 2, "hidden": 2}
    config = ExtractorConfig.model_validate(
        {"data": {"train": [str(tmp_path / "games.jsonl")]}, "classifiers": [small]}
    )
    examples, out = read_examples(config.data), tmp_path / "out"

    def untrained(
        config: ClassifierConfig, examples: Examples, _: object, ensemble: list[RelationClassifier]
    ) -> object:
        ensemble.append(RelationClassifier(config, len(examples.vocabulary), len(examples.labels)))
        return ()

    monkeypatch.setattr(facts.train, "read_examples", lambda *arguments: examples)
    monkeypatch.setattr(facts.train, "_train_classifier", untrained)

    def train(seed: int) -> str:
        torch.manual_seed(seed)
        list(train_extractor(config, out, overwrite=True))
        return load_extractor(out).id

    ids, found = {train(1), train(2)}, set()
    for _ in every_fault(kind, lambda: train(1), lambda: train(2)):
        found.add(load_extractor(out).id)
        with pytest.raises(InputError, match="there is an extractor already"):
            next(train_extractor(config, out))
    assert found == ids


@pytest.mark.parametrize("kind", KINDS)
def test_studies(tmp_path: Path, kind: Kind) -> None:
    sources = [write_study(tmp_path / str(count), count) for count in (1, 2)]
    out, sizes = tmp_path / "study", set()
    for _ in every_fault(kind, lambda: make_study(sources[0], out), lambda: make_study(sources[1], out)):
        study = StudyFolder(out)
        study.require_complete()
        sizes.add(len(study.sheets))
    assert sizes == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_collected_answers(tmp_path: Path, kind: Kind) -> None:
    """No answer of a file that was collected is lost when the next one is."""
    study = made_study(tmp_path, 1)
    answers, path = random_answers(study, source="platform"), study.path / "collected.csv"
    sizes = set()
    for _ in every_fault(kind, lambda: write_answers(path, answers[:5]), lambda: write_answers(path, answers)):
        read = read_answers(path)
        assert read in (answers[:5], answers)
        sizes.add(len(read))
    assert sizes == {5, len(answers)}


@pytest.mark.parametrize("kind", KINDS)
def test_exports(tmp_path: Path, kind: Kind) -> None:
    (tmp_path / "model").mkdir()
    save_model(small_model(), tmp_path / "model")
    (tmp_path / "one.toml").write_text("beam = 1")
    (tmp_path / "two.toml").write_text("beam = 2")
    out, beams = tmp_path / "out", set()

    def save(name: str) -> None:
        export(tmp_path / "model", out, tmp_path / f"{name}.toml")

    for _ in every_fault(kind, lambda: save("one"), lambda: save("two")):
        beams.add(load(out).settings["beam"])
    assert beams == {1, 2}


@pytest.mark.parametrize("kind", KINDS)
def test_stories(tmp_path: Path, kind: Kind) -> None:
    """No story that was in the journal is lost, and a resumed run needs nothing but --resume."""
    out, tables, author = tmp_path / "stories.txt", games(3, texts=False), load("template")
    run, expected = WritingRun(author, tables), [story.text for story in write(tables, "template")]

    def begin() -> None:
        for path in tmp_path.iterdir():
            path.unlink()
        out.write_text("old\n")

    for _ in every_fault(kind, begin, lambda: run.to_file(out, resume=True)):
        assert out.read_text(encoding="utf-8").splitlines() in (["old"], expected)
        assert run.to_file(out, resume=True) == 3
        assert out.read_text(encoding="utf-8").splitlines() == expected
        assert not (tmp_path / "stories.txt.part").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_planners(tmp_path: Path, kind: Kind) -> None:
    tables = games(4)
    plans = [plan for _, plan in plans_of(tables, load_domain)]
    planner, path = train_planner(tables, plans), tmp_path / "planner"
    thresholds = set()

    def save(threshold: float) -> None:
        save_planner(replace(planner, threshold=threshold), path)

    for _ in every_fault(kind, lambda: save(0.25), lambda: save(0.5)):
        thresholds.add(load_planner(path).threshold)
    assert thresholds == {0.25, 0.5}


WRITES = re.compile(
    r"atomic_write\((?!STDOUT)|atomic_bytes\(|atomic_folder\(|\.write_(text|bytes)\(|\.open\(\"(w|x|a|r\+)b?\"|os\.O_CREAT"
    r"|copyfile|copytree|np\.save|save_file\("
)


def test_every_module_that_writes_is_listed() -> None:
    """Each has the test of its saves beside it in docs/reliability.md."""
    package = ROOT / "src" / "boxscribe"
    writing = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if path.name != "files.py" and WRITES.search(path.read_text(encoding="utf-8"))
    }
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    table = page.partition("### Every save")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([\w/]+\.py)`", table)) == writing


@pytest.mark.parametrize("kind", KINDS)
def test_mlb_datasets(tmp_path: Path, kind: Kind) -> None:
    (tmp_path / "files").mkdir()
    write_season(tmp_path / "files", [short_game(id=f"BBB2019040{day}0") for day in (1, 2)])
    old, new = (
        write_recaps(tmp_path / f"{day}.jsonl", (f"BBB2019040{day}0", "train", recap("2-0", day))) for day in (1, 2)
    )
    out, found = tmp_path / "mlb", set()
    for _ in every_fault(
        kind, lambda: build(old, [tmp_path / "files"], out), lambda: build(new, [tmp_path / "files"], out)
    ):
        (table,) = read_tables(out / "train.jsonl.gz")
        found.add(table.meta["retro_id"])
    assert found == {"BBB201904010", "BBB201904020"}
