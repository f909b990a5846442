"""Errors per story."""

import pytest

import boxscribe
from boxscribe.scores.errors import LABELS, ErrorsPerStory
from boxscribe.scores.evaluate import Options
from checking.small_game import best, false_text, game
from helpers import games


def figures(text: str, **options: object) -> dict[str, float]:
    return boxscribe.evaluate([text], [game()], metrics="errors", **options).figures  # type: ignore[arg-type]


def test_what_is_false_is_counted_and_what_is_not_checked_is_no_error() -> None:
    text = false_text(game())
    words = len(boxscribe.tokenise(text))
    found = figures(text)
    assert found == pytest.approx(
        {
            "contradicted": 1,
            "unsupported": 0,
            "contradicted_per_100_words": 100 / words,
            "unsupported_per_100_words": 0,
            "faultless_sentences": 50,  # of two sentences
            "linked_numbers": 200 / 3,  # points and rebounds, but no cousins
        }
    )


def test_a_true_text_has_no_errors_and_neither_has_one_without_claims() -> None:
    player = best(game())
    found = figures(f"{player.name} had {player.value('PTS')} points.")
    assert (found["contradicted"], found["faultless_sentences"], found["linked_numbers"]) == (0, 100, 100)
    assert figures("Nothing was said here.")["contradicted"] == 0


def test_the_template_makes_no_errors_and_the_gold_texts_have_the_same_figures() -> None:
    tables = games(4)
    evaluation = boxscribe.evaluate(boxscribe.write(tables, "template"), metrics="errors,errors_gold")
    assert evaluation.figures["contradicted"] == 0 and evaluation.figures["linked_numbers"] == 100
    assert [metric.removeprefix("gold_") for metric in evaluation.figures] == [*LABELS, *LABELS]
    gold = boxscribe.evaluate([" ".join(table.tokens) for table in tables], tables, metrics="errors").figures
    assert {metric: evaluation.figures[f"gold_{metric}"] for metric in LABELS} == gold


def test_another_systems_errors_are_compared_with_a_paired_test() -> None:
    tables = games(6)
    template = [story.text for story in boxscribe.write(tables, "template")]
    other = [text.replace(" points", " assists") for text in template]
    result = boxscribe.evaluate(template, tables, metrics="errors", compare=other).comparison
    assert result is not None
    assert result.differences["contradicted"].difference < 0 and result.differences["contradicted"].p < 0.05


def test_the_season_decides_what_the_table_cannot_know() -> None:
    season = list(boxscribe.simulate("rotowire", seed=1, games=120))
    text = f"The {season[60].of_kind('team')[0].name} have now won 19 straight games."
    without, with_season = (
        boxscribe.evaluate([text], [season[60]], metrics=[ErrorsPerStory(season=one)]) for one in (None, season)
    )
    assert (without.figures["contradicted"], with_season.figures["contradicted"]) == (0, 1)
    assert "errors with a season" in with_season.signature.metrics
    by_name = boxscribe.evaluate([text], [season[60]], metrics="errors", options=Options(season=season))
    assert by_name.figures == with_season.figures


def test_they_are_computed_only_where_they_are_named() -> None:
    assert "contradicted" not in boxscribe.evaluate(["He won ."], [game()], metrics="bleu").figures
