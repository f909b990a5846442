"""A table as ids: what each row means, and which rows a word could have been copied from."""

import numpy as np
import pytest

from boxscribe.batches import Example, Vocabulary, chunks, collate, encode
from boxscribe.batches.encode import pack, unpack
from boxscribe.batches.vocab import BOS, EOS, PAD, SPECIALS, UNK, Columns, Vocabularies, VocabularyBuilder, finish
from boxscribe.tables import Entity, Table, load_domain
from boxscribe.tables.derived_type import DerivedType
from boxscribe.text.forms import SurfaceForm, bit_mask, forms
from helpers import games

ROTOWIRE = load_domain("rotowire")


def counted(*tables: Table) -> tuple[Vocabularies, list[Example]]:
    """Vocabularies made from the tables, and the tables in final ids."""
    builders = Columns.of(VocabularyBuilder, len(load_domain(tables[0].domain).features))
    for table in tables:
        encode(table, load_domain(table.domain), builders)
    vocabularies, _ = finish(builders, 1)
    return vocabularies, [encode(table, load_domain(table.domain), vocabularies) for table in tables]


def clippers() -> Table:
    team = Entity.of(
        "home",
        "Los Angeles Clippers",
        "team",
        [("TEAM-PTS", "99"), ("TEAM-CITY", "Los Angeles"), ("TEAM-NAME", "Clippers")],
        {"side": "home"},
    )
    player = Entity.of("0", "Ann Lee", "player", [("PTS", "99"), ("FIRST_NAME", "Ann")], {"side": "home"})
    return Table("rotowire", "x", (player, team), ("Los", "Angeles", "scored", "99", "points", "."))


def test_a_row_says_what_its_record_says() -> None:
    table = games(1)[0]
    words, (example,) = counted(table)
    records = list(table.records)
    rows = [number for number, record in enumerate(records) for _ in record.value.split()]
    assert len(rows) == len(example.value)
    for j, number in enumerate(rows):
        record, entity = records[number], table.entities[example.entity[j]]
        assert words.value.words[example.value[j]] in record.value.split()
        assert words.type.words[example.type[j]] == record.type
        assert words.features[0].words[example.features[0, j]] == record.features["side"]
        assert entity.name == record.entity == words.entity.words[example.name[example.entity[j]]]
        assert list(ROTOWIRE.kinds)[example.kind[example.entity[j]]] == entity.kind


def test_each_word_of_a_value_can_be_copied_from_all_rows_that_hold_it() -> None:
    words, (example,) = counted(clippers())
    held = [words.value.words[id] for id in example.value]
    assert held == ["99", "Ann", "99", "Los", "Angeles", "Clippers"]
    copyable = [[j for j in range(len(held)) if example.word[j] == source] for source in example.source]
    assert copyable == [[3], [4], [], [0, 2], [], []]


def test_in_the_reference_layout_a_value_of_two_words_is_one_and_is_never_copied() -> None:
    table = clippers()
    vocabularies, _ = counted(table)
    example = encode(table, ROTOWIRE, vocabularies, split_values=False)
    assert len(example.value) == 5
    assert [source >= 0 for source in example.source] == [False, False, False, True, False, False]


def spelled(text: str) -> list[str]:
    """The words of a text that are copies of a value in another form, as `word=value`."""
    cells = [("PTS", "6"), ("REB", "3"), ("AST", "1"), ("FIRST_NAME", "Ann")]
    table = Table("rotowire", "x", (Entity.of("0", "Ann", "player", cells),), tuple(text.split()))
    words, (example,) = counted(table)
    held = {int(word): words.value.words[id] for word, id in zip(example.word, example.value, strict=True)}
    return [
        f"{token}={held[int(source)]}"
        for token, form, source in zip(table.tokens, example.form, example.form_source, strict=True)
        if form >= 0
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They lost six in a row .", "six=6"),
        ("Ann had six points .", "six=6"),
        ("Ann had 6 points .", ""),
        ("Ann had seven points .", ""),
        ("Ann hit three three - pointers .", "three=3"),
        ("Ann is one of the best .", ""),
        ("It was a game in the third quarter .", ""),
        ("Six of them sat .", ""),
    ],
)
def test_a_number_word_is_a_copy_of_its_value(text: str, expected: str) -> None:
    assert spelled(text) == expected.split()


def test_the_forms_of_a_row_are_those_that_its_type_declares() -> None:
    place = DerivedType(label="place", kind="player", compute="rank", of=("PTS",), forms=("ordinal",))
    domain = ROTOWIRE.model_copy(update={"derived": {"PLACE": place}})
    entity = Entity.of("0", "Ann", "player", [("PTS", "3"), ("PLACE", "3"), ("FIRST_NAME", "Ann")])
    table = Table("rotowire", "x", (entity,), ("three",))
    example = encode(table, domain, Columns.of(VocabularyBuilder, len(domain.features)))
    ordinal = bit_mask([SurfaceForm.ORDINAL, SurfaceForm.ORDINAL_DIGITS])
    assert example.forms.tolist() == [bit_mask(forms("3").values()), ordinal, bit_mask([SurfaceForm.SAME])]
    (chunk,) = chunks(collate([example]), 9, copy_forms=True)
    assert chunk.copyable[0, 0].tolist() == [True, False, False]


def test_features_that_a_record_lacks_have_their_default() -> None:
    table = games(1, "mlb")[0]
    words, (example,) = counted(table)
    inning = [words.features[1].words[id] for id in example.features[1]]
    kinds = [table.entities[k].kind for k in example.entity]
    assert {value for value, kind in zip(inning, kinds, strict=True) if kind == "player"} == {"-1"}
    assert "-1" not in {value for value, kind in zip(inning, kinds, strict=True) if kind == "play"}


def test_an_unseen_word_is_unknown_but_can_be_copied() -> None:
    vocabularies, _ = counted(*games(2, seed=1))
    stranger = clippers()
    example = encode(stranger, ROTOWIRE, vocabularies)
    assert vocabularies.target.words[example.target[0]] == "<unk>"
    assert example.source[0] >= 0


def test_packing_is_reversible() -> None:
    for table in (*games(2), *games(2, "mlb"), clippers()):
        _, (example,) = counted(table)
        again = unpack(pack(example))
        for part in Example.__slots__:
            np.testing.assert_array_equal(getattr(again, part), getattr(example, part))


def test_frequent_words_come_first_and_rare_ones_are_unknown() -> None:
    builder = VocabularyBuilder()
    seen = builder.ids(["b", "a", "c", "a", "b", "a", "<pad>"])
    vocabulary, final = builder.finish(min_count=2)
    assert vocabulary.words == [*SPECIALS, "a", "b"]
    assert [vocabulary.words[id] for id in final[seen]] == ["b", "a", "<unk>", "a", "b", "a", "<unk>"]
    assert vocabulary.ids(["b", "never", "<unk>"]) == [5, UNK, UNK]
    assert (UNK, PAD, BOS, EOS) == (0, 1, 2, 3)
    assert "a" in vocabulary
    assert "c" not in Vocabulary(["a"])
