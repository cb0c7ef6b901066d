"""How the tests here run commands and servers, and see what became of them."""

import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

FIXTURES = Path(__file__).parents[2] / "fixtures"
CLEAN = ("--", sys.executable, str(FIXTURES / "clean.py"))
BANK = ("--", sys.executable, "-m", "tool_audit.demo.server")


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    def tool(self, name):
        """A tool of the first server of a JSON report."""
        return next(tool for tool in self.json["servers"][0]["tools"] if tool["name"] == name)


def odd(folder: Path, *words: str) -> tuple[str, ...]:
    """The command line of the odd server, with only these tools where some are named."""
    return ("--", sys.executable, str(FIXTURES / "odd.py"), str(folder), *words)


def calls(folder: Path) -> list[tuple[str, dict]]:
    """What the odd server was called with, in order."""
    file = folder / "calls.jsonl"
    return [tuple(json.loads(line)) for line in file.read_text().splitlines()] if file.exists() else []


def started(folder: Path) -> list[int]:
    """The process ids of every odd server that was started there."""
    return [int(path.stem) for path in folder.glob("*.pid")]


def is_running(pid: int) -> bool:
    """Whether a process with this id runs (a zombie does not)."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


def environment(**more: str) -> Mapping[str, str]:
    """Ours, without what would change a command's output."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("TOOL_AUDIT_", "COV"))}
    return {**ours, "COLUMNS": "100", "PYTHONPATH": str(FIXTURES.parent), "PYTHONIOENCODING": "utf-8", **more}


def launch(argv: Sequence[str], folder: Path, **env: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "tool_audit", *argv],
        cwd=folder,
        env=environment(**env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def end_of(process: subprocess.Popen[str], seconds: float = 50) -> Ended:
    """Wait for a command; one that does not end is killed, and fails the test."""
    try:
        out, err = process.communicate(timeout=seconds)
    finally:
        process.kill()
        process.communicate()
    return Ended(process.returncode, out, err)


def wait_for(holds, seconds: float = 40) -> None:
    """Wait until something holds; fails where it never does."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)


def hears_signals(process: subprocess.Popen[str]) -> bool:
    """Whether it has come so far that a signal is its own matter (where the system tells)."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        time.sleep(1)
        return True
    caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


@contextmanager
def web() -> Iterator[str]:
    """The address of the HTTP server that misbehaves at each path in another way."""
    script = FIXTURES / "hostile" / "web.py"
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield f"127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.stdin.close()
            process.kill()


def on_a_terminal(folder, *argv, columns=0):
    """What a command writes to stderr where that is a terminal."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    words = [sys.executable, "-m", "tool_audit", *argv]
    with subprocess.Popen(words, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        try:
            while piece := os.read(ours, 65536):
                said += piece
        except OSError:  # how a terminal says that the other side is gone
            pass
        assert process.wait() in {0, 1}
    os.close(ours)
    return said.decode()
