"""A small game of baseball, for tests of claims about it."""

from boxscribe.tables.domain import load_domain
from boxscribe.tables.table import Entity, Table

DOMAIN = load_domain("mlb")
PITCHED = ("p_ip1", "p_h", "p_r", "p_er", "p_bb", "p_so", "p_np", "p_w", "p_l")


def player(id: str, name: str, side: str, **cells: str) -> Entity:
    first, _, last = name.partition(" ")
    values = {"ab": "0", "r": "0", "h": "0", "rbi": "0"} | cells
    return Entity.of(id, name, "player", [*values.items(), ("first_name", first), ("last_name", last)], {"side": side})


def pitcher(id: str, name: str, side: str, *numbers: int, **cells: str) -> Entity:
    """`numbers`: those of PITCHED."""
    pitched = {type: str(number) for type, number in zip(PITCHED, numbers, strict=True)}
    return player(id, name, side, **pitched, **cells)


def team(id: str, city: str, name: str, side: str, *innings: int, hits: int) -> Entity:
    cells = {f"inn{number}": str(runs) for number, runs in enumerate(innings, start=1)}
    cells |= {"team_runs": str(sum(innings)), "team_hits": str(hits), "team_errors": "0"}
    cells |= {"team_city": city, "team_name": name}
    return Entity.of(id, f"{city} {name}", "team", [*cells.items()], {"side": side})


def play(number: int, side: str, inning: int, batter: str, event: str, runs: int, home: int, away: int) -> Entity:
    cells = {"batter": batter, "pitcher": "", "event": event, "rbi": runs, "runs": runs, "inning": inning}
    cells |= {"home_team_runs": home, "away_team_runs": away}
    records = [(type, str(value)) for type, value in cells.items() if value != ""]
    features = {"side": side, "inning": str(inning), "play": str(number)}
    return Entity.of(f"play {number}", f"play {number}", "play", records, features)


TABLE = Table(
    "mlb",
    "1",
    (
        player("0", "Ann Lee", "home", ab="4", h="2", r="1", rbi="3", hr="1"),
        pitcher("1", "Bea Moss", "home", 6, 5, 1, 1, 2, 7, 98, 7, 5, p_ip2="1/3"),
        player("2", "Cleo Nash", "away", ab="4", h="1", r="0", rbi="1"),
        pitcher("3", "Dee Park", "away", 5, 8, 4, 3, 1, 3, 90, 2, 3),
        team("home", "Boston", "Red Sox", "home", 0, 0, 3, 0, 0, 1, 0, 0, hits=9),
        team("vis", "Detroit", "Tigers", "away", 0, 1, 0, 0, 0, 0, 0, 0, 0, hits=6),
        play(0, "away", 2, "Cleo Nash", "Single", 1, 0, 1),
        play(1, "home", 3, "Ann Lee", "Home Run", 3, 3, 1),
        play(2, "home", 6, "Ann Lee", "Single", 1, 4, 1),
    ),
    meta={"day": "06_11_10"},
)
