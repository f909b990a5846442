"""The MLB dataset's JSON: box score (home rows 0–45, visitors 46–91), two team lines, play-by-play and a recap.

Paper, section 5. The entities have the reference order: home players, visiting players, home line, visiting line, then
the scoring plays in time order, each an entity of its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from boxscribe.errors import Problem, Report, raise_first
from boxscribe.foreign import whole_number
from boxscribe.tables.box_score import cells, columns, describe_with, has_keys, summary, team_line
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.json_format import JsonLayout, JsonObject
from boxscribe.tables.table import Entity, Table

FULL_NAME = "full_name"
FIRST_ROW_OF_VISITORS = 46
TEAM_TYPES = ["team_runs", "team_hits", "team_errors", "result", "team_name", "team_city"]
SIDE_OF_HALF = {"top": "away", "bottom": "home"}
PARTS = {
    **dict.fromkeys(("home_name", "home_city", "vis_name", "vis_city"), str),
    **dict.fromkeys(("box_score", "home_line", "vis_line", "play_by_play"), dict),
}


def recognises(raw: JsonObject) -> bool:
    return "play_by_play" in raw


def parse(raw: JsonObject, report: Report = raise_first, describe: Describe = load_domain) -> Table | None:
    """The table of a game; problems go to `report`; None if too little is left to make a table."""
    if not has_keys(raw, PARTS, report):
        return None
    domain = describe_with(describe, "mlb", "player", "team", "play")
    types = domain.kinds["player"].types
    box = columns(raw["box_score"], (FULL_NAME, *types), (FULL_NAME,), domain, report)
    if box is None:
        return None
    players = []
    for row in sorted(box[FULL_NAME], key=lambda row: whole_number(row) or 0):
        name, number = box[FULL_NAME][row], whole_number(row)
        if number is None:
            report(Problem("rows are numbered", field=f"box_score.{FULL_NAME}, row {row}"))
        elif name and name not in domain.missing:
            side = "home" if number < FIRST_ROW_OF_VISITORS else "away"
            players.append(Entity.of(row, name, "player", cells(box, row, types, domain), {"side": side}))
    teams = [
        _team(raw[f"{prefix}_line"], prefix, side, domain, report)
        for prefix, side in (("home", "home"), ("vis", "away"))
    ]
    plays = _scoring_plays(raw["play_by_play"], domain, report)
    runs = "-".join(team.value("team_runs") or "" for team in reversed(teams))
    id = f"{raw.get('day', '')}-{raw['vis_name']}-{raw['home_name']}-{runs}"
    meta = {key: value for key, value in raw.items() if key not in PARTS and not isinstance(value, list | dict)}
    return Table("mlb", id, (*players, *teams, *plays), summary(raw, report), meta)


def _team(line: Mapping[str, Any], prefix: str, side: str, domain: Domain, report: Report) -> Entity:
    """The team's line, and the runs of each inning as the types inn1, inn2, …"""
    innings = line.get("innings")
    if not isinstance(innings, dict):
        report(Problem("must be inning → runs", field=f"{prefix}_line.innings"))
        innings = {}
    order = sorted(innings, key=lambda inning: (len(inning), inning))  # inn9 before inn10
    return team_line({**line, **innings}, prefix, side, domain, [*TEAM_TYPES, *order], report)


def _scoring_plays(innings: Mapping[str, Any], domain: Domain, report: Report) -> list[Entity]:
    plays: list[Entity] = []
    for inning, half, where, play in _plays(innings, report):
        try:
            scored = int(play.get("runs", 0)) > 0
        except (TypeError, ValueError, OverflowError):
            report(Problem(f"must be a whole number, not {play['runs']!r:.60}", field=f"{where}.runs"))
            continue
        if scored:
            number = len(plays)
            features = {"side": SIDE_OF_HALF[half], "inning": inning, "play": str(number)}
            values = _values({**play, "inning": inning}, where, domain, report)
            plays.append(Entity.of(f"play-{number}", f"play {number}", "play", values, features))
    return plays


def _plays(innings: Mapping[str, Any], report: Report) -> Iterator[tuple[str, str, str, Mapping[str, Any]]]:
    """(inning, half, where, play) in time order: innings ascending, top before bottom."""
    for inning in sorted(innings, key=lambda inning: whole_number(inning) or 0):
        halves = innings[inning]
        if not (
            whole_number(inning) is not None
            and isinstance(halves, dict)
            and all(isinstance(halves.get(half, []), list) for half in SIDE_OF_HALF)
        ):
            report(Problem("must be a number → lists of plays, top and bottom", field=f"play_by_play.{inning}"))
            continue
        for half in SIDE_OF_HALF:
            for number, play in enumerate(halves.get(half, [])):
                where = f"play_by_play.{inning}.{half}[{number}]"
                if isinstance(play, dict):
                    yield inning, half, where, play
                else:
                    report(Problem("a play must be an object", field=where))


def _values(play: Mapping[str, Any], where: str, domain: Domain, report: Report) -> list[tuple[str, str]]:
    """The records of a play; a list of runners or scorers gives a record for each of them."""
    values = []
    for type in domain.kinds["play"].types:
        given = play.get(type, [])
        for value in given if isinstance(given, list) else [given]:
            if isinstance(value, str | int):
                values.append((type, str(value).strip()))
            else:
                report(Problem(f"must be a string, not {value!r:.60}", field=f"{where}.{type}"))
    return [(type, value) for type, value in values if value and value not in domain.missing]


LAYOUT = JsonLayout("mlb", recognises, parse)
