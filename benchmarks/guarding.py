"""What the guard adds to a call: latency, throughput, many at once, and memory over a long run."""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

from table import Table

SERVERS = Path(__file__).with_name("servers.py")
POLICY = (
    'schema = "tool-audit/guard/1"\nserver = "bench"\n[ceiling]\ncap_tokens = 100_000_000\nwarn_tokens = 100_000_000\n'
)


class Lines:
    """A process that answers lines with lines: a server, or the guard in front of one."""

    def __init__(self, command: list[str], folder: str) -> None:
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "b"}})

    def send(self, method: str, params: dict, number: int = 0) -> None:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict, number: int = 0) -> int:
        self.send(method, params, number)
        return len(self.process.stdout.readline())

    def call(self, number: int = 0) -> float:
        """Return the seconds of one call."""
        began = time.perf_counter()
        self.send("tools/call", {"name": "get_large", "arguments": {}}, number)
        json.loads(self.process.stdout.readline())
        return time.perf_counter() - began

    def memory(self) -> int:
        """Return the bytes of memory that it has now."""
        status = Path(f"/proc/{self.process.pid}/status")
        return int(status.read_text().partition("VmRSS:")[2].split()[0]) * 1024 if status.exists() else 0

    def end(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def tables(small: bool) -> list[Table]:
    """Return what the guard costs, each time against the server without it."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "guard.toml").write_text(POLICY)
        return [_latency(folder, small), _throughput(folder, small), _many(folder, small), _long(folder, small)]


def _pair(folder: str, mib: str) -> tuple[Lines, Lines]:
    command = [sys.executable, str(SERVERS), "large", mib]
    guard = [sys.executable, "-m", "tool_audit", "guard", "run", "--policy", "guard.toml", "--log", "guard.log", "--"]
    return Lines(command, folder), Lines([*guard, *command], folder)


def _latency(folder: str, small: bool) -> Table:
    direct, guarded = _pair(folder, "0.001")
    pairs = [(direct.call(), guarded.call()) for _ in range(200 if small else 5_000)][50:]
    rows = []
    for name, taken in zip(("direct", "guarded"), zip(*pairs, strict=True), strict=True):
        rows.append((name, median(taken) * 1000, quantiles(taken, n=100)[98] * 1000))
    rows.append(("added", rows[1][1] - rows[0][1], rows[1][2] - rows[0][2]))
    direct.end()
    guarded.end()
    return Table(
        title="Guard: a call with a reply of 1 kB over stdio, in turn with and without",
        columns=("", "p50, ms", "p99, ms"),
        rows=rows,
        note="With the log. Goal: less than 1 ms added at the median.",
    )


def _throughput(folder: str, small: bool) -> Table:
    rows = []
    for mib in ("1",) if small else ("1", "20"):
        direct, guarded = _pair(folder, mib)
        pairs = [(direct.call(), guarded.call()) for _ in range(2 if small else 7)]
        one, other = (median(taken) for taken in zip(*pairs, strict=True))
        rows.append((f"{mib} MiB", one, other, one / other))
        direct.end()
        guarded.end()
    return Table(
        title="Guard: long replies over stdio",
        columns=("reply", "direct, s", "guarded, s", "share of the direct throughput"),
        rows=rows,
        note="Until the client has the reply as Python objects. Goal: half.",
    )


def _many(folder: str, small: bool) -> Table:
    count = 100 if small else 1_000
    taken = []
    for one in (pair := _pair(folder, "0.001")):
        began = time.perf_counter()
        sending = Thread(target=_send_all, args=(one, count))  # a pipe holds less than all of them
        sending.start()
        answered = {json.loads(one.process.stdout.readline())["id"] for _ in range(count)}
        taken.append(time.perf_counter() - began)
        sending.join()
        if answered != set(range(count)):
            raise RuntimeError(f"{len(answered)} of {count} calls were answered")
    for one in pair:
        one.end()
    return Table(
        title=f"Guard: {count:,} calls sent before any is answered",
        columns=("", "s", "calls per s"),
        rows=[(name, seconds, count / seconds) for name, seconds in zip(("direct", "guarded"), taken, strict=True)],
        note="All are answered, each once.",
    )


def _send_all(one: Lines, count: int) -> None:
    for number in range(count):
        one.send("tools/call", {"name": "get_large", "arguments": {}}, number)


def _long(folder: str, small: bool) -> Table:
    count, every = (2_000, 1_000) if small else (100_000, 25_000)
    direct, guarded = _pair(folder, "0.001")
    direct.end()
    rows = []
    for number in range(1, count + 1):
        guarded.call(number)
        if number in (every // 10, *range(every, count + 1, every)):
            rows.append((number, guarded.memory() / 1e6))
    guarded.end()
    return Table(
        title="Guard: memory over a long run",
        columns=("calls", "memory, MB"),
        rows=rows,
        note="Goal: none is added.",
    )
