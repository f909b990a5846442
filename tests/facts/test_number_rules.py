"""What numbers can state, by the words around them."""

import pytest

from boxscribe.errors import InputError
from boxscribe.facts.candidates import candidates
from boxscribe.facts.config import load_extractor_config
from boxscribe.facts.number_rules import NumberRules
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.linker import NO_NAMES
from helpers import ROOT

MLB = load_domain("mlb")
CONFIG = load_extractor_config(ROOT / "configs" / "extractor-mlb.toml")
RULES = NumberRules(CONFIG.data.patterns, CONFIG.data.cues)
KELLER = {"p_w": "2", "p_l": "1", "p_ip1": "2", "p_ip2": "1/3", "p_h": "2", "p_bb": "2", "p_so": "2"}
OHEARN = {"h": "2", "ab": "3", "rbi": "2"}
TABLE = Table(
    "mlb",
    "1",
    (
        Entity.of("0", "Brad Keller", "player", [("first_name", "Brad"), ("last_name", "Keller"), *KELLER.items()]),
        Entity.of("1", "Ryan O'Hearn", "player", [("first_name", "Ryan"), ("last_name", "O'Hearn"), *OHEARN.items()]),
        Entity.of(
            "2", "Boston Red Sox", "team", [("team_city", "Boston"), ("team_name", "Red Sox"), ("team_runs", "2")]
        ),
    ),
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Keller ( 2 - 1 ) won .", ["2 p_w", "1 p_l"]),
        ("Keller improved to 2 - 1 .", ["2 p_w", "1 p_l"]),
        ("Keller went 2 1/3 innings .", ["2 p_ip1", "1/3 p_ip2"]),
        ("Keller allowed two hits .", ["two p_h"]),
        ("Keller struck out two .", ["two p_so"]),
        ("Keller walked two in six innings .", ["two p_bb"]),
        ("Keller gave up a two - run homer .", []),
        ("Keller fell behind on a 2 - 1 pitch with two outs .", []),
        ("O'Hearn went 2 - for - 3 .", ["2 h", "3 ab"]),
        ("O'Hearn drove in two .", ["two rbi"]),
        ("Boston won 2 - 1 .", ["2 team_runs"]),
        ("Boston led 2 - 1 .", []),  # not the final score
        ("Boston won on June 2 .", []),
    ],
)
def test_the_rules_of_baseball(text: str, expected: list[str]) -> None:
    found = [
        f"{sentence.values[v].text(sentence.tokens)} {','.join(types)}"
        for sentence in candidates(text.split(), TABLE, MLB, NO_NAMES, RULES)
        for _, v, types in sentence.pairs
        if types
    ]
    assert found == expected


def test_a_pattern_has_types_for_each_number() -> None:
    with pytest.raises(ValueError, match=r"pattern '# - #': .* it has 2 and 1"):
        NumberRules({"# - #": ["p_w"]})


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(InputError, match="no type 'p_win5'; did you mean 'p_w"):
        NumberRules({"# wins": ["p_win5"]}).check(["p_win", "p_w"])
