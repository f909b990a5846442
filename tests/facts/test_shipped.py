"""The shipped extractors on real texts, against the published figures, and the one of MLB on its template."""

import gzip
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from boxscribe.facts.extractor import Extractor
from boxscribe.facts.relations import Relation
from boxscribe.facts.score import score_tables
from boxscribe.facts.store import load_extractor
from boxscribe.scores.evaluate import evaluate
from boxscribe.tables import Table
from boxscribe.tables.read import read_tables
from boxscribe.writing.template import write_template
from helpers import ROOT, games

SHIPPED = ROOT / "src" / "boxscribe" / "assets" / "extractors" / "rotowire"


@pytest.fixture(scope="module")
def shipped() -> Extractor:
    return load_extractor("rotowire")


@pytest.fixture(scope="module")
def valid(data_dir: Path) -> list[Table]:
    return list(islice(read_tables(data_dir / "rotowire" / "valid.json.gz"), 60))


def test_the_shipped_extractor_is_small(shipped: Extractor) -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 20_000_000
    assert len(shipped.id) == 8


def test_precision_and_recall_on_the_development_texts(shipped: Extractor, valid: list[Table]) -> None:
    score = score_tables(shipped, valid)
    assert score.precision > 0.93
    assert score.recall > 0.73
    assert 22 < score.predicted / len(valid) < 29


def test_agreement_with_the_published_relations(shipped: Extractor, valid: list[Table], data_dir: Path) -> None:
    published: list[set[tuple[str, str, str]]] = []
    with gzip.open(data_dir / "rotowire" / "gold_tuples_valid.txt.gz", "rt", encoding="utf-8") as lines:
        for line in map(str.strip, lines):
            if not line:
                published.append(set())
            else:
                entity, value, type = line.split("|")
                published[-1].add((entity, value, type.removeprefix("PLAYER-")))
    as_published = replace(shipped, published_names=True)
    ours = [{r[:3] for r in relations} for relations in as_published.extract([(t.tokens, t) for t in valid])]
    both = sum(len(one & other) for one, other in zip(ours, published[: len(ours)], strict=True))
    f1 = 2 * both / (sum(map(len, ours)) + sum(map(len, published[: len(ours)])))
    assert f1 > 0.85


def test_the_template_is_read_without_error(shipped: Extractor, valid: list[Table]) -> None:
    stories = [(write_template(table, shipped.domain).tokens, table) for table in valid[:20]]
    found: list[Relation] = [relation for text in shipped.extract(stories) for relation in dict.fromkeys(text)]
    assert sum(relation.correct for relation in found) / len(found) > 0.995
    assert 53 < sum(relation.correct for relation in found) / len(stories) < 55.5


def test_the_extractor_of_baseball_is_found_by_its_domain_and_reads_the_template() -> None:
    shipped = load_extractor("mlb")
    assert sum(file.stat().st_size for file in (SHIPPED.parent / "mlb").iterdir()) < 10_000_000
    stories = [(write_template(table, shipped.domain).tokens, table) for table in games(5, "mlb")]
    found = [relation for text in shipped.extract(stories) for relation in dict.fromkeys(text)]
    assert sum(relation.correct for relation in found) / len(found) > 0.95
    assert {"team_runs", "p_w", "p_l", "p_h", "p_ip1", "home-run-batter"} <= {relation.type for relation in found}
    assert evaluate([tokens for tokens, _ in stories], [table for _, table in stories], metrics="rg").figures
