"""Verified writing: every sentence is checked when it is finished, before the next one begins.

The sentences of a plan are searched one after the other. Of the hypotheses of a sentence, best first, the first that
nothing speaks against is written. Where there is none, the sentence is searched again without the words that were
refused, a few times. Then its facts are stated by a fixed sentence, as are those that the model does not read, and
where something speaks against that, too, the sentence is left out. What was written is what the model reads on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations
from typing import cast

import torch

from boxscribe.batches.vocab import UNK
from boxscribe.models.followed_plan import PlannedRows, PlanPosition
from boxscribe.planning.plan import PlannedSentence
from boxscribe.text.forms import value_of
from boxscribe.text.numbers import is_number
from boxscribe.writing.acceptance import JOINS
from boxscribe.writing.constraints import Constraint, constraints_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, EncodedTable, Generator
from boxscribe.writing.fluency import Objection
from boxscribe.writing.follow_plan import FOLLOW_PLAN, TAIL, FollowPlan, sides
from boxscribe.writing.forbidden_phrases import FORBIDDEN_PHRASES, ForbiddenPhrases, Phrases
from boxscribe.writing.hypotheses import Hypotheses, Path
from boxscribe.writing.search import Search, SearchPool, in_order
from boxscribe.writing.sentence_rules import SentenceRules
from boxscribe.writing.workers import one_thread

SEARCHES = 4  # of a sentence, at most
_BEST = 2  # hypotheses of each search that are looked at
_LIKELY, _LIKELY_NAME = -5.0, -6.0  # log p of a word, and of a name, at least


class Origin(StrEnum):
    """Where a sentence of a plan comes from."""

    BEST = "best"  # the best hypothesis
    LOWER = "lower"  # a lower one
    SHORTENED = "shortened"  # a hypothesis without the words after its last fact
    AGAIN = "again"  # the sentence was searched again
    FIXED = "fixed"
    KEPT = "kept"  # it was given
    LEFT_OUT = "left out"


@dataclass(slots=True, eq=False)
class Draft:
    """A story that is being written."""

    table: EncodedTable
    plan: Sequence[PlannedSentence]
    beams: Beams  # what the next sentence is searched from
    kept: Mapping[int, Sequence[str]]  # given sentences, by their numbers in the plan
    tokens: list[str] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)  # of the sentences that are written
    origins: list[Origin] = field(default_factory=list)  # of all sentences so far
    ends: list[int] = field(default_factory=list)  # how many words there are after each of them
    refused: list[list[int]] = field(default_factory=list)  # phrases of the next sentence that something spoke against
    searches: int = 0  # of the next sentence so far
    facts: PlannedSentence = ()  # of the next sentence, without those that its opening states

    @property
    def done(self) -> bool:
        return len(self.origins) == len(self.plan)


class VerifiedSearch:
    """Writes the plans of tables, sentence by sentence. Tables may enter and leave at any time."""

    def __init__(
        self,
        generator: Generator,
        decoding: Decoding,
        rules: SentenceRules,
        constraints: Mapping[str, Constraint] | None = None,
        keep_traces: bool = True,
    ) -> None:
        by_sentence = {"min_length": 0, "words": 0, "whole_sentences": False, "best": min(_BEST, decoding.beam)}
        self.decoding = decoding.model_copy(update=by_sentence)
        held = constraints_of(self.decoding) | dict(constraints or {})
        held[FOLLOW_PLAN] = FollowPlan(sides(generator.model.domain), by_sentence=True, tail=TAIL)
        held[FORBIDDEN_PHRASES] = ForbiddenPhrases()
        self.search = Search(self.decoding, held, keep_traces, keep_ends=True)
        self.generator, self.rules = generator, rules
        self._pool = SearchPool(generator, self.search)
        self._searched: dict[int, tuple[Hypotheses, Draft]] = {}  # by the hypotheses

    def __len__(self) -> int:
        """How many stories are under way."""
        return len(self._pool)

    @torch.inference_mode()
    def add(self, table: EncodedTable, plan: Sequence[PlannedSentence], kept: Mapping[int, Sequence[str]]) -> Draft:
        """Begin the story of a table by its plan; `kept` has the words of those sentences that are written as they are
        given, by their numbers."""
        with one_thread():
            draft = Draft(table, plan, self.search.start(table), kept)
            self._enter(draft)
        return draft

    @torch.inference_mode()
    def run(self, stopped: Callable[[], bool] = lambda: False) -> list[Draft]:
        """Search until some sentences are found, and return the stories that go on with them, or have them searched
        again; none once it is `stopped`, and another run goes on there."""
        drafts = []
        finished = self._pool.run(stopped)
        with one_thread():
            for hypotheses in finished:
                _, draft = self._searched.pop(id(hypotheses))
                self._commit(draft, hypotheses.paths())
                self._enter(draft)
                drafts.append(draft)
        return drafts

    def remove(self, draft: Draft) -> None:
        """Give up a story that is under way."""
        hypotheses = next(one for one, own in self._searched.values() if own is draft)
        self._pool.remove(hypotheses)
        del self._searched[id(hypotheses)]

    @torch.inference_mode()
    def write(
        self,
        tables: Iterable[tuple[EncodedTable, Sequence[PlannedSentence], Mapping[int, Sequence[str]]]],
        batch_size: int = 16,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[Draft]:
        """The finished stories, in the order of the tables; nothing more once it is `stopped`.

        A table has its plan, and the words of those sentences that are written as they are given, by their numbers.
        """
        yield from in_order(self, (self.add(*one) for one in tables), batch_size, stopped)

    def _enter(self, draft: Draft) -> None:
        """Write the next sentences that need no search, and search the one after them, without what was refused of it:
        given ones, and those with facts that the model does not read."""
        while not draft.done and not draft.searches:
            tokens = draft.kept.get(len(draft.origins))
            if tokens is not None:
                before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
                self._write(draft, tokens, self._forced(draft.table, before, tokens), Origin.KEPT)
                continue
            self._open(draft)
            if {*draft.table.outline[len(draft.origins)]} <= {*draft.table.rows}:
                break
            self._commit(draft, [])
        if not draft.done:
            draft.searches += 1
            device, rows = draft.beams.ids.device, len(draft.beams.ids)
            phrases = Phrases.of([*self._avoided(draft), *draft.refused], rows, device)
            draft.beams = replace(draft.beams, constraints={**draft.beams.constraints, FORBIDDEN_PHRASES: phrases})
            hypotheses = Hypotheses(draft.table, self.decoding, written=sum(len(path.ids) for path in draft.paths))
            self._searched[id(hypotheses)] = hypotheses, draft
            self._pool.add(hypotheses, draft.beams)

    def _avoided(self, draft: Draft) -> Iterator[list[int]]:
        """The phrases that the next sentence may not have, whatever is written of it."""
        vocabulary = self.generator.model.vocabularies.target
        for phrase in self.rules.avoided(draft.table.table, draft.plan[len(draft.origins)]):
            ids = draft.table.words.ids_of(phrase.split(), vocabulary)
            if UNK not in ids:
                yield ids

    def _open(self, draft: Draft) -> None:
        """Write what stands before the next sentence."""
        tokens, draft.facts = self.rules.opening(draft.table.table, draft.plan[len(draft.origins)])
        if tokens:
            before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
            path = self._forced(draft.table, before, tokens)
            assert path.after is not None
            draft.tokens += tokens
            draft.paths.append(path)
            draft.beams = self.search.widened(path.after)

    def _commit(self, draft: Draft, paths: Sequence[Path]) -> None:
        """Write the next sentence of the plan, or leave it out, or have it searched again."""
        vocabulary = self.generator.model.vocabularies.target
        facts = draft.facts
        refused = []
        for number, path in enumerate(paths):
            tokens = [draft.table.words.text(id, vocabulary) for id in path.ids]
            if path.after is None or not self._states_all(draft, path.after):
                continue
            found = self._objections(draft, tokens)
            astray = led_astray(tokens, path)
            if not found and not astray:
                origin = Origin.AGAIN if draft.refused else Origin.LOWER if number else Origin.BEST
                return self._write(draft, tokens, path, origin)
            last = draft.paths[-1].ids[-1:] if draft.paths else []
            refused += [phrase for one in found if (phrase := refused_phrase(one, tokens, path.ids, last))] + astray
        before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
        for path in paths:
            tokens = shortened([draft.table.words.text(id, vocabulary) for id in path.ids], facts)
            if tokens and not self._objections(draft, tokens):
                shorter = self._forced(draft.table, before, tokens)
                if not led_astray(tokens, shorter):
                    return self._write(draft, tokens, shorter, Origin.SHORTENED)
        new = [phrase for phrase in refused if phrase not in draft.refused]
        if new and draft.searches < SEARCHES:
            draft.refused += new
            return None
        tokens = self._fixed(draft)
        if tokens:
            return self._write(draft, tokens, self._forced(draft.table, before, tokens), Origin.FIXED)
        position = cast(PlanPosition, before.state.extras[FOLLOW_PLAN])
        skipped = replace(position, sentence=position.sentence + 1)
        state = replace(before.state, extras={**before.state.extras, FOLLOW_PLAN: skipped})
        return self._go_on(draft, Origin.LEFT_OUT, replace(before, state=state))

    def _fixed(self, draft: Draft) -> list[str]:
        """The fixed sentence of the next facts, or of all but one of them, that the checker supports; no words where
        there is none."""
        fewer = combinations(draft.facts, len(draft.facts) - 1) if len(draft.facts) > 1 else ()
        for facts in (draft.facts, *fewer):
            tokens = self.rules.fixed(draft.table.table, facts, draft.tokens)
            if tokens and not any(one.unsupported for one in self._objections(draft, tokens)):
                return tokens
        return []

    def _objections(self, draft: Draft, tokens: Sequence[str]) -> Sequence[Objection]:
        """What speaks against words as the next sentence."""
        number = len(draft.origins)
        last = draft.plan[number - 1] if number else ()
        return self.rules.objections(draft.table.table, draft.tokens, tokens, draft.facts, last)

    def _states_all(self, draft: Draft, after: Beams) -> bool:
        """Whether a hypothesis has stated all facts of its sentence."""
        plan = cast(PlannedRows, draft.table.encoded.contexts[FOLLOW_PLAN])
        position = cast(PlanPosition, after.state.extras[FOLLOW_PLAN])
        own = plan.real[0] & (plan.sentence[0] == len(draft.origins))  # (i)
        return bool((position.stated[0, : len(own)] > 0)[own].all())

    def _write(self, draft: Draft, tokens: Sequence[str], path: Path, origin: Origin) -> None:
        table, number = draft.table.table, len(draft.origins)
        last = draft.plan[number - 1] if number else ()
        for named in (
            () if origin is Origin.KEPT else self.rules.naming_the_side(table, draft.plan[number], last, tokens)
        ):
            if not self._objections(draft, named):
                before = draft.beams.pick(torch.zeros(1, dtype=torch.long, device=draft.beams.ids.device))
                tokens, path = named, self._forced(draft.table, before, named)
                break
        assert path.after is not None
        draft.tokens += tokens
        draft.paths.append(path)
        self._go_on(draft, origin, path.after)

    def _go_on(self, draft: Draft, origin: Origin, after: Beams) -> None:
        """To the next sentence."""
        draft.origins.append(origin)
        draft.ends.append(len(draft.tokens))
        draft.beams = self.search.resume(after)
        draft.refused, draft.searches = [], 0

    def _forced(self, table: EncodedTable, before: Beams, tokens: Sequence[str]) -> Path:
        """The hypothesis of given words."""
        batch = self.generator.batch([table])
        beams = batch.beams([before])
        ids = table.words.ids_of(tokens, self.generator.model.vocabularies.target)
        log_p, traces = [], []
        for id in ids:
            state, distribution, trace = batch.step(beams, torch.full((1, 2), -1, device=beams.ids.device))
            log_p.append(max(float(batch.vocabulary.log_probabilities(distribution)[0, id]), -100.0))
            traces.append((trace, 0))
            word = torch.full_like(beams.ids, id)
            beams = replace(
                beams,
                state=state,
                ids=word,
                source=batch.vocabulary.sources(word),
                tokens=torch.cat([word[:, None], beams.tokens], dim=1),
                length=beams.length + 1,
                numbers=beams.numbers + batch.vocabulary.are_numbers(word),
            )
        sizes = {"t": beams.tokens.shape[1], **table.sizes}
        kept = traces if self.search.keep_traces else []
        return Path(ids, log_p, kept, sum(log_p), sum(log_p), beams.cut(sizes))


def shortened(tokens: Sequence[str], facts: PlannedSentence) -> list[str]:
    """A sentence without the words after its last fact and what belongs to that; nothing if there are none."""
    values = {word for fact in facts for word in fact.value.split()}
    stated = [at for at, token in enumerate(tokens) if token in values or (value_of(token) or ("",))[0] in values]
    if not stated:
        return []
    last = stated[-1]
    end = next((at for at in range(last + 1, len(tokens)) if tokens[at] in JOINS), len(tokens) - 1)
    if end >= len(tokens) - 1:
        return []
    kept = list(tokens[:end])
    comma = max((at for at in range(last) if tokens[at] == ","), default=-1)
    if comma >= 0 and not any(tokens[at] in JOINS for at in range(comma + 1, last)) and comma > stated[0]:
        kept[comma] = "and"  # "20 points , five rebounds , two assists" lost its end
    return [*kept, tokens[-1]]


def led_astray(tokens: Sequence[str], path: Path) -> list[list[int]]:
    """Where the model wrote a word only because all that it wanted to write was forbidden: the words that led there.
    Before the end of a sentence these are the words that join its last clause."""
    found = []
    for at, (token, log_p) in enumerate(zip(tokens, path.log_p, strict=True)):
        if log_p > (_LIKELY_NAME if token[0].isupper() else _LIKELY) or is_number(token):
            continue
        start = at - 2
        if at == len(tokens) - 1:
            last = max((place for place, word in enumerate(tokens[:-1]) if is_number(word)), default=0)
            start = next((place for place in range(last + 1, at) if tokens[place] in JOINS), start)
        words = [place for place in range(max(0, start), min(start + 2, at)) if not tokens[place][0].isupper()]
        plain = [place for place in words if not is_number(tokens[place])]
        found.append([path.ids[place] for place in plain] or [path.ids[at]])
    return found


def refused_phrase(
    objection: Objection, tokens: Sequence[str], ids: Sequence[int], before: Sequence[int] = ()
) -> list[int]:
    """The words that a sentence is searched again without: the first two of those that were refused, with the name just
    before them, for what is false of one may be true of another. A name or number may stand elsewhere in the sentence:
    of a name the two words before it are refused ("head to"), of a number only that it follows the word before it.
    `before` is the last word of the sentence before; the first sentence may begin as it does."""
    start, end, _ = objection

    def is_plain(at: int) -> bool:
        return tokens[at][0].islower() and not is_number(tokens[at])

    if not is_plain(start):
        if tokens[start][0].isupper() and start > 1 and is_plain(start - 1) and is_plain(start - 2):
            start, end = start - 2, start
        else:
            last = ids[start - 1 : start] if start else before[-1:]
            return [*last, ids[start]] if last else []
    named = next((at for at in range(start - 1, max(-1, start - 4), -1) if tokens[at][0].isupper()), start)
    return list(ids[named : min(end, start + 2)])
