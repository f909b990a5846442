"""FACTS: the words of a text and its table in, the relations that the text states out.

Each classifier of the ensemble gives every candidate pair a distribution over labels; the label with the largest sum
wins. The table decides only whether a relation is correct, and which kind of entity a mention is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import torch

from boxscribe.batches.vocab import Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.batches import collate, length_batches
from boxscribe.facts.candidates import CandidateSentence, candidates
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.labels import LabelSet
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.number_rules import NO_RULES, NumberRules
from boxscribe.facts.relations import Relation
from boxscribe.tables.domain import Domain
from boxscribe.tables.linker import Gazetteer
from boxscribe.tables.table import Table
from boxscribe.text import CONVENTIONS, tokenise

_BUDGET = 16000  # pairs × tokens in a batch
_STREAMED = 32  # texts in memory at a time

Text = str | Sequence[str]
"""A text in plain English, or the tokens of one."""


@dataclass(frozen=True)
class Extractor:
    """An ensemble of relation classifiers with its vocabulary, labels and names; see `boxscribe.load_extractor`."""

    classifiers: tuple[RelationClassifier, ...]
    configs: tuple[ClassifierConfig, ...]
    vocabulary: Vocabulary
    labels: tuple[str, ...]  # NONE first
    names: Mapping[str, Sequence[str]]  # kind → the names in the training games
    domain: Domain
    rules: NumberRules = NO_RULES  # what numbers can state
    digest: str = ""  # of weights and description
    published_names: bool = False  # find names as the published system does, which knows those of training only

    @property
    def id(self) -> str:
        """A short id for signatures: extractors with equal ids extract the same relations."""
        return self.digest[:8] + ("-published" if self.published_names else "")

    def relations(self, text: Text, table: Table) -> list[Relation]:
        """The relations that one text states about its table, in the order of the text."""
        return self.extract([(text, table)])[0]

    def extract(self, texts: Sequence[tuple[Text, Table]]) -> list[list[Relation]]:
        """The relations of several texts, each given with its table.

        A text is plain English or a list of tokens, such as `story.tokens` or `table.tokens`.
        """
        found = [self.candidates(text, table) for text, table in texts]
        predicted = iter(self.predict([sentence for sentences in found for sentence in sentences]))
        return [
            [relation for sentence in sentences for relation in self._relations(sentence, next(predicted))]
            for sentences in found
        ]

    def stream(self, texts: Iterable[tuple[Text, Table]]) -> Iterator[tuple[Table, list[Relation]]]:
        """The relations of any number of texts, with their tables; a few texts are in memory at a time."""
        remaining = iter(texts)
        while batch := list(islice(remaining, _STREAMED)):
            yield from zip((table for _, table in batch), self.extract(batch), strict=True)

    def candidates(self, text: Text, table: Table) -> list[CandidateSentence]:
        """The sentences of a text that have candidate pairs."""
        if table.domain != self.domain.name:
            raise InputError(f"this extractor reads texts about '{self.domain.name}', not about '{table.domain}'")
        tokens = tokenise(text, CONVENTIONS[self.domain.convention]) if isinstance(text, str) else text
        return candidates(tokens, table, self.domain, self._gazetteer, self.rules)

    def predict(self, sentences: Sequence[CandidateSentence]) -> list[list[int]]:
        """The likeliest label of each pair of each sentence, as a position in `labels`."""
        predicted: list[list[int]] = [[] for _ in sentences]
        for indices in length_batches(sentences, _BUDGET):
            batch = collate([sentences[index] for index in indices], self.vocabulary, self._label_set)
            with torch.inference_mode():
                sums = torch.stack([classifier(batch).exp() for classifier in self.classifiers]).sum(0)  # (c, o)
            likeliest = iter(sums.argmax(1).tolist())
            for index in indices:
                predicted[index] = [next(likeliest) for _ in sentences[index].pairs]
        return predicted

    @cached_property
    def _gazetteer(self) -> Gazetteer:
        return Gazetteer(self.names, published=self.published_names)

    @cached_property
    def _label_set(self) -> LabelSet:
        return LabelSet(self.labels, self.domain)

    def _relations(self, sentence: CandidateSentence, predicted: list[int]) -> list[Relation]:
        tokens, mentions, values, pairs, _ = sentence
        return [
            Relation(mentions[m].name, values[v].text(tokens), self.labels[label], self.labels[label] in types)
            for (m, v, types), label in zip(pairs, predicted, strict=True)
            if label
        ]
