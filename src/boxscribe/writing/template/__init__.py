"""TEMPL: a story from fixed sentences (paper, section 6). It needs no model, and every figure is copied from the table.

RotoWire and MLB have the sentences of the published systems; for every other domain the sentences are built from its
description.
"""

from collections.abc import Callable

from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.writing.story import Story
from boxscribe.writing.template import generic, mlb, rotowire
from boxscribe.writing.template.parts import Phrase, story_of

TEMPLATES: dict[str, Callable[[Table, Domain], Phrase]] = {"rotowire": rotowire.compose, "mlb": mlb.compose}


def write_template(table: Table, domain: Domain) -> Story:
    """The template's story about a table; the trace names the cell of each copied word."""
    compose = TEMPLATES.get(domain.name, generic.compose)
    return story_of(table, domain, compose(table, domain))
