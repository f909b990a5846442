"""A Word document has the title, the text and the box score."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
from docx import Document

from boxscribe.tables import native_json
from boxscribe.tables.domain import load_domain
from boxscribe.tables.show import sheets
from boxscribe.tables.table import Entity, Table
from boxscribe.writing.document import as_docx
from helpers import games

DOMAIN = load_domain("rotowire")
TEXT = "The Surveyors won.\nIt was close.\n\nNobody <b>complained</b> & all went home."


@pytest.mark.parametrize("name", ["rotowire", "mlb"])
def test_it_has_the_title_the_paragraphs_and_every_cell_of_the_box_score(name: str) -> None:
    table, domain = games(1, name, texts=False)[0], load_domain(name)
    document = Document(BytesIO(as_docx(TEXT, table, domain)))
    heading, about, *paragraphs = [paragraph.text for paragraph in document.paragraphs]
    assert heading == document.core_properties.title and table.id in about
    assert paragraphs[:2] == ["The Surveyors won. It was close.", "Nobody <b>complained</b> & all went home."]
    shown = [sheet for sheet in sheets(table, domain) if sheet.columns]
    assert len(document.tables) == len(shown)
    for grid, sheet in zip(document.tables, shown, strict=True):
        cells = [[cell.text for cell in row.cells] for row in grid.rows]
        assert cells[0][1:] == [head for head, _ in sheet.columns]
        assert [tuple(row) for row in cells[1:]] == list(sheet.rows)


def test_signs_that_xml_does_not_have_are_left_out() -> None:
    table = games(1, texts=False)[0]
    odd = "Ann\x0b <Lee> \ufffe & \u202eCo"
    renamed = replace(table, entities=(_named(table.entities[0], odd), *table.entities[1:]))
    raw = json.loads(json.dumps(native_json.to_json(renamed)))
    parsed: Table | None = native_json.parse(raw)
    assert parsed is not None
    document = Document(BytesIO(as_docx("A\x00 \ud800 B", parsed, DOMAIN)))
    assert document.paragraphs[2].text == "A B"
    names = [row.cells[0].text for grid in document.tables for row in grid.rows]
    assert "Ann <Lee>  & \u202eCo" in names


def _named(entity: Entity, name: str) -> Entity:
    return replace(entity, name=name)
