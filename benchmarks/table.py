"""What a benchmark prints: tables of medians and ratios, and the machine that they were taken on."""

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path

from tabulate import tabulate


@dataclass(frozen=True, kw_only=True)
class Table:
    """One table; `note` says what its columns are, and what the goal is."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""
    broken: Sequence[str] = field(default=())
    """What must hold and does not: wrong figures, not slow ones."""

    def markdown(self) -> str:
        """Return the table as Markdown."""
        cells = [[_cell(value) for value in row] for row in self.rows]
        aligned = ["left", *["right"] * (len(self.columns) - 1)]
        body = tabulate(cells, headers=list(self.columns), tablefmt="github", colalign=aligned, disable_numparse=True)
        return "\n\n".join(part for part in (f"## {self.title}", self.note, body, *self.broken) if part)


def median(measure: Callable[[], float], runs: int) -> float:
    """Return the median of so many runs."""
    return statistics.median(measure() for _ in range(runs))


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return b of seconds = a * size^b, fitted by least squares on the logarithms: 1 is linear."""
    xs, ys = [log(size) for size in sizes], [log(max(value, 1e-9)) for value in seconds]
    return statistics.linear_regression(xs, ys).slope


def machine() -> str:
    """Return what the figures were taken on, in one line."""
    model = (
        next(
            (
                line.partition(":")[2].strip()
                for line in Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")
            ),
            platform.processor() or "unknown processor",
        )
        if Path("/proc/cpuinfo").exists()
        else platform.processor()
    )
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({model}), {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}; load {load:.1f} when it began"
    )


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
