"""The most probable word at each step, for a batch of games."""

from dataclasses import replace

import torch

from boxscribe.batches.encode import encode
from boxscribe.batches.loader import collate
from boxscribe.batches.vocab import BOS, EOS
from boxscribe.models.inputs import inputs_of
from boxscribe.models.store import Model
from boxscribe.tables.table import Table
from boxscribe.writing.words import lexicon_of


@torch.no_grad()
def write_greedily(model: Model, tables: list[Table], max_length: int) -> list[list[str]]:
    """The words of each table's story."""
    writer = model.writer.eval()
    device = next(writer.parameters()).device
    layout = model.layout
    untold = [layout.arranged(replace(table, tokens=()), model.domain) for table in tables]
    examples = [encode(table, model.domain, model.vocabularies, layout.split_values) for table in untold]
    lexicon = lexicon_of(untold, examples, model.vocabularies.target, layout.split_values)
    lexicon = replace(lexicon, row_ids=lexicon.row_ids.to(device))
    encoded = writer.encode(inputs_of(collate(examples), device))
    state = writer.start(encoded)
    ids = torch.full((len(tables),), BOS, device=device)
    ended = torch.zeros_like(ids, dtype=torch.bool)
    stories: list[list[str]] = [[] for _ in tables]
    for _ in range(max_length):
        state, distribution, _ = writer.step(encoded, state, lexicon.fed(ids))
        ids = lexicon.log_probabilities(distribution).argmax(1)
        ended |= ids == EOS
        if bool(ended.all()):
            break
        for game, id in enumerate(ids.tolist()):
            if not ended[game]:
                stories[game].append(lexicon.word(game, id))
    return stories
