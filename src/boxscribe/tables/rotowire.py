"""RotoWire's official JSON: a game with `box_score` (column → row → string), two team lines and a summary.

Paper, section 5. The entities have the reference order: home players, visiting players, home line, visiting line.
`dump` is the inverse of `parse`: no value of the file is lost.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from boxscribe.errors import InputError, Problem, Report, raise_first
from boxscribe.foreign import whole_number
from boxscribe.tables.box_score import cells, columns, describe_with, entities_of, has_keys, summary, team_line
from boxscribe.tables.domain import Describe, load_domain
from boxscribe.tables.json_format import JsonLayout, JsonObject
from boxscribe.tables.table import Entity, Table

NAMES = ("home_name", "home_city", "vis_name", "vis_city")
PARTS = (*NAMES, "box_score", "home_line", "vis_line", "summary", "day")
SIDES = {"home": "home", "vis": "away"}  # prefix of the file's keys → value of the feature `side`
FULL_NAME, CITY, START = "PLAYER_NAME", "TEAM_CITY", "START_POSITION"
STARTERS = 5
ROWS_OF_VISITORS = 13


def recognises(raw: JsonObject) -> bool:
    return "box_score" in raw and "play_by_play" not in raw


def parse(raw: JsonObject, report: Report = raise_first, describe: Describe = load_domain) -> Table | None:
    """The table of a game; problems go to `report`; None if too little is left to make a table."""
    if not has_keys(raw, {**dict.fromkeys(NAMES, str), "box_score": dict, "home_line": dict, "vis_line": dict}, report):
        return None
    domain = describe_with(describe, "rotowire", "player", "team")
    types = domain.kinds["player"].types
    box = columns(raw["box_score"], (FULL_NAME, CITY, *types), (FULL_NAME, CITY), domain, report)
    if box is None:
        return None
    rows = sorted(box[FULL_NAME], key=_row_order)
    sides = _sides(raw, box, rows, report)
    players = {
        side: [
            Entity.of(row, box[FULL_NAME][row], "player", cells(box, row, types, domain), {"side": side})
            for row in rows
            if sides[row] == side
        ]
        for side in SIDES.values()
    }
    teams = [
        team_line(raw[f"{prefix}_line"], prefix, side, domain, list(domain.kinds["team"].types), report)
        for prefix, side in SIDES.items()
    ]
    meta = {"day": raw.get("day", "")} | {key: raw[key] for key in raw if key not in PARTS}
    order = list(box[FULL_NAME])
    if order != rows:
        meta["rows"] = order  # the template breaks ties by the order of the file
    id = f"{raw.get('day', '')}-{raw['vis_name']}-{raw['home_name']}"
    return Table("rotowire", id, (*players["home"], *players["away"], *teams), summary(raw, report), meta)


def _row_order(row: str) -> tuple[bool, int, str]:
    """Rows in the order of their numbers, then the others."""
    number = whole_number(row)
    return number is None, number or 0, row


def _sides(
    raw: Mapping[str, Any], box: Mapping[str, Mapping[str, str]], rows: Sequence[str], report: Report
) -> dict[str, str]:
    """Row → home or away, by the player's city; if both teams are from one city, by the order of the rows."""
    home, away = raw["home_city"], raw["vis_city"]
    if home == away:
        starters = [row for row in rows if box.get(START, {}).get(row, "N/A") != "N/A"]
        # The visitors come first, and in each team the starters.
        first_home = rows.index(starters[STARTERS]) if len(starters) == 2 * STARTERS else ROWS_OF_VISITORS
        return {row: "away" if number < first_home else "home" for number, row in enumerate(rows)}
    for row in rows:
        if box[CITY][row] not in (home, away):
            message = f"'{box[CITY][row]}' is neither home_city '{home}' nor vis_city '{away}'"
            report(Problem(message, field=f"box_score.{CITY}, row {row}"))
    return {row: "home" if box[CITY][row] == home else "away" for row in rows}


def dump(table: Table) -> dict[str, Any]:
    """The game in RotoWire's layout; cells that the table does not have are N/A.

    A table without two teams that have a city and a name, or with a player of neither side, has no such layout.
    """
    domain = load_domain("rotowire")
    missing, types = domain.missing[0], domain.kinds["player"].types
    teams = {prefix: _team_of(table, side) for prefix, side in SIDES.items()}
    city = {side: teams[prefix].value("TEAM-CITY") or missing for prefix, side in SIDES.items()}
    players = {entity.id: entity for entity in table.of_kind("player")}
    rows = sorted(players, key=_row_order)
    of_file = table.meta.get("rows")
    if isinstance(of_file, tuple) and Counter(map(str, of_file)) == Counter(rows):
        rows = list(map(str, of_file))
    order = [players[row] for row in rows]
    for player in order:
        if player.features.get("side") not in city:
            raise InputError(
                f"table '{table.id}': {player.name} has no side home or away, which RotoWire's format needs; add it or "
                "write --to native"
            )
    box = {type: {p.id: p.value(type) or missing for p in order} for type in types}
    box[FULL_NAME] = {player.id: player.name for player in order}
    box[CITY] = {player.id: city[player.features["side"]] for player in order}
    raw: dict[str, Any] = {"box_score": box, "summary": list(table.tokens)}
    for prefix, team in teams.items():
        line = {type: team.value(type) or missing for type in domain.kinds["team"].types}
        raw |= {f"{prefix}_line": line, f"{prefix}_city": line["TEAM-CITY"], f"{prefix}_name": line["TEAM-NAME"]}
    return raw | {key: value for key, value in table.meta.items() if key != "rows" and key not in raw}


def _team_of(table: Table, side: str) -> Entity:
    """The team of a side, with the cells that a file cannot do without."""
    found = entities_of(table, side, "team")
    lacking = [type for type in ("TEAM-CITY", "TEAM-NAME") if not (found and found[0].value(type))]
    if lacking:
        raise InputError(
            f"table '{table.id}': the {side} team has no {lacking[0]}, which RotoWire's format needs; add this cell or "
            "write --to native"
        )
    return found[0]


LAYOUT = JsonLayout("rotowire", recognises, parse)
