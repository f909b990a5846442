"""An extractor that needs no training, for texts in which every sentence is `entity value type .`"""

from collections.abc import Sequence
from pathlib import Path

from boxscribe.facts.relations import Relation
from boxscribe.tables import Table
from boxscribe.tables.write import write_tables
from boxscribe.text import sentences
from scores import brute

RAPTORS, JAZZ = ("Toronto", "Raptors"), ("Utah", "Jazz")


class Reader:
    """Takes every sentence as a relation, and looks up in the table whether it is correct."""

    id = "reader"

    def __init__(self) -> None:
        self.texts = 0  # number of texts that were read

    def extract(self, stories: Sequence[tuple[Sequence[str], Table]]) -> list[list[Relation]]:
        self.texts += len(stories)
        return [[_read(sentence, table) for sentence in sentences(tokens)] for tokens, table in stories]


def _read(sentence: list[str], table: Table) -> Relation:
    *name, value, type, _ = sentence
    entity = " ".join(name)
    known = {(record.type, record.value) for record in table.records if entity in record.entity}
    return Relation(entity, value, type, (type, value) in known)


GOLD = [
    "Raptors 101 TEAM-PTS . Kyle Lowry 25 PTS . LeBron James 25 PTS .",
    "Utah 4 TEAM-WINS . Kyle Lowry 25 PTS .",
    "Kyle Lowry 25 PTS . Jazz 101 TEAM-PTS .",
]
TEXTS = [
    "Toronto 101 TEAM-PTS . James 25 PTS . Lowry 25 PTS .",  # all in gold, two swapped
    "Jazz 4 TEAM-WINS . Jazz 4 TEAM-WINS . Lowry 24 PTS .",  # one in gold, stated twice, and one wrong
    "Kyle Lowry 25 PTS . Utah 101 TEAM-PTS . Utah 4 TEAM-WINS .",  # one more than gold has
]


def games(golds: Sequence[str] = GOLD) -> list[Table]:
    """Tables with these gold texts; the games are called a, b, c …"""
    return [brute.game(chr(97 + n), RAPTORS, JAZZ, tokens=gold.split()) for n, gold in enumerate(golds)]


def write_games(path: Path, golds: Sequence[str] = GOLD) -> Path:
    with path.open("w", encoding="utf-8") as file:
        write_tables(games(golds), file)
    return path


def write_texts(path: Path, texts: Sequence[str] = TEXTS) -> Path:
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def write_relations(path: Path, texts: Sequence[str]) -> Path:
    """The relations of texts in the published form."""
    table = brute.game("any", RAPTORS, JAZZ)
    blocks = []
    for relations in Reader().extract([(text.split(), table) for text in texts]):
        blocks.append("\n" + "".join(f"{entity}|{value}|{type}\n" for entity, value, type, _ in relations))
    path.write_text("".join(blocks), encoding="utf-8")
    return path
