"""A prepared dataset: examples as ids on disk, read through memory maps, so that its size needs no memory.

The folder holds `dataset.json` (metadata), `vocabulary.json`, `samples.jsonl` (a few unencoded tables), `index.npy` (a
row per game: shard, start and length there, target words, rows, entities) and `shard-*.i32` (packed examples).
"""

import hashlib
import json
import mmap
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from boxscribe.batches.derived import with_records
from boxscribe.batches.encode import NOT_COPIED, Example, Numbering, encode, pack, unpack
from boxscribe.batches.vocab import (
    Columns,
    Ids,
    Vocabularies,
    VocabularyBuilder,
    finish,
    vocabularies_from_json,
    vocabularies_to_json,
)
from boxscribe.errors import InputError, did_you_mean
from boxscribe.files import atomic_folder, whole_folder
from boxscribe.planning.plan import Plan
from boxscribe.tables import native_json
from boxscribe.tables.domain import Domain
from boxscribe.tables.fixed_layout import to_fixed_layout
from boxscribe.tables.names import name_words
from boxscribe.tables.table import Table
from boxscribe.tables.write import write_tables

FORMAT = 12
MARKER = "dataset.json"
SAMPLES = 8  # unencoded tables, about which a model in training writes samples
SHARD_BYTES = 64 << 20
RESIDENT_BYTES = 64 << 20  # mapped pages that may stay in memory before they are released
FAULT_BYTES = 64 << 10  # what the kernel maps around an address that is read
SHARD, START, LENGTH, WORDS, ROWS, ENTITIES = range(6)  # columns of the index


@dataclass(frozen=True, slots=True)
class Layout:
    """How tables become rows; see `encode` and `tables.fixed_layout`."""

    split_values: bool = True
    fixed_slots: bool = False

    def arranged(self, table: Table, domain: Domain) -> Table:
        """The table with derived records, in the order of its rows."""
        table = with_records(table, domain)
        return to_fixed_layout(table, domain) if self.fixed_slots else table


def layout_from_json(data: Any, path: Path) -> Layout:
    """A layout as it is saved; an InputError that names the file for anything else."""
    known = asdict(Layout())
    if not isinstance(data, dict) or not all(key in known and isinstance(data[key], bool) for key in data):
        raise InputError(f"{path}: a layout has {' and '.join(known)}, true or false each")
    return Layout(**data)


def prepare(
    tables: Iterable[Table],
    domain: Domain,
    out: str | Path,
    vocabularies: Vocabularies | None = None,
    layout: Layout | None = None,
    source: str = "",
    copy_only: Collection[str] = (),
    partial_texts: Iterable[Table] = (),
    with_plans: Callable[[Iterable[Table]], Iterable[tuple[Table, Plan | None]]] | None = None,
) -> "Dataset":
    """Write a dataset in one pass over the tables, then over `partial_texts`: tables with incomplete texts, whose end
    is no training target. The folder appears when it is complete.

    Without `vocabularies` they are made from these tables: ids are provisional during the pass, and renumbered by
    frequency at its end. Names of entities of the kinds `copy_only` are left out of the generation
    vocabulary: a model can only copy them, so it names no entity of these kinds that is not in the table. `with_plans`
    gives the tables with the plans of their texts; by default a plan is what alignment alone finds.

    >>> from itertools import islice
    >>> tables = islice(boxscribe.simulate("rotowire", seed=1, texts=True), 2)
    >>> dataset = boxscribe.prepare(tables, boxscribe.load_domain("rotowire"), "train")
    >>> len(dataset), int(dataset.lengths.sum())
    (2, 497)
    """
    layout = layout or Layout()
    builders = Columns.of(VocabularyBuilder, len(domain.features))
    numbering: Columns[Numbering] = vocabularies or builders
    with atomic_folder(out, MARKER) as folder:
        planned = with_plans or (lambda tables: zip(tables, repeat(None)))
        shards, samples, names = _Shards(folder), list[Table](), _NameWords(domain, copy_only)
        texts = chain(zip(planned(tables), repeat(True)), zip(planned(partial_texts), repeat(False)))
        for number, ((table, plan), whole) in enumerate(texts, 1):
            if not table.tokens:
                raise InputError(f"game {number} ({table.id}) has no text to train on; remove it or add its text")
            if table.domain != domain.name:
                raise InputError(f"game {number} is of the domain '{table.domain}', the first one of '{domain.name}'")
            if len(samples) < SAMPLES:
                samples.append(table)
            arranged = layout.arranged(table, domain)
            shards.add(encode(arranged, domain, numbering, layout.split_values, whole, plan))
            names.add(table)
        index = shards.close()
        if vocabularies is None:
            vocabularies, final = finish(builders, domain.min_count, names.predominant(builders.target))
            _renumber(folder, index, final)
        words = json.dumps(vocabularies_to_json(vocabularies), ensure_ascii=False)
        (folder / "vocabulary.json").write_text(words, encoding="utf-8")
        (folder / "index.npy").write_bytes(_npy(index))
        with (folder / "samples.jsonl").open("w", encoding="utf-8") as file:
            write_tables(samples, file)
        about = {
            "format": FORMAT,
            "source": source,
            "domain": domain.without_cues().model_dump(mode="json"),
            "games": len(index),
            "shards": shards.count,
            "layout": asdict(layout),
            "signature": _signature(folder, shards.count, words),
        }
        (folder / MARKER).write_text(json.dumps(about, indent=1, ensure_ascii=False), encoding="utf-8")
    return Dataset(out)


