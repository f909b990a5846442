"""Tables 2, 3 and 7, figures of systems, and Tables 4 and 8, texts of systems about the same games as in the paper.

The rows come from results/DOMAIN/systems.toml. A system is beside the row of the paper that has its name, up to a comma
("ED+CC, greedy"); +Gate is the paper's ENT; all other systems follow below.
"""

from collections.abc import Iterator, Sequence

from benchmarks.paper.paper_table import Cell, PaperTable
from benchmarks.saved import DOMAINS, METRICS, SavedResults, SavedSystem, published_figures, saved_results
from boxscribe.tables.domain import load_domain
from boxscribe.text import detokenise
from boxscribe.writing.outputs import read_outputs

SAME = {"ENT": "+Gate"}  # a row of the paper → the name of the same system in its Table 3
ABLATIONS = ("ED+CC", "+Hier", "+Dyn", "+Gate")
COLUMNS = ("data", "system", "figures", "RG #", "RG P %", "CS P %", "CS R %", "CO %", "BLEU")
NOT_OURS = {"WS-2017": "is the system of Wiseman et al. (2017), which is not part of this package"}
DATA = (
    "Ours: the texts in results/rotowire about the 727 games of RotoWire's development split, by models that were "
    "trained on other texts than those of the paper (docs/results.md). The official test split is not here. "
    "+Gate is ENT."
)


def results_on_test_splits() -> PaperTable:
    """Table 2: the paper on the test splits."""
    caption = [f"Published: test splits. {DATA} So the two differ in split and in training data."]
    return _figures(2, "results on the test splits, ours on the development split", caption, "test")


def ablations() -> PaperTable:
    """Table 3: the parts of the model, one after the other."""
    caption = [f"Published and ours: development splits. {DATA}"]
    return _figures(3, "ablation on the development splits", caption, "valid", ABLATIONS)


def results_on_development_splits() -> PaperTable:
    """Table 7: the paper on the development splits."""
    caption = [f"Published and ours: development splits. {DATA}"]
    shown = ("TEMPL", "WS-2017", "ED+CC", "NCP+CC", "ENT")
    return _figures(7, "results on the development splits", caption, "valid", shown)


def recurring_entities() -> PaperTable:
    """Table 4: NCP+CC and ENT about one game; the paper shows parts of the texts."""
    return _examples(4, "Denver Nuggets at Houston Rockets, 108–96", 6, ("NCP+CC", "ENT"))


def examples() -> PaperTable:
    """Table 8: the template, NCP+CC and ENT about one game."""
    return _examples(8, "Atlanta Hawks at Detroit Pistons, 112–95", 9, ("TEMPL", "NCP+CC", "ENT"))


def _figures(
    number: int, title: str, caption: Sequence[str], split: str, shown: Sequence[str] | None = None
) -> PaperTable:
    rows: list[Sequence[Cell]] = []
    reasons: list[str] = []
    signatures: dict[str, None] = {}
    for domain, label in DOMAINS.items():
        saved = saved_results(domain)
        published = published_figures()[domain][split]
        names = [name for name in shown or published if name in published]
        for name in names:
            rows.append((label, name, "published", *published[name]))
            rows += _of_row(saved, label, name, with_variants=number == 3, reasons=reasons)
        if number != 3:
            rows += [_row(saved, label, system, reasons) for system in _others(saved)]
        signatures |= {figures["signature"]: None for name, figures in saved.figures.items() if name in saved.systems}
        if not saved.systems:
            reasons.append(f"{label}: no texts are saved under results/{domain}: no model was trained on it here")
    lines = [*caption, *(f"signature of ours: {signature}" for signature in signatures)]
    return PaperTable(number, title, lines, COLUMNS, rows, list(dict.fromkeys(reasons)))


def _of_row(
    saved: SavedResults, label: str, name: str, with_variants: bool, reasons: list[str]
) -> list[Sequence[Cell]]:
    """Our rows beside one of the paper's; an empty one where there are no texts."""
    own = SAME.get(name, name)
    systems = [system for system in saved.systems.values() if _base(system) == own]
    rows = [_row(saved, label, system, reasons) for system in systems if with_variants or system.name == own]
    if rows:
        return rows
    if saved.systems:
        why = NOT_OURS.get(name, f"has no texts under results/{saved.domain}")
        reasons.append(f"{label}, {name}: {why}")
    return [(label, name, "ours", *[None] * len(METRICS))]


def _row(saved: SavedResults, label: str, system: SavedSystem, reasons: list[str]) -> Sequence[Cell]:
    """The saved figures of a system; empty cells where there are none of its texts as they are."""
    figures = saved.figures.get(system.name)
    whose = "ours" if system.made_by else "scored here"
    known: Sequence[Cell] = [None] * len(METRICS)
    if figures is None:
        reasons.append(f"{label}, {system.name}: its texts have not been scored; run `make results`")
    elif system.texts.is_file() and figures.get("texts", system.digest) != system.digest:
        reasons.append(f"{label}, {system.name}: its texts have changed since they were scored; run `make results`")
    else:
        known = [float(figures[metric]) for metric in METRICS]
    return (label, system.name, whose, *known)


def _base(system: SavedSystem) -> str:
    return system.name.partition(", ")[0]


def _others(saved: SavedResults) -> Iterator[SavedSystem]:
    """The systems that the paper does not have."""
    known = {name for split in ("valid", "test") for name in published_figures()[saved.domain][split]}
    return (system for system in saved.systems.values() if _base(system) not in known)


def _examples(number: int, title: str, game: int, names: Sequence[str]) -> PaperTable:
    """The texts of one development game, which is counted from 1, by systems of the paper and by others of ours."""
    saved = saved_results("rotowire")
    rows: list[Sequence[Cell]] = []
    reasons = []
    for name in names:
        own = SAME.get(name, name)
        text = _text(saved.systems[own], game) if own in saved.systems else None
        rows.append((name if own == name else f"{name} ({own})", "ours", text))
        if text is None:
            reasons.append(f"{name}: has no texts under results/rotowire")
    rows += [(system.name, "ours", _text(system, game)) for system in _others(saved) if system.made_by]
    caption = [f"The game of the paper's Table {number} is game {game} of RotoWire's development split. Texts of ours."]
    return PaperTable(number, title, caption, ("system", "text of", "text"), rows, reasons, has_texts=True)


def _text(system: SavedSystem, game: int) -> str:
    tokens = read_outputs(system.texts).tokens(game - 1, load_domain("rotowire"))
    return detokenise(tokens)
