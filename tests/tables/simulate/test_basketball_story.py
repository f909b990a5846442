"""The stories of simulated basketball games state only facts of the tables."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

from boxscribe.tables.simulate.basketball import basketball
from boxscribe.tables.simulate.rosters import Team
from boxscribe.tables.table import Entity, Table
from boxscribe.text.numbers import to_words
from tables.simulate.basketball_tables import check_overtime, numbers, quarters, sides, total

WORDS = ["no", *map(to_words, range(1, 10))]
NUMBER = rf"(?:\d+|{'|'.join(WORDS)})"
UNITS = {"point": "PTS", "rebound": "REB", "assist": "AST", "steal": "STL", "block": "BLK", "minute": "MIN"}
SHOTS = {"FG": "FG", "3Pt": "FG3", "FT": "FT", "shooting": "FG", "from the field": "FG", "at the free": "FT"}
TRIES = r"(?P<made>\d+) - (?:of - )?(?P<tried>\d+) (?P<shot>FG|3Pt|FT|shooting|from the field|at the free)"
HE = "He"


def value(text: str) -> int:
    return WORDS.index(text) if text in WORDS else int(text)


def sentences(table: Table) -> list[str]:
    return [part.strip() for part in re.split(r"(?<!\S)\.(?!\S)", " ".join(table.tokens)) if part.strip()]


def mentions(table: Table) -> dict[str, Entity]:
    """How the story may call the players: in full, or without the first name where nothing else is called that."""
    called: dict[str, list[Entity]] = {str(team.value("TEAM-CITY")): [] for team in table.of_kind("team")}
    for player in table.of_kind("player"):
        for name in {player.name, player.name.partition(" ")[2]} - {""}:
            called.setdefault(name, []).append(player)
    return {name: players[0] for name, players in called.items() if len(players) == 1}


def stated(table: Table) -> Iterator[tuple[Entity, str, int]]:
    """What the story says of players: (player, type, number). A number belongs to who was named last before it."""
    called = mentions(table)
    who = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True))
    two = rf"(?P<one>{who}) and (?:starting \w+ )?(?P<two>{who}) (?:scored|both finished with)"
    pattern = re.compile(
        rf"(?<!\S)(?:(?:bench|reserves) scored {NUMBER} points"
        rf"|{two} (?P<x>{NUMBER})(?: and (?P<y>{NUMBER}))? points"
        rf"|(?P<who>{HE}|{who})(?: (?:with )?(?P<points>{NUMBER})(?= \.|$))?"
        rf"|(?P<number>{NUMBER}) (?:- )?(?P<unit>point|rebound|assist|steal|block|minute)s?(?! attempts| range)"
        rf"|{TRIES})(?!\S)"
    )
    last: Entity | None = None
    for sentence in sentences(table):
        named = False
        for found in pattern.finditer(sentence):
            part = found.groupdict()
            if part["one"]:
                yield called[part["one"]], "PTS", value(part["x"])
                yield called[part["two"]], "PTS", value(part["y"] or part["x"])
            elif part["who"]:
                last, named = last if part["who"] == HE else called[part["who"]], True
                if part["points"] and last:
                    yield last, "PTS", value(part["points"])
            elif named and last and part["unit"]:
                yield last, UNITS[part["unit"]], value(part["number"])
            elif named and last and part["shot"]:
                yield last, f"{SHOTS[part['shot']]}M", int(part["made"])
                yield last, f"{SHOTS[part['shot']]}A", int(part["tried"])


def test_any_league_will_do() -> None:
    """Two teams of one city, names of one and of four words, more players than a box score has rows."""
    people = [f"P{i} {'Van Der Berg' if i % 3 else 'Lee'}" for i in range(36)]
    league = [Team("San Jose", "Owls", tuple(people[:18])), Team("San Jose", "Red Elks", (*people[18:], "Solo"))]
    for table in islice(basketball(Random(3), league, texts=True), 60):
        check_overtime(table)
        assert max(Counter(player.features["side"] for player in table.of_kind("player")).values()) <= 13
        for player in table.of_kind("player"):
            assert player.value("SECOND_NAME") == (player.name.split()[1] if " " in player.name else None)
        for player, type, number in stated(table):
            assert player.value(type) == str(number)
        for before, after in re.findall(r"(\S+) San Jose (\S+)", " ".join(table.tokens)):
            assert before in ("in", "In") or after in ("Owls", "Red"), "a team is called by the city it shares"


def test_all_that_is_said_of_players_is_true(basketball_games: list[Table]) -> None:
    claimed: Counter[str] = Counter()
    for table in basketball_games:
        claims = list(stated(table))
        for player, type, number in claims:
            assert player.value(type) == str(number), (player.name, type, number, " ".join(table.tokens))
        assert len({player.name for player, type, _ in claims if type == "PTS"}) >= 3
        claimed.update(type for _, type, _ in claims)
    assert min(claimed[type] for type in ("PTS", "REB", "AST", "STL", "BLK", "MIN", "FGM", "FG3M", "FTM")) > 50


def test_doubles_and_highs_are_true(basketball_games: list[Table]) -> None:
    seen: Counter[str] = Counter()
    for table in basketball_games:
        called = mentions(table)
        best = max(numbers(player)["PTS"] for player in table.of_kind("player") if player.value("PTS"))
        for sentence in sentences(table):
            for claim in re.findall(r"(double|triple|game|team) - (?:double|high)", sentence):
                seen[claim] += 1
                name = max((name for name in called if f" {name} " in f" {sentence} "), key=len)
                n = numbers(called[name])
                tens = sum(n[type] >= 10 for type in ("PTS", "REB", "AST", "STL", "BLK"))
                mates = [p for p in table.of_kind("player") if p.features == called[name].features and p.value("PTS")]
                assert {
                    "double": tens == 2,
                    "triple": tens == 3,
                    "game": n["PTS"] == best,
                    "team": n["PTS"] == max(numbers(mate)["PTS"] for mate in mates),
                }[claim], sentence
    assert seen["double"] > 50 and seen["game"] > 20 and seen["team"] > 20


def first_named(table: Table, sentence: str, names: str = "city, name") -> Entity:
    """The team that a sentence names first."""
    at = {}
    for team in table.of_kind("team"):
        forms = (f" the {team.value('TEAM-NAME')} ", f" {team.value('TEAM-CITY')} ", f" {team.name} ")
        text = f" {sentence[0].lower()}{sentence[1:]} " if sentence.startswith("The ") else f" {sentence} "
        found = [text.find(form) for form in (forms if names == "city, name" else forms[2:]) if form in text]
        at[min(found, default=10**6)] = team
    return at[min(at)]


def test_the_opening_has_the_final_score_and_the_winner(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        winner, loser = sorted(table.of_kind("team"), key=lambda team: -numbers(team)["PTS"])
        opening = sentences(table)[0]
        bare = re.sub(r"\( \d+ - \d+ \)|(improved|dropped) to \d+ - \d+", "", opening)
        assert re.findall(r"(\d+) - (\d+)", bare) == [(winner.value("TEAM-PTS"), loser.value("TEAM-PTS"))]
        losing = re.search(r"lost|loss|did n't have enough", opening)
        assert first_named(table, opening, "full") == (loser if losing else winner), opening
        assert ("overtime" in opening) == (check_overtime(table) > 0)


def test_records_are_reported_and_true(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        text = " ".join(sentences(table)[:2])
        names = {n: t for t in table.of_kind("team") for n in (t.value("TEAM-CITY"), t.value("TEAM-NAME"))}
        who = "|".join(re.escape(str(name)) for name in names)
        link = r"\(|improved to|dropped to|are now|is now|are|is|at|moved to|fell to"
        claimed = re.findall(rf"({who}) (?:{link}) (\d+) - (\d+)", text)
        assert {names[name].id for name, _, _ in claimed} == {"home", "vis"}, text
        for name, wins, losses in claimed:
            assert (names[name].value("TEAM-WINS"), names[name].value("TEAM-LOSSES")) == (wins, losses)


COMPARED = {
    "FG3_PCT": r"percent.*three|three.*percent|the arc",
    "FT_PCT": r"free throws|free - throw|charity",
    "FG_PCT": r"field.*percent|percent.*field|floor",
    "REB": r"rebound|On the boards",
    "AST": r"assists",
    "TOV": r"turnovers|turned the ball|gave the ball",
}


def test_comparisons_of_the_teams_are_true(basketball_games: list[Table]) -> None:
    seen: Counter[str] = Counter()
    for table in basketball_games:
        people = mentions(table)
        for sentence in sentences(table):
            claimed = re.findall(rf"(?<!\S)({NUMBER})(?! - point)(?!\S)", sentence)
            type = next((type for type, words in COMPARED.items() if re.search(words, sentence)), None)
            about_player = sentence.startswith(HE) or any(f" {name} " in f" {sentence} " for name in people)
            if type and len(claimed) == 2 and not about_player:
                team = first_named(table, sentence)
                a, b = (numbers(t)[type] for t in sorted(table.of_kind("team"), key=lambda t: t != team))
                assert list(map(value, claimed)) == [a, b], sentence
                assert a > b or not re.search(r"won|outrebounded|advantage", sentence), sentence
                seen[type] += 1
    assert min(seen[type] for type in COMPARED) > 50


def test_quarters_are_true(basketball_games: list[Table]) -> None:
    spans = {"first": (0, 1), "second": (1, 2), "third": (2, 3), "fourth": (3, 4), "three": (0, 3)}
    seen: Counter[str] = Counter()
    for table in basketball_games:
        for sentence in sentences(table):
            if re.search(r"nto the (fourth|final) quarter|after three quarters", sentence):
                span = "three"
            elif found := re.search(r"[Tt]he (first|second|third|fourth) quarter", sentence):
                span = found[1]
            else:
                continue
            team = first_named(table, sentence)
            a, b = (numbers(t) for t in sorted(table.of_kind("team"), key=lambda t: t != team))
            points = [sum(quarters(line)[slice(*spans[span])]) for line in (a, b)]
            assert [(str(points[0]), str(points[1]))] == re.findall(r"(\d+) - (\d+)", sentence), sentence
            assert points[0] > points[1]
            seen[span] += 1
    assert min(seen[span] for span in spans) > 20


def test_half_time_is_true(basketball_games: list[Table]) -> None:
    seen: Counter[bool] = Counter()
    for table in basketball_games:
        for sentence in sentences(table):
            if re.search(r"at halftime|the break|locker room|at the half", sentence) and "tied" not in sentence:
                team = first_named(table, sentence)
                own, other = (
                    sum(quarters(numbers(t))[:2]) for t in sorted(table.of_kind("team"), key=lambda t: t != team)
                )
                behind = bool(re.search(r"trailed|down|wrong end", sentence))
                score = next(iter(re.findall(r"(\d+) - (\d+)", sentence)))
                assert score == ((str(other), str(own)) if behind else (str(own), str(other))), sentence
                seen[behind] += 1
    assert min(seen[True], seen[False]) > 20


def scores(table: Table) -> Iterator[tuple[int, int]]:
    """All pairs of numbers that the two teams' lines support."""
    (_, home, home_lines), (_, away, away_lines) = sides(table)
    for side in (home, away):
        yield side["WINS"], side["LOSSES"]
    yield home["PTS"], away["PTS"]
    yield home["REB"], away["REB"]
    for start, end in ((0, 1), (1, 2), (2, 3), (3, 4), (0, 2), (2, 4), (0, 3), (0, 4)):
        yield sum(quarters(home)[start:end]), sum(quarters(away)[start:end])
    yield home["PTS"] - sum(quarters(home)), away["PTS"] - sum(quarters(away))
    bench = [total(lines, "PTS") - total(lines[:5], "PTS") for lines in (home_lines, away_lines)]
    yield bench[0], bench[1]


