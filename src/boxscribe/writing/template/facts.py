"""A sentence that states given facts, from the description of the domain alone.

"The Boston Celtics had 102 points and 12 turnovers, and the field goal percentage was 48 percent."
"""

from itertools import groupby

from boxscribe.planning.plan import PlannedSentence
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, tokenise
from boxscribe.writing.template.parts import Phrase, Subject, enumeration, fill, plain
from boxscribe.writing.template.wording import wording_of


def state_facts(table: Table, domain: Domain, facts: PlannedSentence) -> list[str]:
    """The tokens of the sentence; none without facts."""
    numbers = {entity.id: number for number, entity in enumerate(table.entities)}
    parts: list[Phrase] = []
    for id, own in groupby(facts, key=lambda fact: fact.entity):
        subject = Subject(numbers[id], table.entities[numbers[id]], domain)
        kind = domain.kinds.get(subject.entity.kind)
        amounts: list[Phrase] = []
        statements: list[Phrase] = []
        for fact in own:
            wording = wording_of(fact.type, kind)
            value = subject.copy(fact.type, fact.value) + _words(wording.after(fact.value), domain)
            if wording.counts:
                amounts.append(value)
            else:
                statements.append(_words(wording.before, domain) + value)
        name = plain(["the"] if kind and kind.score else []) + subject.name()
        if amounts:
            parts.append(fill("{name?} had {amounts}", name=name, amounts=enumeration(amounts)))
        elif statements:
            statements[0] = fill("for {name?} , {first}", name=name, first=statements[0])
        parts += statements
    tokens = [token.word for token in enumeration(parts)]
    return [tokens[0][:1].upper() + tokens[0][1:], *tokens[1:], "."] if tokens else []


def _words(text: str, domain: Domain) -> Phrase:
    return plain(tokenise(text, CONVENTIONS[domain.convention]))
