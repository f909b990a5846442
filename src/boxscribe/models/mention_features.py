"""Who has been named: six marks an entity, 0 or 1, which follow from the words alone (ours, not in the paper).

Attention is soft, so a decoder knows only roughly of whom it has just spoken. The table knows better: a word of a name
says whose it is. The marks enter the entities' attention beside their memory, whatever the name is.

There may be several hypotheses for each of b tables, as in `attention`: r rows.
"""

import torch
from torch import Tensor

from boxscribe.models.inputs import Inputs

# In this order: the name under way may be its; it was named last; it was the last of its kind to be named; it was that
# before the one that is; it was that at any time before; it is on the side of the one that was named last.
MARKS = 6


def nobody(entities: Tensor) -> Tensor:
    """The marks (b, k, 6) before the first word, for entities (b, k, …)."""
    return entities.new_zeros(*entities.shape[:2], MARKS)


def marked(m: Tensor, named: Tensor, inputs: Inputs) -> Tensor:
    """The marks (r, k, 6) after a word: `named` (r, k) says whose name has it.

    A word that several names have marks them all, until the next word tells which of them is meant.
    """
    now, last, of_kind, before, earlier, side = m.unbind(2)
    named = named.to(m.dtype)
    both = named * now
    goes_on = both.amax(1, keepdim=True)  # (r, 1) whether the word goes on with the name under way
    meant = torch.lerp(named, both, goes_on)  # (r, k)
    anyone = meant.amax(1, keepdim=True)

    def sharing(marks: Tensor, what: Tensor) -> Tensor:
        """1 for the entities that share their kind, or their side, with one that is marked."""
        same = ((what[:, :, None] == what[:, None]) & (what >= 0)[:, None]).to(m.dtype)  # (b, k, k)
        return torch.bmm(marks.view(len(what), -1, what.shape[1]), same).view_as(marks).clamp(max=1)

    alike = sharing(meant, inputs.kind)
    others = sharing((meant - of_kind).abs(), inputs.kind)
    fresh = alike * others * (1 - goes_on)  # of a kind that is meant, and it is not the one named before
    return torch.stack(
        [
            meant,
            torch.lerp(last, meant, anyone),
            torch.lerp(of_kind, meant, alike),
            torch.lerp(before, of_kind, fresh),
            torch.maximum(earlier, fresh * of_kind),
            torch.lerp(side, sharing(meant, inputs.side), anyone),
        ],
        dim=2,
    )
