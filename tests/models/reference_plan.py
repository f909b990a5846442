"""How far a text has come in its plan, word by word, for the slow reference."""

from typing import Any

import numpy as np
import numpy.typing as npt

from boxscribe.batches.encode import Example

Array = npt.NDArray[np.float64]


class PlanProgress:
    """Which planned rows are stated. Names are no part of a plan."""

    def __init__(self, example: Example) -> None:
        pairs = zip(example.plan.tolist(), example.plan_sentence.tolist(), strict=True)
        self.word = example.word
        self.rows = [(row, sentence) for row, sentence in pairs if not example.naming[row]]
        self.stated: set[int] = set()
        self.latest: list[int] = []
        self.sentence = 0

    def hear(self, held: int, ends: Any) -> None:
        """A word that the table holds under this number, or −1, and whether it ends a sentence."""
        self.latest = [row for row in self.to_state() if held >= 0 and self.word[row] == held][:1]
        self.stated.update(self.latest)
        self.sentence += int(ends)

    def to_state(self) -> list[int]:
        """The rows that the current sentence is still to state, in order."""
        return [row for row, sentence in self.rows if sentence == self.sentence and row not in self.stated]

    def status(self, j: int) -> Array:
        """Next, current, later, stated."""
        marks = np.zeros(4)
        to_state, sentences = self.to_state(), dict(self.rows)
        if j in to_state:
            marks[0 if j == to_state[0] else 1] = 1
        elif j in sentences:
            marks[2 if sentences[j] > self.sentence else 3] = 1
        return marks

    def input(self, e: Array) -> tuple[Array, Array]:
        """[e of the row just stated; e of the next; the sum of e over all rows to state], and their number with whether
        later sentences have any."""
        rows = self.to_state()
        counts = np.zeros(7)
        counts[min(len(rows), 5)] = 1
        counts[6] = any(sentence > self.sentence for _, sentence in self.rows)
        nothing = np.zeros(e.shape[1])
        parts = [sum((e[j] for j in some), nothing) for some in (self.latest, rows[:1], rows)]
        return np.concatenate(parts), counts
