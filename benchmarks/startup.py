"""How long the command takes to say something, against importing the two libraries that it cannot do without."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from table import Table, median

ROOT = Path(__file__).parents[1]
BASE = "import typer, rich"


def tables(small: bool) -> list[Table]:
    """Return the time of commands that contact no server."""
    runs = 3 if small else 15
    with tempfile.TemporaryDirectory() as folder:
        python, audit = [sys.executable, "-c"], [sys.executable, "-m", "tool_audit"]
        record = Path(folder) / "record"
        server = [sys.executable, str(ROOT / "fixtures" / "clean.py")]
        made = [*audit, "probe", "--no-config", "--quiet", "--record", str(record), "--", *server]
        subprocess.run(made, cwd=folder, check=False, capture_output=True)
        commands = {
            f'python -c "{BASE}"': [*python, BASE],
            "tool-audit --help": [*audit, "--help"],
            "tool-audit probe --help": [*audit, "probe", "--help"],
            "tool-audit rules": [*audit, "rules"],
            "tool-audit explain cut-json": [*audit, "explain", "cut-json"],
            "tool-audit report RECORD": [*audit, "report", "--no-config", "--fail-on", "never", str(record)],
        }
        seconds = {name: median(lambda words=words: _run(words, folder), runs) for name, words in commands.items()}
    base = next(iter(seconds.values()))
    imported = subprocess.run(
        [
            *python,
            "import sys, tool_audit.cli.app; print(sorted({'mcp', 'jsonschema', 'tiktoken'} & sys.modules.keys()))",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return [
        Table(
            title="Start-up",
            columns=("command", "s", "times"),
            rows=[(name, value, value / base) for name, value in seconds.items()],
            note=f"Goal: at most 3 times the first line. Of the heavy libraries the command line imports {imported}.",
        )
    ]


def _run(command: list[str], folder: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - began
