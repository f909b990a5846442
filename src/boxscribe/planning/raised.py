"""How a plan fulfils wishes: which facts they raise, and where these stand.

An entity in focus has its likeliest facts, three at least; a subject in focus has all of its facts. Sentences with
facts in focus follow the first sentence, in the order of the wishes; an entity in focus has sentences of its own.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from boxscribe.planning.focus import Wish
from boxscribe.planning.plan import PlannedFact, PlannedSentence
from boxscribe.tables.cells import to_number

_FEWEST = 3  # facts of an entity in focus
_LONGEST = 6  # facts of a sentence to which further ones are added

Sentences = list[list[PlannedFact]]


def raised_facts(wish: Wish, probabilities: Mapping[PlannedFact, float], threshold: float) -> list[PlannedFact]:
    """The facts that a wish asks for; `probabilities` has those that the planner knows."""
    if not wish.best:
        return list(wish.facts)
    known = [fact for fact in wish.facts if fact in probabilities] or list(wish.facts)
    ranked = sorted(known, key=lambda fact: (to_number(fact.value) == 0, -probabilities.get(fact, 0.0)))
    likely = sum(probabilities.get(fact, 0.0) > threshold for fact in known)
    return ranked[: max(_FEWEST, likely)]


def with_focus(sentences: Sequence[PlannedSentence], wishes: Sequence[Sequence[PlannedFact]]) -> Sentences:
    """The sentences with the facts of all wishes, those with facts in focus behind the first sentence."""
    made = [list(sentence) for sentence in sentences]
    for facts in wishes:
        made = [*made[:1], *(part for sentence in made[1:] for part in _apart(sentence, facts))]
        planned = {fact for sentence in made for fact in sentence}
        for _, own in groupby([fact for fact in facts if fact not in planned], key=lambda fact: fact.entity):
            _add(made, list(own), facts)
    first, rest = made[:1], made[1:]
    early = []
    for facts in wishes:
        found = [sentence for sentence in rest if not {*facts}.isdisjoint(sentence) and sentence not in early]
        early += found
    return [*first, *early, *(sentence for sentence in rest if sentence not in early)]


def _apart(sentence: list[PlannedFact], wish: Sequence[PlannedFact]) -> Sentences:
    """Several sentences of one that is about an entity in focus and about others, too."""
    owners = {fact.entity for fact in wish}
    if len(owners) > 1 or owners.isdisjoint(fact.entity for fact in sentence):
        return [sentence]
    return [list(part) for _, part in groupby(sentence, key=lambda fact: fact.entity in owners)]


def _add(sentences: Sentences, facts: list[PlannedFact], wish: Sequence[PlannedFact]) -> None:
    """Add facts of an entity to the last sentence that states others of the same wish, or as a sentence."""
    for sentence in reversed(sentences):
        about = [at for at, fact in enumerate(sentence) if fact.entity == facts[0].entity and fact in wish]
        if about and len(sentence) + len(facts) <= _LONGEST:
            sentence[about[-1] + 1 : about[-1] + 1] = facts
            return
    sentences.append(facts)
