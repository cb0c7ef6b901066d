"""How long the command takes to say something, against importing the two libraries that it cannot do without."""

import statistics
import subprocess
import sys
import tempfile
import time
from itertools import repeat
from operator import truediv
from pathlib import Path

from table import Table

ROOT = Path(__file__).parents[1]
BASE = "import typer, rich"
SMALLEST = "import typer\ndef main(output: str = 'terminal'): print(output)\ntyper.run(main)"
VOCABULARY = "from tool_audit.measure.tokens import load_counter; load_counter().load()"


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
            "a program of typer with one option": [*python, SMALLEST],
            "tool-audit --help": [*audit, "--help"],
            "tool-audit probe --help": [*audit, "probe", "--help"],
            "tool-audit rules": [*audit, "rules"],
            "tool-audit explain cut-json": [*audit, "explain", "cut-json"],
            "tool-audit report RECORD": [*audit, "report", "--no-config", "--fail-on", "never", str(record)],
            "loading the vocabulary": [*python, VOCABULARY],
        }
        for words in commands.values():
            _run(words, folder)  # a user has the bytecode of the run before
        # in turn, so that what else the machine does meets all of them
        rounds = [[_run(words, folder) for words in commands.values()] for _ in range(runs)]
    rows = [
        (name, statistics.median(seconds), statistics.median(map(truediv, seconds, bases)))
        for name, seconds, bases in zip(commands, zip(*rounds, strict=True), repeat([each[0] for each in rounds]))
    ]
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
            rows=rows,
            note="Medians of runs in turn. Goal for `--help`, `rules` and `report`: at most 3 times the first line. "
            "The smallest program of typer with one option is there to compare with; `report` counts tokens, for which "
            f"it loads a vocabulary (the last line). Of the heavy libraries the command line imports {imported}.",
        )
    ]


def _run(command: list[str], folder: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - began
