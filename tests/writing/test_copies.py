"""Search with a model that copies values in their surface forms: what is a candidate, how probable it is, and what the
trace says."""

from itertools import product

import pytest
import torch

from boxscribe.batches.encode import forms_of_row
from boxscribe.models.copying import Distribution
from boxscribe.models.store import Model
from boxscribe.tables import Entity, Table
from boxscribe.text.forms import SurfaceForm, value_of
from boxscribe.writing.copies import copies_of
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.decoding_batch import DecodingBatch, EncodedTable, Generator
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.story import Story
from helpers import games
from writing.authors import model, most_copies_of_a_cell, undemanding

TABLES = games(5, seed=5, texts=False)
FORMS = len(SurfaceForm)


def copier(domain: str = "rotowire") -> Model:
    return model(domain=domain, copy_forms=True)


def rows_of(table: Table) -> list[tuple[str, str]]:
    return [(word, record.type) for record in table.records for word in record.value.split()]


def made_up(batch: DecodingBatch, hypotheses: int) -> Distribution:
    """Any distribution for these hypotheses of each table."""
    torch.manual_seed(3)
    inputs = batch.encoded.inputs
    scores = torch.randn(len(inputs.word), hypotheses, inputs.word.shape[1])
    records = scores.masked_fill(~inputs.row_mask[:, None], -torch.inf).softmax(2).flatten(0, 1)
    r = len(records)
    log_copy = torch.rand(r).log()
    log_generate = (
        torch.log_softmax(torch.randn(r, batch.vocabulary.n_generated), 1) + (1 - log_copy.exp()).log()[:, None]
    )
    return Distribution(log_generate, log_copy, records, 2 * torch.randn(r, FORMS))


def slowly(made: Model, one: EncodedTable, distribution: Distribution, row: int) -> dict[str, float]:
    """The probability of every word for one hypothesis."""
    vocabulary = made.vocabularies.target
    p = dict(zip(vocabulary.words, distribution.log_generate[row].exp().tolist(), strict=False))
    weights = distribution.forms[row].exp().tolist()
    for j, cell in enumerate(rows_of(one.table)):
        found = forms_of_row(*cell, made.domain)
        total = sum(weights[form] for form in found.values())
        for surface, form in found.items():
            share = float(distribution.log_copy[row].exp() * distribution.records[row, j]) * weights[form] / total
            p[surface] = p.get(surface, 0.0) + share
    return p


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_all_forms_of_all_rows_are_candidates(domain: str) -> None:
    made, tables = copier(domain), games(3, domain, seed=5, texts=False)
    generator = Generator(made)
    encoded = [generator.encode(table) for table in tables]
    batch = generator.batch(encoded)
    distribution = made_up(batch, 2)
    found = batch.vocabulary.log_probabilities(distribution).exp()
    for row in range(2 * len(tables)):
        one = encoded[row // 2]
        expected = slowly(made, one, distribution, row)
        assert sum(expected.values()) == pytest.approx(1, abs=1e-4)
        size = len(made.vocabularies.target) + len(one.words.own)
        words = [one.words.text(id, made.vocabularies.target) for id in range(size)]
        assert {*expected} <= {*words}
        for word, p in zip(words, found[row].tolist(), strict=False):
            right = 0.0 if word in ("<unk>", "<pad>", "<bos>") else expected.get(word, 0.0)
            assert p == pytest.approx(right, rel=1e-4, abs=1e-8), word
        assert not found[row, size:].any(), "words of other tables"


@pytest.mark.parametrize("domain", ["rotowire", "mlb"])
def test_a_story_is_the_same_alone_and_in_any_batch(domain: str) -> None:
    made, tables = copier(domain), games(5, domain, seed=9, texts=False)
    decoding = Decoding(beam=3, max_length=30, block_records=True, block_ngrams=3)

    def written(some: list[Table], batch_size: int) -> list[tuple[tuple[str, ...], float]]:
        stories = ModelAuthor(made, "test", decoding, batch_size).write_all(some)
        return [(tuple(story.tokens), story.score) for story in stories]

    together = written(tables, 16)
    assert together == [written([table], 1)[0] for table in tables]
    assert together[::-1] == written(tables[::-1], 2)


def stories(beam: int = 2, temperature: float = 0.0, block_records: bool = False) -> list[Story]:
    decoding = Decoding(beam=beam, temperature=temperature, block_records=block_records, min_length=60, max_length=60)
    return list(ModelAuthor(copier(), "test", decoding).write_all(TABLES))


def test_the_trace_names_the_cell_of_a_number_word() -> None:
    traced = set()
    for story in stories(beam=1, temperature=1.5):
        for token, word in zip(story.tokens, story.trace.words, strict=True):
            assert 0 <= word.copied <= 1
            for source in word.sources:
                values = story.table.entities[source.entity].values(source.type)
                assert any(token in forms_of_row(part, source.type, story.domain) for v in values for part in v.split())
            if word.copied > 0.5 and (other := value_of(token)):
                traced.add(other[1])
    assert len(traced) > 2, "several forms"


def test_no_record_is_copied_twice_in_any_form() -> None:
    assert most_copies_of_a_cell(stories(block_records=False)) > 1
    assert most_copies_of_a_cell(stories(block_records=True)) == 1


def test_the_share_of_each_row_in_a_word() -> None:
    """The shares of all words that a row can be copied as add up to its probability."""
    entity = Entity.of("a", "Ann", "player", [("PTS", "1"), ("REB", "1"), ("AST", "31"), ("FIRST_NAME", "Ann")])
    one = Generator(undemanding(copier())).encode(Table("rotowire", "x", (entity,)))
    surfaces = one.words.forms.surfaces  # (j, s)
    assert {(row >= 0).sum().item() for row in surfaces} == {1, 2, 6}
    copies = copies_of([one.words.forms], 0, surfaces.device)
    records, forms = torch.tensor([[0.4, 0.1, 0.2, 0.3]]), torch.randn(1, FORMS)
    total = torch.zeros_like(records)
    for id in surfaces[surfaces >= 0].unique():
        total += copies.rows(id[None], records, forms)
    torch.testing.assert_close(total, records)
    assert (copies.rows(surfaces[0, SurfaceForm.A][None], records, forms)[0] > 0).tolist() == [True, True, False, False]


def test_a_number_word_that_the_vocabulary_lacks_can_be_written() -> None:
    made = copier()
    lacking = {word for word in ("thirteen", "seventeen", "nineteen") if word not in made.vocabularies.target}
    points = product(("13", "17", "19"), ("FIRST_NAME", "SECOND_NAME"))
    players = [
        Entity.of(str(i), f"Ann {name}", "player", [("PTS", value), (name, "Ann")])
        for i, (value, name) in enumerate(points)
    ]
    table = Table("rotowire", "x", tuple(players))
    author = ModelAuthor(undemanding(made), "test", Decoding(beam=1, temperature=1.5, min_length=90, max_length=90))
    assert lacking & {*author.write(table).tokens}
