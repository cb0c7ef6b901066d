"""Mermaid bar charts: the default sizes, and the sweep that shows the widest range."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.model import ABSENT, Json, ServerRun, Sweep, ToolRun
from tool_audit.report.safe import cut, json_text, one_line
from tool_audit.report.sizes import ToolSizes, sized

MOST_BARS: Final = 10
LONGEST_LABEL: Final = 40
LEAST_RATIO: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WidestSweep:
    """The sweep whose answered calls differ most in size, and its points: label -> characters."""

    tool: ToolRun
    sweep: Sweep
    points: tuple[tuple[str, int], ...]

    @property
    def ratio(self) -> float:
        """How many times larger the largest reply is than the smallest."""
        sizes = [chars for _, chars in self.points]
        return max(sizes) / max(min(sizes), 1)


def sizes_chart(sizes: Sequence[ToolSizes]) -> str:
    """Return the ten largest default replies as a chart, or nothing where none was measured."""
    points = [(tool.run.name, tool.default.measurement.chars) for tool in sizes if tool.default is not None]
    return bar_chart("Characters of the reply with nothing filled in", points[:MOST_BARS]) if points else ""


def bar_chart(title: str, points: Iterable[tuple[str, int]]) -> str:
    """Return a fenced Mermaid chart with one horizontal bar for each label."""
    pairs = tuple(points)
    labels = ", ".join(f'"{_label(label)}"' for label, _ in pairs)
    bars = ", ".join(str(chars) for _, chars in pairs)
    return (
        "```mermaid\n"
        "xychart-beta horizontal\n"
        f'    title "{_quotable(title)}"\n'
        f"    x-axis [{labels}]\n"
        '    y-axis "characters"\n'
        f"    bar [{bars}]\n"
        "```"
    )


def widest_sweep(run: ServerRun) -> WidestSweep | None:
    """Return the sweep with the largest ratio of sizes; None where no sweep at least doubles the reply."""
    sweeps = [
        WidestSweep(tool=tool, sweep=sweep, points=points)
        for tool in run.tools
        for sweep in tool.sweeps
        if len(points := _points(sweep)) > 1
    ]
    ordered = sorted(sweeps, key=lambda widest: (-widest.ratio, widest.tool.name, widest.sweep.argument))
    return ordered[0] if ordered and ordered[0].ratio >= LEAST_RATIO else None


def _points(sweep: Sweep) -> tuple[tuple[str, int], ...]:
    answered = (
        (_value(value), reply.measurement.chars)
        for value, call in zip(sweep.values, sweep.calls, strict=False)
        if call.succeeded and (reply := sized(call)) is not None
    )
    return tuple(answered)


def _value(value: Json) -> str:
    if value is ABSENT:
        return "left out"
    return value if isinstance(value, str) else json_text(value)


def _label(text: str) -> str:
    return _quotable(cut(text, LONGEST_LABEL))


def _quotable(text: str) -> str:
    # Mermaid has no escape for a quote inside quotes, and reads HTML and its own "#...;" entities in labels
    readable = str.maketrans({'"': "'", "<": "(", ">": ")", "#": " ", ";": ",", "`": "'"})
    return one_line(text).translate(readable)
