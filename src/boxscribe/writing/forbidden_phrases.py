"""The constraint by which a sentence is searched again without the words that were refused."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from boxscribe.models.batched import Batched, axes
from boxscribe.writing.constraints import Constraint, Forbidden
from boxscribe.writing.decoding_batch import Beams, DecodingBatch, EncodedTable

FORBIDDEN_PHRASES = "forbidden_phrases"
ANY = -1  # in the place of a word


@dataclass(frozen=True)
class Phrases(Batched):
    """What each hypothesis may not write: phrases p of at most q words, the last word of each first."""

    words: Tensor = axes("rpq", fill=ANY)

    @classmethod
    def of(cls, phrases: Sequence[Sequence[int]], rows: int, device: torch.device) -> "Phrases":
        longest = max(map(len, phrases), default=0)
        padded = [[*reversed(phrase), *[ANY] * (longest - len(phrase))] for phrase in phrases]
        words = torch.tensor(padded, dtype=torch.long, device=device).view(len(phrases), longest)
        return cls(words.expand(rows, -1, -1))


class ForbiddenPhrases(Constraint):
    """No hypothesis writes one of its phrases. A search that goes on from a finished sentence has none."""

    def start(self, table: EncodedTable) -> Phrases:
        return Phrases.of((), 1, table.start.feed.device)

    def resume(self, state: Phrases) -> Phrases:
        return Phrases.of((), len(state.words), state.words.device)

    def forbid(self, forbidden: Forbidden, state: Phrases, beams: Beams, batch: DecodingBatch) -> None:
        before = state.words[:, :, 1:]  # (r, p, q − 1)
        if not state.words.numel():
            return
        latest = torch.full((len(before), before.shape[2]), ANY - 1, device=before.device)
        written = beams.tokens[:, : before.shape[2]]
        latest[:, : written.shape[1]] = written
        begun = ((before == latest[:, None]) | (before == ANY)).all(2) & (state.words[:, :, 0] != ANY)  # (r, p)
        hypothesis, phrase = begun.nonzero(as_tuple=True)
        forbidden.word(hypothesis, state.words[hypothesis, phrase, 0])
