"""The line that says how far a run is."""

import sys
from dataclasses import dataclass
from threading import Lock
from typing import TextIO

from tool_audit.cli.status_line import StatusLine
from tool_audit.model import Probe, ServerSpec, canonical
from tool_audit.report.safe import cut


@dataclass(slots=True)
class _Calls:
    made: int = 0
    expected: int = 0


class Progress:
    """One line that says which call is under way; only where stderr is a terminal, and gone at the end.

    Several threads may tell it of servers of their own.
    """

    def __init__(self, servers: int = 1, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._line = StatusLine(stream or sys.stderr, quiet=quiet)
        self._lock = Lock()
        self._servers = servers
        self._done = 0
        self._calls: dict[str, _Calls] = {}

    @property
    def is_shown(self) -> bool:
        """Whether anybody can see it."""
        return self._line.is_shown

    def connecting(self, spec: ServerSpec) -> None:
        """Say that a server is being started."""
        self._write(spec.name, "starting")

    def calling(self, spec: ServerSpec, probe: Probe, number: int, expected: int) -> None:
        """Say which call is made, of how many that are expected of this server."""
        self._calls[spec.name] = _Calls(number, max(expected, number))
        arguments = cut(canonical(dict(probe.arguments)), 40)
        made = sum(calls.made for calls in list(self._calls.values()))
        of = sum(calls.expected for calls in list(self._calls.values()))
        what = f"{spec.name}  {probe.subject.tool}  {probe.experiment}  {arguments}"
        self._write(what, f"call {made:,} of about {of:,}")

    def finished(self, spec: ServerSpec) -> None:
        """Count a server as done; no more calls are expected of it than were made."""
        calls = self._calls.setdefault(spec.name, _Calls())
        calls.expected = calls.made
        with self._lock:
            self._done += 1
        if self._done < self._servers:
            self._write(spec.name, "done")

    def clear(self) -> None:
        """Take the line away."""
        self._line.clear()

    def _write(self, what: str, how_far: str) -> None:
        many = f"   {self._done} of {self._servers} servers done" if self._servers > 1 else ""
        self._line.say(what, f"{how_far}{many}")
