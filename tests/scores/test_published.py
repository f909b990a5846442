"""Relations in the form in which published systems write them."""

from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.facts.relations import Relation
from boxscribe.scores.published import read_relations

ANN, BO = Relation("Ann Lee", "five", "PTS", True), Relation("Bo", "7", "TEAM-PTS", True)
TYPES = ["PTS", "TEAM-PTS"]
CASES = [  # content, documents
    ("", []),
    ("\nAnn Lee|five|PLAYER-PTS\nBo|7|TEAM-PTS\n\nBo|7|TEAM-PTS\n", [[ANN, BO], [BO]]),
    ("Ann Lee|five|PTS\n\nBo|7|TEAM-PTS\n", [[ANN], [BO]]),
    ("Ann Lee|five|PTS\n\nBo|7|TEAM-PTS\n\n", [[ANN], [BO]]),
    ("\n\nBo|7|TEAM-PTS\n\n\nBo|7|TEAM-PTS\n", [[], [BO], [], [BO]]),  # the first and the third state nothing
    ("\nBo|7|TEAM-PTS\n\n", [[BO], []]),
]


@pytest.mark.parametrize(("content", "documents"), CASES)
def test_documents(tmp_path: Path, content: str, documents: list[list[Relation]]) -> None:
    (tmp_path / "tuples.txt").write_text(content)
    assert read_relations(tmp_path / "tuples.txt", TYPES) == documents


def test_a_type_that_the_domain_does_not_have_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tuples.txt").write_text("Ann|homer|P-BY-P-home_run\n")
    assert read_relations(tmp_path / "tuples.txt", TYPES)[0][0].type == "P-BY-P-home_run"


def test_a_line_that_is_no_relation_is_told(tmp_path: Path) -> None:
    (tmp_path / "tuples.txt").write_text("\nAnn|5|PTS\nBo 7\n")
    with pytest.raises(InputError, match=r"tuples.txt: line 3: write a relation as entity\|value\|type, not 'Bo 7'"):
        read_relations(tmp_path / "tuples.txt")


def test_the_published_file_has_a_block_for_every_game(data_dir: Path) -> None:
    assert len(read_relations(data_dir / "rotowire" / "gold_tuples_valid.txt.gz")) == 727
