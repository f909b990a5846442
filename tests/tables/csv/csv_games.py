"""Box scores as spreadsheets and web pages write them, and simulated games as CSV."""

import csv
import io
from collections.abc import Sequence

from boxscribe.tables import Entity, Table
from boxscribe.tables.domain import load_domain

HOME, AWAY = "Atlanta Hawks", "Miami Heat"

BASKETBALL_REFERENCE = """\
Basic Box Score Stats,,,,,,,,,,,,,,,,,,,,
Starters,MP,FG,FGA,FG%,3P,3PA,3P%,FT,FTA,FT%,ORB,DRB,TRB,AST,STL,BLK,TOV,PF,PTS,+/-
John Collins,35:12,9,15,.600,1,3,.333,3,4,.750,4,7,11,2,1,1,2,3,22,+12
Trae Young,33:48,7,16,.438,3,8,.375,5,5,1.000,0,3,3,9,1,0,4,1,22,+8
Kent Bazemore,28:30,4,10,.400,2,6,.333,2,2,1.000,0,4,4,3,2,1,1,2,12,+3
Dewayne Dedmon,24:01,3,6,.500,1,2,.500,0,0,,2,5,7,1,0,2,1,4,7,-1
Kevin Huerter,30:00,5,11,.455,3,7,.429,0,0,,1,2,3,2,1,0,0,2,13,+5
Reserves,MP,FG,FGA,FG%,3P,3PA,3P%,FT,FTA,FT%,ORB,DRB,TRB,AST,STL,BLK,TOV,PF,PTS,+/-
Alex Len,20:15,6,9,.667,1,2,.500,3,4,.750,3,3,6,0,0,1,1,3,16,+4
Vince Carter,Did Not Play,Did Not Play,Did Not Play,Did Not Play,Did Not Play
Team Totals,240,34,67,.507,11,28,.393,13,15,.867,10,24,34,17,5,5,9,15,92,
"""

ESPN = """\
Miami Heat
STARTERS\tMIN\tFG\t3PT\tFT\tOREB\tDREB\tREB\tAST\tSTL\tBLK\tTO\tPF\t+/-\tPTS
B. Adebayo C\t35\t9-15\t0-1\t3-4\t4\t7\t11\t2\t1\t1\t2\t3\t+12\t21
G. Dragic PG\t34\t7-16\t3-8\t5-5\t0\t3\t3\t9\t1\t0\t4\t1\t+8\t22
BENCH\tMIN\tFG\t3PT\tFT\tOREB\tDREB\tREB\tAST\tSTL\tBLK\tTO\tPF\t+/-\tPTS
D. Wade SG\t20\t6-9\t1-2\t3-4\t3\t3\t6\t0\t0\t1\t1\t3\t+4\t16
U. Haslem PF\tDNP-COACH'S DECISION
TEAM\t\t22-40\t4-11\t11-13\t7\t13\t20\t11\t2\t2\t7\t7\t\t59
\t\t55.0%\t36.4%\t84.6%
Atlanta Hawks
STARTERS\tMIN\tFG\t3PT\tFT\tOREB\tDREB\tREB\tAST\tSTL\tBLK\tTO\tPF\t+/-\tPTS
J. Collins PF\t35\t9-15\t1-3\t3-4\t4\t7\t11\t2\t1\t1\t2\t3\t+12\t22
T. Young PG\t34\t7-16\t3-8\t5-5\t0\t3\t3\t9\t1\t0\t4\t1\t+8\t22
TEAM\t\t16-31\t4-11\t8-9\t4\t10\t14\t11\t2\t1\t6\t4\t\t44
"""

NBA_COM = """\
TEAM,PLAYER,POS,MIN,FGM,FGA,FG%,3PM,3PA,3P%,FTM,FTA,FT%,OREB,DREB,REB,AST,STL,BLK,TO,PF,PTS,+/-
ATL,John Collins,F,35:12,9,15,60.0,1,3,33.3,3,4,75.0,4,7,11,2,1,1,2,3,22,12
ATL,Trae Young,G,33:48,7,16,43.8,3,8,37.5,5,5,100,0,3,3,9,1,0,4,1,22,8
ATL,Alex Len,,20:15,6,9,66.7,1,2,50.0,3,4,75.0,3,3,6,0,0,1,1,3,16,4
MIA,Bam Adebayo,C,35:29,9,15,60.0,0,1,0.0,3,4,75.0,4,7,11,2,1,1,2,3,21,-4
MIA,Dwyane Wade,,DNP - Coach's Decision,,,,,,,,,,,,,,,,,,,
"""

