"""TEMPL: a story from fixed sentences (paper, section 6). No model is needed, and every figure is the table's own.

The two benchmarks have the sentences of the published systems; every other domain is told from its description.
"""

from collections.abc import Callable

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.story import Story
from boxscribe.writing.template import generic, mlb, rotowire
from boxscribe.writing.template.parts import Phrase, story_of

TEMPLATES: dict[str, Callable[[Table, Domain], Phrase]] = {"rotowire": rotowire.tell, "mlb": mlb.tell}


def write_template(table: Table, domain: Domain) -> Story:
    """The table in fixed sentences; each word that was copied knows its cell."""
    tell = TEMPLATES.get(domain.name, generic.tell)
    return story_of(table, domain, tell(table, domain))
