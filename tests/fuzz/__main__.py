"""`make fuzz MINUTES=10`: try mutated inputs, and write a minimal reproducer of each failure to runs/fuzz."""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.harness import failure, minimal
from fuzz.targets import TARGETS, inputs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--out", type=Path, default=Path("runs/fuzz"))
    options = parser.parse_args()
    found: dict[str, Path] = {}
    tried = 0
    end = time.monotonic() + 60 * options.minutes
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, content in inputs(options.seed):
            if time.monotonic() > end:
                break
            tried += 1
            why = failure(name, content, folder)
            if why and why not in found:
                smallest = minimal(content, lambda smaller: failure(name, smaller, folder) == why)  # noqa: B023
                options.out.mkdir(parents=True, exist_ok=True)
                found[why] = options.out / f"{name}-{options.seed}-{tried}{TARGETS[name].suffix}"
                found[why].write_bytes(smallest)
                sys.stdout.write(f"{found[why]}: {why}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{tried:,} inputs of seed {options.seed}: {len(found)} failures\n")
    return int(bool(found))


sys.exit(main())
