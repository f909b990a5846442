"""A verdict on every claim of a text."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from boxscribe.checking.absences import Absences
from boxscribe.checking.comparisons import Comparisons
from boxscribe.checking.consistency import Consistency, MixedNames
from boxscribe.checking.counts import Counts
from boxscribe.checking.discourse import DiscourseModel
from boxscribe.checking.fractions import Fractions
from boxscribe.checking.group_counts import GroupCounts
from boxscribe.checking.history import Averages
from boxscribe.checking.implications import Implications
from boxscribe.checking.joint import NameRepairs
from boxscribe.checking.last_games import GameBefore, LastGames
from boxscribe.checking.leads import Leads
from boxscribe.checking.matches import Matches
from boxscribe.checking.membership import Lists, Membership
from boxscribe.checking.mistaken import MistakenSides, correct_sides
from boxscribe.checking.outsiders import Outsiders
from boxscribe.checking.pairs import Pairs
from boxscribe.checking.percentages import Percentages
from boxscribe.checking.periods import Periods
from boxscribe.checking.plays import Plays
from boxscribe.checking.reading import Reading
from boxscribe.checking.recent_tables import RecentTables
from boxscribe.checking.results import Results
from boxscribe.checking.roles import Followers, Leaders
from boxscribe.checking.running_scores import RunningScores
from boxscribe.checking.runs import Runs, SeasonHighs, Times
from boxscribe.checking.schedule import NextGames, Venues, Weekdays
from boxscribe.checking.scope import Scopes
from boxscribe.checking.scores import FinalScores, Records
from boxscribe.checking.sharing import SharedCounts
from boxscribe.checking.side_records import SideRecords
from boxscribe.checking.standings import Standings
from boxscribe.checking.statements import Statements
from boxscribe.checking.streaks import Streaks
from boxscribe.checking.unread import UnreadNumbers
from boxscribe.checking.verdict import Verdict
from boxscribe.checking.world import History, World
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import Gazetteer
from boxscribe.tables.table import Table


class Reader(Protocol):
    """A family of claims: finds them in a text and judges them."""

    family: str

    def __init__(self, domain: Domain) -> None: ...

    def read(self, reading: Reading) -> Iterator[Verdict]: ...


READERS: tuple[type[Reader], ...] = (
    MistakenSides, MixedNames, NextGames, Implications, Standings, LastGames, GameBefore, Averages, Runs, Times,
    SeasonHighs, Streaks, Weekdays, Venues, Absences, Membership, Lists, SideRecords, Records, RunningScores, Periods,
    Leads, Plays, Comparisons, Matches, FinalScores, Results, Leaders, Followers, GroupCounts, SharedCounts, Statements,
    Pairs, Percentages, Fractions, Counts, Outsiders, Consistency,
)  # fmt: skip
"""In the order of precedence: a word belongs to the first family that makes a claim of it."""


class Checker:
    """Checks texts of one domain. What depends on the domain, or on one of the last tables, is computed once."""

    def __init__(self, domain: Domain) -> None:
        self.description = domain
        self.domain = domain.model_copy(update={"aliases": domain.aliases | domain.cues.aliases})
        self._scopes = Scopes(domain)
        self._gazetteer = _league_names(self.domain)
        self._readers = [reader(domain) for reader in (*READERS, UnreadNumbers)]
        self._worlds = RecentTables[tuple[History | None, World]]()
        self._repairs = NameRepairs(domain)

    def check(self, tokens: Sequence[str], table: Table, history: History | None = None) -> list[Verdict]:
        """The verdicts on a text, in its order; with the `history` of its entities also on what they did before."""
        text = DiscourseModel(tokens, table, self.domain, self._gazetteer)
        world = self._world(table, history)
        mistaken = correct_sides(text, world, self.domain.cues.record)
        reading = Reading(text, world, self._scopes.clauses(text), mistaken)
        claimed: set[int] = set()
        verdicts: list[Verdict] = []
        for reader in self._readers:
            for verdict in list(reader.read(reading)):
                span = range(verdict.start, verdict.end)
                if claimed.isdisjoint(span):
                    claimed.update(span)
                    verdicts.append(verdict)
        return self._repairs.repaired(reading, sorted(verdicts, key=lambda verdict: verdict.start))

    def _world(self, table: Table, history: History | None) -> World:
        """What the table and the history of its entities say."""
        known, world = self._worlds.get(table, lambda: (history, World(table, self.domain, history)))
        return world if known is history else World(table, self.domain, history)


def _league_names(domain: Domain) -> Gazetteer:
    """The names of all teams of the league, which texts mention beside those of the table."""
    kind = next((name for name, kind in domain.kinds.items() if kind.score), "")
    teams = [name for names in domain.league.teams.values() for name in names] if domain.league else []
    forms = {form for team in teams for form in (team.full, team.name, team.city, *team.also)}
    return Gazetteer({kind: sorted(forms)})
