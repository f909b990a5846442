"""The metrics of a run and its learning curve, also where other runs or other versions have left a `metrics.jsonl`."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from boxscribe.errors import InputError
from boxscribe.training.curve import curve, page
from boxscribe.training.metrics import MetricsLog
from boxscribe.training.train import training_steps
from training.runs import small_config


def record(step: int = 1, **changed: Any) -> dict[str, Any]:
    figures = dict.fromkeys(("perplexity", "copy_gate", "right_entity", "right_record", "repeats"), 0.5)
    return {"step": step, "words": 100 * step, **figures, "attention": {"team": 0.25}, "samples": ["A ."], **changed}


def test_a_run_goes_on_where_another_domain_was_trained(tmp_path: Path) -> None:
    other = record(attention={"player": 0.5, "play": 0.5})
    (tmp_path / "metrics.jsonl").write_text(json.dumps(other) + "\n")
    MetricsLog(tmp_path, "run").append(record(2))
    html = (tmp_path / "curve.html").read_text(encoding="utf-8")
    for kind in ("player", "play", "team"):
        assert f"attention to {kind} entities" in html
    assert "2 validations" in html
    assert (tmp_path / "metrics.jsonl").read_text().splitlines() == [json.dumps(other), json.dumps(record(2))]


def test_a_figure_that_a_line_lacks_is_left_out_of_its_curve() -> None:
    lines = [record(), {name: value for name, value in record(2).items() if name != "copy_gate"}, record(3)]
    assert curve(lines, "copy_gate") == [(100, 0.5), (300, 0.5)]
    assert "3 validations" in page(lines, "run")


def test_figures_of_a_failed_run_are_read(tmp_path: Path) -> None:
    MetricsLog(tmp_path, "run").append(record(perplexity=float("inf"), copy_gate=float("nan")))
    MetricsLog(tmp_path, "run").append(record(2))
    assert len((tmp_path / "metrics.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "changed",
    [
        {"attention": {"team": None}},
        {"attention": [0.5]},
        {"perplexity": "3.5"},
        {"step": "1"},
        {"words": -1},
        {"words": 10**400},
        {"samples": ["\ud800"]},
        {"comment": "\ud800"},
        {"comment": 1e999, "samples": None},
    ],
)
def test_a_line_that_is_no_record_is_one_sentence(tmp_path: Path, changed: dict[str, Any]) -> None:
    (tmp_path / "metrics.jsonl").write_text(json.dumps(record()) + "\n" + json.dumps(record(2) | changed) + "\n")
    with pytest.raises(InputError, match=r"metrics\.jsonl: line 2 is damaged; correct or remove it"):
        MetricsLog(tmp_path, "run")


def test_a_run_that_was_killed_before_its_first_checkpoint_leaves_no_line_in_the_next(
    data: Path, tmp_path: Path
) -> None:
    config = small_config(data, epochs=1)
    list(training_steps(config, tmp_path))
    shutil.rmtree(tmp_path / "last")
    list(training_steps(config, tmp_path))
    assert [json.loads(line)["epoch"] for line in (tmp_path / "metrics.jsonl").read_text().splitlines()] == [1.0]
