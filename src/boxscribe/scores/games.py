"""The games that texts are scored on: tables from a file or from memory, read through once before the work begins.

That pass finds out whether everything fits together: a run of a minute must not end with an error that could have been
reported at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boxscribe.errors import InputError
from boxscribe.facts.relations import Relation
from boxscribe.scores.published import read_relations
from boxscribe.scores.relation_matching import RelationMatcher
from boxscribe.scores.subset import Subset
from boxscribe.tables.domain import Describe, Domain, load_domain
from boxscribe.tables.read import Tables, read_tables
from boxscribe.tables.table import Table
from boxscribe.writing.assignment import AssignedTexts, Assignment
from boxscribe.writing.outputs import Outputs

TableSource = Tables | Iterable[Table] | Table | str | Path
"""Tables as `read_tables` gives them, a file of tables, or tables in memory."""
RelationSource = str | Path | Sequence[Sequence[Relation]]
"""A file of relations in the published form, or the relations of each game in memory."""


@dataclass(frozen=True, slots=True)
class Games:
    """Tables that can be iterated over more than once, and the descriptions of their domains."""

    name: str  # the file, for messages
    tables: Iterable[Table]
    describe: Describe


def games_of(source: TableSource, domain: Domain | None = None) -> Games:
    """`domain` describes the tables of a domain that is not one of ours."""
    if isinstance(source, str | Path):
        source = read_tables(source, domain=domain)
    if isinstance(source, Tables):
        return Games(source.name, source if source.repeatable else list(source), source.domain)
    described = {} if domain is None else {domain.name: domain}
    tables = [source] if isinstance(source, Table) else list(source)
    return Games("tables", tables, lambda name: described.get(name) or load_domain(name))


class GameIndex:
    """What must be known of all games before texts are scored."""

    def __init__(self, games: Games, subset: Subset, outputs: Sequence[Outputs], gold: Outputs | None = None) -> None:
        """`outputs` are the texts of each system, `gold` gold texts instead of those of the tables."""
        self.games = games
        self.ids: list[str] = []
        self.matcher = RelationMatcher()
        self._without_gold: int | None = None  # the first chosen game whose table has no text, counted from 1
        assignments = [Assignment(texts) for texts in (*outputs, *([gold] if gold else []))]
        domains: dict[str, Domain] = {}
        for table in games.tables:
            if table.domain not in domains:
                domains[table.domain] = games.describe(table.domain)
            self.ids.append(table.id)
            self.matcher.add_teams(table, domains[table.domain])
            if self._without_gold is None and not table.tokens and table.id in subset:
                self._without_gold = len(self.ids)
            for assignment in assignments:
                assignment.add(table)
        if not domains:
            raise InputError(f"{games.name}: has no games")
        if len(domains) > 1:
            raise InputError(
                f"{games.name}: has games of several domains ({', '.join(domains)}); score them separately"
            )
        (self.domain,) = domains.values()
        subset.check(self.ids, games.name)
        self.chosen = [id in subset for id in self.ids]
        assigned = [assignment.result(games.name, self.chosen) for assignment in assignments]
        self.texts: list[AssignedTexts] = assigned[: len(outputs)]  # of each system
        self._gold = assigned[-1] if gold else None

    def gold_tokens(self, game: int, table: Table) -> Sequence[str]:
        return self._gold.tokens(game, self.domain) if self._gold else table.tokens

    def require_gold_texts(self) -> None:
        if self._without_gold is not None and self._gold is None:
            raise InputError(
                f"{self.games.name}: game {self._without_gold}: has no gold text, so there is nothing to compare with; "
                "give tables with texts"
            )

    def relations(self, source: RelationSource | None) -> Sequence[Sequence[Relation]] | None:
        """Given relations, which must be those of all games."""
        if source is None:
            return None
        types = {type for kind in self.domain.kinds.values() for type in kind.types}
        relations = read_relations(source, types) if isinstance(source, str | Path) else source
        if len(relations) != len(self.ids):
            raise InputError(
                f"{source_name(source)}: has relations of {len(relations):,} documents, but {self.games.name} has "
                f"{len(self.ids):,} games; a blank line begins a document"
            )
        return relations


def source_name(source: RelationSource) -> str:
    """What messages and signatures call given relations."""
    return Path(source).name if isinstance(source, str | Path) else "relations"
