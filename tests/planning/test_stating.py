"""Texts without the sentences that state nothing."""

from dataclasses import replace

from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.planning.stating import only_stating
from helpers import games

HITS, RUNS = PlannedFact("0", "h", "2"), PlannedFact("0", "r", "1")


def shortened(text: str, *plan: tuple[PlannedFact, ...]) -> tuple[str, Plan]:
    table = replace(games(1, "mlb")[0], tokens=tuple(text.split()))
    table, kept = only_stating(table, Plan(plan))
    return " ".join(table.tokens), kept


def test_sentences_without_facts_are_left_out() -> None:
    text, plan = shortened("He had two hits . It rained . He scored .", (HITS,), (), (RUNS,))
    assert text == "He had two hits . He scored ."
    assert plan == Plan(((HITS,), (RUNS,)))


def test_a_paragraph_ends_with_the_last_sentence_that_is_left_of_it() -> None:
    text, plan = shortened(
        "He had two hits . It rained . *NEWPARAGRAPH* He scored . It rained .", (HITS,), (), (RUNS,), ()
    )
    assert text == "He had two hits . *NEWPARAGRAPH* He scored ."
    assert plan.paragraphs == {1}


def test_a_text_does_not_end_with_a_paragraph_mark() -> None:
    text, _ = shortened("He scored . *NEWPARAGRAPH* It rained .", (RUNS,), ())
    assert text == "He scored ."
    text, _ = shortened("It rained . *NEWPARAGRAPH* He scored .", (), (RUNS,))
    assert text == "He scored ."
