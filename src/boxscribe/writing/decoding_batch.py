"""Tables that are being written together: their encodings and hypotheses as one batch, which tables may leave and
others may enter at any step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from boxscribe.batches.encode import encode, words_of
from boxscribe.batches.loader import collate
from boxscribe.batches.planned_rows import UnknownFact
from boxscribe.batches.vocab import BOS
from boxscribe.errors import InputError, did_you_mean
from boxscribe.models.batched import Batched, axes
from boxscribe.models.copying import Distribution
from boxscribe.models.decoder import DecoderState
from boxscribe.models.extras import DecoderInput
from boxscribe.models.packed_matmul import WIDTH, can_pack, packed
from boxscribe.models.records import Encoded
from boxscribe.models.store import Model
from boxscribe.models.writer import StepTrace
from boxscribe.planning.plan import Plan
from boxscribe.tables.complete import incomplete
from boxscribe.tables.table import Table
from boxscribe.writing.extended_vocabulary import ExtendedVocabulary, TableWords, words_in
from boxscribe.writing.people import people_of
from boxscribe.writing.readable import readable


@dataclass(frozen=True, slots=True)
class EncodedTable:
    """A table after the encoder, ready to be written."""

    table: Table
    entities: tuple[int, ...]  # (k) the number in `table.entities` of each entity of the model's layout, or −1
    rows: tuple[tuple[int, str], ...]  # (j) the entity's number in `table.entities` and the record type of each row
    plan: tuple[tuple[int, str], ...]  # the same of each planned record; empty for a model without plans
    outline: tuple[tuple[tuple[int, str], ...], ...]  # those of each sentence of the plan that was given
    paragraphs: frozenset[int]  # the sentences, counted from 0, that begin a further paragraph
    words: TableWords
    named: Tensor  # (k, k) the entities that the records of each entity name: itself, and the people of a play
    naming: Tensor  # (j) whether a row is a word of such a name
    encoded: Encoded  # b = 1
    start: DecoderState  # r = 1

    @property
    def sentences(self) -> int:
        """Of the plan that was given; 0 without one."""
        return len(self.outline)

    @property
    def sizes(self) -> dict[str, int]:
        """The axes that other tables of a batch may pad."""
        return {"k": len(self.entities), "j": len(self.rows), "i": self.encoded.inputs.plan.shape[1]}


class Generator:
    """A model that writes: encodes tables, and makes batches of them that can take a step.

    On a CPU the model's matrices are packed, and every axis is a multiple of `WIDTH`: then a table's numbers are the
    same to the last bit alone and in any batch.
    """

    def __init__(self, model: Model) -> None:
        writer = model.writer.eval()
        self.model, self.device = model, next(writer.parameters()).device
        self.is_packed = can_pack(writer)
        self.writer = packed(writer) if self.is_packed else writer

    def check(self, table: Table) -> None:
        """Raises an InputError for a table that the model cannot write about."""
        domain = self.model.domain.name
        if table.domain != domain:
            raise InputError(
                f"game {table.id}: is of the domain '{table.domain}', and the model writes '{domain}'; choose a model "
                "of that domain, or 'template', which writes every domain"
            )
        if not any(record.value for record in table.records):
            raise InputError(f"game {table.id}: the table has no record, so there is nothing to write about")
        for entity in table.entities:
            if entity.kind not in self.model.domain.kinds:
                hint = did_you_mean(entity.kind, self.model.domain.kinds)
                raise InputError(f"game {table.id}: {entity.name}: the model knows no kind '{entity.kind}'; {hint}")
        for problem in incomplete(table, self.model.domain):
            raise InputError(
                f"game {table.id}: {problem}; the model needs complete tables, and 'template' writes about others, too"
            )

    def encode(self, table: Table, beam: int = 1, plan: Plan | None = None, reads_all: bool = True) -> EncodedTable:
        """The table through the encoder, alone, so that no other table changes the result. A model that plans searches
        for the plan with the given beam size; one that follows a plan needs one, and `reads_all` of it: an InputError
        for a fact that is no record of its input."""
        self.check(table)
        model = self.model
        if (plan is not None) != model.config.follow_plan:
            raise InputError(
                f"game {table.id}: the model follows a plan, and there is none"
                if model.config.follow_plan
                else "the model follows no plan: train one with model.follow_plan = true, or leave out the plan"
            )
        arranged = model.layout.arranged(replace(table, tokens=()), model.domain)
        split = model.layout.split_values
        try:
            own = plan if plan is None or reads_all else readable(plan, table, model)
            example = encode(arranged, model.domain, model.vocabularies, split, plan=own)
        except UnknownFact as unknown:
            fact = unknown.fact
            raise InputError(
                f"game {table.id}: plan: sentence {unknown.sentence + 1}: the model reads no {fact.type} "
                f"{fact.value:.40} of the entity '{fact.entity:.40}'; leave it out"
            ) from None
        # Entities have the same ids in the table as it was given and as it is arranged.
        number = {entity.id: k for k, entity in enumerate(table.entities)}
        entities = tuple(number.get(entity.id, -1) for entity in arranged.entities)
        rows = tuple(
            (number.get(entity.id, -1), record.type)
            for entity in arranged.entities
            for record in entity.records
            for _ in words_of(record.value, split)
        )
        words = words_in(arranged, model.domain, model.vocabularies.target, split, model.config.copy_forms)
        chosen, inputs = self.writer.encoder.search_inputs(collate([example]), self.device, beam)
        if chosen is not None:
            rows, words = tuple(rows[j] for j in chosen), words.copied_from(chosen)
        encoded = self.writer.encoder(inputs)
        if self.is_packed:
            encoded = encoded.widened("n", WIDTH)
        encoded = replace(encoded, contexts=self.writer.decoder.contexts(encoded))
        planned = range(len(rows)) if chosen is not None else example.plan.tolist()
        cells = tuple(dict.fromkeys(rows[j] for j in planned if rows[j][0] >= 0))
        given = plan or Plan(())
        outline = tuple(tuple((number[fact.entity], fact.type) for fact in facts) for facts in given.sentences)
        start = self.writer.start(encoded)
        named, naming = people_of(arranged, model.domain, split)
        return EncodedTable(
            table, entities, rows, cells, outline, given.paragraphs, words, named, naming, encoded, start
        )  # fmt: skip

    def batch(self, tables: Sequence[EncodedTable]) -> "DecodingBatch":
        return DecodingBatch(self, tables)


class DecodingBatch:
    """Some tables side by side, and the step over their hypotheses."""

    def __init__(self, generator: Generator, tables: Sequence[EncodedTable]) -> None:
        self.tables = list(tables)
        self.writer, self.has_forms = generator.writer, generator.model.config.copy_forms
        self.encoded = Encoded.concatenate([table.encoded for table in tables], "jkzwi", WIDTH)
        words = [table.words for table in tables]
        self.vocabulary = ExtendedVocabulary(words, generator.model.vocabularies.target, generator.device)

    def beams(self, parts: Sequence["Beams"]) -> "Beams":
        """The hypotheses of the tables side by side."""
        return Beams.concatenate(parts, "ki", WIDTH)

    def step(self, beams: "Beams", remaining: Tensor) -> tuple[DecoderState, Distribution, StepTrace]:
        """One step after the words chosen last; `remaining` (r, 2) words and numbers are to come, −1: unknown."""
        ends = self.vocabulary.end_sentences(beams.ids).long()
        given = DecoderInput(self.vocabulary.embedded(beams.ids), beams.source, remaining, ends)
        return self.writer.step(self.encoded, beams.state, given)


@dataclass(frozen=True)
class Beams(Batched):
    """The hypotheses of a batch: r = b · beam rows."""

    state: DecoderState
    constraints: Mapping[str, Batched]  # the state of each constraint
    ids: Tensor = axes("r")  # the words chosen last
    source: Tensor = axes("r")  # the number of each among the words of its table; −1: the table does not hold it
    scores: Tensor = axes("r")  # log p so far; −∞ for a hypothesis that has ended
    tokens: Tensor = axes("rt", fill=-1)  # all words, the latest first
    length: Tensor = axes("r")  # how many words there are
    numbers: Tensor = axes("r")  # how many of them are numbers

    @classmethod
    def start(cls, table: EncodedTable, beam: int, constraints: Mapping[str, Batched]) -> "Beams":
        """A table's hypotheses before the first word: all alike, so only one of them counts."""
        device = table.start.feed.device
        scores = table.start.feed.new_full((beam,), -torch.inf)
        scores[0] = 0
        none = torch.zeros(beam, dtype=torch.long, device=device)
        tokens = torch.empty(beam, 0, dtype=torch.long, device=device)
        first = torch.full_like(none, BOS)
        return cls(table.start.pick(none), constraints, first, none - 1, scores, tokens, none, none.clone())
