"""How much is still to come: words, and numbers among them (ours, not in the paper).

A decoder does not know how long its story should be, and search makes it end early and tell number after number. With
a pace it is told at every step what is left. In training that is what the text still says. When writing it is what
somebody has asked for, less what has been written.
"""

from torch import Tensor, nn

STEP = 10  # words left are told apart in tens, numbers one by one
MOST = 64  # from so many steps on they are not


class Pace(nn.Module):
    """What is added to the embedding of the word before."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.words, self.numbers = nn.Embedding(MOST + 1, size), nn.Embedding(MOST + 1, size)

    def forward(self, left: Tensor) -> Tensor:
        """`left` (…, 2) has the words and the numbers that are to come, −1 where nobody knows; gives (…, size)."""
        words, numbers = left.unbind(-1)
        vectors: Tensor = self.words(_row(words.div(STEP, rounding_mode="floor"))) + self.numbers(_row(numbers))
        return vectors


def _row(count: Tensor) -> Tensor:
    return count.clamp(-1, MOST - 1).long() + 1
