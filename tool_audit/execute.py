"""Probes -> observations: makes the calls, in their order of planning whatever their order of answering."""

from collections.abc import Callable, Sequence
from typing import Final

import anyio

from tool_audit.connect.connection import Connection
from tool_audit.model import Again, Disconnected, Form, Json, Observation, Probe, Refused, TimedOut, ToolFailed

_PATIENCE_WITH_NONSENSE: Final = 5.0
"""Seconds for an answer to what no server should take: some never answer it."""

_SAME: Final = 3
"""Calls in a row that hang alone as they did together, after which the rest is taken to do so, too."""


async def execute(
    probes: Sequence[Probe],
    connection: Connection,
    *,
    concurrency: int,
    starting: Callable[[Probe], None],
    done: Callable[[Observation], None],
    wary: bool = False,
) -> None:
    """Make every call; `starting` hears of each before it is made, `done` of each observation in order of planning.

    A server that ends takes all calls that are under way with it, and one that hangs may hold them all up: each of
    them is made again on its own, to tell whose doing it was. `wary`: one at a time, and after each bad call a fresh
    process. What was observed before a cancellation has been handed to `done`.
    """
    handover = _Handover(done)
    try:
        if concurrency == 1 or wary or any(probe.again for probe in probes):
            for place, probe in enumerate(probes):
                observation = await _observe(probe, connection, starting)
                handover.take(place, observation)
                if wary and isinstance(observation.outcome, Refused | ToolFailed):
                    connection.renew()
            return
        suspects = await _several(probes, connection, concurrency, starting, handover)
        hung = 0
        for place, first in suspects:
            if isinstance(first.outcome, TimedOut) and hung == _SAME:
                handover.take(place, first)
                continue
            observation = await _observe(probes[place], connection, starting)
            hung = hung + 1 if isinstance(observation.outcome, TimedOut) else 0
            handover.take(place, observation)
    finally:
        handover.end()


async def _several(
    probes: Sequence[Probe],
    connection: Connection,
    concurrency: int,
    starting: Callable[[Probe], None],
    handover: "_Handover",
) -> list[tuple[int, Observation]]:
    """Make the calls several at a time; return those that went down with the server or hung, and their places."""
    limiter = anyio.CapacityLimiter(concurrency)
    suspects: list[tuple[int, Observation]] = []

    async def make(place: int, probe: Probe) -> None:
        async with limiter:
            observation = await _observe(probe, connection, starting)
        if isinstance(observation.outcome, Disconnected | TimedOut):
            suspects.append((place, observation))
        else:
            handover.take(place, observation)

    async with anyio.create_task_group() as tasks:
        for place, probe in enumerate(probes):
            tasks.start_soon(make, place, probe)
    return sorted(suspects, key=lambda suspect: suspect[0])


async def _observe(probe: Probe, connection: Connection, starting: Callable[[Probe], None]) -> Observation:
    starting(probe)
    match probe.again:
        case Again.ALONE:
            connection.renew()
        case Again.NEXT:
            connection.stay()
    patience = _PATIENCE_WITH_NONSENSE if probe.form is Form.TEXT else None
    reply = await connection.call_tool(probe.subject.tool, _sent(probe), patience)
    return Observation(
        probe=probe, outcome=reply.outcome, seconds=reply.seconds, bytes=reply.bytes, secrets=reply.secrets
    )


def _sent(probe: Probe) -> Json:
    match probe.form:
        case Form.OBJECT:
            return probe.arguments
        case Form.NONE:
            return None
        case Form.TEXT:
            return "x"


class _Handover:
    """Hands observations on in the order of their places, as soon as all before them are there."""

    def __init__(self, done: Callable[[Observation], None]) -> None:
        self._done = done
        self._waiting: dict[int, Observation] = {}
        self._next = 0

    def take(self, place: int, observation: Observation) -> None:
        """Keep an observation until it is its turn."""
        self._waiting[place] = observation
        while self._next in self._waiting:
            self._done(self._waiting.pop(self._next))
            self._next += 1

    def end(self) -> None:
        """Hand on what came behind a call that never did."""
        for place in sorted(self._waiting):
            self._done(self._waiting[place])
        self._waiting.clear()