SPREADSHEET = """\
sep=;
Team;Spieler;Name;MIN;PTS;REB;AST;FG%
Hawks;12;Collins, John;35,5;22;11;2;60,0 %
Hawks;11;Young, Trae;34,2;1.022;3;9;43,8 %
Heat;13;Adebayo, Bam;35,0;21;11;2;60,0 %
"""

MERGED = """\
Atlanta Hawks,,,,,,,,,,,,,,,
,,Field goals,,,Three-pointers,,,Free throws,,Rebounds,,,Other,,
Player,Min,M,A,%,M,A,%,M,A,Off,Def,Tot,Ast,TO,Pts
John Collins,35,9,15,60.0%,1,3,33.3%,3,4,4,7,11,2,2,22
Trae Young,34,7,16,43.8%,3,8,37.5%,5,5,0,3,3,9,4,22
Total,,16,31,51.6%,4,11,36.4%,8,9,4,10,14,11,6,44
Miami Heat,,,,,,,,,,,,,,,
Bam Adebayo,35,9,15,60.0%,0,1,0.0%,3,4,4,7,11,2,2,21
"""

PASTED = """\
Atlanta Hawks
Player             MIN    FGM-A   3PM-A   FTM-A   REB   AST   PTS
SF John Collins    35     9-15    1-3     3-4     11    2     22
Trae Young (PG)    34     7/16    3/8     5/5     3     9     22
Bench
Alex Len           20     6-9     1-2     3-4     6     -     16
Vince Carter       DNP - Rest

Miami Heat
Player             MIN    FGM-A   3PM-A   FTM-A   REB   AST   PTS
Bam Adebayo        35     9-15    0-1     3-4     11    2     21
"""

LINE_SCORE = """\
Team,1,2,3,4,T
Miami Heat,10,20,5,24,59
Atlanta Hawks,22,20,1,1,44

Home
Player,PTS,AST
John Collins,22,2
Trae Young,22,9
Visitors
Player,PTS,AST
Bam Adebayo,37,2
Goran Dragic,22,9
"""

BASEBALL = """\
Team,1,2,3,4,5,6,7,8,9,R,H,E
New York Yankees,0,0,1,0,0,0,0,0,0,1,4,1
Boston Red Sox,0,2,0,0,0,1,0,0,x,3,7,0

New York Yankees
Batters,AB,R,H,RBI,BB,SO,AVG
A. Judge RF,4,1,2,1,0,1,.280
L. Severino P,0,0,0,0,0,0,.000
Pitchers,IP,H,R,ER,BB,SO,HR,ERA
L. Severino,5.2,5,3,3,2,6,1,3.40
Boston Red Sox
Batters,AB,R,H,RBI,BB,SO,AVG
M. Betts RF,4,1,2,1,0,1,.340
"""


def cells(entity: Entity, *types: str) -> list[str | None]:
    return [entity.value(type) for type in types]


def of_name(table: Table, name: str) -> Entity:
    (found,) = [entity for entity in table.entities if entity.name == name]
    return found


def simulated_csv(table: Table, separator: str) -> str:
    """The box score of a simulated game, the visitors first, with all columns by their short headings."""
    text = io.StringIO()
    write = csv.writer(text, delimiter=separator).writerow
    for side in ("away", "home"):
        (team,) = [entity for entity in table.of_kind("team") if entity.features["side"] == side]
        write([team.name])
        _write_kind(write, [one for one in table.of_kind("player") if one.features["side"] == side], "player")
        write([])
    _write_kind(write, table.of_kind("team"), "team")
    return text.getvalue()


def _write_kind(write: object, entities: Sequence[Entity], kind: str) -> None:
    types = load_domain("rotowire").kinds[kind].types
    assert callable(write)
    write([described.short or type for type, described in types.items()])
    for entity in entities:
        write([entity.value(type) or "" for type in types])
