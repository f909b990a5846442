"""How much is still to come: words, and numbers among them (ours, not in the paper).

A decoder does not know how long its story should be, and search makes it end early and tell number after number. With
a pace it is told at every step what is left. In training that is what the text still says. When writing it is what
somebody has asked for, less what has been written.

A count c is told as exp(−c / s) at some scales s, so that what is learned of 40 words holds for 41, and the end is seen
to come near. Where nobody knows the count, nothing is told.
"""

import torch
from torch import Tensor, nn

SCALES = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0)


class LengthControl(nn.Module):
    """What is added to the embedding of the word before."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.W = nn.Linear(2 * len(SCALES), size, bias=False)

    def forward(self, left: Tensor) -> Tensor:
        """`left` (…, 2) has the words and the numbers that are to come, −1 where nobody knows; gives (…, size)."""
        scales = torch.tensor(SCALES, dtype=self.W.weight.dtype, device=left.device)
        told = torch.exp(-left[..., None] / scales) * (left >= 0)[..., None]  # (…, 2, scales)
        vectors: Tensor = self.W(told.flatten(-2))
        return vectors
