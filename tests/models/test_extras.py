"""An extra of one's own is one class and one line of composition: training, both paths of it, and search take it."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from boxscribe.batches import chunks, collate
from boxscribe.models.batched import Batched, axes
from boxscribe.models.extras import DecoderInput, Extra
from boxscribe.models.inputs import inputs_of
from boxscribe.models.packed_matmul import Linear
from boxscribe.models.records import Encoded
from boxscribe.models.writer import Writer
from models.writers import ANY_SIZES, GAMES, PATHS, close, config, gradients


@dataclass(frozen=True)
class Copies(Batched):
    """How many words have been copied from each table so far."""

    count: Tensor = axes("rkf")


class CountCopies(Extra):
    """Reads whether y_{t−1} is in the table, and lets the number of such words change the attention over entities."""

    def __init__(self, embedding: int, n: int) -> None:
        super().__init__()
        self.W = Linear(1, embedding, bias=False)
        self.W_m = Linear(n, 1, bias=False, widened=False)

    def initial(self, encoded: Encoded) -> Copies:
        return Copies(encoded.x.new_zeros(*encoded.x.shape[:2], 1))

    def advance(self, state: Copies, given: DecoderInput, context: Any, encoded: Encoded) -> Copies:
        held = (given.source >= 0).to(state.count)[:, None, None]
        place = torch.arange(state.count.shape[1])[:, None]
        return Copies(state.count + held * place)

    def embedding(self, given: DecoderInput, state: Copies, context: Any) -> Tensor:
        added: Tensor = self.W((given.source >= 0)[..., None].to(self.W.weight))
        return added

    def entity_features(self, state: Copies, context: Any) -> Tensor:
        return state.count

    def entity_weights(self) -> Linear:
        return self.W_m


def test_both_paths_train_it() -> None:
    torch.manual_seed(1)
    settings = config("ent")
    model = Writer(settings, ANY_SIZES, extras={"copies": CountCopies(settings.embedding, settings.hidden)}).double()
    model.eval()
    found = {}
    for path, fused in PATHS.items():
        model.fused = fused
        batch = collate(GAMES)
        encoded = model.encode(inputs_of(batch))
        state, scores = model.start(encoded), []
        for chunk in chunks(batch, 3):
            scores.append(model.log_likelihood(encoded, state, chunk))
            state = scores[-1].output.state
        total = torch.cat([part.log_likelihood for part in scores]).sum()
        found[path] = total, gradients(model, total)
    (plain, of_plain), (fast, of_fast) = found.values()
    close(plain, fast)
    for name, gradient in of_plain.items():
        close(gradient, of_fast[name], what=name)
    for name in ("W", "W_m"):
        assert of_plain[f"decoder.extras.copies.{name}.weight"].abs().max() > 0
