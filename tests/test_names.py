"""The field's names: words of ours that were replaced do not come back, and no two classes share a name."""

import ast
import io
import re
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from helpers import ROOT

PACKAGE = ROOT / "src" / "boxscribe"
MODULES = sorted(PACKAGE.rglob("*.py"))
# Sports English: a player may pace his team, and a checker compares what a text said with what is true.
STORIES = {*(PACKAGE / "tables" / "simulate").iterdir(), *(PACKAGE / "tables" / "domains").iterdir()}
STORIES |= {*(PACKAGE / "checking").rglob("*.py")}

FILES = """flight pace read_back hide groups products compiled unroll words desk vault kept choices written refuse
follow equality custom raw slots guide excerpts survey lexicon quick attend multiply""".split()
CLASSES = "Pilot Game Live Before Look Told Lexicon Member Survey Guide Pace Marks Phantom".split()
IDENTIFIERS = """pace guide told said moved read_back chances caution reserve phantom excerpt excerpts stretch ladder
desk vault nobody unroll skip_bad at_once more_features more_records pace_dropout lexicon""".split()
SETTINGS = """model.pace model.mentions model.read_back optimiser.rate optimiser.per optimiser.clip optimiser.accumulate
optimiser.accumulator training.chunk training.start training.average data.batch guide.weight guide.until --with
--copied --excerpts --kind --at-once --skip-bad --phantom --lexicon --plain --tokenised""".split()
PHRASES = {  # what was said → the field's term
    r"the guide\b|\bguided\b": "attention supervision",
    r"\b(?:the|a|no|with a) pace\b": "length control",
    r"\bexcerpts?\b": "partial text",
    r"\bread(?:ing)? back (?:the|what|its)\b|\breading back\b": "feeding copied records",
    r"\bmarks of who\b|\bsix marks\b": "mention features",
    r"\bladder\b": "ablations",
    r"\bfirst parameters\b": "initialisation",
    r"\bmean of (?:several |the last )?(?:\w+ )?models\b": "checkpoint averaging",
    r"\brate (?:and its|that does not) fall\b|\bits fall\b": "learning-rate schedule",
    r"\b(?:drawn|drawing|drawn words) by chance\b": "sampled",
    r"\bstretch(?:es)? of (?:so many |\w+ )?words\b": "n-gram",
    r"\blearn(?:s|ed|ing)? on\b": "fine-tune",
    r"\bways? of writing\b": "decoding settings",
    r"\bhidden names?\b|\bname is hidden\b": "name dropout",
    r"\bworked out from the table\b": "derived",
    r"\bnobody\b": "no player, no participant, unseen",
    r"\b(?:is|are|was|were|never|not) told\b|\btold by\b|\btells? (?:of|who|what|whether|them)\b": "is given, states",
    r"\bthe desk\b|\bthe vault\b": "sessions, durable storage",
    r"\bphantom\b": "blank document",
}


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def documents() -> list[Path]:
    """All prose of ours: code, configurations, pages and documents, but no data."""
    pages = [path for end in ("toml", "html", "js", "css", "txt", "md") for path in PACKAGE.rglob(f"*.{end}")]
    others = [*ROOT.glob("configs/*.toml"), *ROOT.glob("docs/*.md"), ROOT / "README.md", ROOT / "ARCHITECTURE.md"]
    return [*MODULES, *sorted(pages), *sorted(others), ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("benchmarks/*.py"))]


def identifiers(path: Path) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text_of(path)).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def found(pattern: str, paths: list[Path], flags: int = 0) -> list[str]:
    """File, line and match; a phrase may go over the end of a line."""
    compiled = re.compile(pattern.replace(" ", r"[\s#]+"), flags)
    return [
        f"{path.relative_to(ROOT)}:{text_of(path).count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for path in paths
        for match in compiled.finditer(text_of(path))
    ]


def test_modules_have_the_fields_names() -> None:
    assert not [path for path in MODULES if path.stem in FILES]


def test_classes_have_the_fields_names_and_each_its_own() -> None:
    classes = Counter(
        node.name for path in MODULES for node in ast.walk(ast.parse(text_of(path))) if isinstance(node, ast.ClassDef)
    )
    assert not [name for name in classes if name.lstrip("_") in CLASSES]
    assert not [name for name, times in classes.items() if times > 1]


def test_identifiers_are_the_fields() -> None:
    old = {str(path.relative_to(ROOT)): identifiers(path) & {*IDENTIFIERS} for path in MODULES if path not in STORIES}
    assert not {path: names for path, names in old.items() if names}


def test_settings_and_flags_are_the_new_ones() -> None:
    assert not found("|".join(rf"(?<![\w.-]){re.escape(name)}(?![\w-])" for name in SETTINGS), documents())


@pytest.mark.parametrize("phrase", PHRASES)
def test_prose_uses_the_fields_terms(phrase: str) -> None:
    prose = [path for path in documents() if path not in STORIES]
    assert not found(phrase, prose, re.IGNORECASE), f"say {PHRASES[phrase]}"
