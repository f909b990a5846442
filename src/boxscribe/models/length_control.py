"""Length control (ours, not in the paper): the decoder reads how many words, and numbers among them, are to come.

A decoder does not know how long its text should be, and search makes it end early and list number after number. In
training the counts are those of the text. In search they are what was asked for, less what has been written.

A count c is read as exp(−c / s) at several scales s, so that what is learned about 40 words holds for 41. An unknown
count is read as zeros.
"""

from typing import Any

import torch
from torch import Tensor

from boxscribe.config import ModelConfig
from boxscribe.models.extras import DecoderInput, Extra
from boxscribe.models.packed_matmul import Linear

SCALES = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0)


class LengthControl(Extra):
    """W [exp(−c / s)] for both counts c and all scales s, added to the embedding of y_{t−1}."""

    scales: Tensor

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.W = Linear(2 * len(SCALES), config.embedding, bias=False)
        self.register_buffer("scales", torch.tensor(SCALES), persistent=False)

    def embedding(self, given: DecoderInput, state: Any, context: Any) -> Tensor:
        counts = given.remaining[..., None].double()  # in float32 exp may differ in its last bit between two batches
        decays = torch.exp(-counts / self.scales.double()) * (counts >= 0)  # (…, r, 2, scales)
        vectors: Tensor = self.W(decays.flatten(-2).to(self.scales))
        return vectors
