"""The journal of a run: one process at a time, resumed only by the same run, and nothing that was finished is lost."""

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from boxscribe.errors import InputError
from boxscribe.models.store import load_model, save_model
from boxscribe.tables import load_domain, rotowire
from boxscribe.writing.author import TemplateAuthor, load
from boxscribe.writing.constraints import Constraint, WholeSentences
from boxscribe.writing.decoding import Decoding
from boxscribe.writing.journal import Journal
from boxscribe.writing.model_author import ModelAuthor
from boxscribe.writing.run import WritingRun, write
from faults import recorded_syncs
from helpers import boxscribe, file_size_limit, games, write_json
from writing.authors import model as small_model

TABLES = games(4, texts=False)
TEXTS = [story.text for story in write(TABLES, "template")]
RUN = WritingRun(load("template"), TABLES)


def begun(out: Path, run: WritingRun = RUN, stories: int = 2) -> Path:
    """The journal of a run that was killed after some stories."""
    with Journal(out, run._identify()[1], resume=False) as journal:
        for story in list(run._stories())[:stories]:
            journal.append(story)
    return journal.path


def test_a_second_run_is_told_who_writes_the_output(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with Journal(out, "a" * 64, resume=False):
        for resume in (False, True):
            with pytest.raises(InputError, match=rf"another run \(process {os.getpid()}\) is writing this output"):
                RUN.to_file(out, resume)
    assert RUN.to_file(out) == 4
    assert out.read_text(encoding="utf-8").splitlines() == TEXTS


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """Killed without a chance to clean up, in another process, as users do it."""
    code = f"""
import os, pathlib
from boxscribe.writing.journal import Journal
Journal(pathlib.Path({str(tmp_path / "out")!r}), "a", False)
print("locked", flush=True)
input()
"""
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline() == b"locked\n"
        with pytest.raises(InputError, match=rf"process {other.pid}\)"):
            RUN.to_file(tmp_path / "out")
        other.kill()
        other.wait()
    assert RUN.to_file(tmp_path / "out") == 4


@pytest.mark.parametrize("what", ["tables", "another order", "weights", "decoding", "constraints", "trace"])
def test_a_run_is_resumed_only_with_what_it_began_with(tmp_path: Path, what: str) -> None:
    """Names do not count: the model, the file and the options are called the same."""
    (tmp_path / "model").mkdir()
    save_model(small_model(), tmp_path / "model")
    model, decoding, tables = load_model(tmp_path / "model"), Decoding(beam=1, min_length=5, max_length=5), TABLES[:3]
    constraints, trace = dict[str, Constraint](), True
    begun(tmp_path / "out", WritingRun(ModelAuthor(model, "model", decoding), tables, "jsonl"))
    if what == "weights":
        with torch.no_grad():
            next(model.writer.parameters()).view(-1)[0] += 1
    elif what == "decoding":
        decoding = Decoding(beam=1, min_length=5, max_length=6)
    elif what == "constraints":
        constraints["short"] = WholeSentences()
    elif what == "trace":
        trace = False
    elif what == "tables":
        tables = [*tables[:2], replace(tables[2], entities=tables[2].entities[1:])]
    else:
        tables = tables[::-1]
    author = ModelAuthor(model, "model", decoding, constraints=constraints)
    run = WritingRun(author, tables, "jsonl", trace=trace)
    with pytest.raises(InputError, match=r"out\.part: belongs to a run with another model, other tables or other"):
        run.to_file(tmp_path / "out", resume=True)
    same = ModelAuthor(load_model(tmp_path / "model"), "model", Decoding(beam=1, min_length=5, max_length=5))
    assert WritingRun(same, TABLES[:3], "jsonl").to_file(tmp_path / "out", resume=True) == 3


@dataclass(frozen=True)
class AuthorWithoutSettings(TemplateAuthor):
    """An author that writes as the template does."""

    @property
    def settings(self) -> dict[str, Any]:
        return {}


def test_a_template_is_resumed_only_with_the_same_description(tmp_path: Path) -> None:
    domain = load_domain("rotowire")
    begun(tmp_path / "out", WritingRun(TemplateAuthor(lambda name: domain), TABLES))
    other = domain.model_copy(update={"missing": ("N/A", "unknown")})
    for author in (TemplateAuthor(lambda name: other), AuthorWithoutSettings()):
        with pytest.raises(InputError, match=r"out\.part: belongs to a run with another model"):
            WritingRun(author, TABLES).to_file(tmp_path / "out", resume=True)
    assert RUN.to_file(tmp_path / "out", resume=True) == 4


def test_a_run_goes_on_where_its_tables_and_its_model_were_moved(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    save_model(small_model(), tmp_path / "model")
    tables = write_json(tmp_path / "games.json", [rotowire.dump(table) for table in TABLES])
    options = ("--max-length", 5, "--min-length", 5, "--best", 2, "--format", "jsonl", "--resume")
    expected = boxscribe("write", tables, "--model", tmp_path / "model", *options[:-1])
    with file_size_limit(expected.stdout.find(b"\n") * 5 // 2):
        stopped = boxscribe("write", tables, "--model", tmp_path / "model", *options, "--out", tmp_path / "out")
    assert b"free some space" in stopped.stderr
    begun = (tmp_path / "out.part").read_bytes().count(b"\n") - 1
    assert begun == 2
    (tmp_path / "elsewhere").mkdir()
    moved = (tables.rename(tmp_path / "elsewhere" / "season.json"), "--model", tmp_path / "renamed")
    (tmp_path / "model").rename(tmp_path / "renamed")
    done = boxscribe("write", *moved, *options, "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out").read_bytes() == expected.stdout.replace(b'"model":"model"', b'"model":"renamed"')


def test_a_full_disk_loses_no_finished_story(tmp_path: Path) -> None:
    tables = write_json(tmp_path / "games.json", [rotowire.dump(table) for table in TABLES])
    command = ("write", tables, "--model", "template", "--out", tmp_path / "out", "--resume")
    with file_size_limit(8000):
        done = boxscribe(*command)
    assert done.returncode == 2
    assert b"out.part: cannot be written: File too large; free some space and continue with --resume" in done.stderr
    assert b"Traceback" not in done.stderr
    journal = tmp_path / "out.part"
    assert journal.read_bytes().count(b"\n") == 1 + 3 and journal.stat().st_size == 8000
    assert boxscribe(*command).returncode == 0
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == TEXTS


def test_a_story_is_on_disk_when_it_is_finished(tmp_path: Path) -> None:
    with recorded_syncs() as synced, Journal(tmp_path / "out", "a" * 64, resume=False) as journal:
        assert synced[-1] == tmp_path.stat().st_ino, "the name of the journal"
        for _ in range(2):
            synced.clear()
            journal.append({"text": "A ."})
            assert synced == [journal.path.stat().st_ino]


@pytest.mark.parametrize("content", [b"garbage\n", b"\xff\xfe\x00", b"[1]\n", b"9" * 5000 + b"\n", b"[" * 9999 + b"\n"])
@pytest.mark.parametrize("resume", [False, True])
def test_a_file_that_is_no_journal_stays_as_it_is(tmp_path: Path, content: bytes, resume: bool) -> None:
    (tmp_path / "out.part").write_bytes(content)
    with pytest.raises(InputError, match=r"out\.part: is in the way and no journal of a run; move it"):
        RUN.to_file(tmp_path / "out", resume)
    assert (tmp_path / "out.part").read_bytes() == content


@pytest.mark.parametrize("resume", [False, True])
def test_a_folder_in_place_of_the_journal(tmp_path: Path, resume: bool) -> None:
    (tmp_path / "out.part").mkdir()
    with pytest.raises(InputError, match=r"out\.part: cannot be written: Is a directory"):
        RUN.to_file(tmp_path / "out", resume)


@pytest.mark.parametrize("damage", [b"\0" * 40 + b"\n", b"{}\n", b'00000000 {"text":"x"}\n', b'{"id": "half', b"\n"])
def test_a_damaged_line_ends_the_stories_that_are_kept(tmp_path: Path, damage: bytes) -> None:
    journal = begun(tmp_path / "out", stories=3)
    header, *stories = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([header, *stories[:2], damage, *stories[2:]]))
    assert RUN.to_file(tmp_path / "out", resume=True) == 4
    assert (tmp_path / "out").read_text(encoding="utf-8").splitlines() == TEXTS
