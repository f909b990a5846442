"""What length control reads in search: how many words and numbers a hypothesis still has to write."""

import torch
from torch import Tensor

from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import Beams, DecodingBatch

SHORTEST_SENTENCE = 10
"""words; no sentence begins where fewer are left"""


def remaining(decoding: Decoding, beams: Beams, batch: DecodingBatch) -> Tensor:
    """The words and the numbers that are still to come (r, 2); −1 where no number of them was asked for.

    With `whole_sentences` the last sentence is neither cut nor followed by the beginning of another.
    """
    words, numbers = (
        (asked - count).clamp(min=0) if asked else torch.full_like(count, -1)
        for asked, count in ((decoding.words, beams.length), (decoding.numbers, beams.numbers))
    )
    if decoding.whole_sentences and decoding.words:
        ended = batch.vocabulary.end_sentences(beams.ids)
        words = torch.where(ended, words * (words >= SHORTEST_SENTENCE), words.clamp(min=SHORTEST_SENTENCE // 2))
    return torch.stack([words, numbers], dim=1)
