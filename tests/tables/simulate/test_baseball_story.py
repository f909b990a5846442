"""The stories of simulated baseball games state only facts of the tables."""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from boxscribe.tables.simulate.baseball import PLAYERS, baseball
from boxscribe.tables.simulate.phrases import ordinal
from boxscribe.tables.simulate.rosters import Team, invent_league
from boxscribe.tables.table import Entity, Table
from boxscribe.text.numbers import to_words
from tables.simulate.baseball_tables import count, innings, lines, outs, with_value

NUMBER = {to_words(number): number for number in range(1, 10)} | {"a": 1, "an": 1, "no": 0, "none": 0, "nobody": 0}


def text_of(table: Table) -> str:
    return " ".join(table.tokens)


def sentences(table: Table) -> list[str]:
    text = text_of(table).replace(" *NEWPARAGRAPH*", "")
    return text.removesuffix(" .").split(" . ")


def named_in(sentence: str, table: Table) -> list[Entity]:
    return [player for player in with_value(table, "pos") if f" {player.value('last_name')} " in f" {sentence} "]


def as_number(word: str) -> int:
    return NUMBER[word] if word in NUMBER else int(word)


def test_story_is_well_formed(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        assert 150 <= len(table.tokens) <= 450
        assert all(token and not re.search(r"\s|[⟨⟩{}]", token) for token in table.tokens)
        assert table.tokens[-1] == "."
        text = text_of(table)
        for paragraph in text.split(" *NEWPARAGRAPH* "):
            assert paragraph.endswith(" .")
            assert not re.search(r"(^|\. )[a-z]|, [,.]|\. \.", paragraph), paragraph
        assert not re.search(r"\([^)]*\(|^[^(]*\)", text)
        assert table.tokens.count("(") == table.tokens.count(")")


def test_stories_differ(baseball_games: list[Table]) -> None:
    def shape(table: Table) -> str:
        return re.sub(r"[A-Z][\w.'-]*|\d+", "X", sentences(table)[0])

    assert len({shape(table) for table in baseball_games}) > 100
    openings = Counter(sentence.split()[0] for table in baseball_games for sentence in sentences(table))
    assert openings.most_common(1)[0][1] < 0.25 * openings.total()
    assert len({len(sentences(table)) for table in baseball_games}) > 8


def test_story_gives_the_final_score_and_the_winner_first(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        by_result = {str(team.value("result")): team for team in table.of_kind("team")}
        winner, loser = by_result["win"], by_result["loss"]
        lead = sentences(table)[0]
        assert f"{winner.value('team_runs')} - {loser.value('team_runs')}" in lead
        first, second = (
            re.search(rf"\b(?:the |The )?({team.value('team_city')}|{team.value('team_name')})\b", lead)
            for team in (winner, loser)
        )
        assert first
        assert second
        if not {player.value("last_name") for player in named_in(lead, table)} & {first[1], second[1]}:
            assert first.start() < second.start(), lead
        played = len(innings(lines(table)["away"]))
        assert played == 9 or f"in {played} innings" in lead or f"of the {ordinal(played)}" in lead


def test_every_score_in_a_story_was_a_score_of_the_game(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        scores = {(0, 0)}
        for play in table.of_kind("play"):
            pair = count(play, "home_team_runs"), count(play, "away_team_runs")
            scores.add((max(pair), min(pair)))
        for one, other in re.findall(r"(?<!\( )\b(\d+) - (\d+)\b", text_of(table)):
            assert (int(one), int(other)) in scores, (table.id, one, other)


def test_pitchers_records_and_saves_are_true(baseball_games: list[Table]) -> None:
    for table in baseball_games:
        text = text_of(table)
        decided = with_value(table, "p_win") + with_value(table, "p_loss")
        records = re.findall(r"(\S+) \( (\d+) - (\d+) \)", text)
        true = [(p.name.split()[-1], p.value("p_w"), p.value("p_l")) for p in decided]
        assert sorted(records) == sorted(true), table.id
        told_saves = re.findall(r"(\S+) (?:got|recorded|worked) [^.]*? his (\S+) save", text)
        savers = with_value(table, "p_save")
        assert told_saves == [(p.name.split()[-1], ordinal(count(p, "p_sv"))) for p in savers], table.id


def test_pitching_lines_are_true(baseball_games: list[Table]) -> None:
    gave_up = re.compile(
        r"(?:gave up|allowed|yielded|surrendered) (\S+)( unearned)? runs?(?: \( (\w+) earned \))? "
        r"(?:and|on) (\S+) hits?"
    )
    checked = 0
    for table in baseball_games:
        for sentence in sentences(table):
            if match := gave_up.search(sentence):
                runs, hits = as_number(match[1]), as_number(match[4])
                earned = 0 if match[2] else as_number(match[3]) if match[3] else runs
                lines = [tuple(count(p, type) for type in ("p_r", "p_er", "p_h")) for p in named_in(sentence, table)]
                assert (runs, earned, hits) in lines, sentence
                if innings_told := re.search(r" in (\w+)( \d/3)? innings?", sentence):
                    pitched = 3 * as_number(innings_told[1]) + int((innings_told[2] or " 0")[1])
                    assert pitched in [outs(p) for p in named_in(sentence, table)], sentence
                checked += 1
    assert checked > len(baseball_games)


def test_home_runs_are_true(baseball_games: list[Table]) -> None:
    kinds = {"solo": 1, "two - run": 2, "three - run": 3, "grand slam": 4}
    checked = 0
    for table in baseball_games:
        homers = [play for play in table.of_kind("play") if play.value("event") == "Home Run"]
        for sentence in sentences(table):
            stated = re.search(r"(solo|two - run|three - run) (?:homer|home run|shot)|(grand slam)", sentence)
            if not stated:
                continue
            inning = re.search(r"[Ii]n the (?:top of the |bottom of the )?(?!inning)(\w+)", sentence)
            names = {player.name for player in named_in(sentence, table)}
            fitting = [
                homer
                for homer in homers
                if homer.value("batter") in names
                and count(homer, "runs") == kinds[stated[1] or stated[2]]
                and (inning is None or inning[1] == ordinal(count(homer, "inning")))
            ]
            assert fitting, sentence
            checked += 1
        for homer in homers:
            assert str(homer.value("batter")) in text_of(table)
    assert checked > len(baseball_games)


@pytest.mark.parametrize(
    ("pattern", "types"),
    [
        (r"went (\d+) for (\d+)", ("h", "ab")),
        (r"had (\S+) hits", ("h",)),
        (r"drove in (\S+) runs?\b", ("rbi",)),
        (r"stole (\S+) bases?\b", ("sb",)),
        (r"charged with (\S+) errors?\b", ("e",)),
        (r"hit (\S+) homers\b", ("hr",)),
    ],
)
def test_batting_counts_are_true(baseball_games: list[Table], pattern: str, types: tuple[str, ...]) -> None:
    checked = 0
    for table in baseball_games:
        for sentence in sentences(table):
            for match in re.finditer(pattern, sentence):
                stated = [as_number(word) for word in match.groups()]
                assert stated in [[count(p, type) for type in types] for p in named_in(sentence, table)], sentence
                checked += 1
    assert checked > 5


def test_a_shared_last_name_is_never_used_alone(baseball_games: list[Table]) -> None:
    checked = 0
    for table in baseball_games:
        shared = Counter(str(player.value("last_name")) for player in with_value(table, "pos"))
        for player in with_value(table, "pos"):
            last = str(player.value("last_name"))
            if shared[last] > 1:
                alone = re.findall(rf"(\S+) {re.escape(last)} ", text_of(table))
                firsts = {p.name.split()[0] for p in with_value(table, "pos") if p.value("last_name") == last}
                assert set(alone) <= firsts, (table.id, last)
                checked += len(alone)
    assert checked > 50


def test_teams_of_one_city_are_distinguished() -> None:
    rng = Random(12)
    reds, blues = (team.players for team in invent_league(rng, 2, PLAYERS))
    league = [Team("Reno", "Reds", reds), Team("Reno", "Blues", blues)]
    for table in islice(baseball(rng, league, True), 30):
        assert re.findall(r"Reno (\S+)", text_of(table)) == re.findall(r"Reno (Reds|Blues)", text_of(table))
