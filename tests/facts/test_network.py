"""The quick way through a sentence against the plain one, pair by pair; and that a batch changes nothing."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from boxscribe.batches.vocab import Vocabulary
from boxscribe.facts.batches import ENTITY, VALUE, collate, grouped
from boxscribe.facts.candidates import Candidates, candidates
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.mentions import Gazetteer
from boxscribe.facts.network import Convolutions, RelationClassifier, pool
from boxscribe.tables import load_domain
from helpers import games

ROTOWIRE = load_domain("rotowire")
LABELS = 4


def sentences(count: int = 3) -> list[Candidates]:
    nobody = Gazetteer(())
    return [found for table in games(count) for found in candidates(table.tokens, table, ROTOWIRE, nobody)]


SENTENCES = sentences()
VOCABULARY = Vocabulary(dict.fromkeys(word for found in SENTENCES for word in found.tokens))


def member(kind: str) -> RelationClassifier:
    torch.manual_seed(1)
    config = ClassifierConfig.model_validate({"kind": kind, "words": 7, "distances": 5, "features": 6, "hidden": 8})
    return RelationClassifier(config, len(VOCABULARY), LABELS).double().eval()


def distance(position: int, start: int, end: int) -> int:
    return position - start if position < start else max(0, position - end + 1)


def plainly(model: RelationClassifier, found: Candidates, m: int, v: int) -> Tensor:
    """log p of one pair: [word; distance to entity; distance to value] of each token, convolved as a whole."""
    assert isinstance(model.reader, Convolutions)
    ids = VOCABULARY.ids(found.tokens)
    marks = [0] * len(ids)
    for value in found.values:
        marks[value.start : value.end] = [VALUE] * (value.end - value.start)
    for start, end in found.entities:
        marks[start:end] = [ENTITY] * (end - start)
    rows = []
    for at in range(len(ids) + 4):
        word = torch.zeros(7, dtype=torch.double)
        if at < len(ids):
            word = model.words.weight[ids[at]] + model.marks.weight[marks[at]]
        far = [distance(at, span[0], span[1]) for span in (found.entities[m], found.values[v])]
        tables = (model.to_entity.table.weight, model.to_value.table.weight)
        rows.append(
            torch.cat([word, *(table[min(40, max(-40, d)) + 40] for table, d in zip(tables, far, strict=True))])
        )
    x = torch.stack(rows).T[None]
    words = torch.cat([x[:, :7], torch.zeros_like(x[:, 7:])], 1)  # what stands at a mention, whatever the distances
    features = [window(x)[0, :, : len(ids)].amax(1) for window in model.reader.windows]
    for at in (found.entities[m].start, found.values[v].start):
        features += [window(words)[0, :, at] for window in model.reader.windows]
    before = [span.start < found.values[v].start for span in found.entities]
    others = sum(before[m + 1 :]) if before[m] else 4 + before[:m].count(False)
    hidden = model.hidden(torch.cat(features).relu()) + model.between.weight[others]
    return functional.log_softmax(model.labels(hidden.relu()), 0)


def test_reading_a_sentence_once_equals_reading_it_for_each_pair() -> None:
    model = member("conv")
    some = SENTENCES[:6]
    log_p = model(collate(some, VOCABULARY))
    expected = torch.stack([plainly(model, found, m, v) for found in some for m, v, _ in found.pairs])
    assert len(expected) > 30
    torch.testing.assert_close(log_p, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["conv", "bilstm"])
def test_other_sentences_in_the_batch_change_nothing(kind: str) -> None:
    model = member(kind)
    together = model(collate(SENTENCES, VOCABULARY))
    alone = torch.cat([model(collate([found], VOCABULARY)) for found in SENTENCES])
    torch.testing.assert_close(together, alone, rtol=0, atol=1e-12)


def test_gradients_flow_through_the_maxima_as_through_all_sums() -> None:
    batch = collate(SENTENCES[:4], VOCABULARY)
    context = torch.randn(*batch.words.shape, 6, dtype=torch.double, requires_grad=True)
    t = context.shape[1]
    entity_line, value_line = (torch.randn(8, 2 * t + 1, 6, dtype=torch.double, requires_grad=True) for _ in range(2))
    leaves = [context, entity_line, value_line]
    sums = []
    for m, v in batch.pairs.tolist():
        parts = [context[batch.entities.sentence[m]]]
        for line, mentions, n in ((entity_line, batch.entities, m), (value_line, batch.values, v)):
            first = t - int(mentions.start[n])
            parts.append(line[int(mentions.length[n]) - 1, first : first + t])
        sums.append((parts[0] + parts[1] + parts[2]).amax(0))
    weights = torch.randn(len(sums), 6, dtype=torch.double)
    made = pool(context, entity_line, value_line, batch)
    torch.testing.assert_close(made, torch.stack(sums))
    for one, other in zip(
        torch.autograd.grad((made * weights).sum(), leaves),
        torch.autograd.grad((torch.stack(sums) * weights).sum(), leaves),
        strict=True,
    ):
        torch.testing.assert_close(one, other)
    with torch.no_grad():
        torch.testing.assert_close(pool(context, entity_line, value_line, batch), made)


def test_groups_hold_every_sentence_once_and_no_more_than_they_may() -> None:
    groups = list(grouped(SENTENCES, 500))
    assert sorted(number for group in groups for number in group) == list(range(len(SENTENCES)))
    for group in groups:
        assert sum(len(SENTENCES[number].tokens) * len(SENTENCES[number].pairs) for number in group[:-1]) < 500
