"""A task that a small model learns in seconds: small tables with two sentences each, the score and the top scorer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from boxscribe.planning.plan import Plan, PlannedFact
from boxscribe.tables import Entity, Table
from boxscribe.text import to_words

PLAYERS = 5  # of a team


def toy_games(count: int, seed: int, names: Sequence[str] = ()) -> list[Table]:
    """Games of teams and players with these names; by default with names that occur nowhere else."""
    rng = Random(seed)

    def full_name(*_: str) -> tuple[str, str]:
        first, last = (rng.choice(names) if names else _invented(rng) for _ in range(2))
        return first, last

    return [_game(rng, full_name, number) for number in range(count)]


def league_games(count: int, seed: int) -> list[Table]:
    """Games of a small league, in which the same teams and players meet again and again."""
    rng, names = Random(seed), Random(0)
    people = {kind: [(_invented(names), _invented(names)) for _ in range(3 * PLAYERS)] for kind in ("player", "team")}
    tables = []
    for number in range(count):
        drawn = {kind: iter(rng.sample(all, len(all))) for kind, all in people.items()}
        table = _game(rng, lambda kind, drawn=drawn: next(drawn[kind]), number, 4)  # type: ignore[misc]
        tables.append(replace(table, tokens=tuple(league_text(table).split())))
    return tables


def league_text(table: Table) -> str:
    """The points of the winner and of the top scorer come before their names."""
    winner, loser = ranked(table, "team", "TEAM-PTS")
    best, *_ = ranked(table, "player", "PTS")
    return (
        f"With {winner.value('TEAM-PTS')} points the {winner.name} beat the {loser.name} , who had "
        f"{loser.value('TEAM-PTS')} points . The {best.value('PTS')} points of {best.name} led all scorers ."
    )


def league_plan(table: Table) -> list[tuple[int, str]]:
    """The cells of this text in order: the number of the entity, and the record type."""
    (winner, loser), (best, *_) = ranked(table, "team", "TEAM-PTS"), ranked(table, "player", "PTS")
    names, own_names = ("TEAM-CITY", "TEAM-NAME"), ("FIRST_NAME", "SECOND_NAME")
    told = [(winner, "TEAM-PTS"), *((team, name) for team in (winner, loser) for name in names), (loser, "TEAM-PTS")]
    told += [(best, "PTS"), *((best, name) for name in own_names)]
    return [(table.entities.index(entity), type) for entity, type in told]


def ranked(table: Table, kind: str, type: str) -> list[Entity]:
    """The entities of a kind by falling value."""
    return sorted(table.of_kind(kind), key=lambda entity: -int(entity.value(type) or 0))


def invented_names(count: int, seed: int) -> list[str]:
    rng = Random(seed)
    return [_invented(rng) for _ in range(count)]


def _invented(rng: Random) -> str:
    return "".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(3)).title()


def _game(rng: Random, full_name: Callable[[str], tuple[str, str]], number: int, apart: int = 1) -> Table:
    """`apart`: the smallest difference of points."""
    points, scores = rng.sample(range(2, 50, apart), 2 * PLAYERS), rng.sample(range(70, 131, apart), 2)
    players, teams = list[Entity](), list[Entity]()
    for side in ("home", "away"):
        for _ in range(PLAYERS):
            first, last = full_name("player")
            cells = [("PTS", str(points.pop())), ("FIRST_NAME", first), ("SECOND_NAME", last)]
            players.append(Entity.of(str(len(players)), f"{first} {last}", "player", cells, {"side": side}))
        city, team = full_name("team")
        team = f"{team}s"
        cells = [("TEAM-PTS", str(scores.pop())), ("TEAM-CITY", city), ("TEAM-NAME", team)]
        teams.append(Entity.of(side, f"{city} {team}", "team", cells, {"side": side}))
    table = Table("rotowire", str(number), (*players, *teams))
    text = f"{score_sentence(table)} {scorer_sentence(table)}"
    return Table("rotowire", str(number), table.entities, tuple(text.split()))


def score_sentence(table: Table) -> str:
    winner, loser = sorted(table.of_kind("team"), key=lambda team: -int(team.value("TEAM-PTS") or 0))
    return f"The {winner.name} beat the {loser.name} {winner.value('TEAM-PTS')} - {loser.value('TEAM-PTS')} ."


def scorer_sentence(table: Table) -> str:
    best = max(table.of_kind("player"), key=lambda player: int(player.value("PTS") or 0))
    return f"{best.name} led all scorers with {best.value('PTS')} points ."


def spelled_games(count: int, seed: int, numbers: Sequence[int]) -> list[Table]:
    """Games whose text gives the rebounds and the assists of the top scorer, which are among `numbers`, in words."""
    rng = Random(seed)
    tables = []
    for number in range(count):
        players = []
        points = rng.sample(range(20, 50), PLAYERS)
        for k in range(PLAYERS):
            first, last, (rebounds, assists) = _invented(rng), _invented(rng), rng.sample(numbers, 2)
            cells = [("PTS", str(points[k])), ("REB", str(rebounds)), ("AST", str(assists))]
            cells += [("FIRST_NAME", first), ("SECOND_NAME", last)]
            players.append(Entity.of(str(k), f"{first} {last}", "player", cells))
        table = Table("rotowire", str(number), tuple(players))
        tables.append(Table("rotowire", str(number), table.entities, tuple(spelled_sentence(table).split())))
    return tables


def spelled_sentence(table: Table) -> str:
    best = max(table.of_kind("player"), key=lambda player: int(player.value("PTS") or 0))
    rebounds, assists = (to_words(int(best.value(type) or 0)) for type in ("REB", "AST"))
    return f"{best.name} had {best.value('PTS')} points , {rebounds} rebounds and {assists} assists ."


UNITS = {"PTS": "points", "REB": "rebounds", "AST": "assists", "STL": "steals"}


def planned_games(count: int, seed: int, names: Sequence[str] = ()) -> list[tuple[Table, Plan]]:
    """Games with plans of some sentences, each of which states some numbers of a player, and with their texts."""
    rng = Random(seed)
    found = []
    for number in range(count):
        players = []
        for k in range(PLAYERS):
            first, last = (rng.choice(names) if names else _invented(rng) for _ in range(2))
            values = rng.sample(range(1, 40), len(UNITS))
            cells = [*zip(UNITS, map(str, values), strict=True), ("FIRST_NAME", first), ("SECOND_NAME", last)]
            players.append(Entity.of(str(k), f"{first} {last}", "player", cells))
        chosen = rng.sample(players, rng.randint(1, 3))
        plan = Plan(tuple(_planned_sentence(player, rng) for player in chosen))
        table = Table("rotowire", str(number), tuple(players))
        found.append((replace(table, tokens=tuple(planned_text(table, plan).split())), plan))
    return found


def _planned_sentence(player: Entity, rng: Random) -> tuple[PlannedFact, ...]:
    types = rng.sample([*UNITS], rng.randint(1, 3))
    return tuple(PlannedFact(player.id, type, player.value(type) or "") for type in types)


def planned_text(table: Table, plan: Plan) -> str:
    """The sentences of a plan."""
    text = []
    for facts in plan.sentences:
        (player,) = (entity for entity in table.entities if entity.id == facts[0].entity)
        amounts = [f"{fact.value} {UNITS[fact.type]}" for fact in facts]
        text.append(f"{player.name} had {' and '.join(amounts)} .")
    return " ".join(text)
