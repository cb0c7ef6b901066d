"""Logs of sessions, read by `tool-audit sli` and by the few lines that one would write with jq or pandas."""

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fresh import fresh
from table import Table

CACHE: Final = Path(os.environ.get("TOOL_AUDIT_CACHE", Path.home() / ".cache" / "tool-audit" / "servers"))
PANDAS: Final = "pandas>=2.2,<4"

_JQ: Final = (
    '[inputs | .message.content | arrays | .[] | select(.type == "tool_result") | .content | '
    'if type == "string" then length else map(.text? // "" | length) | add end] | sort | '
    "{n: length, p50: .[length / 2 | floor], p99: .[length * 99 / 100 | floor], max: .[-1]}"
)
_PANDAS: Final = """
import sys
import pandas as pd

lines = pd.read_json(sys.argv[1], lines=True)
blocks = lines.message.map(lambda message: message["content"]).explode()
blocks = pd.json_normalize(blocks[blocks.map(lambda block: isinstance(block, dict))].tolist(), max_level=0)
names = blocks.dropna(subset=["name"]).set_index("id")["name"]
replies = blocks.dropna(subset=["tool_use_id"])
texts = replies.content.map(lambda content: content if isinstance(content, str) else content[0]["text"])
sizes = texts.map(len)
print(sizes.groupby(replies.tool_use_id.map(names)).describe(percentiles=[0.5, 0.9, 0.99]))
"""
_ALL: Final = "all indicators"
_SIZES: Final = "sizes of replies, by tool"
_BARE: Final = "sizes of replies, all together"


def tables(small: bool) -> list[Table]:
    """Return what reading takes, for ours by the size of the file, and beside others for one size."""
    sizes, beside = ((5,), 5) if small else ((100, 400, 1_600), 200)
    with tempfile.TemporaryDirectory() as folder:
        return [_alone(Path(folder), sizes), _side_by_side(Path(folder), beside, small=small)]


def _alone(folder: Path, sizes: Sequence[int]) -> Table:
    rows = []
    for size in sizes:
        path = folder / f"{size}.jsonl"
        calls = fresh("sessions", "written", str(path), size)["calls"]
        for what, options in (("characters", ["--no-tokens"]), ("tokens", [])):
            cpu, wall, memory = _taken(_ours(path, options))
            rows.append((f"{size:,} MB", what, calls, wall, cpu, size / cpu, memory))
        path.unlink()
    return Table(
        title="Logs of sessions, by size",
        columns=("file", "sizes in", "calls", "s", "s of CPU", "MB per s of CPU", "peak memory, MB"),
        rows=rows,
        note="Synthetic sessions of Claude Code (benchmarks/sessions.py), from the command to its end. Goals: 100 MB/s "
        "without tokens, 20 MB/s with them, memory that does not grow with the file.",
    )


def _side_by_side(folder: Path, size: int, *, small: bool) -> Table:
    path = folder / "beside.jsonl"
    fresh("sessions", "written", str(path), size)
    script = folder / "naive.py"
    script.write_text(_PANDAS, encoding="utf-8")
    programs = {
        "tool-audit sli --no-tokens": (_ALL, _ours(path, ["--no-tokens"])),
        "tool-audit sli": (f"{_ALL}, in tokens", _ours(path, [])),
        "jq": (_BARE, ["jq", "-n", _JQ, str(path)]),
    }
    if not small:
        programs["pandas"] = (_SIZES, [str(_with_pandas()), str(script), str(path)])
    rows = []
    for name, (what, command) in programs.items():
        try:
            cpu, wall, memory = _taken(command)
        except FileNotFoundError:
            rows.append((name, "not on this machine", "", "", "", ""))
            continue
        rows.append((name, what, wall, cpu, size / cpu, memory))
    return Table(
        title="Logs of sessions, beside a naive pass",
        columns=("program", "what it tells", "s", "s of CPU", "MB per s of CPU", "peak memory, MB"),
        rows=rows,
        note=f"One file of {size} MB. The pass with jq is one filter, that with pandas ten lines; both stand in "
        "benchmarks/transcripts.py.",
    )


def _ours(path: Path, options: Sequence[str]) -> list[str]:
    command = [sys.executable, "-m", "tool_audit", "sli", str(path), "--no-config", "--fail-on", "never"]
    return [*command, "--output", f"json={path}.json", *options]


def _taken(command: Sequence[str]) -> tuple[float, float, float]:
    """Run a command; return its seconds of CPU, its seconds, and the peak of its memory in MB. FileNotFoundError."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    told = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{told.decode()[-2_000:]}")
    unit = 1 if sys.platform == "darwin" else 1024
    return used.ru_utime + used.ru_stime, time.perf_counter() - began, used.ru_maxrss * unit / 1e6


def _with_pandas() -> Path:
    """Return the interpreter of an environment of its own that has pandas."""
    home = CACHE / "pandas"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PANDAS], check=True)
    return python
