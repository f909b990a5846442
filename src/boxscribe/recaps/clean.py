"""Cleaning a recap by the paper's rules (section 5): quotations and notes out, datelines in one form.

In: the paragraphs of a recap in plain English. Out: the paragraphs that are left, in the signs of the tables (straight
quotes and dashes, no accents), and how often each rule was used.

The reference implementation stops at the first line in capitals or "game notes", and drops paragraphs with "said" and
two double quotes. Of the quotations that this leaves, paragraphs that begin with one are dropped, and sentences with
one of several words. A quoted word or name stays.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from boxscribe.text.sentences import sentences
from boxscribe.text.tokens import MLB, detokenise, straighten, tokenise

QUOTED_WORDS = 4  # from which a quoted phrase is a quotation
_NOTES = re.compile(r"(?:game )?notes?\b.{0,3}", re.IGNORECASE)
_NOTES_BEGIN = re.compile(r"(?:game )?notes:", re.IGNORECASE)
_BULLET = re.compile(r"[•*·]|--")  # a dash begins the name of who is quoted
_DATELINE = re.compile(
    r"\b([A-Z][A-Z.' -]*[A-Z][A-Z.]+(?:,\s?[A-Z][\w. ]{1,12})?)\s*(?:\((AP)\)|\([^)]{2,30}\))?\s*--\s*(?:-+\s*)*"
)
_NO_CITIES = ("ESPN", "MVP", "NLCS", "ALCS", "NLDS", "ALDS")
OPENING = 15  # paragraphs among which the dateline is looked for
_FRACTION = re.compile("[\u00bc-\u00be\u2150-\u215e]")  # ½, ⅔ and the like
_QUOTED = re.compile(r'"([^"]*)(?:"|$)')


@dataclass(slots=True)
class CleanedRecap:
    """What is left of a recap."""

    paragraphs: list[str] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)  # rule → how often

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(tokenise("\n\n".join(self.paragraphs), MLB))


def clean(paragraphs: Sequence[str], city: str = "") -> CleanedRecap:
    """A recap without quotations and notes. `city` is the dateline of a recap that has none."""
    recap = CleanedRecap()
    plain = _opened([_plain(paragraph, recap.used) for paragraph in paragraphs], recap.used)
    dateline = ""  # of a sentence that was dropped
    for paragraph in plain:
        if _is_heading(paragraph):
            recap.used["notes cut off"] += 1
            break
        kept = _kept(paragraph, recap.used)
        opening = _DATELINE.match(paragraph) if not recap.paragraphs else None
        if opening and len(kept) <= opening.end():
            dateline = f"{opening[0].strip()} "
        elif kept:
            recap.paragraphs.append(dateline + kept)
            dateline = ""
    if city and recap.paragraphs and not _DATELINE.match(recap.paragraphs[0]):
        recap.used["datelines added"] += 1
        recap.paragraphs[0] = f"{city} -- {recap.paragraphs[0]}"
    return recap


def _kept(paragraph: str, used: Counter[str]) -> str:
    """What is left of a paragraph."""
    if _BULLET.match(paragraph):
        used["bullet points and attributions"] += 1
        return ""
    if _is_spoken(paragraph):
        used["paragraphs of quotations"] += 1
        return ""
    return _without_quotations(paragraph, used)


def _plain(text: str, used: Counter[str]) -> str:
    """The text in the signs of the tables."""
    plain = straighten(" ".join(text.replace("\u200b", "").split()))
    folded = (
        unicodedata.normalize("NFKD", _FRACTION.sub(r" \g<0>", plain)).replace("\u2044", "/").replace("\u2032", "'")
    )
    folded = "".join(sign for sign in folded if not unicodedata.combining(sign))
    used["accents and fractions"] += folded != plain
    return folded


def _opened(paragraphs: list[str], used: Counter[str]) -> list[str]:
    """The paragraphs from the dateline on, which is in one form: "MIAMI -- -- The" is "MIAMI -- The"."""
    for at, paragraph in enumerate(paragraphs[:OPENING]):
        found = next((one for one in _DATELINE.finditer(paragraph) if one[1] not in _NO_CITIES), None)
        if found is None or (found.start() and not found[2]):
            continue
        used["captions before the dateline"] += bool(at or found.start())
        city = re.sub(r",\s*", ", ", found[1].strip())
        opening = f"{city}{' (AP)' if found[2] else ''} -- {paragraph[found.end() :]}"
        used["datelines"] += opening != paragraph[found.start() :]
        return [opening.strip(), *paragraphs[at + 1 :]]
    return paragraphs


def _is_heading(paragraph: str) -> bool:
    """Whether the notes begin here: a line in capitals, or "Game notes"."""
    capitals = paragraph.isupper() and sum(map(str.isalpha, paragraph)) > 3
    return capitals or bool(_NOTES.fullmatch(paragraph) or _NOTES_BEGIN.match(paragraph))


def _is_spoken(paragraph: str) -> bool:
    """Whether a paragraph is a quotation: it begins with one, or has one and "said"."""
    return paragraph.startswith('"') or (paragraph.count('"') >= 2 and re.search(r"\bsaid\b", paragraph) is not None)


def _without_quotations(paragraph: str, used: Counter[str]) -> str:
    """The sentences of a paragraph that quote no more than a few words."""
    if '"' not in paragraph:
        return paragraph
    quoted = [len(phrase.split()) for phrase in _QUOTED.findall(paragraph)]
    if max(quoted) < QUOTED_WORDS and paragraph.count('"') % 2 == 0:
        return paragraph
    kept = []
    for sentence in sentences(tokenise(paragraph, MLB)):
        text = detokenise(sentence)
        if any(len(phrase.split()) >= QUOTED_WORDS for phrase in _QUOTED.findall(text)) or text.count('"') % 2:
            used["sentences with quotations"] += 1
        else:
            kept.append(text)
    return " ".join(kept)
