"""Which records of plays a text states."""

from dataclasses import replace

import pytest

from boxscribe.batches.align import align
from boxscribe.batches.derived import with_records
from small_baseball_game import DOMAIN, TABLE

WORDS = ("HIT-NOUN", "HIT-VERB", "HOME-RUN", "HOMER-SHOT", "RBI-HIT", "SOLO-HOMER", "GRAND-SLAM", "EFFECT")


def stated(text: str) -> str:
    """The records of plays that a text states, as "token=play.type"; the plays are numbered from 0."""
    domain = DOMAIN.extended(WORDS)
    table = with_records(replace(TABLE, tokens=tuple(text.split())), domain)
    found = []
    for token, fact in zip(table.tokens, align(table, domain), strict=True):
        entity = None if fact is None else table.entities[fact.entity]
        if fact is not None and entity is not None and entity.kind == "play":
            found.append(f"{token}={entity.features['play']}.{fact.type}")
    return " ".join(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann Lee homered .", "homered=1.HIT-VERB"),
        (
            "Ann Lee hit a three - run homer in the third inning .",
            "three=1.runs homer=1.HIT-NOUN third=1.inning",
        ),
        (
            "Cleo Nash had an RBI single in the second for a 1 - 0 lead .",
            "RBI=0.RBI-HIT single=0.HIT-NOUN second=0.inning 1=0.away_team_runs 0=0.home_team_runs",
        ),
        ("Dee Park gave up a home run to Ann Lee .", "home=1.HOME-RUN run=1.HOME-RUN"),
        (
            "An RBI single by Ann Lee made it 4 - 1 .",
            "RBI=2.RBI-HIT single=2.HIT-NOUN 4=2.home_team_runs 1=2.away_team_runs",
        ),
        ("In the sixth , Ann Lee singled home a run .", "sixth=2.inning singled=2.HIT-VERB"),
        ("Ann Lee singled in the sixth .", ""),  # texts tell of singles that bring no run, too
        ("Ann Lee hit a two - run homer .", ""),  # none of two runs
        ("Bea Moss doubled and scored .", ""),
        ("Ann Lee homered for the first time this month .", "homered=1.HIT-VERB"),
    ],
)
def test_a_play_is_found_by_its_batter_and_its_event(text: str, expected: str) -> None:
    assert stated(text) == expected


def test_of_several_plays_the_one_that_fits_best() -> None:
    text = "Ann Lee homered in the third . Lee singled home another run in the sixth ."
    assert stated(text) == "homered=1.HIT-VERB third=1.inning singled=2.HIT-VERB sixth=2.inning"
