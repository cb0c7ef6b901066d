"""Where what the docs show is run: a folder with this checkout's own command on the PATH, and a home of its own."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"


def put_program(folder: Path, name: str, *command: str) -> None:
    """Make a program of this name that runs the command with what it is given."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
    file.chmod(0o755)


def environment(folder: Path) -> Mapping[str, str]:
    """An environment with tool-audit and python3 as this checkout has them, and a home of its own."""
    programs = folder / "bin"
    for name in ("python3", "python"):
        put_program(programs, name, sys.executable)
    put_program(programs, "tool-audit", sys.executable, "-m", "tool_audit")
    home = folder / "home"
    home.mkdir(exist_ok=True)
    kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return {
        **kept,
        "HOME": str(home),
        "PATH": f"{programs}:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
    }
