"""Tables of NBA games in the shape of the official RotoWire tables.

In: a `Season` of `season.nba`; out: a `Table` for each game that has been played. Entities are the home players, the
visiting players, the home line and the visiting line. The ids of players are their rows in an official file, in which
the visitors come first.
"""

import math
from collections.abc import Iterable, Iterator

from boxscribe.season.season import Line, Season, SeasonGame
from boxscribe.tables.rotowire import SIDES
from boxscribe.tables.table import Entity, Table

SOURCE = "hoopR-nba-data"
IDS = {side: prefix for prefix, side in SIDES.items()}  # of the team's line


def tables_of(season: Season, games: Iterable[SeasonGame] | None = None) -> Iterator[Table]:
    """The tables of these games of a season, or of all; games that have not been played have none."""
    return (table_of(season, game) for game in (season.games if games is None else games) if game.played)


def table_of(season: Season, game: SeasonGame) -> Table:
    """The table of a game that has been played."""
    lines = {
        kind: {side: [line for line in game.lines if (line.kind, line.side) == (kind, side)] for side in game.teams}
        for kind in ("player", "team")
    }
    players = lines["player"]
    first = {"away": 0, "home": len(players["away"])}
    entities = [
        _entity(season, line, str(first[side] + number))
        for side in SIDES.values()
        for number, line in enumerate(players[side])
    ]
    entities += [_entity(season, line, IDS[line.side]) for side in SIDES.values() for line in lines["team"][side]]
    day = f"{game.date:%m_%d_%y}"
    meta = {
        "day": day,
        "nba_game_id": game.id,
        "stage": game.stage,
        "venue": game.venue,
        "city": game.city,
        "source": SOURCE,
        "credit": season.credit,
    }
    id = f"{day}-{game.teams['away']}-{game.teams['home']}"
    return Table(season.domain, id, tuple(entities), (), {key: value for key, value in meta.items() if value})


def _entity(season: Season, line: Line, id: str) -> Entity:
    cells = [
        (type, line.texts.get(type) or str(int(number)))
        for type, number in zip(season.types[line.kind], line.numbers, strict=True)
        if not math.isnan(number)
    ]
    return Entity.of(id, line.name, line.kind, cells, {"side": line.side})
