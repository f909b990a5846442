"""A metric is one object: it is written and passed in one place, and no other metric notices it."""

from collections.abc import Sequence
from typing import ClassVar

import pytest

from boxscribe.scores.evaluate import evaluate
from boxscribe.scores.families import standard_families
from boxscribe.scores.family import Array, Document, Family, Need, ratio
from boxscribe.scores.report_data import report_data
from boxscribe.tables import Table
from scores import fake


class Coverage(Family):
    """A toy metric: words per text, and how many of the table's entities a text names in full."""

    name = "coverage"
    labels: ClassVar = {"words": "words", "named": "named %"}

    def counts(self, document: Document, table: Table) -> Sequence[float]:
        named = sum(entity.name in document.text for entity in table.entities)
        return len(document.text.split()), 1, named, len(table.entities)

    def figures(self, sums: Array) -> Sequence[Array]:
        words, documents, named, entities = sums[..., 0], sums[..., 1], sums[..., 2], sums[..., 3]
        return ratio(words, documents), 100 * ratio(named, entities)


def test_a_toy_metric_is_one_object_and_is_scored_like_any_other() -> None:
    result = evaluate(fake.TEXTS, fake.games(), metrics=[Coverage()])
    # Each game has two teams and four players, a Kyle Lowry and a LeBron James on either side; only the third text
    # names one in full, and that name is both sides'.
    assert result.figures == {"words": pytest.approx(37 / 3), "named": pytest.approx(100 * 2 / 18)}
    assert result.scores["words"].low <= 37 / 3 <= result.scores["words"].high
    assert str(result.signature).startswith("metrics: coverage | texts: tokenised")
    assert [row[0] for row in result.rows()] == ["", "words", "named %"]
    assert [metric["label"] for metric in report_data(result)["metrics"]] == ["words", "named %"]
    compared = evaluate(fake.TEXTS, fake.games(), metrics=[Coverage()], compare=fake.GOLD)
    assert compared.comparison is not None
    assert compared.comparison.differences["words"].other == pytest.approx(32 / 3)


@pytest.mark.parametrize("place", range(5))
def test_a_family_changes_no_other_wherever_it_stands(place: int) -> None:
    """Counts are addressed by family: no figure depends on the order or the width of the others' counts."""
    names = [family.name for family in standard_families()]
    expected = evaluate(fake.TEXTS, fake.games(), fake.Reader(), compare=fake.GOLD)
    mixed: list[str | Family] = [*names[:place], Coverage(), *names[place:]]
    result = evaluate(fake.TEXTS, fake.games(), fake.Reader(), mixed, compare=fake.GOLD)
    assert result.comparison is not None and expected.comparison is not None
    assert {metric: result.scores[metric] for metric in expected.scores} == expected.scores
    for metric, difference in expected.comparison.differences.items():
        assert result.comparison.differences[metric] == difference
    assert result.figures["words"] == pytest.approx(37 / 3)
    assert list(result.scores).index("words") == sum(len(f.labels) for f in standard_families()[:place])


def test_every_family_alone_gives_its_figures() -> None:
    whole = evaluate(fake.TEXTS, fake.games(), fake.Reader()).figures
    for family in standard_families():
        alone = evaluate(fake.TEXTS, fake.games(), fake.Reader(), [family.name])
        assert alone.figures == {metric: whole[metric] for metric in family.labels}


def test_what_a_family_does_not_need_is_not_computed() -> None:
    reader = fake.Reader()
    (document, *_) = evaluate(fake.TEXTS, fake.games(["", "", ""]), reader, [Coverage()]).documents
    assert (reader.texts, document.relations, document.gold_relations) == (0, (), ())
    (document, *_) = evaluate(fake.TEXTS, fake.games(), reader, ["rg"]).documents
    assert reader.texts == 3 and document.relations and not document.gold_relations
    assert not any(Need.CORRECTNESS in family.needs for family in standard_families() if family.name != "rg")


def test_two_families_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two families of metrics are called 'coverage'"):
        evaluate(fake.TEXTS, fake.games(), metrics=[Coverage(), Coverage()])