def test_every_score_in_a_story_is_one_of_the_table(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        supported = {pair for a, b in scores(table) for pair in ((a, b), (b, a))}
        for a, b in re.findall(r"(?<!\S)(\d+) - (\d+)(?! FG| 3Pt| FT)(?!\S)", " ".join(table.tokens)):
            assert (int(a), int(b)) in supported, (a, b, " ".join(table.tokens))


def test_stories_are_well_formed(basketball_games: list[Table]) -> None:
    for table in basketball_games:
        text = " ".join(table.tokens)
        assert 120 <= len(table.tokens) <= 350
        assert all(token and not re.search(r"\s", token) for token in table.tokens)
        assert not re.search(r"[<>{}_]|  |(?<!\S)[,.] [,.]", text)
        assert table.tokens[-1] == "." and all(
            sentence[0].isupper() or sentence[0].isdigit() for sentence in sentences(table)
        )
        assert all(sentence.count("(") == sentence.count(")") for sentence in sentences(table))
        assert not re.search(r"(?<!\S)(one \w+s|a (8\d?|11|18)|an [^8\s1]\d*) (?=-|points)", text)
        assert not re.search(r"\d-\d|\w's(?!\S)|n't\w|\w+n't(?!\S)(?<! n't)", text)


def skeleton(table: Table, sentence: str) -> str:
    """The sentence without its names and numbers."""
    names = {word for entity in table.entities for word in entity.name.split()}
    words = ["_" if word in names or word in WORDS or word[0].isdigit() else word for word in sentence.split()]
    return re.sub(r"_( _)+", "_", " ".join(words))


def test_stories_vary(basketball_games: list[Table]) -> None:
    claimed = [[skeleton(table, sentence) for sentence in sentences(table)] for table in basketball_games]
    assert len({story[0] for story in claimed}) > 150
    every = Counter(sentence for story in claimed for sentence in story)
    assert len(every) > 1500
    assert max(every.values()) < 0.03 * every.total()
