"""How far a text agrees with its table: whether it gives the final score, whom it names, and the pitchers' records.

Texts of other games and of games that were postponed state another score, name others and have other records, so that
they are outliers. Nothing here decides about single facts; `facts` and `checking` do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from boxscribe.retrosheet.season import REGULAR
from boxscribe.tables.table import Entity, Table

MIN_WORDS = 100
MIN_PLAYERS = 3  # of those who played, by last name
_NUMBER = re.compile(r"\d{1,2}")


@dataclass(frozen=True, slots=True)
class TextAgreement:
    """What a text and a table have in common."""

    words: int
    score: bool  # the final score is in the text
    players: int  # who played and are named
    records: (
        int  # "Minor ( 8 - 10 )": win–loss records in the text; not of playoffs, where tables have those of a round
    )
    right_records: int  # those that the table has, too

    @property
    def fault(self) -> str:
        """Why the text is an outlier, "" if it is none."""
        if self.words < MIN_WORDS:
            return f"fewer than {MIN_WORDS} words"
        if self.players < MIN_PLAYERS:
            return f"fewer than {MIN_PLAYERS} of the players are named"
        if self.records >= 2 and not self.right_records:
            return "the pitchers' records are others"
        if not self.score and not self.right_records:
            return "neither the score nor a pitcher's record is in the text"
        return ""


def measure(table: Table, tokens: Sequence[str]) -> TextAgreement:
    """The agreement of a text with its table."""
    text = f" {' '.join(tokens)} "
    players = [player for player in table.of_kind("player") if player.value("pos")]
    named = sum(f" {player.value('last_name')} " in text for player in players)
    runs = sorted((int(team.value("team_runs") or 0) for team in table.of_kind("team")), reverse=True)
    records = _records(tokens, players) if table.meta.get("stage", REGULAR) == REGULAR else []
    return TextAgreement(len(tokens), f" {runs[0]} - {runs[1]} " in text, named, len(records), sum(records))


def _records(tokens: Sequence[str], players: Sequence[Entity]) -> list[bool]:
    """For each pitcher whose name is followed by ( W - L ), whether the table has the same."""
    pitchers: dict[str, set[tuple[str, str]]] = {}
    for player in players:
        wins, losses = player.value("p_w"), player.value("p_l")
        if wins and losses:
            pitchers.setdefault((player.value("last_name") or "").split()[-1], set()).add((wins, losses))
    found = []
    for at in range(1, len(tokens) - 4):
        name, sign, wins, dash, losses, end = tokens[at - 1 : at + 5]
        is_record = (sign, dash) == ("(", "-") and end in (")", ",")
        if is_record and name in pitchers and _NUMBER.fullmatch(wins) and _NUMBER.fullmatch(losses):
            found.append((wins, losses) in pitchers[name])
    return found
