"""Encoding a sentence once against encoding it for each pair; the batch and the labels that a kind allows."""

import pytest
import torch
from torch import Tensor
from torch.nn import functional

from boxscribe.batches.vocab import Vocabulary
from boxscribe.facts.batches import ENTITY, VALUE, PairBatch, length_batches
from boxscribe.facts.batches import collate as collate_with
from boxscribe.facts.candidates import CandidateSentence, candidates
from boxscribe.facts.config import ClassifierConfig
from boxscribe.facts.labels import NONE, LabelSet
from boxscribe.facts.network import Convolutions, RelationClassifier, pool
from boxscribe.tables import load_domain
from boxscribe.tables.linker import NO_NAMES
from helpers import games

ROTOWIRE = load_domain("rotowire")
LABELS = LabelSet([NONE, "PTS", "REB", "TEAM-PTS", "TEAM-WINS"], ROTOWIRE)


def sentences(count: int = 3) -> list[CandidateSentence]:
    return [found for table in games(count) for found in candidates(table.tokens, table, ROTOWIRE, NO_NAMES)]


SENTENCES = sentences()
VOCABULARY = Vocabulary(dict.fromkeys(word for found in SENTENCES for word in found.tokens))


def collate(sentences: list[CandidateSentence]) -> PairBatch:
    return collate_with(sentences, VOCABULARY, LABELS)


def classifier(kind: str) -> RelationClassifier:
    torch.manual_seed(1)
    config = ClassifierConfig.model_validate(
        {"kind": kind, "word_embedding": 7, "distance_embedding": 5, "features": 6, "hidden": 8}
    )
    return RelationClassifier(config, len(VOCABULARY), len(LABELS)).double().eval()


def distance(position: int, start: int, end: int) -> int:
    return position - start if position < start else max(0, position - end + 1)


def plainly(model: RelationClassifier, found: CandidateSentence, m: int, v: int) -> Tensor:
    """log p of one pair: [word; distance to entity; distance to value] of each token, convolved as a whole."""
    assert isinstance(model.encoder, Convolutions)
    ids = VOCABULARY.ids(found.tokens)
    tags = [0] * len(ids)
    for value in found.values:
        tags[value.start : value.end] = [VALUE] * (value.end - value.start)
    for mention in found.mentions:
        tags[mention.start : mention.end] = [ENTITY] * (mention.end - mention.start)
    rows = []
    for at in range(len(ids) + 4):
        word = torch.zeros(7, dtype=torch.double)
        if at < len(ids):
            word = model.words.weight[ids[at]] + model.tags.weight[tags[at]]
        spans = ((found.mentions[m].start, found.mentions[m].end), (found.values[v].start, found.values[v].end))
        far = [distance(at, start, end) for start, end in spans]
        tables = (model.to_entity.embedding.weight, model.to_value.embedding.weight)
        rows.append(
            torch.cat([word, *(table[min(40, max(-40, d)) + 40] for table, d in zip(tables, far, strict=True))])
        )
    x = torch.stack(rows).T[None]
    words = torch.cat([x[:, :7], torch.zeros_like(x[:, 7:])], 1)  # the encoding at a mention has no distances
    features = [window(x)[0, :, : len(ids)].amax(1) for window in model.encoder.windows]
    for at in (found.mentions[m].start, found.values[v].start):
        features += [window(words)[0, :, at] for window in model.encoder.windows]
    before = [span.start < found.values[v].start for span in found.mentions]
    others = sum(before[m + 1 :]) if before[m] else 4 + before[:m].count(False)
    hidden = model.hidden(torch.cat(features).relu()) + model.between.weight[others]
    kind = [name == NONE or name.startswith("TEAM") == ("team" in found.mentions[m].kinds) for name in LABELS.names]
    return functional.log_softmax(model.labels(hidden.relu()).masked_fill(~torch.tensor(kind), -torch.inf), 0)


def test_reading_a_sentence_once_equals_reading_it_for_each_pair() -> None:
    model = classifier("conv")
    some = SENTENCES[:6]
    log_p = model(collate(some))
    expected = torch.stack([plainly(model, found, m, v) for found in some for m, v, _ in found.pairs])
    assert len(expected) > 30
    torch.testing.assert_close(log_p, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["conv", "bilstm"])
def test_other_sentences_in_the_batch_change_nothing(kind: str) -> None:
    model = classifier(kind)
    together = model(collate(SENTENCES))
    alone = torch.cat([model(collate([found])) for found in SENTENCES])
    torch.testing.assert_close(together, alone, rtol=0, atol=1e-12)


def test_gradients_flow_through_the_maxima_as_through_all_sums() -> None:
    batch = collate(SENTENCES[:4])
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


def test_batches_hold_every_sentence_once_and_no_more_than_they_may() -> None:
    groups = list(length_batches(SENTENCES, 500))
    assert sorted(number for group in groups for number in group) == list(range(len(SENTENCES)))
    for group in groups:
        assert sum(len(SENTENCES[number].tokens) * len(SENTENCES[number].pairs) for number in group[:-1]) < 500


@pytest.mark.parametrize("kind", ["conv", "bilstm"])
def test_labels_of_other_kinds_have_no_probability(kind: str) -> None:
    batch = collate(SENTENCES)
    p = classifier(kind)(batch).exp()
    kinds = [found.mentions[m].kinds for found in SENTENCES for m, _, _ in found.pairs]
    assert {frozenset(["team"]), frozenset(["player"])} <= set(kinds)
    for row, of_pair in zip(p, kinds, strict=True):
        for name, probability in zip(LABELS.names, row.tolist(), strict=True):
            assert (probability > 0) == (name == NONE or ("team" if name.startswith("TEAM") else "player") in of_pair)
    torch.testing.assert_close(p.sum(1), torch.ones(len(p), dtype=torch.double))
