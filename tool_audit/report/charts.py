"""Mermaid bar charts: the default sizes, and the sweep that shows the widest range."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
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
    """Return a fenced Mermaid chart with one horizontal bar for each point, of which there must be one at least."""
    pairs = tuple(points)
    labels = ", ".join(f'"{label}"' for label in _labels(label for label, _ in pairs))
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
    points: dict[str | None, tuple[str, int]] = {}
    for value, call in zip(sweep.values, sweep.calls, strict=False):
        if call.succeeded and (reply := sized(call)) is not None:
            # a value that was sent twice is one bar
            sent = None if value is ABSENT else json_text(value)
            points.setdefault(sent, (_value(value), reply.measurement.chars))
    return tuple(points.values())


def _value(value: Json) -> str:
    if value is ABSENT:
        return "left out"
    return value if isinstance(value, str) else json_text(value)


def _labels(texts: Iterable[str]) -> Iterator[str]:
    """Yield a label for each text; what would read like an earlier one is numbered, for one label has one bar."""
    seen: set[str] = set()
    for text in texts:
        label = _quotable(cut(text, LONGEST_LABEL))
        numbered = (f"{label} ({number})" for number in count(2))
        fresh = label if label not in seen else next(name for name in numbered if name not in seen)
        seen.add(fresh)
        yield fresh


def _quotable(text: str) -> str:
    # Mermaid has no escape for a quote inside quotes, and reads HTML, its own "#...;" entities and comments in labels
    readable = str.maketrans({'"': "'", "<": "(", ">": ")", "#": " ", ";": ",", "`": "'"})
    return one_line(text).translate(readable).replace("%%", "% % ").strip() or "(empty)"
