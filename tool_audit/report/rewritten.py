"""The same replies written otherwise: what compact UTF-8 JSON and TOON would take of what was sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tool_audit.model import Call, Measurement
from tool_audit.report.calls import difference
from tool_audit.report.figures import counted, number, percent
from tool_audit.report.sizes import ToolSizes, compact_saving, encoding

LEAST_SAVING: Final = 0.10
MOST_ROWS: Final = 5
TITLES: Final = ("as sent", "compact UTF-8", "TOON", "compact saves")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """A reply, or the sum of several, in characters."""

    name: str
    as_sent: int
    compact: int
    toon: int | None

    @property
    def figures(self) -> tuple[str, ...]:
        """The cells under TITLES; the last is what compact UTF-8 saves of what was sent."""
        toon = "-" if self.toon is None else number(self.toon)
        return (number(self.as_sent), number(self.compact), toon, percent((self.as_sent - self.compact) / self.as_sent))


def rewritten(sizes: Sequence[ToolSizes], samples: Sequence[Call] = ()) -> tuple[Rewritten, ...]:
    """Return what other encodings save, by tool, then the sum where there are several.

    Of the samples, where there are any; else of the default replies that save a tenth or more, the greediest first.
    """
    if samples:
        rows = _by_tool(samples)
        return (*rows, _total(rows, f"{counted(len(samples), 'request')}"))
    rows = [
        _row(tool.run.name, tool.default.measurement)
        for tool in sizes
        if tool.default is not None and compact_saving(tool.default.measurement) >= LEAST_SAVING
    ]
    rows = sorted(rows, key=lambda row: (row.compact - row.as_sent, row.name))[:MOST_ROWS]
    return (*rows, _total(rows, f"{len(rows)} replies")) if len(rows) > 1 else tuple(rows)


def _by_tool(samples: Sequence[Call]) -> list[Rewritten]:
    by_tool: dict[str, list[Call]] = {}
    for call in samples:
        if call.measurement is not None:
            by_tool.setdefault(call.observation.probe.subject.label, []).append(call)
    rows = []
    for tool, calls in by_tool.items():
        name = f"{tool} {difference(calls[0].arguments, {})}" if len(calls) == 1 else f"{tool}, {len(calls)} requests"
        rows.append(_total([_row(name, call.measurement) for call in calls if call.measurement is not None], name))
    return rows


def _row(name: str, measurement: Measurement) -> Rewritten:
    compact, toon = encoding(measurement, "compact"), encoding(measurement, "toon")
    return Rewritten(
        name=name,
        as_sent=measurement.chars,
        compact=measurement.chars if compact is None or compact.chars is None else compact.chars,
        toon=None if toon is None else toon.chars,
    )


def _total(rows: Sequence[Rewritten], name: str) -> Rewritten:
    toon = [row.toon for row in rows if row.toon is not None]
    return Rewritten(
        name=name,
        as_sent=sum(row.as_sent for row in rows),
        compact=sum(row.compact for row in rows),
        toon=sum(toon) if len(toon) == len(rows) else None,
    )
