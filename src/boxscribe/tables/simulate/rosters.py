"""The teams of a simulated league: invented from word lists, or read from a file.

A roster is a JSONL file with one team per line: {"city": "Lisbon", "name": "Owls", "players": ["Ann Lee", …]}.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

from boxscribe.errors import InputError
from boxscribe.foreign import parse_json


@dataclass(frozen=True, slots=True)
class Team:
    city: str
    name: str
    players: tuple[str, ...]

    @property
    def full_name(self) -> str:
        return f"{self.city} {self.name}"


CITIES = """
    Albany Anchorage Asheville Austin Bakersfield Baton_Rouge Biloxi Boise Bridgeport Buffalo Burlington Charleston
    Chattanooga Cheyenne Columbus Dayton Des_Moines Duluth Durham El_Paso Eugene Fargo Fort_Wayne Fresno Galveston
    Hartford Helena Honolulu Jacksonville Juneau Knoxville Las_Cruces Lincoln Little_Rock Louisville Madison Mobile
    Nashville New_Haven Norfolk Omaha Pensacola Peoria Providence Raleigh Reno Richmond Rochester Santa_Fe Savannah
    Spokane Springfield St._Paul Tacoma Toledo Topeka Tucson Tulsa Wichita Worcester
""".split()

NICKNAMES = """
    Admirals Anchors Badgers Barons Beacons Bison Blue_Herons Bobcats Captains Caribou Chargers Comets Condors
    Coyotes Cranes Cyclones Dragons Drifters Engineers Falcons Foxes Gliders Gulls Harbor_Seals Herons Huskies
    Ironmen Jaguars Kestrels Lanterns Larks Lumberjacks Meteors Miners Monarchs Mustangs Navigators Night_Owls
    Otters Pilots Pioneers Prospectors Ravens Red_Foxes River_Hawks Rovers Sentinels Sharks Shepherds Sounders
    Sparrows Stags Storm Surveyors Terns Trail_Runners Voyagers Wolves
""".split()

FIRST_NAMES = """
    Aaron Abel Adrian Alan Alonzo Amir Anders Andre Anton Arturo Barry Ben Bernard Boris Brady Bruno C.J. Calvin
    Carlos Cedric Chad Clint Corey Curtis D.J. Damon Dario Darnell Dean Demetri Derek Diego Dmitri Donovan Drew
    Duane Dusan Earl Eddie Elias Elliot Emil Emmett Enrique Eric Evan Felix Filip Floyd Frank Gabe Garrett Gavin
    Glenn Goran Grant Greg Gus Hank Harris Hector Henry Hugo Ian Isaac Ivan J.T. Jabari Jack Jalen Jamal Jared
    Javier Jerome Jim Joaquin Joel Jonah Jorge Julian Kareem Karl Keith Kendall Kenny Kirk Kofi Kurt Lamar Lance
    Leon Levi Liam Lorenzo Lou Luca Luther Malik Manny Marcel Mario Mateo Maurice Max Miguel Milan Mitch Moses Nate
    Neil Nico Noah Norman Olaf Omar Orlando Oscar Otis Owen Pablo Pascal Percy Pete Quentin Rafael Ramon Randy
    Reggie Rex Ricardo Rob Roland Roman Roy Rudy Sam Saul Scott Sergio Seth Shane Silas Simon Sterling Stuart T.J.
    Tariq Terrell Theo Tito Tobias Tomas Trent Ty Tyrone Victor Vince Wade Walt Warren Wes Wilson Xavier Yuri Zach
    Zoran
""".split()

LAST_NAMES = """
    Abbott Adeyemi Alvarado Amundsen Archer Ashby Baines Ballard Banerjee Barlow Barrios Bascombe Bautista Beckett
    Bellamy Benning Bianchi Blackwood Boateng Bolden Bradshaw Brandt Briggs Bukowski Burrell Cabral Calloway
    Cardenas Carver Castillo Chandler Clemons Cordero Corrigan Crowder D'Amico Dalton Danner Dawkins De_Vries
    Delgado Dobbins Drummond Dubois Dunbar Easton Eklund Ellison Escobar Espinoza Fairley Farrow Figueroa Finch
    Fletcher Fontaine Galloway Garner Gaines Gentry Gilmore Grady Granger Grimes Guerrero Hadley Halvorsen Hammond
    Hardin Hargrove Hartley Hathaway Hendrix Herrera Hightower Holcomb Horvath Hutchins Ingram Ishikawa Ivanov
    Jankowski Jarrett Jimenez Joyner Kaplan Keane Kendrick Kilpatrick Kovac Kruger Lachance Landry Larkin Lattimore
    Lindqvist Lockett Lombardi Lowry-Reed Lundgren Mackey Maddox Maldonado Marchetti Mbeki McAllister McBride
    McKenna Mendoza Mercer Middleton Molina Montoya Mori Mosley Navarro Nkosi Novak Nunez O'Dell O'Rourke Odom
    Okafor Ortega Osborne Pacheco Paxton Pemberton Petrov Pickett Pineda Prescott Quigley Quintero Radford Ramsey
    Rasmussen Rawlings Redmond Renner Rosario Rucker Salazar Sanderlin Sandoval Savage Schaefer Seward Shelton
    Shields Silva Sorensen Stanton Stokes Suarez Sutherland Talbot Tanaka Thorpe Tillman Toledo Trujillo Underwood
    Valentin Vance Vargas Vaughn Velasquez Wakefield Waldron Weatherby Webber Whitaker Wilkes Winslow Wooten Yates
    Zielinski
""".split()


def invent_league(rng: Random, teams: int, players: int) -> list[Team]:
    """`teams` teams of `players` players each; all names are different."""
    cities, nicknames = rng.sample(CITIES, teams), rng.sample(NICKNAMES, teams)
    names: dict[str, None] = {}
    while len(names) < teams * players:
        names[f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}".replace("_", " ")] = None
    people = list(names)
    return [
        Team(city.replace("_", " "), nickname.replace("_", " "), tuple(people[i * players : (i + 1) * players]))
        for i, (city, nickname) in enumerate(zip(cities, nicknames, strict=True))
    ]


def read_league(path: Path, players: int) -> list[Team]:
    """The teams of a roster; each needs a city, a name and at least `players` different players."""
    teams: list[Team] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot read this roster: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            raw = parse_json(line)
            city, name, people = raw["city"], raw["name"], raw["players"]
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f'{path}: line {number}: write a team as {{"city": "…", "name": "…", "players": ["First Last", …]}}'
            ) from None
        if not (isinstance(people, list) and all(isinstance(p, str) and len(p.split()) >= 2 for p in people)):
            raise InputError(f"{path}: line {number}: players must be a list of first and last names")
        if len(set(people)) < players:
            raise InputError(f"{path}: line {number}: {name} needs at least {players} different players")
        teams.append(Team(str(city), str(name), tuple(people)))
    if len(teams) < 2:
        raise InputError(f"{path}: a league needs at least two teams, one per line")
    return teams
