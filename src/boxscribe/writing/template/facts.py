"""A sentence that states given facts, by the phrases of the description, or else from its labels alone.

"The Boston Celtics shot 48 percent from the field and had 12 turnovers."
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from boxscribe.planning.plan import PlannedFact, PlannedSentence
from boxscribe.tables.domain import Domain, Kind
from boxscribe.tables.names import repeats_itself
from boxscribe.tables.phrasing import OPPONENT, Phrasing
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, tokenise
from boxscribe.text.forms import SurfaceForm, forms
from boxscribe.writing.template.parts import Phrase, Subject, Token, enumeration, fill, plain
from boxscribe.writing.template.wording import wording_of

_WORDS_BELOW = 10  # counts are written as words


class StatedClause(NamedTuple):
    """A part of a sentence with a subject of its own."""

    about: Subject
    name: Phrase  # with which it begins
    predicate: Phrase


def state_facts(table: Table, domain: Domain, facts: PlannedSentence, before: Sequence[str] = ()) -> list[str]:
    """The tokens of the sentence; none without facts. Sides whose whole names stand `before` it have the last part."""
    opening, facts = open_sentence(table, domain, facts)
    subjects = _subjects(table, domain, before)
    clauses, left = [], list(facts)
    while found := _phrased(subjects, domain, domain.phrases, left):
        clause, stated = found
        clauses.append(clause)
        left = [fact for fact in left if fact not in stated]
    for id, own in groupby(sorted(left, key=lambda fact: fact.entity), key=lambda fact: fact.entity):
        clauses += _by_labels(subjects[id], domain, [*own])
    order = {id: place for place, id in reversed([*enumerate(fact.entity for fact in facts)])}
    clauses.sort(key=lambda clause: order.get(clause.about.entity.id, len(order)))
    parts = []
    for name, same in groupby(clauses, key=lambda clause: clause.name):
        predicates = [clause.predicate for clause in same]
        parts.append(fill("{name?} {rest}", name=name, rest=enumeration(predicates)))
    tokens = [token.word for token in _joined(parts)]
    return [*opening, tokens[0][:1].upper() + tokens[0][1:], *tokens[1:], "."] if tokens else []


def open_sentence(table: Table, domain: Domain, facts: PlannedSentence) -> tuple[list[str], PlannedSentence]:
    """What stands before a sentence, such as a dateline, and the facts that it leaves to state."""
    phrases = [phrase for phrase in domain.phrases if phrase.opens]
    found = _phrased(_subjects(table, domain, ()), domain, phrases, facts) if phrases else None
    if found is None:
        return [], facts
    clause, stated = found
    return [token.word for token in clause.predicate], tuple(fact for fact in facts if fact not in stated)


def _subjects(table: Table, domain: Domain, before: Sequence[str]) -> dict[str, Subject]:
    """The entities of a table by their ids."""
    text = f" {' '.join(before)} "
    found = {}
    for number, entity in enumerate(table.entities):
        known = f" {entity.name} " in text or repeats_itself(entity, domain)
        found[entity.id] = Subject(number, entity, domain, bool(domain.kinds[entity.kind].score) and known)
    return found


def _phrased(
    subjects: dict[str, Subject], domain: Domain, phrases: Sequence[Phrasing], facts: Sequence[PlannedFact]
) -> tuple[StatedClause, set[PlannedFact]] | None:
    """The clause by the phrase that states most of the facts, with what it states; None where none does. It is about
    the entity that comes first, if it can be about several: "outscored" is true of one side."""
    best: tuple[StatedClause, set[PlannedFact]] | None = None
    in_order = dict.fromkeys([*(fact.entity for fact in facts), *subjects])
    for phrase in phrases:
        for subject in (subjects[id] for id in in_order):
            if subject.entity.kind == phrase.kind:
                predicate, stated = _filled(phrase, subject, subjects, domain, facts)
                if stated and (best is None or len(stated) > len(best[1])):
                    name = subject.cell(phrase.subject) if phrase.subject else _name(subject, domain)
                    best = StatedClause(subject, name, predicate), stated
    return best


def _filled(
    phrase: Phrasing, subject: Subject, subjects: dict[str, Subject], domain: Domain, facts: Sequence[PlannedFact]
) -> tuple[Phrase, set[PlannedFact]]:
    """A phrase with the facts that it states; nothing where its condition or a fact is missing."""
    if any(subject.cell(type) != subject.copy(type, value) for type, value in phrase.when.items()):
        return [], set()
    opponent = _opponent(subject, subjects.values(), domain)
    owners = {"": subject} | ({OPPONENT: opponent} if opponent else {})
    planned: dict[str, PlannedFact] = {}
    for prefix, owner in owners.items():
        own = (fact for fact in facts if fact.entity == owner.entity.id)
        planned |= {f"{prefix}.{fact.type}".lstrip("."): fact for fact in own}
    tokens: Phrase = []
    stated = {planned[type] for type in phrase.when if type in planned}
    for part in phrase.parts():
        if part.types <= planned.keys():
            tokens += _tokens(part.text, owners, planned, domain)
            stated |= {planned[type] for type in part.types}
        elif not part.optional:
            return [], set()
    return tokens, stated


def _tokens(text: str, owners: dict[str, Subject], planned: dict[str, PlannedFact], domain: Domain) -> Phrase:
    found: Phrase = []
    for word in text.split():
        name, _, form = word.strip("{}").partition(":")
        if not word.startswith("{"):
            found.append(Token(_agreeing(word, found)))
        elif name == OPPONENT:
            found += owners[OPPONENT].name() if OPPONENT in owners else []
        else:
            owner = owners[OPPONENT if name.startswith(f"{OPPONENT}.") else ""]
            value = owner.copy(planned[name].type, planned[name].value)
            found += {"": lambda value: value, "word": _as_word, "ordinal": _as_ordinal}[form](value)
    return found


def _opponent(subject: Subject, others: Iterable[Subject], domain: Domain) -> Subject | None:
    """The entity of the same kind on the other side, if there is one alone."""
    side = subject.entity.features.get(domain.side)
    same = [other for other in others if other.entity.kind == subject.entity.kind]
    found = [other for other in same if other.entity.features.get(domain.side) != side]
    return found[0] if side and len(found) == 1 else None


def _by_labels(subject: Subject, domain: Domain, facts: Sequence[PlannedFact]) -> list[StatedClause]:
    """What the description's labels and units say: amounts in one clause, and a statement each for the rest."""
    kind: Kind | None = domain.kinds.get(subject.entity.kind)
    amounts: list[Phrase] = []
    statements: list[Phrase] = []
    for fact in facts:
        wording = wording_of(fact.type, kind)
        value, after = subject.copy(fact.type, fact.value), _words(wording.after(fact.value), domain)
        if wording.counts:
            amounts.append(_as_word(value) + after)
        else:
            statements.append(
                fill("had {what} {value}", what=_words(_bare(wording.before), domain), value=value + after)
            )
    counted = [fill("had {amounts}", amounts=enumeration(amounts))] if amounts else []
    return [StatedClause(subject, _name(subject, domain), predicate) for predicate in (*counted, *statements)]


