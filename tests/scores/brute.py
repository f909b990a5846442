"""The metrics once more, written from their definitions without any care for speed; and relations to try them on."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

from boxscribe.facts.relations import Relation
from boxscribe.scores.relation_matching import RelationMatcher
from boxscribe.tables import Entity, Table, load_domain

T = TypeVar("T")
TEAMS = [("Toronto", "Raptors"), ("Los Angeles", "Lakers"), ("Los Angeles", "Clippers"), ("Portland", "Trail Blazers")]
PLAYERS = ["Kyle Lowry", "Lowry", "LeBron James", "James", "James Jones", "Los"]
NUMBERS = {"5": 5, "five": 5, "25": 25, "twenty - five": 25, "-1": -1}


def game(id: str, *teams: tuple[str, str], tokens: Sequence[str] = ()) -> Table:
    """A RotoWire table with two teams and two players a side."""
    entities = []
    for side, (city, name) in zip(("home", "away"), teams, strict=True):
        values = [("TEAM-CITY", city), ("TEAM-NAME", name), ("TEAM-PTS", "101"), ("TEAM-WINS", "4")]
        entities.append(Entity.of(side, f"{city} {name}", "team", values, {"side": side}))
        for first, last in (("Kyle", "Lowry"), ("LeBron", "James")):
            values = [("FIRST_NAME", first), ("SECOND_NAME", last), ("PTS", "25")]
            entities.append(Entity.of(f"{side} {last}", f"{first} {last}", "player", values, {"side": side}))
    return Table("rotowire", id, tuple(entities), tuple(tokens))


def matcher_of_teams() -> RelationMatcher:
    matcher = RelationMatcher()
    for home, away in zip(TEAMS[::2], TEAMS[1::2], strict=True):
        matcher.add_teams(game("x", home, away), load_domain("rotowire"))
    return matcher


_names = [*PLAYERS, *(" ".join(team) for team in TEAMS), *(part for team in TEAMS for part in team)]
relations = st.lists(
    st.builds(
        Relation,
        st.sampled_from(_names),
        st.sampled_from(list(NUMBERS)),
        st.sampled_from(["PTS", "TEAM-WINS"]),
        st.booleans(),
    ),
    max_size=12,
)


def same(one: Relation, other: Relation) -> bool:
    if NUMBERS[one.value] != NUMBERS[other.value] or one.type != other.type:
        return False
    a, b = one.entity, other.entity
    if any(name in team for team in TEAMS for name in (a, b)):
        return a == b or any(a in " ".join(team) and b in " ".join(team) for team in TEAMS)
    return a in b or b in a


def without_repeats(items: Sequence[T], equal: Callable[[T, T], bool]) -> list[T]:
    return [item for n, item in enumerate(items) if not any(equal(item, earlier) for earlier in items[:n])]


def rg(stated: Sequence[Relation], version: str) -> tuple[int, int]:
    """(stated, correct)."""
    if version == "dedup":
        stated = without_repeats(stated, lambda one, other: one[:3] == other[:3])
    return len(stated), len([relation for relation in stated if relation.correct])


def cs(stated: Sequence[Relation], gold: Sequence[Relation], version: str) -> tuple[int, int, int]:
    """(stated, matched, gold)."""
    if version == "dedup":
        stated, gold = without_repeats(stated, same), without_repeats(gold, same)
        return len(stated), len([one for one in stated if any(same(one, other) for other in gold)]), len(gold)
    left, matched = list(gold), 0
    for one in stated:
        for other in left:
            if same(one, other):
                left.remove(other)
                matched += 1
                break
    return len(stated), matched, len(gold)


def osa(one: Sequence[T], other: Sequence[T], equal: Callable[[T, T], bool]) -> int:
    """The optimal string alignment distance, from its recurrence."""
    d = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            differ = not equal(one[i - 1], other[j - 1])
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + differ)
            if i > 1 and j > 1 and equal(one[i - 1], other[j - 2]) and equal(one[i - 2], other[j - 1]):
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[len(one), len(other)]


def co(stated: Sequence[Relation], gold: Sequence[Relation], version: str) -> float:
    """1 − OSA / longer length, where the text's relations decide which relations are the same symbol."""
    if version == "dedup":
        stated, gold = without_repeats(stated, same), without_repeats(gold, same)
    if not stated and not gold:
        return 1.0
    symbols: list[object] = []
    for relation in stated:
        symbols.append(_symbol(relation, stated[: len(symbols)], symbols))
    others = [_symbol(relation, stated, symbols) for relation in gold]
    return 1 - osa(symbols, others, lambda a, b: a is b) / max(len(stated), len(gold))


def _symbol(relation: Relation, earlier: Sequence[Relation], symbols: list[object]) -> object:
    for one, symbol in zip(earlier, symbols, strict=True):
        if same(one, relation):
            return symbol
    return object()
