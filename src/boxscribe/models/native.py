"""The native parts, `attend.c` and `multiply.c`, built by the machine's own C compiler at their first use.

Where there is no compiler, or it fails, `load` gives None and torch does the same work in more time.
"""

import ctypes
import os
import platform
import shutil
import subprocess
import tempfile
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

SOURCES = ("attend.c", "multiply.c")
# No -ffast-math: it may assume that nothing is infinite. Contracting a·b + c into one operation is safe.
FLAGS = ("-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC")


@cache
def load() -> ctypes.CDLL | None:
    """The library, native where it is not in the user's cache yet; None where that is not possible."""
    compiler = shutil.which("cc")
    if compiler is None or os.name != "posix":
        return None
    sources = {name: files("boxscribe.models").joinpath(name).read_bytes() for name in SOURCES}
    made_for = sha256(b"".join(sources.values()) + " ".join(FLAGS).encode() + _processor()).hexdigest()[:16]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = base / "boxscribe" / f"native-{made_for}.so"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _compile(compiler, sources, path)
        library = ctypes.CDLL(str(path))
    except (OSError, subprocess.SubprocessError):
        return None
    size, pointer = ctypes.c_int64, ctypes.c_void_p
    library.attend.argtypes = [size] * 4 + [pointer] * 2 + [size] + [pointer] * 6 + [size]
    library.attend_back.argtypes = [size] * 4 + [pointer] * 10 + [size]
    library.look.argtypes = [
        *[size] * 6, *[pointer] * 4, size, *[pointer] * 2, *[size] * 2, *[pointer] * 2, size, *[pointer] * 3, size
    ]  # fmt: skip
    library.multiply.argtypes = [*[size] * 3, pointer, size, *[pointer] * 2]
    for function in (library.attend, library.attend_back, library.look, library.multiply):
        function.restype = None
    return library


def _compile(compiler: str, sources: dict[str, bytes], path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        for name, source in sources.items():
            (Path(folder) / name).write_bytes(source)
        command = [compiler, *FLAGS, *sources, "-o", "native.so", "-lm"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
        (Path(folder) / "native.so").replace(path)  # whole or not at all, whoever else compiles beside us


def _processor() -> bytes:
    """What tells one kind of processor from another: a home folder may be shared by several."""
    try:
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor().encode()
    kinds = ("model name", "flags", "Features", "CPU part")
    return "\n".join(sorted({line for line in about if line.startswith(kinds)})).encode()
