"""A task that a small model learns in seconds: small tables with two sentences each, the score and the top scorer."""

from collections.abc import Sequence
from random import Random

from boxscribe.tables import Entity, Table
from boxscribe.text import to_words

PLAYERS = 5  # of a team


def toy_games(count: int, seed: int, names: Sequence[str] = ()) -> list[Table]:
    """Games of teams and players with these names; by default with names that occur nowhere else."""
    rng = Random(seed)
    return [_game(rng, names, number) for number in range(count)]


def invented_names(count: int, seed: int) -> list[str]:
    rng = Random(seed)
    return [_invented(rng) for _ in range(count)]


def _invented(rng: Random) -> str:
    return "".join(rng.choice("bcdfghklmnprstvz") + rng.choice("aeiou") for _ in range(3)).title()


def _game(rng: Random, names: Sequence[str], number: int) -> Table:
    def name() -> str:
        return rng.choice(names) if names else _invented(rng)

    points, scores = rng.sample(range(2, 50), 2 * PLAYERS), rng.sample(range(70, 131), 2)
    players, teams = list[Entity](), list[Entity]()
    for side in ("home", "away"):
        for _ in range(PLAYERS):
            first, last = name(), name()
            cells = [("PTS", str(points.pop())), ("FIRST_NAME", first), ("SECOND_NAME", last)]
            players.append(Entity.of(str(len(players)), f"{first} {last}", "player", cells, {"side": side}))
        city, team = name(), f"{name()}s"
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
