"""A small domain of games for tests, with declarations of derived types."""

from typing import Any

from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import Domain

DOMAIN = {
    "name": "games",
    "title": "Games",
    "side": "side",
    "features": {"side": {"label": "home or away", "values": ["home", "away"]}},
    "kinds": {
        "player": {
            "label": "Players",
            "types": {
                "PTS": {"label": "points"},
                "REB": {"label": "rebounds"},
                "POS": {"label": "position", "value": "text"},
            },
        },
        "team": {
            "label": "Teams",
            "types": {
                "SCORE": {"label": "points"},
                "part#": {"label": "points in part #"},
                "PCT": {"label": "percentage", "value": "decimal"},
                "CITY": {"label": "city", "value": "text"},
            },
        },
    },
}

PLAYERS: dict[str, dict[str, str]] = {
    "ann": {"side": "home", "PTS": "21", "REB": "10", "POS": "G"},
    "bea": {"side": "home", "PTS": "9", "REB": "2", "POS": "C"},
    "cid": {"side": "home", "PTS": "9", "REB": "12"},
    "dan": {"side": "home"},
    "eve": {"side": "away", "PTS": "30", "REB": "4"},
    "flo": {"side": "away", "PTS": "0", "REB": "0"},
}
TEAMS: dict[str, dict[str, str]] = {
    "home": {"side": "home", "SCORE": "39", "part1": "20", "part2": "19", "PCT": "45.5", "CITY": "Rome"},
    "away": {"side": "away", "SCORE": "30", "part1": "21", "part2": "9", "PCT": "44.2", "CITY": "Oslo"},
}


def game() -> Table:
    return Table("games", "1", tuple(_entities("player", PLAYERS) + _entities("team", TEAMS)), meta={"day": "11_28_16"})


def _entities(kind: str, rows: dict[str, dict[str, str]]) -> list[Entity]:
    return [
        Entity.of(name, name, kind, [(t, v) for t, v in row.items() if t != "side"], {"side": row["side"]})
        for name, row in rows.items()
    ]


def described(**derived: dict[str, Any]) -> Domain:
    return Domain.model_validate(DOMAIN | {"derived": {t: {"label": t} | d for t, d in derived.items()}})
