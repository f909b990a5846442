"""Event files written by hand, for tests: a game of two invented teams."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

TEAMS = {"AAA": ("Avon", "Archers"), "BBB": ("Bath", "Badgers"), "CCC": ("Cork", "Cranes")}
LETTERS = "abcdefghi"
SWAPPED = {"v": "h", "h": "v", "Vic": "Hal", "Hal": "Vic"}


def player(side: int, number: int) -> str:
    """The id of a player: 0 visitors, 1 home; 1 to 9 the batting order, 10 the starting pitcher."""
    return f"{'vh'[side]}{number:03d}"


def starts() -> list[str]:
    """Both line-ups: the n-th batter plays position n + 1, the ninth is the designated hitter."""
    records = []
    for side in (0, 1):
        for number in range(1, 10):
            name = f"{'Vic Hal'.split()[side]} {LETTERS[number - 1].upper()}son"
            records.append(f'start,{player(side, number)},"{name}",{side},{number},{number + 1}')
        records.append(f'start,{player(side, 10)},"{"Vic Hal".split()[side]} Pitcher",{side},0,1')
    return records


def play(inning: int, side: int, number: int, event: str, count: str = "00", pitches: str = "X") -> str:
    return f"play,{inning},{side},{player(side, number)},{count},{pitches},{event}"


def half(inning: int, side: int, *events: str, first: int = 1) -> list[str]:
    """One batter after the other; an event of the form "2:SB2" is of the batter with that number."""
    records, number = [], first
    for event in events:
        at, _, text = event.rpartition(":")
        records.append(play(inning, side, int(at) if at else number, text))
        number = (int(at) if at else number) + (0 if at else 1)
    return records


def game(
    plays: Sequence[str],
    id: str = "BBB201904010",
    visitors: str = "AAA",
    info: Iterable[str] = (),
    earned: Iterable[tuple[str, int]] = (("v010", 0), ("h010", 0)),
) -> str:
    """The records of a game. The players of AAA are v001 to v012, also at home; those of other teams h001 to h012."""
    date = f"{id[3:7]}/{id[7:9]}/{id[9:11]}"
    records = [
        f"id,{id}", "version,2", f"info,visteam,{visitors}", f"info,hometeam,{id[:3]}", f"info,date,{date}",
        f"info,number,{id[-1]}", "info,daynight,night", *(f"info,{line}" for line in info), *starts(), *plays,
        *(f"data,er,{pitcher},{runs}" for pitcher, runs in earned),
    ]  # fmt: skip
    text = "\n".join(records) + "\n"
    return (
        re.sub(r"\b[vh](?=0\d\d\b)|\b(?:Vic|Hal)\b", lambda found: SWAPPED[found[0]], text) if id[:3] == "AAA" else text
    )


OUTS = ("63/G", "8/F", "K")


def short_game(**options: object) -> str:
    """One inning: the visitors do not score, the home team wins 2-0 by a home run."""
    plays = [
        *half(1, 0, *OUTS),
        *half(1, 1, "S8/L", "HR/F78.1-H", *OUTS),
        *half(2, 0, *OUTS, first=4),
    ]
    return game(plays, **({"info": ("wp,h010", "lp,v010"), "earned": (("v010", 2), ("h010", 0))} | options))  # type: ignore[arg-type]


def write_season(folder: Path, games: Iterable[str], year: int = 2019, rosters: bool = True) -> list[Path]:
    """Event files, one for each home team, with a team list and rosters beside them."""
    by_team: dict[str, str] = {}
    for text in games:
        team = text[3:6]
        by_team[team] = by_team.get(team, "") + text
    paths = []
    for team, text in by_team.items():
        paths.append(folder / f"{year}{team}.EVA")
        paths[-1].write_text(text.replace("\n", "\r\n"))
    lines = [f"{team},A,{city},{name}" for team, (city, name) in TEAMS.items()]
    (folder / f"TEAM{year}").write_text("\n".join(lines) + "\n")
    if rosters:
        for team, side in (("AAA", 0), ("BBB", 1)):
            first = "Vic Hal".split()[side]
            names = [(player(side, n), f"{LETTERS[n - 1].upper()}son") for n in range(1, 10)]
            names += [(player(side, 10), "Pitcher"), (player(side, 11), "Relief"), (player(side, 12), "Pinch")]
            roster = "\n".join(f"{id},{last},{first},R,R,{team},P" for id, last in names)
            (folder / f"{team}{year}.ROS").write_text(roster + "\n")
    return paths
