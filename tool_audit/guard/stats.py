"""The guard's log, read once from its first line to its last -> figures for each tool of each server."""

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import IO, Final

from tool_audit.errors import UsageError
from tool_audit.guard.log import SCHEMA
from tool_audit.model import Json

_HINT: Final = "`tool-audit guard run --log LOG` writes it"
_PASSED: Final = frozenset({"replied", "tool-error"})
"""The outcomes of which the caller was given the reply."""


@dataclass(slots=True, kw_only=True)
class ToolStats:
    """What the log says of one tool. Tokens are those of replies that were passed on."""

    server: str
    tool: str
    outcomes: Counter[str] = field(default_factory=Counter)
    """replied, tool-error, error, refused, reply-refused, server-ended -> calls."""
    lines: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Outcome and the line of the policy that refused -> calls."""
    warned: int = 0
    held_back: int = 0
    """Tokens of replies that were refused."""
    tokens: "array[int]" = field(default_factory=lambda: array("q"))
    milliseconds: "array[float]" = field(default_factory=lambda: array("d"))

    @property
    def calls(self) -> int:
        """How many calls there were, with those that were refused."""
        return self.outcomes.total()

    def tokens_at(self, percent: int) -> float | None:
        """Return how many tokens so many of a hundred replies do not exceed; None where there were none."""
        return percentile(self.tokens, percent)

    def milliseconds_at(self, percent: int) -> float | None:
        """Return how long so many of a hundred calls took at most; None where there were none."""
        return percentile(self.milliseconds, percent)

    def take(self, entry: dict[str, Json]) -> None:
        """Count one line of the log."""
        outcome = entry["outcome"]
        self.outcomes[outcome] += 1
        if isinstance(entry.get("refused_by"), str):
            self.lines[outcome, entry["refused_by"]] += 1
        self.warned += entry.get("warned") is True
        tokens, milliseconds = _number(entry.get("tokens")), _number(entry.get("milliseconds"))
        if tokens is not None and outcome in _PASSED:
            self.tokens.append(int(tokens))
        elif tokens is not None and outcome == "reply-refused":
            self.held_back += int(tokens)
        if milliseconds is not None:
            self.milliseconds.append(milliseconds)


@dataclass(slots=True, kw_only=True)
class Stats:
    """What logs say: of each tool, and how many of their lines could not be read."""

    tools: dict[tuple[str, str], ToolStats] = field(default_factory=dict)
    broken: int = 0
    notes: int = 0
    """Lines that are about no call."""
    first: str = ""
    last: str = ""

    def take(self, line: bytes) -> None:
        """Count one line."""
        entry = _entry(line)
        if entry is None:
            self.broken += 1
        elif "note" in entry:
            self.notes += 1
        else:
            key = (entry["server"], entry["tool"])
            tool = self.tools.setdefault(key, ToolStats(server=key[0], tool=key[1]))
            tool.take(entry)
            time = entry["time"]
            # in UTC and to the millisecond, so that the order of the texts is that of the times
            self.first, self.last = min(self.first or time, time), max(self.last, time)

    def by_calls(self) -> list[ToolStats]:
        """Return the tools, the one that was called most first."""
        return sorted(self.tools.values(), key=lambda one: (-one.calls, one.server, one.tool))


def stats_of(logs: Sequence[Path]) -> Stats:
    """Read logs, each with what was rotated away from it, a line at a time. Raises UsageError."""
    found = Stats()
    for path in _files(logs):
        try:
            with path.open("rb") as file:
                for line in _lines(file):
                    found.take(line)
        except OSError as error:
            raise UsageError(f"the log {path} cannot be read: {error.strerror}", hint=_HINT) from None
    return found


def percentile(values: Sequence[float], percent: int) -> float | None:
    """Return the value that so many of a hundred do not exceed: one that was measured, and nothing in between."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[-(-len(ordered) * percent // 100) - 1]


def as_json(stats: Stats) -> dict[str, Json]:
    """Return the figures as the JSON that programs read."""
    return {
        "schema": "tool-audit/guard-stats/1",
        "first": stats.first or None,
        "last": stats.last or None,
        "broken_lines": stats.broken,
        "notes": stats.notes,
        "tools": [_tool_json(one) for one in stats.by_calls()],
    }


def _tool_json(one: ToolStats) -> dict[str, Json]:
    return {
        "server": one.server,
        "tool": one.tool,
        "calls": one.calls,
        "outcomes": dict(sorted(one.outcomes.items())),
        "refused_by": [
            {"outcome": outcome, "line": line, "calls": calls} for (outcome, line), calls in one.lines.most_common()
        ],
        "warned": one.warned,
        "tokens": {
            "p50": one.tokens_at(50),
            "p90": one.tokens_at(90),
            "max": one.tokens_at(100),
            "sum": sum(one.tokens),
            "held_back": one.held_back,
        },
        "milliseconds": {"p50": one.milliseconds_at(50), "p99": one.milliseconds_at(99)},
    }


def _files(logs: Sequence[Path]) -> Iterable[Path]:
    """Return the files of the logs, the oldest of each first, and each once."""
    files: dict[Path, None] = {}
    for path in logs:
        older = list(_rotated(path))
        if not older and not path.exists():
            raise UsageError(f"there is no log {path}", hint=_HINT)
        every = [*reversed(older), *([path] if path.exists() else [])]
        files |= {one.resolve(): None for one in every}
    return files


def _rotated(path: Path) -> Iterator[Path]:
    """Yield LOG.1, LOG.2 ... as far as they are there."""
    for number in count(1):
        older = path.with_name(f"{path.name}.{number}")
        if not older.exists():
            return
        yield older


_LONGEST: Final = 1 << 20
"""Bytes of a line: the guard writes none that is longer, and a file without line ends is no log."""


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_LONGEST):
        whole = line
        while not line.endswith(b"\n") and (line := file.readline(_LONGEST)):
            whole = b""  # of one that is too long only its end matters
        if whole.strip():
            yield whole
        elif not whole:
            yield b"too long"


def _entry(line: bytes) -> dict[str, Json] | None:
    """Return what a line of the log says; None where it is none."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(entry, dict) or entry.get("schema") != SCHEMA:
        return None
    wanted = ("time", "server") if "note" in entry else ("time", "server", "tool", "outcome")
    return entry if all(isinstance(entry.get(key), str) for key in wanted) else None


def _number(value: Json) -> float | None:
    # one that is too large for the array is none that the guard wrote
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return value if number and 0 <= value < 2**53 else None
