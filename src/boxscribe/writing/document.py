"""A text and its box score as a Word document (DOCX): the title, the paragraphs, then the box score on wide pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

from boxscribe.extras import needs_extra
from boxscribe.tables.domain import Domain
from boxscribe.tables.show import Sheet, sheets
from boxscribe.tables.table import Table
from boxscribe.tables.title import subtitle, title

with needs_extra("serve", "a document"):
    from docx import Document
    from docx.enum.section import WD_ORIENT, WD_SECTION
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls
    from docx.shared import Cm, Pt

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FONT_SIZE = 14  # of the box score, in half points
MARGIN = Cm(1.5)
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_docx(text: str, table: Table, domain: Domain) -> bytes:
    """The document; paragraphs of the text are separated by empty lines."""
    document = Document()
    heading = _clean(title(table, domain, full=True))
    document.core_properties.title, document.core_properties.author = heading[:255], "boxscribe"
    document.add_heading(heading, level=1)
    document.add_paragraph(_clean(subtitle(table, domain)), style="Caption")
    for paragraph in re.split(r"\n\s*\n", text):
        document.add_paragraph(" ".join(_clean(paragraph).split()))
    section = document.add_section(WD_SECTION.NEW_PAGE)
    section.orientation = WD_ORIENT.LANDSCAPE
    section.page_width, section.page_height = section.page_height, section.page_width
    section.left_margin = section.right_margin = section.top_margin = section.bottom_margin = MARGIN
    for sheet in sheets(table, domain):
        name = document.add_heading(_clean(" · ".join(part for part in (sheet.title, sheet.team) if part)), level=2)
        name.paragraph_format.space_after = Pt(4)
        if sheet.columns:
            name._p.addnext(parse_xml(_table(sheet)))
        else:
            document.add_paragraph(_clean(", ".join(row[0] for row in sheet.rows)))
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def _table(sheet: Sheet) -> str:
    """A sheet in WordprocessingML. The package makes each cell by itself, which takes long for a large table."""
    heads = ["", *(head for head, _ in sheet.columns)]
    left = (True, *sheet.left)
    rows = [_row(heads, left, is_head=True), *(_row(row, left) for row in sheet.rows)]
    line = '<w:{} w:val="single" w:sz="4" w:color="BFBFBF"/>'
    borders = "".join(line.format(edge) for edge in ("top", "bottom", "insideH"))
    properties = f'<w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>{borders}</w:tblBorders></w:tblPr>'
    grid = f"<w:tblGrid>{'<w:gridCol/>' * len(heads)}</w:tblGrid>"
    return f"<w:tbl {nsdecls('w')}>{properties}{grid}{''.join(rows)}</w:tbl>"


def _row(cells: Iterable[str], left: Sequence[bool], is_head: bool = False) -> str:
    repeated = "<w:trPr><w:tblHeader/></w:trPr>" if is_head else ""
    return f"<w:tr>{repeated}{''.join(_cells(cells, left, is_head))}</w:tr>"


def _cells(cells: Iterable[str], left: Sequence[bool], is_bold: bool) -> Iterator[str]:
    bold = "<w:b/>" if is_bold else ""
    for text, is_left in zip(cells, left, strict=True):
        place = f'<w:pPr><w:spacing w:after="0"/><w:jc w:val="{"left" if is_left else "right"}"/></w:pPr>'
        words = f'<w:t xml:space="preserve">{escape(_clean(text))}</w:t>'
        run = f'<w:r><w:rPr>{bold}<w:sz w:val="{FONT_SIZE}"/></w:rPr>{words}</w:r>'
        yield f"<w:tc><w:tcPr><w:noWrap/></w:tcPr><w:p>{place}{run}</w:p></w:tc>"


def _clean(text: str) -> str:
    """A text without signs that XML does not have."""
    return _NO_XML.sub("", text)
