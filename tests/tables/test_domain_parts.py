"""A description may be in several files."""

from pathlib import Path

import pytest

from boxscribe.errors import InputError
from boxscribe.tables.domain import load_domain, shipped_domains
from helpers import WEATHER


def test_a_file_beside_the_description_adds_a_part(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER, encoding="utf-8")
    (tmp_path / "weather.cues.toml").write_text('[cues]\nwin = ["beat"]\n', encoding="utf-8")
    (tmp_path / "weatherman.cues.toml").write_text('[cues]\nwin = ["lost"]\n', encoding="utf-8")
    assert load_domain("weather", tmp_path).cues.win == ("beat",)
    (tmp_path / "weather.more.toml").write_text('[cues]\nwin = ["won"]\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"weather\.more\.toml: 'cues.win' is described in another file"):
        load_domain(str(tmp_path / "weather.toml"))


def test_a_section_may_be_in_several_files(tmp_path: Path) -> None:
    (tmp_path / "weather.toml").write_text(WEATHER, encoding="utf-8")
    for name, sign in (("range", "-"), ("total", "+")):
        declared = f'{{ kind = "station", label = "{name}", compute = "sum", of = ["high {sign} low"] }}'
        (tmp_path / f"weather.{name}.toml").write_text(f"[derived]\n{name} = {declared}\n", encoding="utf-8")
    assert list(load_domain("weather", tmp_path).derived) == ["range", "total"]


def test_parts_are_no_domains() -> None:
    assert shipped_domains() == ["mlb", "rotowire"]
