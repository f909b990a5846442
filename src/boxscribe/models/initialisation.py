"""The parameters of a new model."""

from typing import Literal

import torch
from torch import nn

Initialisation = Literal["uniform", "scaled"]


@torch.no_grad()
def initialise(model: nn.Module, how: Initialisation) -> None:
    """uniform: U(−0.1, 0.1) for everything, as the reference implementation. scaled: matrices by their size (Glorot),
    embeddings with standard deviation 1/4, biases 0, and then whatever a part says itself in its `initialise`."""
    for name, parameter in model.named_parameters():
        if how == "uniform":
            parameter.uniform_(-0.1, 0.1)
        elif parameter.dim() < 2:
            parameter.zero_()
        elif "embedding" in name:
            parameter.normal_(0, 0.25)
        else:
            nn.init.xavier_uniform_(parameter)
    if how == "scaled":
        for part in model.modules():
            getattr(part, "initialise", lambda: None)()
