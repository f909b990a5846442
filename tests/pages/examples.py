"""One example of every page."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from boxscribe.checking.page import page as check_page
from boxscribe.scores.report import report
from boxscribe.study.analyse import analyse
from boxscribe.study.answers import write_answers
from boxscribe.study.folder import COLLECTED
from boxscribe.study.page import as_html as study_page
from boxscribe.tables import load_domain
from boxscribe.tables.show import as_html as box_score
from boxscribe.training import curve
from boxscribe.writing.page import comparison, page
from checking.small_game import checked_texts
from helpers import games
from scores.test_report import evaluated
from study.studies import made_study, random_answers
from writing.stories import baseball, basketball, told, untraced

METRICS = [
    {
        "words": 1000 * step,
        "perplexity": 40 / step,
        "copy_gate": 0.7,
        "attention": {"player": 0.6, "team": 0.4},
        "right_entity": 0.5,
        "right_record": 0.4,
        "repeats": 0.1,
        "samples": ["The <b>Heat</b> won."],
    }
    for step in range(1, 5)
]


def stories() -> str:
    return page([basketball(), baseball()])


def checked() -> str:
    return check_page(checked_texts())


def systems() -> str:
    tables = games(3, seed=4)
    return comparison([{"Gold": untraced(table), "A & B": told(table)} for table in tables])


def evaluation() -> str:
    return report(evaluated(compare=True))


def learning_curve() -> str:
    return curve.page(METRICS, "run <1>")


def table() -> str:
    return box_score(games(1)[0], load_domain("rotowire"))


def study() -> str:
    with TemporaryDirectory() as folder:
        made = made_study(Path(folder), 4)
        write_answers(made.path / COLLECTED, random_answers(made, source="platform"))
        return study_page(analyse(made, None, "summary", {"facts": 0.5, "quality": 10.0}))


PAGES: dict[str, Callable[[], str]] = {
    "story": cache(stories),
    "check": cache(checked),
    "comparison": cache(systems),
    "evaluation": cache(evaluation),
    "learning curve": cache(learning_curve),
    "box score": cache(table),
    "study": cache(study),
}
