"""A function run in a process of its own, so that no measurement warms or fattens the next."""

import importlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass
class Timer:
    """What `timed` fills in."""

    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of this process's own: what else the machine does is not in them."""
    grown: int = 0
    """Bytes by which the peak of memory is over what was in use; on some systems: by which the peak grew."""


@contextmanager
def timed() -> Iterator[Timer]:
    """Measure a block: wall time, CPU time, and by how much its peak of memory is over what was in use before it."""
    timer, before = Timer(), _in_use()
    began, worked = time.perf_counter(), time.process_time()
    yield timer
    timer.seconds, timer.cpu = time.perf_counter() - began, time.process_time() - worked
    timer.grown = _peak() - before


def fresh(module: str, function: str, *arguments: object, timeout: float = 600) -> dict:
    """Call `module.function(*arguments)` in a fresh process and return what it returns, an object of JSON."""
    command = [sys.executable, str(HERE / "fresh.py"), module, function, json.dumps(arguments)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=timeout, check=False)
    if done.returncode:
        raise RuntimeError(f"{module}.{function}{arguments} failed:\n{done.stderr[-2_000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def _in_use() -> int:
    """Return the bytes in use, and let the peak begin from there, where the system can do that."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
        return _of_status("VmRSS")
    except OSError:
        return _peak()


def _of_status(name: str) -> int:
    return int(Path("/proc/self/status").read_text().partition(f"{name}:")[2].split()[0]) * 1024


def _peak() -> int:
    if Path("/proc/self/status").exists():
        return _of_status("VmHWM")
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    named, called, given = sys.argv[1:]
    print(json.dumps(getattr(importlib.import_module(named), called)(*json.loads(given))))
