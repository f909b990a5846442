"""What speaks against a sentence: what is not known to be true, what no table knows, and what does not read well."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from boxscribe.checking.checker import Checker
from boxscribe.checking.verdict import ErrorType, Verdict, VerdictStatus
from boxscribe.planning.plan import PlannedFact, PlannedSentence
from boxscribe.tables import load_domain
from boxscribe.tables.phrasing import VerifiedWords, WordsOf, WordsWhere
from boxscribe.tables.table import Entity, Table
from boxscribe.writing.acceptance import objections
from boxscribe.writing.fluency import Objection, naming_the_side
from boxscribe.writing.sentence_rules import SentenceRules
from boxscribe.writing.verified import refused_phrase

DOMAIN = load_domain("rotowire")
HOME, AWAY = {"side": "home"}, {"side": "away"}


def team(id: str, city: str, name: str, points: str, side: dict[str, str]) -> Entity:
    return Entity.of(
        id, f"{city} {name}", "team", [("TEAM-CITY", city), ("TEAM-NAME", name), ("TEAM-PTS", points)], side
    )


def player(id: str, first: str, last: str, points: str, rebounds: str, **more: str) -> Entity:
    names = [("FIRST_NAME", first), ("SECOND_NAME", last), ("MIN", "30"), *more.items()]
    return Entity.of(id, f"{first} {last}", "player", [*names, ("PTS", points), ("REB", rebounds)], HOME)


TABLE = Table(
    "rotowire",
    "x",
    (
        team("home", "Boston", "Celtics", "102", HOME),
        team("away", "Miami", "Heat", "95", AWAY),
        player("0", "Ann", "Lee", "24", "6", START_POSITION="G"),
        player("1", "Bob", "Moss", "10", "11"),
    ),
)


def against(sentence: str, before: str = "", table: Table = TABLE) -> list[str]:
    checker, tokens = Checker(DOMAIN), sentence.split()
    found = objections(checker.check, DOMAIN.verified, table, before.split(), tokens)
    return [" ".join(tokens[one.start : one.end]) for one in found]


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann Lee led the Celtics with 24 points and six rebounds .",
        "Bob Moss posted a double - double with 10 points and 11 rebounds off the bench .",
        "The Boston Celtics defeated the Miami Heat 102 - 95 .",
    ],
)
def test_nothing_speaks_against_what_the_table_supports(sentence: str) -> None:
    assert against(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "objected"),
    [
        ("Ann Lee had 25 points .", "25"),
        ("Ann Lee had 24 points off the bench .", "off the bench"),
        ("Bob Moss led the Celtics in scoring with 10 points .", "led"),
        ("Ann Lee had 24 points in seventeen visits .", "seventeen"),  # which the checker does not understand
        ("Ann Lee had 24 points despite a knee injury .", "knee"),
        ("Ann Lee continues to shine with 24 points .", "continues"),
        # Claims of which the checker knows nothing: no quarters, no streaks.
        ("A big comeback made everybody in the building happy that night .", "comeback"),
        ("Ann Lee had 24 points to go along with six rebounds to go along with it .", "to go along with"),
        ("Ann Lee and Lee and Lee had it .", "Lee"),
        ("Ann Lee had 24 points and the .", "the ."),
        ("Ann Lee ( 24 points had it in her .", "("),
        ("Moss had 10 points .", "Moss"),  # people are introduced by their full names
        ("Ann Lee had 24 points , and Ann Lee had six rebounds .", "Ann Lee"),
        ("Bob Moss came off the bench and led the bench off the bench .", "the bench"),
        ("Ann Lee made 6 - of - nine .", "nine"),
        ("Ann Lee made six - of - 9 .", "six"),
        # Words that a verdict of another family does not support.
        ("Ann Lee had 24 points in the second half .", "half"),
        ("The Celtics dominated as Ann Lee had 24 points .", "dominated"),
    ],
)
def test_objections(sentence: str, objected: str) -> None:
    assert objected in against(sentence)


def test_no_sentence_is_written_twice() -> None:
    sentence = "Ann Lee had 24 points ."
    assert against(sentence) == []
    assert sentence in against(sentence, before=f"{sentence} Bob Moss had 10 points .")


def test_who_has_been_introduced_may_be_called_by_a_part_of_the_name() -> None:
    assert against("Lee had 24 points .", before="Ann Lee led the Celtics .") == []
    assert against("Ann Lee had 24 points , and Lee had six rebounds .") == ["Lee"], "a name stands once in a sentence"
    assert against("Lee had 24 points .", before="Bob Moss had 10 points .") == ["Lee"]


def test_words_of_a_claim_that_is_proved_may_end_a_sentence() -> None:
    home, away, *rest = TABLE.entities

    def with_quarters(team: Entity, *points: str) -> Entity:
        quarters = [(f"TEAM-PTS_QTR{number}", own) for number, own in enumerate(points, 1)]
        records = [(record.type, record.value) for record in team.records]
        return Entity.of(team.id, team.name, team.kind, [*records, *quarters], team.features)

    teams = with_quarters(home, "30", "25", "20", "27"), with_quarters(away, "20", "25", "25", "25")
    quarters = replace(TABLE, entities=(*teams, *rest))
    sentence = "The Boston Celtics outscored the Miami Heat 55 - 45 in the first half ."
    assert against(sentence, table=quarters) == []
    assert "half" in against(sentence, table=TABLE), "nothing is known of the halves"


def test_a_streak_is_stated_once() -> None:
    """Of a side: that of the other one is news."""

    def check(tokens: Sequence[str], table: Table) -> list[Verdict]:
        subjects = ["Celtics" if word == "four" else "Heat" for word in tokens if word in ("four", "three")]
        places = [at for at, word in enumerate(tokens) if word in ("four", "three")]
        return [
            Verdict(at, at + 1, "streak", ErrorType.NUMBER, VerdictStatus.SUPPORTED, subject, tokens[at])
            for at, subject in zip(places, subjects, strict=True)
        ]

    before, again, other = (
        "The Celtics have four wins .".split(),
        "They have four now .".split(),
        "The Heat have three now .".split(),
    )
    found = objections(check, DOMAIN.verified, TABLE, before, again)
    assert [again[one.start : one.end] for one in found] == [["four"]]
    assert objections(check, DOMAIN.verified, TABLE, before, other) == []


def test_a_verb_is_not_written_often() -> None:
    before = "Bob Moss tallied 10 points . Ann Lee tallied 24 points and tallied six rebounds . The game ended . "
    assert "tallied" in against("Bob Moss tallied 11 rebounds .", before=before)
    assert against("Bob Moss had 11 rebounds .", before=before.replace("tallied", "had")) == []


def test_a_claim_counts_as_proved_only_beside_a_verdict() -> None:
    near, far = (
        "Ann Lee had 24 points in the win .",
        "In the win " + "it was as nice as one could wish " + "for Ann Lee .",
    )
    assert against(near) == []
    assert "win" in against(far)


@pytest.mark.parametrize(
    ("sentence", "start", "end", "phrase"),
    [
        ("Lee scored 24 points off the bench .", 4, 7, "off the"),
        ("Lee paced the team .", 1, 2, "Lee paced"),  # somebody else may have
        ("Lee scored 24 points .", 2, 3, "scored 24"),  # the number is planned, so only this place is refused
        ("The Heat beat Boston .", 3, 4, "beat Boston"),
        ("And after that they head to Boston .", 6, 7, "head to"),
        ("The Heat will head to Boston .", 5, 6, "Heat will head to"),
        ("Celtics fans left .", 0, 1, ""),  # there is no word before
    ],
)
def test_what_is_refused_of_a_sentence(sentence: str, start: int, end: int, phrase: str) -> None:
    tokens = sentence.split()
    ids = list(range(100, 100 + len(tokens)))
    refused = refused_phrase(Objection(start, end), tokens, ids)
    assert [tokens[id - 100] for id in refused] == phrase.split()
    if not phrase:
        assert refused_phrase(Objection(start, end), tokens, ids, [7]) == [7, ids[start]]


def test_a_sentence_that_turns_to_the_other_side_names_it() -> None:
    heat = Entity.of("2", "Cleo Park", "player", [("PTS", "20")], AWAY)
    table = replace(TABLE, entities=(*TABLE.entities, heat))
    celtic, other = (PlannedFact("0", "PTS", "24"),), (PlannedFact("2", "PTS", "20"),)

    def named(facts: PlannedSentence, last: PlannedSentence, sentence: str) -> list[str]:
        return [" ".join(one) for one in naming_the_side(table, DOMAIN, facts, last, sentence.split())]

    with_phrase, in_front = named(other, celtic, "Cleo Park led the team with 20 points .")
    assert with_phrase == "Cleo Park led the Heat with 20 points ."
    assert in_front == "For the Heat , Cleo Park led the team with 20 points ."
    assert named(other, celtic, "Cleo Park had 20 points .") == ["For the Heat , Cleo Park had 20 points ."]
    assert named(other, celtic, "He had 20 points .") == []
    assert named(other, celtic, with_phrase) == []
    assert named(other, other, in_front) == named(other, (), in_front) == []


def test_a_sentence_is_searched_without_what_it_never_has() -> None:
    words = VerifiedWords(
        unknowable=("coach", "won # percent"),
        words_of=(
            WordsOf(types=("FIRST-HALF",), words=("half", "first half")),
            WordsOf(types=("SECOND-HALF",), words=("half", "second half")),
            WordsOf(words=("quarters",)),
        ),
    )
    assert words.avoided({"FIRST-HALF", "PTS"}) == ["coach", "second half", "quarters"]
    assert words.avoided({"PTS"}) == ["coach", "half", "first half", "half", "second half", "quarters"]


def test_some_words_do_not_stand_in_two_sentences_in_a_row() -> None:
    before = "The Celtics also had 102 points . Ann Lee chipped in 24 points ."
    assert against("Bob Moss chipped in 10 points .", before) == ["chipped"]
    assert against("The Heat also had 95 points .", before) == []


def test_a_record_has_no_number_words() -> None:
    assert against("The Celtics ( 2 - three ) had 102 points .")[-1] == "three"


def test_some_verbs_stand_once_in_a_sentence() -> None:
    assert against("Ann Lee chipped in 24 points , while Bob Moss chipped in 10 .") == ["chipped"]
    assert against("Ann Lee chipped in 24 points , while Bob Moss added 10 .") == []


def test_some_words_are_not_for_all_of_a_kind() -> None:
    words = VerifiedWords(words_where=(WordsWhere(kind="player", when=("PTS < 20",), words=("chipped in",)),))
    domain = DOMAIN.model_copy(update={"verified": words})
    rules = SentenceRules(lambda tokens, table: [], lambda name: domain)

    def avoided(*points: str) -> list[str]:
        players = [Entity.of(str(k), f"Ann {k}", "player", [("PTS", own)]) for k, own in enumerate(points)]
        facts = tuple(PlannedFact(player.id, "PTS", player.value("PTS") or "") for player in players)
        return rules.avoided(Table("rotowire", "1", tuple(players)), facts)

    assert avoided("19") == [] and avoided("20") == ["chipped in"] == avoided("9", "31")
