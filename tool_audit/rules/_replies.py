"""Which replies of a tool the serialization rules look at, and the worst of them. One cause, one finding."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tool_audit.model import Call, Measurement, ServerRun, ToolRun

MOST = 8
"""Replies looked at for each tool: a habit of serialization shows in the first few, and replies can be large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A reply of a tool and how many of its characters a rule holds to be waste."""

    run: ToolRun
    call: Call
    measurement: Measurement
    waste: int


Waste: TypeAlias = Callable[[ToolRun, Call, Measurement], int]


def distinct_replies(run: ToolRun) -> list[tuple[Call, Measurement]]:
    """Return the default reply and the largest others, each different from the rest, MOST at the most."""
    replies = [(call, call.measurement) for call in run.replies if call.measurement is not None]
    replies.sort(key=lambda reply: (reply[0] is not run.default, -reply[1].chars - reply[1].structured_chars))
    distinct: dict[tuple[int, int], tuple[Call, Measurement]] = {}
    for call, measurement in replies:
        if len(distinct) == MOST:
            break
        distinct.setdefault((hash(measurement.text), measurement.structured_chars), (call, measurement))
    return list(distinct.values())


def worst_reply(run: ToolRun, waste: Waste) -> Judged | None:
    """Return the reply that wastes most, None where none wastes anything; of equals, the default."""
    worst: Judged | None = None
    for call, measurement in distinct_replies(run):
        chars = waste(run, call, measurement)
        if chars > (worst.waste if worst else 0):
            worst = Judged(run=run, call=call, measurement=measurement, waste=chars)
    return worst


def worst_by_tool(server: ServerRun, waste: Waste) -> list[Judged]:
    """Return the worst reply of each tool that wastes anything, the most wasteful tool first."""
    found = [judged for run in server.tools if (judged := worst_reply(run, waste)) is not None]
    return sorted(found, key=lambda judged: (-judged.waste, judged.run.name))


def chars_of(judged: Iterable[Judged]) -> int:
    """Return how many characters these replies have together."""
    return sum(one.measurement.chars for one in judged)


def count_tools(judged: Sequence[Judged], one: str, several: str) -> str:
    """Return "1 tool writes" or "3 tools write"."""
    return f"1 tool {one}" if len(judged) == 1 else f"{len(judged):,} tools {several}"


def compact_figures(judged: Iterable[Judged]) -> str:
    """Say what these replies would take as compact UTF-8 JSON, or nothing where that was not measured for all."""
    sent = chars = tokens = 0
    for one in judged:
        compact = next((encoding for encoding in one.measurement.encodings if encoding.name == "compact"), None)
        of_text = one.measurement.document is not one.measurement.structured
        if not of_text or compact is None or compact.chars is None or compact.tokens is None:
            return ""
        sent += one.measurement.tokens
        chars += compact.chars
        tokens += compact.tokens
    return f" As compact UTF-8 JSON: {chars:,} characters, and {tokens:,} tokens instead of {sent:,}."