def _bare(before: str) -> str:
    """ "the field goal percentage was" → "a field goal percentage of"."""
    return f"a {before.removeprefix('the ').removesuffix(' was').removesuffix(' were')} of"


def _as_word(value: Phrase) -> Phrase:
    """A small number as a word: 5 → five."""
    (token, *rest) = value
    if rest or not token.word.isdigit() or int(token.word) >= _WORDS_BELOW:
        return value
    word = next((surface for surface, form in forms(token.word).items() if form is SurfaceForm.WORD), token.word)
    return [token._replace(word=word)]


def _agreeing(word: str, before: Phrase) -> str:
    """ "run(s)" after one is "run", "'s" after a plural "'"."""
    if word == "'s" and before and before[-1].word.endswith("s"):
        return "'"
    single = any(token.word in ("1", "one") for token in before[-2:])
    return word.removesuffix("(s)") + ("s" if word.endswith("(s)") and not single else "")


def _as_ordinal(value: Phrase) -> Phrase:
    """A number as an ordinal: 5 → fifth, 12 → 12th."""
    (token, *rest) = value
    kind = (
        SurfaceForm.ORDINAL if token.word.isdigit() and int(token.word) < _WORDS_BELOW else SurfaceForm.ORDINAL_DIGITS
    )
    return [token._replace(word=next((s for s, form in forms(token.word).items() if form is kind), token.word)), *rest]


def _name(subject: Subject, domain: Domain) -> Phrase:
    kind = domain.kinds.get(subject.entity.kind)
    return plain(["the"] if kind and kind.score else []) + subject.name()


def _joined(parts: Sequence[Phrase]) -> Phrase:
    """Clauses with subjects of their own: "A , and B"."""
    joined: Phrase = []
    for number, part in enumerate(parts):
        joined += [*plain(", and" if number else ""), *part]
    return joined


def _words(text: str, domain: Domain) -> Phrase:
    return plain(tokenise(text, CONVENTIONS[domain.convention]))
