"""Every benchmark, one after the other, as tables: `python benchmarks/run.py [--small] [--only NAME ...] [--write]`.

`--small` takes a minute and only shows that they work; `--write` puts the tables into RESULTS.md beside this file, in
the place of those by the same titles.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import after_receiving
import guarding
import overhead
import peers
import receiving
import scale
import startup
import tokens
import transcripts
from table import machine

SECTIONS = {
    "receiving": receiving,
    "after-receiving": after_receiving,
    "tokens": tokens,
    "overhead": overhead,
    "startup": startup,
    "scale": scale,
    "peers": peers,
    "guard": guarding,
    "transcripts": transcripts,
}
RESULTS = Path(__file__).with_name("RESULTS.md")


def main() -> int:
    """Run what was asked for; 1 where a figure is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="small inputs, one run: does it work?")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="NAME")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # who uses the program has its bytecode
    parts, broken, on = [], False, machine()
    for name in given.only:
        began = time.monotonic()
        for table in SECTIONS[name].tables(given.small):
            parts.append(table.markdown())
            print(parts[-1], end="\n\n", flush=True)
            broken = broken or bool(table.broken)
        print(f"({name}: {time.monotonic() - began:.0f} s)", end="\n\n", file=sys.stderr, flush=True)
    if given.write:
        RESULTS.write_text(_page(parts, on), encoding="utf-8")
    return int(broken)


def _page(parts: Sequence[str], on: str) -> str:
    """Return the page with these tables in the place of older ones; those that were not made again stay."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    kept = [f"## {part.rstrip()}" for part in old.split("\n## ")[1:]]
    made = {_title(part): part for part in parts}
    tables = [made.pop(_title(part), part) for part in kept]
    told = f"`python benchmarks/run.py --write` made this page, at last on {on}.\n\nMedians; a ratio is of one run."
    return "\n\n".join([f"# Benchmarks\n\n{told}", *tables, *made.values()]) + "\n"


def _title(part: str) -> str:
    return part.partition("\n")[0]


if __name__ == "__main__":
    sys.exit(main())
