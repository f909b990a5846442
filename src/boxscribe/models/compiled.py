"""The compiled part of attention: `attend.c`, built by the machine's own C compiler at its first use.

Where there is no compiler, or it fails, `load` gives None and torch does the same work in several passes.
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

# No -ffast-math: it may assume that nothing is infinite. Contracting a·b + c into one operation is safe.
FLAGS = ("-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC")


@cache
def load() -> ctypes.CDLL | None:
    """The library, compiled where it is not in the user's cache yet; None where that is not possible."""
    compiler = shutil.which("cc")
    if compiler is None or os.name != "posix":
        return None
    source = files("boxscribe.models").joinpath("attend.c").read_bytes()
    made_for = sha256(source + " ".join(FLAGS).encode() + _processor()).hexdigest()[:16]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    path = base / "boxscribe" / f"attend-{made_for}.so"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _compile(compiler, source, path)
        library = ctypes.CDLL(str(path))
    except (OSError, subprocess.SubprocessError):
        return None
    size, pointer = ctypes.c_int64, ctypes.c_void_p
    library.attend.argtypes = [size] * 4 + [pointer] * 2 + [size] + [pointer] * 6 + [size]
    library.attend_back.argtypes = [size] * 4 + [pointer] * 10 + [size]
    library.look.argtypes = [
        *[size] * 6, *[pointer] * 4, size, *[pointer] * 2, *[size] * 2, *[pointer] * 2, size, *[pointer] * 3, size
    ]  # fmt: skip
    library.attend.restype = library.attend_back.restype = library.look.restype = None
    return library


def _compile(compiler: str, source: bytes, path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        (Path(folder) / "attend.c").write_bytes(source)
        command = [compiler, *FLAGS, "attend.c", "-o", "attend.so", "-lm"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
        (Path(folder) / "attend.so").replace(path)  # whole or not at all, whoever else compiles beside us


def _processor() -> bytes:
    """What tells one kind of processor from another: a home folder may be shared by several."""
    try:
        about = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor().encode()
    kinds = ("model name", "flags", "Features", "CPU part")
    return "\n".join(sorted({line for line in about if line.startswith(kinds)})).encode()
