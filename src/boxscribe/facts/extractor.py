"""FACTS: the words of a text and its table in, the relations that the text states out.

The members of the ensemble give each pair of mentions a probability for every label; the sums decide. The table has
no say in what is found, only in whether it is correct.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal

import torch

from boxscribe.batches.vocab import Vocabulary
from boxscribe.errors import InputError
from boxscribe.facts.batches import collate, grouped
from boxscribe.facts.candidates import Candidates, candidates
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.mentions import Gazetteer
from boxscribe.facts.network import RelationClassifier
from boxscribe.facts.relations import Relation
from boxscribe.tables.domain import Domain
from boxscribe.tables.table import Table

NONE = "NONE"  # the label of pairs that state nothing
_BUDGET = 16000  # pairs × tokens in a batch
_TOGETHER = 32  # texts

Names = Literal["game", "published"]


@dataclass(frozen=True)
class Extractor:
    """An ensemble, and all that it needs to read texts."""

    classifiers: tuple[RelationClassifier, ...]
    configs: tuple[ClassifierConfig, ...]
    vocabulary: Vocabulary
    labels: tuple[str, ...]  # NONE first
    names: tuple[str, ...]  # the names of the training games
    domain: Domain
    digest: str = ""  # of weights and description
    lexicon: Names = "game"  # which names are found: those of training and of the game, or as published

    @property
    def id(self) -> str:
        """A short name for signatures: equal ids, equal relations."""
        return self.digest[:8] + ("" if self.lexicon == "game" else f"-{self.lexicon}")

    def relations(self, tokens: Sequence[str], table: Table) -> list[Relation]:
        """The relations of one text, in its order."""
        return self.extract([(tokens, table)])[0]

    def extract(self, stories: Sequence[tuple[Sequence[str], Table]]) -> list[list[Relation]]:
        """The relations of many texts, each with its table."""
        found = [self.candidates(tokens, table) for tokens, table in stories]
        predicted = iter(self.predict([sentence for text in found for sentence in text]))
        return [
            [relation for sentence in text for relation in self._stated(sentence, next(predicted))] for text in found
        ]

    def stream(self, stories: Iterable[tuple[Sequence[str], Table]]) -> Iterator[tuple[Table, list[Relation]]]:
        """The relations of any number of texts, with their tables; few of them are in memory at a time."""
        waiting = iter(stories)
        while some := list(islice(waiting, _TOGETHER)):
            yield from zip((table for _, table in some), self.extract(some), strict=True)

    @cached_property
    def _known(self) -> Gazetteer:
        return Gazetteer(self.names, extended=self.lexicon == "published")

    def candidates(self, tokens: Sequence[str], table: Table) -> list[Candidates]:
        """The sentences of a text with the pairs that could state a fact."""
        if table.domain != self.domain.name:
            raise InputError(f"this extractor reads texts about '{self.domain.name}', not about '{table.domain}'")
        return candidates(tokens, table, self.domain, self._known)

    def predict(self, sentences: Sequence[Candidates]) -> list[list[int]]:
        """The number of the likeliest label for each pair of each sentence."""
        predicted: list[list[int]] = [[] for _ in sentences]
        for group in grouped(sentences, _BUDGET):
            batch = collate([sentences[number] for number in group], self.vocabulary)
            with torch.inference_mode():
                sums = torch.stack([member(batch).exp() for member in self.classifiers]).sum(0)  # (p, l)
            likeliest = iter(sums.argmax(1).tolist())
            for number in group:
                predicted[number] = [next(likeliest) for _ in sentences[number].pairs]
        return predicted

    def _stated(self, sentence: Candidates, predicted: list[int]) -> list[Relation]:
        tokens, entities, values, pairs = sentence
        return [
            Relation(entities[m].said(tokens), values[v].said(tokens), self.labels[label], self.labels[label] in types)
            for (m, v, types), label in zip(pairs, predicted, strict=True)
            if label
        ]