class _NameWords:
    """Words of texts that are names of entities of the given kinds."""

    def __init__(self, domain: Domain, kinds: Collection[str]) -> None:
        for kind in kinds:
            if kind not in domain.kinds:
                raise InputError(f"--copy-only {kind}: no such kind of entity; {did_you_mean(kind, domain.kinds)}")
        self._domain, self._kinds = domain, kinds
        self._times: dict[str, int] = {}  # how often a word of a text is in such a name of its table

    def add(self, table: Table) -> None:
        named = (entity for entity in table.entities if entity.kind in self._kinds)
        words = {word for entity in named for word in name_words(entity, self._domain)}
        for token in table.tokens if words else ():
            if token in words:
                self._times[token] = self._times.get(token, 0) + 1

    def predominant(self, builder: VocabularyBuilder) -> set[str]:
        """The words that are such a name in more than half of their occurrences."""
        return {word for word, times in self._times.items() if 2 * times > builder.count(word)}


class _Shards:
    """Packed examples, appended to files of limited size."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        self._file: IO[bytes] | None = None
        self._at = 0
        self._index: list[tuple[int, ...]] = []

    def add(self, example: Example) -> None:
        if self._file is None or self._at * 4 >= SHARD_BYTES:
            self._close_file()
            self._file = _shard(self.folder, self.count).open("wb")
            self.count, self._at = self.count + 1, 0
        flat = pack(example)
        self._file.write(flat.tobytes())
        sizes = len(example.target), len(example.value), len(example.name)
        self._index.append((self.count - 1, self._at, len(flat), *sizes))
        self._at += len(flat)

    def close(self) -> npt.NDArray[np.int64]:
        self._close_file()
        return np.asarray(self._index, np.int64).reshape(-1, 6)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()


def _shard(folder: Path, number: int) -> Path:
    return folder / f"shard-{number:05}.i32"


def _renumber(folder: Path, index: npt.NDArray[np.int64], final: Columns[Ids]) -> None:
    """Replace the provisional ids in the shards by the final ones.

    Examples are read and written, not mapped: a full disk is an error of a write, not a signal that ends the process.
    """
    for shard in np.unique(index[:, SHARD]):
        with _shard(folder, shard).open("r+b") as file:
            for _, start, length, *_ in index[index[:, SHARD] == shard]:
                file.seek(4 * start)
                flat = np.frombuffer(bytearray(file.read(4 * length)), np.int32)
                example = unpack(flat)
                example.value[:] = final.value[example.value]
                example.type[:] = final.type[example.type]
                example.name[:] = final.entity[example.name]
                example.target[:] = final.target[example.target]
                known = example.fact_type != NOT_COPIED
                example.fact_type[known] = final.type[example.fact_type[known]]
                for row, ids in zip(example.features, final.features, strict=True):
                    row[:] = ids[row]
                file.seek(4 * start)
                file.write(flat.tobytes())


def _npy(index: npt.NDArray[np.int64]) -> bytes:
    """The contents of a .npy file. NumPy itself does not say why a file cannot be written."""
    file = BytesIO()
    np.save(file, index)
    return file.getvalue()


def _signature(folder: Path, shards: int, words: str) -> str:
    digest = hashlib.sha256(words.encode())
    for number in range(shards):
        with _shard(folder, number).open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]


class Dataset:
    """The examples of a prepared folder, by number.

    >>> from itertools import islice
    >>> tables = islice(boxscribe.simulate("rotowire", seed=1, texts=True), 2)
    >>> prepared = boxscribe.prepare(tables, boxscribe.load_domain("rotowire"), "train")
    >>> dataset = boxscribe.Dataset("train")
    >>> len(dataset), len(dataset.vocabularies.target)
    (2, 201)
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = whole_folder(folder)
        try:
            self.about: dict[str, Any] = json.loads((self.folder / MARKER).read_text(encoding="utf-8"))
            words = json.loads((self.folder / "vocabulary.json").read_text(encoding="utf-8"))
            lines = (self.folder / "samples.jsonl").read_text(encoding="utf-8").splitlines()
            self.index: npt.NDArray[np.int64] = np.load(self.folder / "index.npy")
        except (OSError, ValueError) as error:
            raise InputError(
                f"{self.folder}: is no prepared dataset ({error}); make one with 'boxscribe data prepare'"
            ) from None
        if self.about.get("format") != FORMAT:
            raise InputError(f"{self.folder}: was prepared by another version; run 'boxscribe data prepare' again")
        self.domain = Domain.model_validate(self.about["domain"])
        self.vocabularies: Vocabularies = vocabularies_from_json(words, self.folder / "vocabulary.json")
        parsed = (native_json.parse(json.loads(line), describe=lambda _: self.domain) for line in lines)
        self.samples: list[Table] = [table for table in parsed if table is not None]
        self.layout = layout_from_json(self.about["layout"], self.folder / MARKER)
        self._shards = [self._map(number) for number in range(self.about["shards"])]
        self._touched = 0

    def _map(self, number: int) -> tuple[mmap.mmap, Ids]:
        path, games = _shard(self.folder, number), self.index[self.index[:, SHARD] == number]
        try:
            with path.open("rb") as file:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: cannot be read ({error}); run 'boxscribe data prepare' again") from None
        flat = np.frombuffer(mapped, np.int32)
        if len(flat) != games[:, LENGTH].sum():
            raise InputError(f"{path}: is truncated; run 'boxscribe data prepare' again")
        return mapped, flat

    def described(self) -> tuple[Vocabularies, Domain, Layout]:
        """What a model that is trained on it must know."""
        return self.vocabularies, self.domain, self.layout

    def __len__(self) -> int:
        return len(self.index)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """The number of target words of each game."""
        return self.index[:, WORDS]

    def __getitem__(self, game: int) -> Example:
        shard, start, length, *_ = self.index[game]
        flat = self._shards[shard][1][start : start + length].copy()
        self._touched += flat.nbytes + FAULT_BYTES
        if self._touched > RESIDENT_BYTES:
            self._release_pages()
        return unpack(flat)

    def _release_pages(self) -> None:
        """Mapped pages count as memory of this process until they are released; the disk cache keeps them."""
        self._touched = 0
        for mapped, _ in self._shards:
            if hasattr(mmap, "MADV_DONTNEED"):
                mapped.madvise(mmap.MADV_DONTNEED)
